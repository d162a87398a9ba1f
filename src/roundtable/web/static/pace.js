// The pace of the table: scenes that came are shown one after the other, each held until it could be read. It is only
// about what this page already has; nothing is asked of the server, and nobody else waits for it.
import { setting } from "./settings.js";

/** @typedef {import("./frames").SceneFrame} SceneFrame */
/** @typedef {import("./frames").Sentence} Sentence */

const TIMES = { slow: 1, normal: 0.5 };
const LAG = 5000; // milliseconds by which this page may be late where other people play

/** @param {Sentence} sentence */
const reading = ({ text, moment, heading, outcome }) =>
  outcome ? 2800 + 22 * text.length : heading ? 300 : moment ? 800 + 26 * text.length : 300 + 13 * text.length;

/** @type {{frame: SceneFrame, came: number}[]} */
let queue = [];
/** @type {Sentence[]} still to be told */
let rest = [];
/** @type {Sentence | null} */
let now = null;
let upto = 0; // sentences before this place have been told
let timer = 0;
let until = 0; // when what is told will have been read
let turning = false; // the next scene is being laid out
let deciding = false; // the player is asked: whatever comes is shown at once

/** @type {{show: (frame: SceneFrame) => boolean, tell: (sentence: Sentence) => void, redraw: () => void, rested: () => void, hurried: () => boolean, shared: () => boolean}} */
let table; // `show` says whether the sentences are new, not only new to these eyes

/** @param {typeof table} host */
export function pacedFor(host) {
  table = host;
}

/** What is being told now, and how many scenes wait behind it. */
export const telling = () => (now || queue.length || turning ? { sentence: now, behind: queue.length, waits: setting("pace") === "tap" && !deciding } : null);

/** The place in the log up to which it has been told. */
export const toldTo = () => upto;

/** @param {SceneFrame} frame */
export function arrive(frame) {
  if (table.hurried() || (deciding && queue.length)) skip(); // what waits comes before what is new
  if (deciding && !now?.outcome) finish();
  if (!now || deciding) return lay(frame);
  queue.push({ frame, came: Date.now() });
  if (table.shared() && Date.now() - queue[0].came > LAG) skip();
  else table.redraw();
}

/**
 * Show a scene and tell what led to it. A picture that somebody looks at before answering stays until it was read.
 * @param {SceneFrame} frame
 */
function lay(frame) {
  clearTimeout(timer);
  const held = now?.outcome ? [now, ...rest].filter((each) => each.outcome) : [];
  turning = true;
  const follows = table.show(frame);
  turning = false;
  deciding = frame.scene.prompt !== null;
  const end = (frame.log.at(-1)?.n ?? frame.kept - 1) + 1;
  const pace = setting("pace");
  now = null;
  rest = [];
  if (!follows || pace === "fast" || table.hurried()) {
    upto = end;
    if (follows) for (const sentence of frame.log) table.tell(sentence);
    return next();
  }
  if (pace === "tap") {
    for (const sentence of frame.log) table.tell(sentence);
    upto = end;
    rest = frame.log.filter((each, i) => each.outcome || (!deciding && i === frame.log.length - 1));
  } else {
    upto = frame.kept;
    rest = [...frame.log];
  }
  rest = [...held, ...rest];
  next(held.length ? Math.max(200, until - Date.now()) : 0);
}

/**
 * The next sentence, or when all are told the next scene.
 * @param {number} left milliseconds for what has been begun already
 */
function next(left = 0) {
  clearTimeout(timer);
  now = rest.shift() ?? null;
  if (now) {
    upto = Math.max(upto, now.n + 1);
    if (setting("pace") !== "tap") {
      if (!left) table.tell(now);
      const time = left || reading(now) * TIMES[/** @type {keyof typeof TIMES} */ (setting("pace"))] || 0;
      until = Date.now() + time;
      timer = setTimeout(next, time);
    }
    return table.redraw();
  }
  const came = queue.shift();
  if (!came) return table.rested();
  lay(came.frame);
}

/** It has been read: go on. */
export const goOn = () => next();

/** What is being told counts as read. */
function finish() {
  clearTimeout(timer);
  upto = Math.max(upto, ...rest.map((sentence) => sentence.n + 1));
  rest = [];
  now = null;
}

/** To the present, at once. */
export function skip() {
  finish();
  const came = queue;
  queue = [];
  for (const { frame } of came) {
    lay(frame);
    finish();
  }
  table.rested();
}

/** The line is new: what waited is in the next scene. */
export function startAnew() {
  finish();
  queue = [];
  deciding = false;
}
