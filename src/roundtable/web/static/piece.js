// A piece on the table. Whatever lies there is a button: what can be chosen is lit and chooses, everything else explains
// itself.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { drawn, isRound } from "./card.js";
import { icon, shield } from "./symbols.js";

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
 * @property {() => boolean} [reading] whether what is touched is read, not chosen
 * @property {(id: string, thing: Thing) => void} touch something was clicked, tapped or entered
 */
/** @typedef {{label: string, face?: import("./scene").Face | null, back?: string, marks?: Mark[], shape?: Piece["shape"], guesses: string[]}} Thing */

/** @param {Mark[]} marks */
export const words = (marks) => marks.map((mark) => mark.text).join(", ");

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

/**
 * The signs of a thing; what belongs to a player wears the player's arms.
 * @param {Mark[]} marks
 * @param {Context} context
 */
export const signs = (marks, context) =>
  marks.length
    ? html`<span class="signs ${marks.length > 1 ? "many" : ""}" aria-hidden="true">${marks.map(
        (mark) => {
          const owner = mark.owner === null ? undefined : context.panels.get(mark.owner);
          return html`<span class="sign ${mark.tone} ${owner ? "owned" : ""}" title=${mark.text}>${owner ? shield(owner.arms) : icon(mark.icon)}</span>`;
        },
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
  const round = isRound(piece.shape);
  const guesses = [piece.id, ...(piece.face ? [piece.face.title, piece.face.kind] : []), piece.label, piece.spot];
  const thing = { label: piece.label, face: piece.face, back: piece.back, marks: piece.marks, shape: piece.shape, guesses };
  return html`<button
    type="button"
    class="piece ${size} ${round ? "round" : ""} ${owner?.you ? "mine" : ""} ${picks ? "lit" : ""} ${chosen ? "chosen" : ""}"
    data-piece=${piece.id}
    data-back=${piece.back || nothing}
    data-alike=${piece.shape === "gem" && piece.face ? piece.face.title : nothing}
    .style=${place}
    tabindex=${picks || chosen ? 0 : -1}
    data-hint=${(picks?.length === 1 && (size === "hand" || place) && picks[0].hint) || nothing}
    aria-pressed=${chosen ? "true" : nothing}
    aria-hidden=${alike ? nothing : "true"}
    @click=${() => context.touch(piece.id, thing)}
  >
    ${drawn(piece, size)}
    ${owner && !(round && piece.face) ? html`<span class="owner">${shield(owner.arms)}</span>` : nothing}
    ${signs(piece.marks, context)}
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
export function side(pieces, size, context) {
  const alike = speakers(pieces, context);
  return repeat(
    pieces,
    (piece) => piece.id,
    (piece, i) => pieceButton(piece, size, context, "", alike[i]),
  );
}

/**
 * @param {Spot} spot
 * @returns {Thing}
 */
export const place = (spot) => ({ label: spot.label, marks: spot.marks, guesses: [spot.id, spot.label] });
