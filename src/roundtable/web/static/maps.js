// Maps: an arena of hexagons; the figures stand on their places.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { pieceButton, place, spoken } from "./piece.js";
import { narrow } from "./screen.js";
import { charge, painted } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Spot} Spot */
/** @typedef {import("./piece.js").Context} Context */

/**
 * Where everything lies on a map, in units of one spot.
 * @param {Spot[]} spots
 * @param {number} aside margin left and right
 * @param {number} over margin above and below
 */
function bounds(spots, aside, over = aside) {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const left = Math.min(...xs) - aside;
  const top = Math.min(...ys) - over;
  return { left, top, width: Math.max(...xs) + aside - left, height: Math.max(...ys) + over - top };
}

/**
 * The figures of a map, on their spots; several on one spot stand beside each other.
 * @param {Area} area
 * @param {ReturnType<typeof bounds>} box
 * @param {Context} context
 * @param {(i: number, many: number, spot: Spot) => [number, number]} stand how far from the middle of its spot a figure stands
 */
export function figures(area, box, context, stand) {
  const at = new Map(area.spots.map((spot) => [spot.id, spot]));
  /** @type {Map<string, number>} */
  const crowd = new Map();
  for (const piece of area.pieces) crowd.set(piece.spot, (crowd.get(piece.spot) ?? 0) + 1);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return repeat(
    area.pieces.filter((piece) => at.has(piece.spot)),
    (piece) => piece.id,
    (piece) => {
      const spot = /** @type {Spot} */ (at.get(piece.spot));
      const i = seen.get(piece.spot) ?? 0;
      const many = crowd.get(piece.spot) ?? 1;
      seen.set(piece.spot, i + 1);
      const [x, y] = stand(i, many, spot);
      const left = (((spot.x + x - box.left) / box.width) * 100).toFixed(2);
      const top = (((spot.y + y - box.top) / box.height) * 100).toFixed(2);
      return pieceButton(piece, "chip", context, `left:${left}%;top:${top}%;z-index:${i + 2}`);
    },
  );
}

/** @type {(i: number, many: number) => [number, number]} */
const inMiddle = (i, many) => [(i - (many - 1) / 2) * 0.34, ((many - 1) / 2 - i) * 0.1];

const HEX = [0, 1, 2, 3, 4, 5]
  .map((i) => `${(Math.sin((i * Math.PI) / 3) * 0.565).toFixed(3)},${(-Math.cos((i * Math.PI) / 3) * 0.565).toFixed(3)}`)
  .join(" ");
const STAR = [...Array(10).keys()]
  .map((i) => {
    const r = i % 2 ? 0.15 : 0.36;
    return `${(Math.sin((i * Math.PI) / 5) * r).toFixed(3)},${(-Math.cos((i * Math.PI) / 5) * r).toFixed(3)}`;
  })
  .join(" ");

/**
 * An arena of hexagons, turned by half a corner.
 * @param {Area} area
 */
function turned(area) {
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  return { ...area, spots: area.spots.map((spot) => ({ ...spot, x: spot.x * cos - spot.y * sin, y: spot.x * sin + spot.y * cos })) };
}

/**
 * The arena; on a phone with a corner at the top where that makes it narrower, so that a finger finds every space.
 * @param {Area} ground
 * @param {Context} context
 */
export function hexes(ground, context) {
  const flat = bounds(ground.spots, 0.54, 0.62);
  const cornered = turned(ground);
  const corner = bounds(cornered.spots, 0.62, 0.54);
  const turn = narrow.matches && corner.width < flat.width;
  const [area, box] = turn ? [cornered, corner] : [ground, flat];
  const taken = new Set(area.pieces.map((piece) => piece.spot));
  const size = `--ratio:${(box.width / box.height).toFixed(4)};--units:${box.width.toFixed(3)}`;
  return html`<div class="map hexes" .style=${size}>
    <svg viewBox="${box.left} ${box.top} ${box.width} ${box.height}" role="group" aria-label=${area.title}>
      ${repeat(
        area.spots,
        (spot) => spot.id,
        (spot) => {
          const picks = context.picks.get(spot.id);
          const enter = () => context.touch(spot.id, place(spot));
          return svg`<g
            class="hex ${spot.tone} ${spot.reach ? "reach" : ""} ${spot.tincture ? "owned" : ""} ${picks ? "lit" : ""} ${context.chosen.has(spot.id) ? "chosen" : ""} ${picks?.[0].hint ? "doubtful" : ""}"
            style=${spot.tincture ? painted(spot.tincture) : nothing}
            transform="translate(${spot.x} ${spot.y})"
            data-spot=${spot.id}
            role="button"
            tabindex=${picks ? 0 : -1}
            aria-label=${spoken(spot.label, spot.marks, picks)}
            @click=${enter}
            @keydown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              enter();
            }}
          >
            <polygon points=${HEX} transform=${turn ? "rotate(30)" : nothing}></polygon>
            <polygon class="relief" points=${HEX} transform=${turn ? "rotate(30) scale(0.86)" : "scale(0.86)"}></polygon>
            ${taken.has(spot.id) ? nothing : spot.marks.map((mark) => charge(mark.icon, 0.44, -0.13))}
            ${spot.short && !taken.has(spot.id) ? svg`<text class="mark" aria-hidden="true" y="0.31" text-anchor="middle">${spot.short}</text>` : nothing}
            ${spot.tone === "high" ? svg`<polygon class="star" points=${STAR}></polygon>` : nothing}
            ${picks ? svg`<circle class="light" r="0.13"></circle>` : nothing}
            <text class="name" y="0.42" text-anchor="middle">${spot.label}</text>
          </g>`;
        },
      )}
    </svg>
    ${figures(area, box, context, inMiddle)}
  </div>`;
}
