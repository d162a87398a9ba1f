// Areas: a zone of the table drawn by its layout. Whatever lies on the table is a button: what can be chosen is lit and
// chooses, everything else explains itself.
import { html, nothing, svg } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { drawn, isRound } from "./card.js";
import { charge, icon, shield } from "./symbols.js";

/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Mark} Mark */
/** @typedef {import("./scene").Piece} Piece */
/** @typedef {import("./scene").Spot} Spot */
/** @typedef {import("./scene").Pick} Pick */
/** @typedef {import("./scene").Panel} Panel */
/** @typedef {import("./card.js").Size} Size */

/**
 * What drawing needs to know besides the scene.
 * @typedef {object} Context
 * @property {Map<string, Pick[]>} picks what can be chosen, by the id of the piece, spot, area or panel it is chosen on
 * @property {Set<string>} chosen ids on which something was chosen already
 * @property {Map<number, Panel>} panels
 * @property {(id: string, thing: Thing) => void} touch something was clicked, tapped or entered
 */
/** @typedef {{label: string, face?: import("./scene").Face | null, back?: string, marks?: Mark[], round?: boolean, guesses: string[]}} Thing */


/** A phone held upright: a ring of sites becomes a list of stretches. */
export const narrow = matchMedia("(max-width: 700px) or (max-height: 500px)");
const slim = matchMedia("(max-width: 900px) or (max-height: 500px)"); // a road around the table has no room for its names

const NOW = / \(now\)$/; // such an area is pointed at, and says so only where it is read aloud
const MANY = 7; // more face-down pieces than this are drawn closer together

/** @param {Mark[]} marks */
const words = (marks) => marks.map((mark) => mark.text).join(", ");

/**
 * What is read aloud: the thing, its marks, and what choosing it would mean.
 * @param {string} label
 * @param {Mark[]} marks
 * @param {Pick[] | undefined} picks
 */
export function spoken(label, marks, picks) {
  const parts = [label, words(marks)];
  for (const pick of picks ?? []) parts.push(`choose: ${pick.label}${pick.hint ? `, ${pick.hint}` : ""}`);
  return parts.filter(Boolean).join(". ");
}

/** @param {Mark[]} marks */
export const signs = (marks) =>
  marks.length
    ? html`<span class="signs ${marks.length > 1 ? "many" : ""}" aria-hidden="true">${marks.map(
        (mark) => html`<span class="sign ${mark.tone}" title=${mark.text}>${icon(mark.icon)}</span>`,
      )}</span>`
    : nothing;

/**
 * @param {Piece} piece
 * @param {Size} size
 * @param {Context} context
 * @param {string} place the style of its place, if it has one
 * @param {number} alike how many it speaks for; 0: another one speaks for it
 */
export function pieceButton(piece, size, context, place = "", alike = 1) {
  const picks = context.picks.get(piece.id);
  const chosen = context.chosen.has(piece.id);
  const owner = piece.owner === null ? undefined : context.panels.get(piece.owner);
  const round = isRound(piece);
  const guesses = [piece.id, ...(piece.face ? [piece.face.title, piece.face.kind] : []), piece.label, piece.spot];
  const thing = { label: piece.label, face: piece.face, back: piece.back, marks: piece.marks, round, guesses };
  return html`<button
    type="button"
    class="piece ${size} ${round ? "round" : ""} ${owner?.you ? "mine" : ""} ${picks ? "lit" : ""} ${chosen ? "chosen" : ""}"
    data-piece=${piece.id}
    data-back=${piece.back || nothing}
    .style=${place}
    tabindex=${picks || chosen ? 0 : -1}
    data-hint=${(picks?.length === 1 && (size === "hand" || place) && picks[0].hint) || nothing}
    aria-pressed=${chosen ? "true" : nothing}
    aria-hidden=${alike ? nothing : "true"}
    @click=${() => context.touch(piece.id, thing)}
  >
    ${drawn(piece, size)}
    ${owner && !(round && piece.face) ? html`<span class="owner">${shield(owner.arms)}</span>` : nothing}
    ${signs(piece.marks)}
    <span class="hidden">${spoken(alike > 1 ? `${alike} × ${piece.label}` : piece.label, piece.marks, picks)}</span>
  </button>`;
}

/**
 * For each piece how many alike it speaks for: of a run of equal ones that cannot be chosen only the first is read aloud.
 * @param {Piece[]} pieces
 * @param {Context} context
 */
function speakers(pieces, context) {
  const looks = pieces.map((piece) =>
    context.picks.has(piece.id) || context.chosen.has(piece.id) || piece.marks.length ? piece.id : piece.label,
  );
  return looks.map((look, i) => {
    if (i && looks[i - 1] === look) return 0;
    const end = looks.findIndex((other, k) => k > i && other !== look);
    return (end < 0 ? looks.length : end) - i;
  });
}

/**
 * Pieces side by side; many face-down ones close together.
 * @param {Piece[]} pieces
 * @param {Size} size
 * @param {Context} context
 */
function side(pieces, size, context) {
  const alike = speakers(pieces, context);
  return repeat(
    pieces,
    (piece) => piece.id,
    (piece, i) => pieceButton(piece, size, context, "", alike[i]),
  );
}

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
 * @param {Spot} spot
 * @returns {Thing}
 */
const place = (spot) => ({ label: spot.label, marks: spot.marks, guesses: [spot.id, spot.label] });

const COUNT = /^(.+) to (.+): (\d+)/;

/**
 * Whether an area is a table of counts, to be looked up and never in the way.
 * @param {Area} area
 */
export const isCounts = (area) => area.spots.length > 0 && area.spots.every((spot) => COUNT.test(spot.label));

/**
 * Counts of one thing against another, named "this to that: 3": a table with heads.
 * @param {Area} area
 * @param {Context} context
 */
function counts(area, context) {
  const rows = [...new Set(area.spots.map((spot) => spot.y))];
  const columns = area.spots.filter((spot) => spot.y === rows[0]);
  const parts = (/** @type {Spot} */ spot) => COUNT.exec(spot.label) ?? ["", "", "", ""];
  return html`<table class="counts">
    <thead><tr><td></td>${columns.map((spot) => html`<th scope="col" title=${parts(spot)[2]}>${parts(spot)[2].split(" ").at(-1)}</th>`)}</tr></thead>
    <tbody>
      ${rows.map((y) => {
        const spots = area.spots.filter((spot) => spot.y === y);
        return html`<tr>
          <th scope="row">${parts(spots[0])[1]}</th>
          ${spots.map(
            (spot) => html`<td><button type="button" class="count tone-${spot.marks[0]?.tone ?? ""}" data-spot=${spot.id} tabindex="-1"
              @click=${() => context.touch(spot.id, place(spot))}><span class="hidden">${spot.label}</span><span aria-hidden="true">${spot.marks.length ? parts(spot)[3] : "·"}</span></button></td>`,
          )}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/**
 * Places in columns and rows, each with what lies on it; pieces that lie on no place come first.
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
function grid(area, size, context) {
  if (!area.spots.length) return html`<div class="grid">${side(area.pieces, size, context)}</div>`;
  const loose = area.pieces.filter((piece) => !piece.spot);
  const columns = Math.max(...area.spots.map((spot) => spot.x)) + 1;
  const rows = [...new Set(area.spots.map((spot) => spot.y))].sort((a, b) => a - b);
  if (isCounts(area)) return counts(area, context);
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
function hexes(ground, context) {
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
            ${taken.has(spot.id) ? nothing : spot.marks.map((mark) => svg`${charge(mark.icon, 0.44, -0.13)}<text class="mark" aria-hidden="true" y="0.31" text-anchor="middle">${mark.text.split(" ")[0]}</text>`)}
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

/**
 * What is written on the places of a road: a name only where it differs from the place before, then the number.
 * @param {Spot[]} spots
 */
function titles(spots) {
  let last = "";
  return spots.map((spot) => {
    const [, name, number] = /^(.*?)(?: (\d+))?$/.exec(spot.label) ?? ["", spot.label, ""];
    const same = name === last && number;
    last = name;
    return same ? number : spot.label;
  });
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
 * @param {string} name what is written on it
 * @param {number} wash
 * @param {Context} context
 * @param {Piece[]} pieces what stands on it
 * @param {string} where its place on the map; without it the pieces stand beside it
 */
function site(spot, name, wash, context, pieces, where = "") {
  const picks = context.picks.get(spot.id);
  const plain = spot.marks.filter((mark) => !mark.tone);
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
      <span class="hidden">${spoken(name === spot.label ? "" : spot.label, spot.marks, picks)}</span>
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
function ring(area, context) {
  const tones = [...new Set(area.spots.map((spot) => spot.tone))];
  if (slim.matches) return stretches(area, tones, context);
  const box = bounds(area.spots, 0.55);
  const road = area.spots
    .slice(1)
    .map((spot, i) => [area.spots[i], spot])
    .filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) < 2.6)
    .map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`)
    .join("");
  const names = titles(area.spots);
  const on = (/** @type {Spot} */ spot) => area.pieces.filter((piece) => piece.spot === spot.id);
  return html`<div class="map ring" .style=${`--columns:${box.width};--rows:${box.height}`}>
    <svg class="road" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" preserveAspectRatio="none" aria-hidden="true">
      <path d=${road} vector-effect="non-scaling-stroke"></path>
    </svg>
    ${repeat(
      area.spots,
      (spot) => spot.id,
      (spot, i) => {
        const left = (((spot.x - box.left) / box.width) * 100).toFixed(2);
        const top = (((spot.y - box.top) / box.height) * 100).toFixed(2);
        return site(spot, names[i], tones.indexOf(spot.tone), context, on(spot), `left:${left}%;top:${top}%;--wide:${width(spot, area.spots).toFixed(2)}`);
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
      const names = titles(spots);
      return html`<div class="stretch">
        ${repeat(
          spots,
          (spot) => spot.id,
          (spot, i) =>
            html`<span class="stop">${site(spot, names[i], wash, context, area.pieces.filter((piece) => piece.spot === spot.id))}</span>`,
        )}
      </div>`;
    })}
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
 * @param {Area} area
 * @param {Size} size
 * @param {Context} context
 */
export function areaView(area, size, context) {
  const picks = context.picks.get(area.id);
  const count = area.pieces.length;
  const label = `${area.title}${area.note ? `, ${area.note}` : ""}`;
  const thing = { label, guesses: [area.id] };
  const title = picks
    ? html`<button type="button" class="area-title lit" data-spot=${area.id} tabindex="0"
        @click=${() => context.touch(area.id, thing)}>${area.title} <span class="hidden">${spoken("", [], picks)}</span></button>`
    : html`<span class="area-title">${area.title.replace(NOW, "")}</span>`;
  return html`<div class="area lay-${area.layout} ${count ? "" : "bare"} ${picks ? "lit" : ""} ${NOW.test(area.title) ? "now" : ""}"
    data-area=${area.id} role="group" aria-label=${label}>
    <div class="area-head">${title}${area.note ? html`<span class="area-note">${area.note}</span>` : nothing}</div>
    ${inside(area, size, context)}
  </div>`;
}


