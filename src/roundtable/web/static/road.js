// A road round a table: fields with names for its sites, the places on the way, the figures that stand on them. It has
// one size in units, so that on a small screen it can be panned like a map.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { figures } from "./maps.js";
import { place, signs, spoken } from "./piece.js";
import { icon, painted } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Region} Region */
/** @typedef {import("./scene").Spot} Spot */
/** @typedef {import("./piece.js").Context} Context */

const HALF = 0.44; // of the height of a place
const TITLE = 0.5; // room above the places of a field for its name

/**
 * @param {Spot[]} spots
 * @param {number} aside
 * @param {number} over
 * @param {number} under
 */
function frame(spots, aside, over, under) {
  const left = Math.min(...spots.map((spot) => spot.x - spot.wide / 2)) - aside;
  const top = Math.min(...spots.map((spot) => spot.y)) - HALF - over;
  const right = Math.max(...spots.map((spot) => spot.x + spot.wide / 2)) + aside;
  const bottom = Math.max(...spots.map((spot) => spot.y)) + HALF + under;
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * @param {Region} region
 * @param {Spot[]} spots
 */
function ground(region, spots) {
  const { left, top, width, height } = frame(spots, 0.12, region.title ? TITLE : 0.12, 0.12);
  if (region.shape === "round") {
    const [x, y] = [left + width / 2, top + height / 2];
    return svg`<g class="board-table"><ellipse cx=${x} cy=${y} rx=${width / 2 - 0.5} ry=${height / 2 - 0.3}></ellipse>
      <ellipse class="inner" cx=${x} cy=${y} rx=${width / 2 - 1.9} ry=${height / 2 - 1.05}></ellipse></g>`;
  }
  return svg`<rect class="region ${region.shape}" style=${painted(region.tincture)} x=${left} y=${top} width=${width} height=${height} rx="0.22"></rect>`;
}

/**
 * A place on the road; a broad one says what it does.
 * @param {Spot} spot
 * @param {string} tincture
 * @param {Context} context
 * @param {string} where
 */
function site(spot, tincture, context, where) {
  const picks = context.picks.get(spot.id);
  const plain = spot.marks.filter((mark) => !mark.tone);
  const broad = spot.wide > 1.2;
  const hint = picks?.length === 1 ? picks[0].hint : "";
  return html`<button
    type="button"
    class="site ${broad ? "broad" : ""} ${picks ? "lit" : ""} ${context.chosen.has(spot.id) ? "chosen" : ""}"
    data-spot=${spot.id}
    data-hint=${hint || nothing}
    .style=${`${where};${painted(tincture)};--wide:${spot.wide}`}
    tabindex=${picks ? 0 : -1}
    @click=${() => context.touch(spot.id, place(spot))}
  >
    ${plain.slice(0, broad ? 1 : 2).map((mark) => html`<span class="sign" title=${mark.text}>${icon(mark.icon)}</span>`)}
    <span class="name">${spot.short || spot.label}</span>
    ${broad && plain.length ? html`<small>${plain[0].text}</small>` : nothing}
    ${signs(spot.marks.filter((mark) => mark.tone), context)}
    <span class="hidden">${spoken(spot.short ? spot.label : "", spot.marks, picks)}</span>
  </button>`;
}

/**
 * Figures stand at the upper edge of their place, of a broad one at its end: what is written on it stays legible.
 * @type {(i: number, many: number, spot: Spot) => [number, number]}
 */
const onEdge = (i, many, { wide }) => [wide > 1.2 ? wide / 2 - 0.2 - (many - 1 - i) * 0.42 : (i - (many - 1) / 2) * 0.46, -0.34];

/**
 * @param {Area} area
 * @param {Context} context
 */
export function ring(area, context) {
  const box = frame(area.spots, 0.3, TITLE + 0.1, 0.25);
  const of = (/** @type {string} */ tone) => area.spots.filter((spot) => spot.tone === tone);
  const round = new Set(area.regions.filter((region) => region.shape === "round").map((region) => region.tone));
  const tinctures = new Map(area.regions.map((region) => [region.tone, region.tincture]));
  const left = (/** @type {number} */ x) => `${(((x - box.left) / box.width) * 100).toFixed(2)}%`;
  const top = (/** @type {number} */ y) => `${(((y - box.top) / box.height) * 100).toFixed(2)}%`;
  const way = area.spots.filter((spot) => !round.has(spot.tone));
  const road = way.map((spot, i) => `${i && Math.hypot(spot.x - way[i - 1].x, spot.y - way[i - 1].y) < 4 ? "L" : "M"}${spot.x} ${spot.y}`).join("");
  return html`<div class="map ring" .style=${`--units:${box.width.toFixed(3)};--ratio:${(box.width / box.height).toFixed(4)}`}>
    <svg class="grounds" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" aria-hidden="true">
      <path class="road" d=${road}></path>
      ${area.regions.map((region) => ground(region, of(region.tone)))}
    </svg>
    ${area.regions.map((region) => {
      const at = frame(of(region.tone), 0.12, TITLE, 0.12);
      const middle = region.shape === "round";
      return region.title
        ? html`<span class="region-title ${middle ? "middle" : ""}" .style=${middle ? `left:${left(at.left + at.width / 2)};top:${top(at.top + at.height / 2)}` : `left:${left(at.left + 0.15)};top:${top(at.top + 0.04)};max-width:calc(var(--unit) * ${(at.width - 0.3).toFixed(2)})`}
            >${icon(region.icon)}<b>${region.title}</b>${region.note ? html`<small>${region.note}</small>` : nothing}</span>`
        : nothing;
    })}
    ${repeat(
      area.spots,
      (spot) => spot.id,
      (spot) => site(spot, tinctures.get(spot.tone) ?? "slate", context, `left:${left(spot.x)};top:${top(spot.y)}`),
    )}
    ${figures(area, box, context, onEdge)}
  </div>`;
}
