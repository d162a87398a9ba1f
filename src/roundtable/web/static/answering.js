// Answering: what is touched on the table is chosen, taken back or read; choices are composed into an answer and sent.
import { focusOn, keepFocus } from "./focus.js";
import { teaching } from "./lesson.js";
import { glide, remember } from "./motion.js";
import { skip, telling } from "./pace.js";
import { setting } from "./settings.js";
import { markTurn } from "./since.js";
import { chime } from "./sound.js";
import { changed, dialog, isHeld, open, reply, root, shown, told, wire } from "./store.js";
import { lights } from "./view.js";

/** @typedef {import("./scene").Pick} Pick */
/** @typedef {import("./piece.js").Thing} Thing */

let attending = 0;

/** Start anew: nothing is chosen. */
export function forget() {
  reply.composed = null;
  reply.chosen = [];
  reply.chosenOn = [];
  reply.asking = false;
  reply.doubt = null;
}

/** The one answer to a question that is put only so that nobody learns who could choose. */
export function onlyPick() {
  const prompt = told.frame?.scene.prompt;
  const single = prompt && !prompt.complete && prompt.picks.length === 1 && !reply.chosen.length && !reply.sent && !isHeld();
  return single ? prompt.picks[0] : undefined;
}

/**
 * Such an answer gives itself, unless something is being read; when, is drawn by lot, so that the others cannot tell it
 * from one that was thought about.
 */
export function attend() {
  clearTimeout(attending);
  reply.alone = 0;
  if (setting("alone") === "wait" || teaching()) return; // a lesson gives such answers itself
  reply.alone = Math.min(20000, 2000 - Math.round(3000 * Math.log(1 - Math.random()))); // mostly soon, seldom late, as people
  attending = setTimeout(() => {
    const pick = onlyPick();
    if (!pick) return;
    if (dialog.open || reply.hint || telling()?.sentence?.outcome) attend();
    else take(pick);
  }, reply.alone);
}

/**
 * Choose something; what has a warning, and every whole answer where that is wished, is asked about first.
 * @param {Pick} pick
 */
export function choose(pick) {
  if (!told.frame || reply.sent || reply.asking) return;
  shut();
  const whole = pick.completes && !reply.chosen.length;
  if (reply.doubt !== pick && (pick.warning || (whole && setting("confirm") === "all"))) {
    reply.doubt = pick;
    changed();
    focusOn("[data-sure]");
  } else take(pick);
}

/** @param {Pick} pick */
function take(pick) {
  reply.doubt = null;
  reply.refused = "";
  reply.chosen = [...reply.chosen, pick.atom];
  reply.chosenOn = [...reply.chosenOn, pick.on];
  if (pick.completes && reply.chosen.length === 1) answer();
  else compose();
}

export function compose() {
  const { frame } = told;
  if (!frame) return;
  reply.asking = wire.send({ do: "compose", seq: frame.seq, seat: frame.seat, chosen: reply.chosen });
  if (reply.asking) return;
  forget();
  reply.refused = "The line is broken: that was not taken. Choose again when it is back.";
  changed();
}

export function takeBack() {
  if (reply.doubt) {
    reply.doubt = null;
    changed();
    return focusOn("#ask");
  }
  reply.chosen = reply.chosen.slice(0, -1);
  reply.chosenOn = reply.chosenOn.slice(0, -1);
  if (reply.chosen.length) compose();
  else {
    const before = remember(root);
    forget();
    changed();
    glide(root, before);
    keepFocus();
  }
}

export function answer() {
  const { frame } = told;
  if (!frame || frame.seat === null || reply.sent) return;
  reply.sent = { id: wire.number(), seq: frame.seq, seat: frame.seat, with: reply.chosen };
  reply.given = true;
  skip();
  markTurn(told.log);
  wire.send({ do: "answer", ...reply.sent }); // if the line is dead the answer is sent again after the next scene
  chime("move");
  changed();
}

/** Ask what a strong bot would do, or close what it said. */
export function askHint() {
  const { frame } = told;
  if (!frame) return;
  const asked = !reply.hint && wire.send({ do: "hint", id: "hint", seq: frame.seq, seat: frame.seat });
  reply.hint = asked ? { thinking: true, refused: "", candidates: [] } : null;
  changed();
  focusOn(".ask-hint");
}

/**
 * Compose the answer of a hint; it is given as if the player had chosen it.
 * @param {import("./frames").Candidate} candidate
 */
export function takeHint(candidate) {
  if (reply.sent || reply.asking) return;
  reply.hint = null;
  reply.refused = "";
  const picks = told.frame?.scene.prompt?.picks ?? [];
  reply.chosen = candidate.with;
  reply.chosenOn = candidate.with.map((atom) => picks.find((pick) => pick.atom === atom)?.on ?? "");
  const whole = candidate.with.length === 1 && picks.find((pick) => pick.atom === candidate.with[0])?.completes;
  if (whole || !candidate.with.length) answer();
  else compose();
}

export function undoLast() {
  if (told.frame) wire.send({ do: "undo", id: wire.number(), seq: told.frame.seq, seat: told.frame.seat });
}

/**
 * Something on the table was touched: choose it, take it back, or read it.
 * @param {string} id
 * @param {Thing} thing
 */
export function touch(id, thing) {
  const scene = shown();
  if (!scene) return;
  const picks = lights(scene).on.get(id) ?? [];
  if (open.reads) {
    open.reads = false;
    read(id, thing, picks);
  } else if (picks.length === 1) choose(picks[0]);
  else if (!picks.length && reply.chosenOn.at(-1) === id) takeBack();
  else read(id, thing, picks);
}

/**
 * @param {string} id
 * @param {Thing} thing
 * @param {Pick[]} picks
 */
export function read(id, thing, picks) {
  const { frame } = told;
  open.reading = { id, thing, picks, why: "", rule: "" };
  open.near = null;
  open.sheet = "";
  if (id && !picks.length && frame?.scene.prompt) {
    const atom = [...new Set(thing.guesses.flatMap(spellings))];
    wire.send({ do: "why", id: "why", seat: frame.seat, chosen: reply.chosen, atom, on: id });
  }
  unfold();
}

/** @param {number} seat a player to be looked at closely */
export function lookAt(seat) {
  open.near = seat;
  open.reading = null;
  open.sheet = "";
  unfold();
}

/** @param {import("./scene").Outcome} outcome to be seen again */
export function showOutcome(outcome) {
  open.outcome = outcome;
  open.near = null;
  open.reading = null;
  open.sheet = "";
  unfold();
}

/** @param {"since" | "settings" | "menu" | "legend"} sheet */
export function unroll(sheet) {
  open.sheet = sheet;
  open.reading = null;
  open.near = null;
  unfold();
}

function unfold() {
  changed();
  if (!dialog.open) dialog.showModal();
}

/**
 * How a piece's words may be spelled as an atom.
 * @param {string} word
 */
const spellings = (word) => {
  const low = word.toLowerCase();
  return [word, low, low.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, ""), low.replace(/^[a-z]+-/, "")].filter(Boolean);
};

/** Nothing is read or looked at closely any more. */
export function shut() {
  open.reading = null;
  open.near = null;
  open.sheet = "";
  open.outcome = null;
  if (dialog.open) dialog.close();
}
