// The prompt stands in one place, always: the question, what was chosen, what can be pressed; or what the others do.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { shield } from "./symbols.js";
import { armsOf } from "./view.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Pick} Pick */
/** @typedef {import("./view.js").Company} Company */

/**
 * @typedef {object} Asking
 * @property {Pick[]} buttons
 * @property {boolean} busy an answer is on its way
 * @property {"" | "yes" | "no"} undo whether the last answer can be taken back; "": there is none
 * @property {boolean} held a bot answers for this seat
 * @property {boolean} watching nobody here has a seat
 * @property {string} hurried which bots cannot think now; "" usually
 * @property {number} alone milliseconds after which the only answer there is gives itself; 0: there is a choice
 * @property {boolean} only there is one answer
 * @property {string} refused why the last answer was not taken
 * @property {string[]} chosen
 * @property {Pick | null} doubt what is asked about before it is done
 * @property {{words: unknown, behind: number, waits: boolean} | null} telling what happened and is being told
 * @property {string} rules address of the rules page
 * @property {(pick: Pick) => void} choose
 * @property {() => void} confirm
 * @property {() => void} takeBack
 * @property {() => void} undoLast
 * @property {() => void} goOn
 * @property {() => void} skip
 */

/** @param {Pick} pick @param {Asking} asking */
const pickButton = (pick, asking) => html`<button type="button" class="button ${pick.tone} ${asking.alone ? "alone" : ""}"
  .style=${asking.alone ? `animation-duration:${asking.alone}ms` : ""} data-atom=${pick.atom} aria-disabled=${asking.busy ? "true" : "false"}
  @click=${() => asking.choose(pick)}>
  <span>${pick.label}</span>${pick.hint ? html`<small>${pick.hint}</small>` : nothing}
</button>`;

/** @param {Asking} asking @param {boolean} complete */
const answerButtons = (asking, complete) => html`
  ${repeat(asking.buttons, (pick) => pick.atom, (pick) => pickButton(pick, asking))}
  ${complete && !asking.held
    ? html`<button type="button" class="button confirm ${asking.chosen.length ? "" : "none"}" aria-disabled=${asking.busy ? "true" : "false"} @click=${asking.confirm}>
        <span>${asking.chosen.length ? "Confirm" : "Choose nothing"}</span>
      </button>`
    : nothing}
  ${asking.chosen.length
    ? html`<button type="button" class="button quiet take-back" aria-disabled=${asking.busy ? "true" : "false"} @click=${asking.takeBack}><span>Take back</span></button>`
    : asking.undo
      ? html`<button type="button" class="button quiet undo" aria-disabled=${asking.busy || asking.undo === "no" ? "true" : "false"} @click=${asking.undoLast}><span>Undo</span></button>`
      : nothing}`;

/** @param {Pick} pick @param {Asking} asking */
const doubtButtons = (pick, asking) => html`
  <button type="button" class="button confirm" data-sure=${pick.atom} @click=${() => asking.choose(pick)}><span>${pick.label}</span></button>
  <button type="button" class="button quiet take-back" @click=${asking.takeBack}><span>Not that</span></button>`;

/** @param {Asking} asking */
const paceButtons = ({ telling, goOn, skip }) => html`
  ${telling?.waits ? html`<button type="button" class="button confirm go-on" @click=${goOn}><span>Go on</span></button>` : nothing}
  ${telling?.behind || (telling && !telling.waits)
    ? html`<button type="button" class="button quiet to-now" @click=${skip}><span>Skip to now</span></button>`
    : nothing}`;

/**
 * @param {Scene} scene
 * @param {Asking} asking
 */
function headline(scene, asking) {
  const prompt = scene.prompt;
  if (asking.held) return "A bot answers for you until you take your seat back.";
  if (asking.doubt) return asking.doubt.warning || `${asking.doubt.label}?`;
  if (prompt) return prompt.complete && !prompt.picks.length && asking.chosen.length ? "Is that your answer?" : prompt.sentence;
  return asking.telling?.words || scene.over || scene.waiting || "Waiting for the others";
}

/**
 * @param {Scene} scene
 * @param {Asking} asking
 * @param {Company} company
 * @param {unknown} extra
 */
export function promptView(scene, asking, company, extra = nothing) {
  const { prompt } = scene;
  const waited = scene.panels.filter((panel) => panel.active && !panel.you);
  const arms = prompt ? [] : waited.map((panel) => armsOf(panel, company.seats));
  const onTable = !asking.held && (prompt?.picks.length ?? 0) > asking.buttons.length;
  const progress = asking.doubt?.hint || prompt?.progress || (prompt && onTable && !asking.only ? "Choose what is lit on the table." : "");
  return html`<section class="prompt ${prompt ? "yours" : "waits"} ${asking.busy ? "busy" : ""} ${asking.doubt ? "doubts" : ""}" aria-label="Decision">
    ${arms.length ? html`<div class="prompt-arms" aria-hidden="true">${arms.slice(0, 4).map((each) => shield(each))}</div>` : nothing}
    <div class="prompt-words">
      <h2 id="ask" tabindex="-1">${headline(scene, asking)}
        ${prompt?.rule && !asking.doubt ? html`<a class="rule-link" href="${asking.rules}#p${prompt.rule}" target="_blank" aria-label="Rules, paragraph ${prompt.rule}">§ ${prompt.rule}</a>` : nothing}
      </h2>
      ${prompt && prompt.chosen.length
        ? html`<ol class="so-far" aria-label="Chosen so far">${prompt.chosen.map((word) => html`<li>${word}</li>`)}</ol>`
        : nothing}
      ${asking.watching ? html`<p class="progress">You are watching.</p>` : nothing}
      ${asking.hurried ? html`<p class="progress hurried" role="status">${asking.hurried}</p>` : nothing}
      ${asking.only
        ? html`<p class="progress">There is no other answer${prompt?.why ? `: ${prompt.why}` : ""}${asking.alone ? "; it gives itself in a moment." : "."}</p>`
        : nothing}
      ${progress ? html`<p class="progress">${progress}</p>` : nothing}
      ${asking.telling && !prompt && scene.waiting ? html`<p class="progress">${scene.waiting}</p>` : nothing}
      ${asking.refused ? html`<p class="refused" role="alert">${asking.refused}</p>` : nothing}
    </div>
    <div class="buttons ${asking.buttons.length > 8 ? "many" : ""}">
      ${asking.doubt ? doubtButtons(asking.doubt, asking) : answerButtons(asking, prompt?.complete ?? false)}
      ${prompt ? nothing : paceButtons(asking)} ${extra}
    </div>
  </section>`;
}
