// Cards, tokens and backs: one drawing at three sizes (full to read, hand to choose, chip to recognise).
import { html, nothing } from "./vendor/lit/lit-html.js";
import { icon, painted, pattern } from "./symbols.js";

/** @typedef {import("./scene").Face} Face */
/** @typedef {import("./scene").Piece} Piece */
/** @typedef {"full" | "hand" | "chip"} Size */

const BACKS = [
  ["murrey", "lozengy", "round-table"],
  ["woad", "chevronny", "crown"],
  ["verdigris", "vair", "crossed-swords"],
  ["rubric", "barry", "shield"],
  ["slate", "paly", "fleur-de-lys"],
];

/** @param {Piece["shape"]} shape */
export const isRound = (shape) => shape !== "card";

/**
 * The number in the roundel: of a heap how many lie there, else what the face says.
 * @param {Face} face
 * @param {Size} size
 * @param {number | null} count
 */
const roundel = (face, size, count) => {
  if (count !== null) return html`<span class="roundel" aria-hidden="true">${size === "chip" ? "" : "×"}${count}</span>`; // its label says it
  return face.value ? html`<span class="roundel">${face.value}</span>` : nothing;
};

/**
 * @param {Face} face
 * @param {Size} size
 * @param {number | null} count
 */
export const card = (face, size, count = null) => html`<span class="card ${size}" .style=${painted(face.tincture)}>
  <span class="field">${pattern(face.pattern)}${icon(face.icon)}</span>
  ${roundel(face, size, count)}
  ${face.corner && (size === "full" || (size === "hand" && face.corner.length < 7)) ? html`<span class="corner">${face.corner}</span>` : nothing}
  ${size === "chip" ? nothing : html`<span class="banner">${face.title}</span>`}
  ${size === "full"
    ? html`<span class="rule">${face.text}</span>${face.kind && face.kind !== face.title.toLowerCase() ? html`<span class="kind">${face.kind}</span>` : nothing}`
    : nothing}
</span>`;

/**
 * @param {Face} face
 * @param {Size} size
 * @param {Piece["shape"]} shape
 * @param {number | null} count
 */
export const token = (face, size, shape, count = null) => html`<span class="token ${shape}" .style=${painted(face.tincture)}>
    <span class="field">${pattern(face.pattern)}${icon(face.icon)}</span>
    ${roundel(face, size, count)}
  </span>
  ${size === "hand" ? html`<span class="caption">${face.title}</span>` : nothing}`;

/**
 * The back of a deck: each deck has its own colour, pattern and sign.
 * @param {string} deck
 * @param {Size} size
 * @param {boolean} round
 */
export function back(deck, size, round) {
  let sum = 0;
  for (const letter of deck) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  const [tincture, lines, sign] = BACKS[sum % BACKS.length];
  return html`<span class="${round ? "token" : "card"} back ${size}" .style=${painted(tincture)}>
    <span class="field">${pattern(lines)}${icon(sign)}</span>
  </span>`;
}

/**
 * @param {Piece} piece
 * @param {Size} size
 */
export function drawn(piece, size) {
  const round = isRound(piece.shape);
  if (!piece.face) return back(piece.back, size, round);
  return round && size !== "full" ? token(piece.face, size, piece.shape, piece.count) : card(piece.face, size, piece.count);
}
