// Maps: an arena of hexagons, a road around the table; the figures stand on their places.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { pieceButton, place, side, signs, spoken } from "./piece.js";
import { narrow, slim } from "./screen.js";
import { charge, icon } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Piece} Piece */
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
 * @param {(i: number, many: number) => [number, number]} stand how far from the middle of its spot a figure stands
 */
function figures(area, box, context, stand) {
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
      const [x, y] = stand(i, many);
      const left = (((spot.x + x - box.left) / box.width) * 100).toFixed(2);
      const top = (((spot.y + y - box.top) / box.height) * 100).toFixed(2);
      return pieceButton(piece, "chip", context, `left:${left}%;top:${top}%;z-index:${i + 2}`);
    },
  );
}

/** @type {(i: number, many: number) => [number, number]} */
const inMiddle = (i, many) => [(i - (many - 1) / 2) * 0.34, ((many - 1) / 2 - i) * 0.1];

/**
 * The first at the left end, the others at the right: what is written between them stays legible.
 * @type {(i: number, many: number) => [number, number]}
 */
const atEnds = (i, many) => [i ? 0.42 - (many - 1 - i) * 0.2 : -0.43, 0];

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
            class="hex ${spot.tone} ${picks ? "lit" : ""} ${context.chosen.has(spot.id) ? "chosen" : ""} ${picks?.[0].hint ? "doubtful" : ""}"
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

/** @type {WeakMap<Spot[], string>} */
const middles = new WeakMap();

/**
 * The largest empty rectangle that the places of a ring leave, as insets in percent: room for what is shared.
 * @param {Spot[]} spots
 */
export function middleOf(spots) {
  const known = middles.get(spots);
  if (known) return known;
  const box = bounds(spots, 0.55);
  const half = 0.66;
  const xs = [...new Set(spots.map((spot) => spot.x))].sort((a, b) => a - b);
  const ys = [...new Set(spots.map((spot) => spot.y))].sort((a, b) => a - b);
  let best = [0, 0, 0, 0];
  let most = 0;
  for (const left of xs) for (const right of xs) {
    if (right - left < 2) continue;
    for (const top of ys) for (const bottom of ys) {
      const size = (right - left - 2 * half) * (bottom - top - 2 * half);
      if (bottom - top < 2 || size <= most) continue;
      const free = spots.every((spot) => spot.x <= left || spot.x >= right || spot.y <= top || spot.y >= bottom);
      if (free) {
        most = size;
        best = [left + half, top + half, right - half, bottom - half];
      }
    }
  }
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${((part / whole) * 100).toFixed(1)}%`;
  const insets = `--top:${percent(best[1] - box.top, box.height)};--right:${percent(box.left + box.width - best[2], box.width)};--bottom:${percent(box.top + box.height - best[3], box.height)};--left:${percent(best[0] - box.left, box.width)}`;
  middles.set(spots, insets);
  return insets;
}

/**
 * A place on the road.
 * @param {Spot} spot
 * @param {number} wash
 * @param {Context} context
 * @param {Piece[]} pieces what stands on it
 * @param {string} where its place on the map; without it the pieces stand beside it
 */
function site(spot, wash, context, pieces, where = "") {
  const picks = context.picks.get(spot.id);
  const plain = spot.marks.filter((mark) => !mark.tone);
  const name = spot.short || spot.label;
  const taken = where && pieces.length;
  const room = name.length <= 5 ? 2 : taken ? 0 : 1;
  return html`<button
      type="button"
      class="site wash-${wash % 6} ${taken ? "taken" : ""} ${picks ? "lit" : ""} ${context.chosen.has(spot.id) ? "chosen" : ""}"
      data-spot=${spot.id}
      .style=${where}
      tabindex=${picks ? 0 : -1}
      title=${picks?.[0].hint || nothing}
      @click=${() => context.touch(spot.id, place(spot))}
    >
      ${plain.slice(0, room).map((mark) => html`<span class="sign" title=${mark.text}>${icon(mark.icon)}</span>`)}
      <span class="name">${name}</span>
      ${signs(spot.marks.filter((mark) => mark.tone))}
      <span class="hidden">${spoken(spot.short ? spot.label : "", spot.marks, picks)}</span>
    </button>${where ? nothing : side(pieces, "chip", context)}`;
}

/**
 * How wide a place of a road is, in units: a little wider where the next one is farther away than one.
 * @param {Spot} spot
 * @param {Spot[]} spots
 */
function width(spot, spots) {
  const beside = spots.filter((other) => other !== spot && other.y === spot.y);
  const next = Math.min(...beside.map((other) => Math.abs(other.x - spot.x)));
  return next > 1 && next < 1.5 ? next - 0.06 : 0.96;
}

/**
 * The road: places one after the other, joined where they are neighbours; each stretch has its own wash.
 * @param {Area} area
 * @param {Context} context
 */
export function ring(area, context) {
  const tones = [...new Set(area.spots.map((spot) => spot.tone))];
  if (slim.matches) return stretches(area, tones, context);
  const box = bounds(area.spots, 0.55);
  const road = area.spots
    .slice(1)
    .map((spot, i) => [area.spots[i], spot])
    .filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) < 2.6)
    .map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`)
    .join("");
  const on = (/** @type {Spot} */ spot) => area.pieces.filter((piece) => piece.spot === spot.id);
  return html`<div class="map ring" .style=${`--columns:${box.width};--rows:${box.height}`}>
    <svg class="road" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" preserveAspectRatio="none" aria-hidden="true">
      <path d=${road} vector-effect="non-scaling-stroke"></path>
    </svg>
    ${repeat(
      area.spots,
      (spot) => spot.id,
      (spot) => {
        const left = (((spot.x - box.left) / box.width) * 100).toFixed(2);
        const top = (((spot.y - box.top) / box.height) * 100).toFixed(2);
        return site(spot, tones.indexOf(spot.tone), context, on(spot), `left:${left}%;top:${top}%;--wide:${width(spot, area.spots).toFixed(2)}`);
      },
    )}
    ${figures(area, box, context, atEnds)}
  </div>`;
}

/**
 * The same road for a slim screen: stretch by stretch, with whoever stands there.
 * @param {Area} area
 * @param {string[]} tones
 * @param {Context} context
 */
function stretches(area, tones, context) {
  return html`<div class="stretches">
    ${tones.map((tone, wash) => {
      const spots = area.spots.filter((spot) => spot.tone === tone);
      return html`<div class="stretch">
        ${repeat(
          spots,
          (spot) => spot.id,
          (spot) =>
            html`<span class="stop">${site(spot, wash, context, area.pieces.filter((piece) => piece.spot === spot.id))}</span>`,
        )}
      </div>`;
    })}
  </div>`;
}
