// Icons, tinctures and arms: the signs that name kinds and people. Colour never stands alone, a pattern goes with it.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { ICONS } from "./vendor/icons.js";

/** @typedef {import("./scene").Arms} Arms */

const { icons = "icons.svg" } = document.getElementById("table")?.dataset ?? {}; // a table has those of its game
const SPRITE = new URL(`./vendor/${icons}`, import.meta.url).pathname;
const HERALDRY = new URL("./heraldry.svg", import.meta.url).pathname;
const NAMED = new Set(["rubric", "woad", "verdigris", "gold", "murrey", "slate"]);
const PATTERNS = new Set(["barry", "paly", "lozengy", "chevronny", "vair"]);

/** @param {string} name */
export const known = (name) => ICONS.has(name);

/**
 * An icon by its name; what has no drawing becomes a monogram.
 * @param {string} name
 * @param {string} [words] said aloud; without it the icon is decoration
 */
export function icon(name, words = "") {
  const role = words ? "img" : nothing;
  const hidden = words ? nothing : "true";
  if (!ICONS.has(name)) {
    const letter = (name || "?").charAt(0).toUpperCase();
    return html`<span class="icon monogram" role=${role} aria-label=${words || nothing} aria-hidden=${hidden}>${letter}</span>`;
  }
  return html`<svg class="icon" viewBox="0 0 512 512" role=${role} aria-label=${words || nothing} aria-hidden=${hidden}>
    <use href="${SPRITE}#${name}"></use></svg>`;
}

/** @param {string} tincture a pigment's name or a colour */
export const colour = (tincture) => (tincture.startsWith("#") ? tincture : `var(--${NAMED.has(tincture) ? tincture : "slate"})`);

/**
 * What is legible on a tincture: ivory on dark ones, ink on light ones.
 * @param {string} tincture
 */
export function onto(tincture) {
  if (!tincture.startsWith("#")) return tincture === "gold" ? "#241a08" : "#fdf7e6";
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = parseInt(tincture.slice(i, i + 2), 16) / 255;
    return part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#241a08" : "#fdf7e6";
}

/** @param {string} tincture */
export const painted = (tincture) => `--tincture:${colour(tincture)};--onto:${onto(tincture)}`;

/** @param {string} pattern */
export const pattern = (pattern) =>
  PATTERNS.has(pattern)
    ? html`<svg class="pattern" viewBox="0 0 100 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <use href="${HERALDRY}#${pattern}"></use></svg>`
    : nothing;

const SHIELD = "M5 5H95V58C95 88 74 105 50 116C26 105 5 88 5 58Z";

/**
 * A seat's shield: field, pattern, charge.
 * @param {Arms} arms
 * @param {string} [words]
 */
export const shield = (arms, words = "") => html`<svg
  class="shield"
  viewBox="0 0 100 120"
  .style=${painted(arms.colour)}
  role=${words ? "img" : nothing}
  aria-label=${words || nothing}
  aria-hidden=${words ? nothing : "true"}
>
  <g class="shield-field">
    <rect width="100" height="120" fill="var(--tincture)"></rect>
    ${PATTERNS.has(arms.pattern)
      ? svgUse(`${HERALDRY}#${arms.pattern}`, "shield-pattern", 0, 0, 100, 120)
      : nothing}
  </g>
  ${ICONS.has(arms.charge)
    ? svgUse(`${SPRITE}#${arms.charge}`, "shield-charge", 19, 17, 62, 62)
    : svgLetter(arms.letter)}
  <path class="shield-rim" d=${SHIELD}></path>
</svg>`;

/**
 * An icon in the middle of a drawing, so large and so far below its middle.
 * @type {(name: string, size: number, below: number) => unknown}
 */
export const charge = (name, size, below) =>
  ICONS.has(name) ? svgUse(`${SPRITE}#${name}`, "charge", -size / 2, below - size / 2, size, size) : nothing;

/** @type {(href: string, cls: string, x: number, y: number, w: number, h: number) => unknown} */
const svgUse = (href, cls, x, y, w, h) =>
  svg`<use class=${cls} href=${href} x=${x} y=${y} width=${w} height=${h}></use>`;

/** @param {string} letter */
const svgLetter = (letter) => svg`<text class="shield-letter" x="50" y="74" text-anchor="middle">${letter}</text>`;
