// What happened? The last turn told again as a short story, with what it speaks of lit, one thing after the other.
import { html, render } from "./vendor/lit/lit-html.js";
import { followPage, newNote, placeOf, putBeside } from "./beside.js";
import { announce } from "./news.js";

/** @typedef {import("./frames").Sentence} Sentence */

const READ = 1100; // milliseconds for a sentence,
const LETTER = 38; // and for each of its letters

const { note, ring } = newNote("story", "What happened");
/** @type {Sentence[]} */
let lines = [];
let at = 0;
/** @type {number | undefined} */
let timer;
/** @type {HTMLElement | null} */
let before = null; // where the keys were

function place() {
  if (!note.hidden) putBeside(note, ring, placeOf(lines[at].at));
}

function show() {
  clearTimeout(timer);
  const line = lines[at];
  const last = at + 1 === lines.length;
  render(
    html`<p class="note-head"><span>What happened</span><span>${at + 1} of ${lines.length}</span></p>
      <p class="note-words">${line.text}</p>
      <p class="buttons">
        <button type="button" class="button confirm story-next" @click=${next}><span>${last ? "Back to the table" : "Go on"}</span></button>
        ${last ? "" : html`<button type="button" class="button quiet" @click=${end}><span>Enough</span></button>`}
      </p>`,
    note,
  );
  note.hidden = false;
  placeOf(line.at)?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  place();
  announce(line.text);
  /** @type {HTMLElement | null} */ (note.querySelector(".story-next"))?.focus({ preventScroll: true });
  if (!last) timer = setTimeout(next, READ + LETTER * line.text.length);
}

function next() {
  at += 1;
  if (at < lines.length) show();
  else end();
}

function end() {
  clearTimeout(timer);
  note.hidden = ring.hidden = true;
  before?.focus({ preventScroll: true });
}

/**
 * Tell these again, one after the other.
 * @param {Sentence[]} again
 */
export function retell(again) {
  if (!again.length) return;
  before = /** @type {HTMLElement | null} */ (document.activeElement);
  lines = again;
  at = 0;
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !note.hidden) end();
});
followPage(place);
