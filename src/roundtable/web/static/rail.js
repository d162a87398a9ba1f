// The right rail: the log in plain sentences, grouped by turn, and the chat.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { finder } from "./peek.js";
import { shield } from "./symbols.js";

/** @typedef {import("./frames").Sentence} Line */
/** @typedef {import("./frames").Message} ChatLine */
/** @typedef {import("./scene").Panel} Panel */
/** @typedef {import("./scene").Face} Face */

const PHRASES = ["Well struck!", "God save the king", "Your move, good sir", "Alas!", "A fine quest", "A good match!"];

/**
 * How a sentence is cut so that people wear their arms and cards can be looked at.
 * @param {Panel[]} panels
 * @param {Map<string, Face>} faces by their titles in small letters
 */
export function teller(panels, faces) {
  const people = new Map(panels.map((panel) => [panel.name, panel]));
  const person = finder(people.keys(), "u");
  const card = finder(faces.keys(), "iu");
  /** @param {string} text */
  return (text) =>
    text.split(person).map((part, i) => {
      const panel = i % 2 ? people.get(part) : undefined;
      if (panel) return html`<b class="who">${shield(panel.arms)}${part}</b>`;
      return part.split(card).map((words, k) => (k % 2 ? html`<span class="mention" data-face=${words}>${words}</span>` : words));
    });
}

/**
 * @typedef {object} Rail
 * @property {Line[]} log
 * @property {string} leads who leads and why
 * @property {unknown} since what happened since one's turn
 * @property {ChatLine[] | null} chat null: nobody can talk here
 * @property {boolean} open
 * @property {boolean} muted
 * @property {(text: string) => unknown} tell
 * @property {(seat: number | null) => unknown} wears the arms of who spoke
 * @property {() => void} toggle
 * @property {() => void} mute
 * @property {(text: string) => void} say
 */

/**
 * @param {Rail} rail
 * @param {ChatLine[]} lines
 */
const chatView = (rail, lines) => html`<div class="chat">
  <div class="rail-head">
    <h2>Table talk</h2>
    <button type="button" class="tool wide" @click=${rail.mute} aria-pressed=${rail.muted}>${rail.muted ? "Unmute" : "Mute"}</button>
  </div>
  ${rail.muted
    ? nothing
    : html`<div class="talk" role="log" aria-label="Table talk" tabindex="0">
          ${lines.length
            ? repeat(
                lines,
                (line) => line.n,
                (line) => html`<p><b class="who">${rail.wears(line.seat)}${line.name}</b> ${line.text}</p>`,
              )
            : html`<p class="faint">Nobody has spoken yet.</p>`}
        </div>
        <form class="say" @submit=${(/** @type {SubmitEvent} */ event) => send(event, rail)}>
          <input name="text" maxlength="300" autocomplete="off" placeholder="Say something" aria-label="Say something" />
          <button type="submit" class="button quiet"><span>Say</span></button>
        </form>
        <details class="phrases">
          <summary>Quick phrases</summary>
          <div>${PHRASES.map((phrase) => html`<button type="button" class="phrase" @click=${() => rail.say(phrase)}>${phrase}</button>`)}</div>
        </details>`}
</div>`;

/**
 * Who leads and why.
 * @param {string} words
 * @param {(text: string) => unknown} tell
 */
export const leadsView = (words, tell) => (words ? html`<p class="leads"><span class="hidden">Who leads: </span>${tell(words)}</p>` : nothing);

/** @param {Rail} rail */
export const railView = (rail) => html`<aside class="rail ${rail.open ? "open" : ""}" aria-label="Log and chat">
  <button type="button" class="tool fold" @click=${rail.toggle} aria-label="Fold log and chat">✕</button>
  ${leadsView(rail.leads, rail.tell)}
  ${rail.since}
  <div class="rail-head"><h2>The tale so far</h2></div>
  <div class="log" role="log" aria-label="Log" tabindex="0">
    ${repeat(
      rail.log,
      (line) => line.n,
      (line) => html`<p data-n=${line.n} class=${line.heading ? "heading" : ""}>${rail.tell(line.text)}</p>`,
    )}
  </div>
  ${rail.chat ? chatView(rail, rail.chat) : nothing}
</aside>`;

/**
 * @param {SubmitEvent} event
 * @param {Rail} rail
 */
function send(event, rail) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
  if (field.value.trim()) rail.say(field.value.trim());
  field.value = "";
}
