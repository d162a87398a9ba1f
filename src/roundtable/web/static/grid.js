// A grid: places in columns and rows with what lies on them, or a table of counts.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { place, side, spoken, words } from "./piece.js";
import { shield } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Spot} Spot */
/** @typedef {import("./piece.js").Context} Context */
/** @typedef {import("./card.js").Size} Size */

/**
 * Counts of one thing against another, to be looked up and never in the way: a table with heads.
 * @param {Area} area
 * @param {import("./scene").Heads} heads
 * @param {Context} context
 */
function counts(area, heads, context) {
  const arms = (/** @type {number | null | undefined} */ seat) => {
    const panel = seat === null || seat === undefined ? undefined : context.panels.get(seat);
    return panel ? shield(panel.arms) : nothing;
  };
  const mine = (/** @type {number | null | undefined} */ seat) => (typeof seat === "number" && context.panels.get(seat)?.you ? "mine" : "");
  return html`<table class="counts ${heads.above.length ? "armed" : ""}">
    <thead><tr><td></td>${heads.columns.map((name, x) => html`<th scope="col" class=${mine(heads.above[x])}>${arms(heads.above[x])}<span>${name}</span></th>`)}</tr></thead>
    <tbody>
      ${heads.rows.map(
        (name, y) => html`<tr>
          <th scope="row" class=${mine(heads.beside[y])}><span>${name}</span>${arms(heads.beside[y])}</th>
          ${area.spots
            .filter((spot) => spot.y === y)
            .map(
              (spot) => html`<td><button type="button" class="count tone-${spot.tone}" data-spot=${spot.id} tabindex="-1"
              @click=${() => context.touch(spot.id, place(spot))}><span class="hidden">${spot.label}</span><span aria-hidden="true">${spot.short || spot.count || "·"}</span></button></td>`,
            )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * Places in columns and rows, each with what lies on it; pieces that lie on no place come first.
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
export function grid(area, size, context) {
  if (area.heads) return counts(area, area.heads, context);
  if (!area.spots.length) return html`<div class="grid">${side(area.pieces, size, context)}</div>`;
  const loose = area.pieces.filter((piece) => !piece.spot);
  const columns = Math.max(...area.spots.map((spot) => spot.x)) + 1;
  const rows = [...new Set(area.spots.map((spot) => spot.y))].sort((a, b) => a - b);
  return html`<div class="places">
    ${loose.length ? html`<div class="row loose">${side(loose, "hand", context)}</div>` : nothing}
    <div class="cells" .style=${`--columns:${columns}`}>
      ${repeat(
        area.spots,
        (spot) => spot.id,
        (spot) => {
          const pieces = area.pieces.filter((piece) => piece.spot === spot.id);
          const picks = context.picks.get(spot.id);
          return html`<div class="cell" .style=${`grid-column:${spot.x + 1};grid-row:${rows.indexOf(spot.y) + 1}`}>
            ${pieces.length
              ? side(pieces, size, context)
              : html`<button
                  type="button"
                  class="spot ${spot.tone} ${picks ? "lit" : ""} ${context.chosen.has(spot.id) ? "chosen" : ""}"
                  data-spot=${spot.id}
                  tabindex=${picks ? 0 : -1}
                  @click=${() => context.touch(spot.id, place(spot))}
                >
                  <span class="name">${spot.label}</span>${spot.marks.length ? html`<span class="name faint">${words(spot.marks)}</span>` : nothing}
                  <span class="hidden">${spoken("", [], picks)}</span>
                </button>`}
          </div>`;
        },
      )}
    </div>
  </div>`;
}
