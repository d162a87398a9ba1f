// A lesson at the table: its words in one bubble beside what it points at, never over what one wants to touch.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { at } from "./address.js";
import { followPage, LIT, newNote, putBeside } from "./beside.js";
import { valuesView } from "./hint.js";
import { announce } from "./news.js";
import { telling } from "./pace.js";
import { learnt } from "./progress.js";
import { reply, root, shown, told, wire } from "./store.js";

/** @typedef {import("./frames").LessonFrame} Lesson */

const SETTLED = 420; // milliseconds after which cards have glided to their places
const SWIFT = 250; // milliseconds within which a key still belongs to the step before: nobody reads so fast

/** @type {Lesson | null} */
let lesson = null;
let seen = 0; // the step that was shown last
let stood = ""; // where the lesson stood when it was last read aloud, and where the keys were put
let last = 0; // the step whose end was noted
let given = false; // an answer to this step is on its way
let since = 0; // when this step was first shown
/** @type {number | undefined} */
let later;

const { note: bubble, ring } = newNote("lesson", "Lesson");

/** Whether a lesson goes on: then nothing answers by itself. */
export const teaching = () => lesson !== null;

/** @param {Lesson} frame */
export function hearLesson(frame) {
  lesson = frame.waits === "done" ? null : frame;
  given = false;
  drawLesson();
}

/** Draw the bubble anew and put it in its place; after everything else on the table is drawn. */
export function drawLesson() {
  // what happened is told first; only a step that lets one watch stays meanwhile
  const ready = lesson !== null && told.frame !== null && told.frame.seq >= lesson.seq && (!telling() || seen === lesson.step);
  bubble.hidden = !ready;
  if (!ready || !lesson) {
    ring.hidden = true;
    return;
  }
  if (reply.sent) given = true;
  else if (reply.refused) given = false;
  if (seen !== lesson.step) since = Date.now();
  render(view(lesson), bubble);
  place();
  clearTimeout(later);
  later = setTimeout(place, SETTLED);
  if (lesson.waits === "end" && last !== lesson.step) {
    last = lesson.step;
    if (!lesson.values.length || lesson.right) learnt(told.table?.game ?? "", lesson.title);
  }
  seen = lesson.step;
  const words = `${lesson.step} ${lesson.reply} ${lesson.waits}`;
  const stands = `${words} ${reply.chosen.length} ${telling() ? "while things are told" : ""}`;
  if (stands === stood || reply.asking || lesson.waits === "others") return;
  if (!stood.startsWith(words)) announce(lesson.reply || lesson.say);
  stood = stands;
  target()?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  place();
  focusNext();
}

/** @param {Lesson} frame */
const view = (frame) => html`
  <p class="note-head"><span>${frame.title}</span><progress max="1" value=${frame.share} aria-label="Progress of the lesson"></progress></p>
  <p class="note-words lesson-words">${frame.reply || frame.say}
    ${frame.rule ? html`<a class="rule-link" href="${root.dataset.rules}#p${frame.rule}" target="_blank" aria-label="Rules, paragraph ${frame.rule}">§ ${frame.rule}</a>` : nothing}
  </p>
  ${frame.values.length ? valuesView(frame.values) : nothing}
  ${reply.refused ? html`<p class="lesson-other" role="alert">${reply.refused}</p>` : nothing}
  <p class="buttons">${actions(frame)}</p>`;

/** @param {Lesson} frame */
function actions(frame) {
  if (frame.waits === "next") return html`<button type="button" class="button confirm lesson-next" @click=${take}><span>Go on</span></button>`;
  if (frame.waits === "guess") {
    return frame.guesses.map((guess, i) => html`<button type="button" class="button lesson-guess" @click=${(/** @type {MouseEvent} */ event) => take(event, i + 1)}><span>${guess}</span></button>`);
  }
  if (frame.waits === "others") return html`<span class="faint">The others are acting …</span>`;
  if (given && frame.waits === "answer") return html`<span class="faint">…</span>`;
  if (frame.waits !== "end") return html`<span class="faint lesson-yours">Your turn.</span>`;
  return html`${told.frame?.over
      ? html`<button type="button" class="button lesson-next" @click=${take}><span>Look at the table</span></button>`
      : html`<button type="button" class="button confirm lesson-next" @click=${take}><span>Play on from here</span></button>`}
    <a class="button" href=${at(`/games/${told.table?.game}/${frame.values.length ? "puzzles" : "learn"}`)}><span>${frame.values.length ? "More puzzles" : "More lessons"}</span></a>`;
}

/**
 * @param {MouseEvent} event whose detail is 0 if it was a key
 * @param {number | null} guess
 */
function take(event, guess = null) {
  if (lesson && (event.detail || Date.now() - since >= SWIFT)) wire.send({ do: "lesson", step: lesson.step, guess });
}

// -- where it points ------------------------------------------------------------------------------------------------

/** @param {string} name @param {string} value */
const by = (name, value) => /** @type {HTMLElement | null} */ (root.querySelector(`[data-${name}="${CSS.escape(value)}"]`));

/** Where an atom is chosen: on the table, or a button of the prompt. @param {string} atom */
function pickOf(atom) {
  const pick = shown()?.prompt?.picks.find((each) => each.atom === atom);
  if (!pick) return null;
  return by("atom", atom) ?? (pick.on ? (by("piece", pick.on) ?? by("spot", pick.on) ?? by("area", pick.on)) : null);
}

/** What to touch next on the way to the wanted answer. */
function wanted() {
  if (!lesson || lesson.waits !== "answer" || !lesson.way.length) return null;
  const left = [...lesson.way];
  for (const atom of reply.chosen) if (left.includes(atom)) left.splice(left.indexOf(atom), 1);
  for (const atom of left) {
    const found = pickOf(atom);
    if (found) return found;
  }
  return left.length ? null : /** @type {HTMLElement | null} */ (root.querySelector(".prompt .confirm"));
}

/** @returns {HTMLElement | null} */
function target() {
  const next = wanted();
  if (next) return next;
  const point = lesson?.point;
  if (!point) return null;
  const { kind, id } = point;
  if (kind === "pick") return pickOf(id);
  if (kind === "prompt") return root.querySelector(".prompt");
  if (kind === "log") return root.querySelector(`.log [data-n="${CSS.escape(id)}"]`) ?? root.querySelector(".opens-rail");
  if (kind === "stat") return by("stat", id)?.closest(".stat") ?? by("panel", id.split(":")[0]);
  if (kind === "phase") return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".phases *"))].find((each) => each.textContent?.trim() === id) ?? null;
  return by(kind, id);
}

/** Keys go on where the lesson is: to its button, or to what it wants to be chosen. */
function focusNext() {
  const button = /** @type {HTMLElement | null} */ (bubble.querySelector(".lesson-next, .lesson-guess"));
  const free = () => target()?.querySelector(LIT) ?? root.querySelector(LIT) ?? root.querySelector(".prompt .button:not(.quiet)");
  /** @type {HTMLElement | SVGElement | null} */ (button ?? wanted() ?? free())?.focus({ preventScroll: true });
}

// where the keys would fall back to the question, they belong to the lesson's button while there is one
root.addEventListener("focusin", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id === "ask" && !bubble.hidden && bubble.querySelector(".lesson-next, .lesson-guess")) focusNext();
});

// -- where it stands ------------------------------------------------------------------------------------------------

function place() {
  if (lesson && !bubble.hidden) putBeside(bubble, ring, target());
}
followPage(place);
