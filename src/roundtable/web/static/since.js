// Since your turn: what the others did and what became of it, as a short illustrated list; all of it is in the log.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { icon } from "./symbols.js";

/** @typedef {import("./frames").Sentence} Sentence */

const SHORT = 7; // entries of the short list
const KEY = `${location.pathname}:since`;

let mark = Number(sessionStorage.getItem(KEY) ?? -1); // the place in the log after one's last answer

/**
 * One has answered: what comes now is new.
 * @param {Sentence[]} log
 */
export function markTurn(log) {
  mark = (log.at(-1)?.n ?? -1) + 1;
  sessionStorage.setItem(KEY, String(mark));
}

/**
 * What happened since, as far as it has been told; on a page that was just opened the last of what there is.
 * @param {Sentence[]} log
 * @param {number} toldTo
 */
export function sinceTurn(log, toldTo) {
  const told = log.filter((line) => line.n < toldTo && !line.heading);
  return mark < 0 ? told.slice(-SHORT) : told.filter((line) => line.n >= mark);
}

/**
 * The lines of a list that is to be short: what is told now, great moments and what concerns oneself before the rest.
 * @param {Sentence[]} lines
 * @param {string} mine the id of one's own panel
 */
export function short(lines, mine) {
  const worth = (/** @type {Sentence} */ line, /** @type {number} */ i) =>
    (line.moment ? 4 * line.moment.weight : 0) + (line.at.includes(mine) ? 3 : 0) + (i === lines.length - 1 ? 100 : i / lines.length);
  const best = lines.map((line, i) => ({ line, worth: worth(line, i) })).sort((a, b) => b.worth - a.worth).slice(0, SHORT);
  const kept = new Set(best.map(({ line }) => line));
  return lines.filter((line) => kept.has(line));
}

/**
 * @typedef {object} Since
 * @property {Sentence[]} lines
 * @property {Sentence | null} now what is being told
 * @property {string} mine the id of one's own panel
 * @property {boolean} whole not only the short list
 * @property {(text: string) => unknown} tell
 * @property {(ids: string[]) => unknown} wears the arms of those who are concerned
 * @property {() => void} toggle
 * @property {(outcome: import("./scene").Outcome) => void} look at how something ended
 * @property {() => void} retell tell it again, with what it speaks of lit
 */

/**
 * The sign of a line; how something ended can be looked at again.
 * @param {Sentence} line
 * @param {Since} since
 */
function pictureOf({ moment, at, outcome }, since) {
  const sign = moment ? icon(moment.icon) : since.wears(at);
  if (!outcome) return html`<span class="picture" aria-hidden="true">${sign}</span>`;
  return html`<button type="button" class="picture again" aria-label="Look again: ${outcome.title}" @click=${() => since.look(outcome)}>${sign}</button>`;
}

/** @param {Since} since */
export function sinceView(since) {
  const { lines } = since;
  const shown = since.whole ? lines : short(lines, since.mine);
  const more = lines.length - shown.length;
  return html`<section class="since" aria-label="Since your turn">
    <div class="rail-head"><h2>Since your turn</h2>
      ${more || since.whole ? html`<button type="button" class="tool wide" aria-expanded=${since.whole} @click=${since.toggle}>${since.whole ? "Less" : `${more} more`}</button>` : nothing}
    </div>
    ${lines.length ? html`<p class="retell"><button type="button" class="button quiet" @click=${since.retell}><span>What happened?</span></button></p>` : nothing}
    ${lines.length
      ? html`<ol tabindex="0">${repeat(
          shown,
          (line) => line.n,
          (line) => html`<li class="${line === since.now ? "now" : ""} ${line.moment ? "great" : ""}">
            ${pictureOf(line, since)}
            <span>${since.tell(line.text)}</span>
          </li>`,
        )}</ol>`
      : html`<p class="faint">Nothing has happened yet.</p>`}
  </section>`;
}

/**
 * The same where there is room for one line: the last of it, and a way to the rest.
 * @param {Since} since
 */
export function sinceStrip(since) {
  const line = since.now ?? short(since.lines, since.mine).at(-1);
  return html`<button type="button" class="since-strip" aria-haspopup="dialog" @click=${since.toggle}>
 <span class="hidden">Since your turn: </span>
    ${line
      ? html`<span class="picture" aria-hidden="true">${line.moment ? icon(line.moment.icon) : since.wears(line.at)}</span>
          <span class="words">${since.tell(line.text)}</span><span class="many">${since.lines.length}<span class="hidden"> in all</span></span>`
      : html`<span class="words faint">Nothing has happened yet.</span>`}
  </button>`;
}
