// Reading a piece closely: the full card, what its marks mean, and why it cannot be chosen now. One dialog for all.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { back, card, isRound, token } from "./card.js";
import { meaningOf } from "./legend.js";
import { icon } from "./symbols.js";

/** @typedef {import("./piece.js").Thing} Thing */
/** @typedef {import("./scene").Pick} Pick */

/**
 * @typedef {object} Reading
 * @property {string} id
 * @property {Thing} thing
 * @property {string} why
 * @property {string} rule
 * @property {Pick[]} picks ways to choose it, if there are several
 */

/**
 * @param {Reading} reading
 * @param {string} rules
 * @param {(pick: Pick) => void} choose
 * @param {() => void} close
 */
export const readerView = (reading, rules, choose, close) => {
  const { thing } = reading;
  const { shape = "card" } = thing;
  const marks = thing.marks ?? [];
  return html`<div class="reader">
    ${thing.face && isRound(shape) && !thing.face.text ? html`<span class="piece round large">${token(thing.face, "full", shape)}</span>` : thing.face ? card(thing.face, "full") : thing.back ? back(thing.back, "full", isRound(shape)) : nothing}
    <div class="reader-words">
      <h2 tabindex="-1">${thing.label.charAt(0).toUpperCase()}${thing.label.slice(1)}</h2>
      ${marks.length
        ? html`<ul class="marks">${marks.map((mark) => html`<li class="mark ${mark.tone}">${icon(mark.icon)}<span>${mark.text}</span> <small>${meaningOf("", mark.icon)?.text ?? nothing}</small></li>`)}</ul>`
        : nothing}
      ${reading.picks.length
        ? html`<div class="buttons">
            ${reading.picks.map(
              (pick) => html`<button type="button" class="button" data-atom=${pick.atom} @click=${() => choose(pick)}>
                <span>${pick.label}</span>${pick.hint ? html`<small>${pick.hint}</small>` : nothing}
              </button>`,
            )}
          </div>`
        : nothing}
      ${reading.why
        ? html`<p class="why" role="status">${reading.why}
            ${reading.rule ? html`<a class="rule-link" href="${rules}#p${reading.rule}" target="_blank">§ ${reading.rule}</a>` : nothing}</p>`
        : nothing}
      <button type="button" class="button quiet close" @click=${close}><span>Back to the table</span></button>
    </div>
  </div>`;
};
