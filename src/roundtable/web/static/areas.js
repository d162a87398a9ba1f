// Areas: a zone of the table drawn by its layout.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { grid } from "./grid.js";
import { hexes } from "./maps.js";
import { pieceButton, side, spoken } from "./piece.js";
import { ring } from "./road.js";
import { icon, shield } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./piece.js").Context} Context */
/** @typedef {import("./card.js").Size} Size */

const MANY = 7; // more face-down pieces than this are drawn closer together

/**
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
function row(area, size, context) {
  const down = area.pieces.filter((piece) => !piece.face).length;
  const tight = down > MANY || (size === "chip" && down > 0);
  if (!area.pieces.length) return html`<span class="empty-pile" aria-hidden="true"></span>`;
  return html`<div class="row ${tight ? "tight" : ""}" .style=${`--count:${area.pieces.length}`}>${side(area.pieces, size, context)}</div>`;
}

/**
 * A hand, spread like a fan: the more cards, the closer.
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
function fan(area, size, context) {
  const middle = (area.pieces.length - 1) / 2;
  return html`<div class="fan" .style=${`--count:${area.pieces.length}`}>
    ${repeat(
      area.pieces,
      (piece) => piece.id,
      (piece, i) => pieceButton(piece, size, context, `--turn:${middle ? ((i - middle) / middle).toFixed(3) : 0}`),
    )}
  </div>`;
}

/**
 * A pile: only its top is drawn, on as many edges as it is deep.
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
function stack(area, size, context) {
  const top = area.pieces.at(-1);
  const depth = Math.min(4, Math.ceil(area.pieces.length / 6));
  return html`<div class="stack" .style=${`--depth:${depth}`}>
    ${top ? pieceButton(top, size, context) : html`<span class="empty-pile" aria-hidden="true"></span>`}
  </div>`;
}

/**
 * A track: a ruled line with the markers above it.
 * @param {Area} area
 * @param {Context} context
 */
function track(area, context) {
  const last = Math.max(1, ...area.spots.map((spot) => spot.x));
  const at = new Map(area.spots.map((spot) => [spot.id, spot.x]));
  /** @type {Map<string, number>} */
  const seen = new Map();
  const step = last > 40 ? 10 : last > 12 ? 5 : 1;
  return html`<div class="track">
    <div class="line" aria-hidden="true">
      ${area.spots.map(
        (spot) => html`<span class="tick ${spot.x % step ? "" : "numbered"} ${spot.tone}" .style=${`left:${(spot.x / last) * 100}%`}
          >${spot.x % step ? nothing : html`<i>${spot.label}</i>`}</span
        >`,
      )}
    </div>
    ${repeat(
      area.pieces,
      (piece) => piece.id,
      (piece) => {
        const i = seen.get(piece.spot) ?? 0;
        seen.set(piece.spot, i + 1);
        return pieceButton(piece, "chip", context, `left:${((at.get(piece.spot) ?? 0) / last) * 100}%;top:${-6 * i}px`);
      },
    )}
  </div>`;
}

/**
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
function inside(area, size, context) {
  if (area.layout === "hexes") return hexes(area, context);
  if (area.layout === "ring") return ring(area, context);
  if (area.layout === "track") return track(area, context);
  if (area.layout === "fan") return fan(area, size, context);
  if (area.layout === "stack") return stack(area, size, context);
  return area.layout === "grid" ? grid(area, size, context) : row(area, size, context);
}

/**
 * Those who stand there.
 * @param {Area} area
 * @param {Context} context
 */
const whoView = (area, context) =>
  area.who.length
    ? html`<span class="who-is-there" role="img" aria-label="Here: ${area.who.map((seat) => context.panels.get(seat)?.name).join(", ")}">${area.who.map((seat) => {
        const panel = context.panels.get(seat);
        return panel ? shield(panel.arms) : nothing;
      })}</span>`
    : nothing;

/**
 * Stages on one way: a road with milestones, those who ride it at the one they have reached.
 * @param {Area[]} areas
 * @param {Size} size
 * @param {Context} context
 */
export const wayView = (areas, size, context) => {
  const here = areas.findIndex((area) => area.present);
  return html`<div class="way" .style=${`--stages:${areas.length}`}>
    ${areas.map((area, i) => html`<div class="milestone ${here < 0 || i > here ? "ahead" : i < here ? "behind" : "here"}">
      <span class="stone" aria-hidden="true">${(area.way ?? i) + 1}</span>${areaView(area, size, context)}</div>`)}
  </div>`;
};

/**
 * Two who stand face to face: what each has laid, and what it comes to.
 * @param {Area[]} areas
 * @param {Size} size
 * @param {Context} context
 */
export const versusView = (areas, size, context) => html`<div class="versus">
  ${areas.map((area, i) => {
    const panel = area.facing === null ? undefined : context.panels.get(area.facing);
    return html`${i ? html`<span class="against" aria-hidden="true">${icon("crossed-swords")}</span>` : nothing}
      <div class="camp ${panel?.you ? "mine" : ""}">
        <span class="camp-head">${panel ? shield(panel.arms) : nothing}<b>${panel?.name}</b>${area.total ? html`<span class="total">${area.total}</span>` : nothing}</span>
        ${areaView(area, size, context)}
      </div>`;
  })}
</div>`;

/**
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
export function areaView(area, size, context) {
  const picks = context.picks.get(area.id);
  const count = area.pieces.length;
  const label = `${area.title}${area.present ? " (now)" : ""}${area.note ? `, ${area.note}` : ""}`;
  const thing = { label, guesses: [area.id] };
  const title = picks
    ? html`<button type="button" class="area-title lit" data-spot=${area.id} tabindex="0"
        @click=${() => context.touch(area.id, thing)}>${area.title} <span class="hidden">${spoken("", [], picks)}</span></button>`
    : html`<span class="area-title">${area.title}</span>`;
  return html`<div class="area lay-${area.layout} ${count ? "" : "bare"} ${picks ? "lit" : ""} ${area.present ? "now" : ""} ${area.ground && `on-${area.ground}`}"
    data-area=${area.id} role="group" aria-label=${label}>
    <div class="area-head">${title}${area.note ? html`<span class="area-note">${area.note}</span>` : nothing}${whoView(area, context)}</div>
    ${inside(area, size, context)}
  </div>`;
}
