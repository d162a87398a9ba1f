// The coach explains each kind of question, stat, sign and great moment when it first matters, in one
// sentence beside the thing, until somebody sends it away. The words are the game's own: its coach, its legend.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { followPage, newNote, placeOf, putBeside } from "./beside.js";
import { meaningOf } from "./legend.js";
import { teaching } from "./lesson.js";
import { announce } from "./news.js";
import { telling, toldTo } from "./pace.js";
import { coached, noteCoached } from "./progress.js";
import { choose, setting } from "./settings.js";
import { sinceTurn } from "./since.js";
import { open, reply, root, shown, told } from "./store.js";

/** @typedef {{key: string, name: string, text: string, rule: string, seq: number, at: () => Element | null}} Tip */

const { note, ring } = newNote("coach", "Coach");
/** @type {Tip | null} */
let tip = null;
/** @type {Map<string, string>} what the stats said last */
let stood = new Map();
let looked = -1; // the scene whose stats are known

const game = () => told.table?.game ?? "";

/** Whether there is a coach at this table. */
const present = () => setting("coach") === "on" && told.table?.state === "running" && told.table.you.length > 0 && !teaching();

/** What could be explained now: the question, what has just happened, what has changed. @returns {Generator<Tip>} */
function* tips() {
  const seq = told.frame?.seq ?? 0;
  const prompt = shown()?.prompt;
  const words = told.table?.coach ?? {};
  if (prompt && words[prompt.question]) {
    yield { key: `?${prompt.question}`, name: "", text: words[prompt.question], rule: prompt.rule, seq, at: () => root.querySelector(".prompt") };
  }
  for (const { moment, at } of sinceTurn(told.log, toldTo())) {
    if (moment && words[moment.icon]) yield { key: `!${moment.icon}`, name: "", text: words[moment.icon], rule: "", seq, at: () => placeOf(at) };
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-means]"))) {
    const { means = "", sign = "" } = element.dataset;
    const meaning = meaningOf(means, sign);
    const figure = element.querySelector("[data-stat]");
    const matters = figure ? moved.has(figure.getAttribute("data-stat") ?? "") : !element.closest(".phases") || element.ariaCurrent;
    if (meaning && matters) yield { key: meaning.name, name: meaning.name, text: meaning.text, rule: meaning.rule, seq, at: () => element };
  }
}

/** @type {Set<string>} stats that changed with the present scene */
let moved = new Set();

function compare() {
  const frame = told.frame;
  if (!frame || frame.seq === looked) return;
  const now = new Map(frame.scene.panels.flatMap((panel) => panel.stats.map((stat) => /** @type {const} */ ([`${panel.seat}:${stat.name}`, stat.value]))));
  moved = new Set(looked < 0 ? [] : [...now].filter(([id, value]) => stood.has(id) && stood.get(id) !== value).map(([id]) => id));
  [stood, looked] = [now, frame.seq];
}

/** Draw the coach's note anew while the player is asked and nothing moves; after everything else on the table is drawn. */
export function drawCoach() {
  const frame = told.frame;
  const busy = !present() || !frame?.scene.prompt || telling() || open.sheet || open.reading || reply.doubt;
  if (!frame || frame.over || busy) {
    note.hidden = ring.hidden = true;
    return;
  }
  compare();
  if (!tip || tip.seq !== frame.seq) {
    const seen = coached(game());
    tip = null;
    for (const each of tips()) {
      if (seen.includes(each.key)) continue;
      tip = each;
      announce(each.name ? `${each.name}: ${each.text}` : each.text);
      noteCoached(game(), each.key);
      break;
    }
  }
  note.hidden = tip === null;
  if (!tip) {
    ring.hidden = true;
    return;
  }
  render(
    html`<p class="note-words">${tip.name ? html`<strong>${tip.name}.</strong> ` : nothing}${tip.text}
        ${tip.rule ? html`<a class="rule-link" href="${root.dataset.rules}#p${tip.rule}" target="_blank" aria-label="Rules, paragraph ${tip.rule}">§ ${tip.rule}</a>` : nothing}</p>
      <p class="buttons">
        <button type="button" class="button quiet coach-seen" @click=${next}><span>I see</span></button>
        <button type="button" class="button quiet coach-off" @click=${sendAway}><span>No more tips</span></button>
      </p>`,
    note,
  );
  place();
}

function place() {
  if (tip && !note.hidden) putBeside(note, ring, tip.at());
}

function next() {
  tip = null;
  drawCoach();
}

function sendAway() {
  choose("coach", "off");
  tip = null;
  drawCoach();
}

followPage(place);
