// Hearing: what each frame from the server changes.
import { learn } from "./legend.js";
import { announce, happens, keepMoments, notify, tellNews } from "./news.js";
import { attend, forget, shut } from "./answering.js";
import { drawCurtain } from "./curtain.js";
import { bringIntoSight, focusOn, keepFocus } from "./focus.js";
import { saidHint } from "./hint.js";
import { hearLesson } from "./lesson.js";
import { flash, glide, remember } from "./motion.js";
import { arrive, pacedFor, startAnew } from "./pace.js";
import { changed, nameOf, open, reply, root, told, wire } from "./store.js";

/** @typedef {import("./frames").ServerFrame} Frame */
/** @typedef {import("./frames").SceneFrame} SceneFrame */

/** @param {Frame} frame */
export function hear(frame) {
  if (frame.is === "table") hearTable(frame.table);
  else if (frame.is === "scene") arrive(frame);
  else if (frame.is === "prompt") hearPrompt(frame);
  else if (frame.is === "refusal") hearRefusal(frame);
  else if (frame.is === "taken") hearTaken(frame);
  else if (frame.is === "why") hearWhy(frame);
  else if (frame.is === "hint") hearHint(frame);
  else if (frame.is === "lesson") hearLesson(frame);
  else if (frame.is === "clocks") {
    told.clocks = new Map(frame.clocks.map((clock) => [clock.seat, clock]));
    told.clockAt = Date.now();
    changed();
  } else if (frame.is === "chat") {
    told.chat = [...told.chat.filter((message) => !frame.messages.some((other) => other.n === message.n)), ...frame.messages];
    if (!open.rail && !open.muted) open.unread += frame.messages.length;
    changed();
  } else if (frame.is === "held") {
    announce(`${nameOf(frame.seat)}: ${frame.by} answers for this seat now.`);
    changed();
  } else if (frame.is === "bye") {
    told.farewell = frame.reason;
    changed();
  }
}

/** @param {"open" | "lost"} change */
export function hearLine(change) {
  told.lost = change === "lost";
  if (change === "open") {
    told.farewell = "";
    told.fresh = true;
    startAnew();
  }
  changed();
}

/** @param {import("./frames").TableView} table */
function hearTable(table) {
  if (table.state === "setup") location.reload();
  told.table = table;
  learn(table.legend, root.dataset.rules ?? "/");
  if (table.pass) drawCurtain();
  changed();
}

const ours = () => told.table?.you ?? [];

pacedFor({
  show: showScene,
  tell: happens,
  redraw: () => changed(),
  rested,
  // one's own time is running, or these are other eyes: nothing is held back
  hurried: () => told.fresh || ours().some((seat) => told.clocks.has(seat)),
  shared: () => (told.table?.seats.filter((seat) => seat.kind === "person").length ?? 0) > 1,
});

/** All that happened has been told. */
function rested() {
  changed();
  if (told.frame?.over && open.honour) focusOn("#ask-end");
}

/** @param {SceneFrame} frame */
function showScene(frame) {
  const old = told.frame;
  const prompt = frame.scene.prompt;
  // others' sealed answers bring a new scene with the same question: what was composed so far stays
  const same = prompt !== null && old?.seat === frame.seat && JSON.stringify(prompt) === JSON.stringify(old.scene.prompt);
  told.frame = frame;
  told.log = [...told.log.filter((line) => line.n < frame.kept), ...frame.log];
  collectFaces(frame.scene);
  if (!same) {
    reply.sent = null;
    forget();
    reply.refused = "";
    reply.hint = null;
    // what is being read stays open while others play; a question of one's own comes first
    if (prompt && prompt.question !== old?.scene.prompt?.question && open.sheet !== "settings") shut();
    attend();
  } else if (reply.sent && told.fresh) {
    // the line broke after an answer: only the same number says that it was not taken
    if (frame.seq === reply.sent.seq) wire.send({ do: "answer", ...reply.sent });
    else {
      reply.sent = null;
      forget();
    }
  } else if (!reply.sent && reply.chosen.length) wire.send({ do: "compose", seq: frame.seq, seat: frame.seat, chosen: reply.chosen });
  const follows = !told.fresh && old?.seat === frame.seat;
  told.fresh = false;
  if (told.table?.pass) drawCurtain();
  const before = remember(root);
  changed();
  glide(root, before);
  flash(root, before);
  if (old) tellNews(frame, old);
  if (follows) keepMoments(frame);
  if (frame.scene.prompt && !same) bringIntoSight();
  keepFocus();
  notify(frame, old);
  return follows;
}

/** @param {Extract<Frame, {is: "taken"}>} frame */
function hearTaken(frame) {
  if (reply.sent?.id !== frame.of) return;
  reply.sent = null;
  forget();
  changed();
}

/** @param {import("./frames").PromptFrame} frame */
function hearPrompt(frame) {
  if (!told.frame || frame.seat !== told.frame.seat || frame.chosen.join("\n") !== reply.chosen.join("\n")) return;
  reply.asking = false;
  const { scene } = frame;
  const { prompt } = scene;
  const before = remember(root);
  reply.composed = reply.chosen.length ? scene : null;
  changed();
  glide(root, before);
  if (prompt) announce(`${prompt.chosen.join(", ")}. ${prompt.progress}${prompt.complete ? " Can be confirmed." : ""}`);
  if (prompt?.complete && !prompt.picks.length) focusOn(".confirm");
  else keepFocus();
}

/** @param {Extract<Frame, {is: "refusal"}>} frame */
function hearRefusal(frame) {
  if (frame.of === "hint") return hearNoHint(frame.reason);
  if (typeof frame.of === "string") return; // only a question why
  reply.sent = null;
  reply.asking = false;
  reply.refused = sentence(frame.reason) + (frame.rule ? ` (§ ${frame.rule})` : "");
  forget();
  changed();
  keepFocus();
}

/** @param {Extract<Frame, {is: "why"}>} frame */
function hearWhy(frame) {
  if (!open.reading || open.reading.id !== frame.on) return;
  const spelled = frame.reason.startsWith(`'${frame.atom}'`); // a word of the protocol, which tells a person nothing
  const why = sentence(spelled ? "this is not something to choose now" : frame.reason);
  open.reading = { ...open.reading, why, rule: frame.rule };
  changed();
}

/** @param {Extract<Frame, {is: "hint"}>} frame */
function hearHint(frame) {
  if (!reply.hint || frame.seat !== told.frame?.seat) return; // closed, or somebody else's
  reply.hint = { thinking: false, refused: "", candidates: frame.candidates };
  announce(saidHint(frame.candidates));
  changed();
}

/** @param {string} reason */
function hearNoHint(reason) {
  if (!reply.hint) return;
  reply.hint = { thinking: false, refused: sentence(reason), candidates: [] };
  announce(reply.hint.refused);
  changed();
}

/** @param {string} words */
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

const READ = new Set(["card", "token"]); // the shapes of pieces whose faces are read

/** @param {import("./scene").Scene} scene */
function collectFaces(scene) {
  for (const area of [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)]) {
    for (const { face, shape } of area.pieces) if (face && READ.has(shape)) told.faces.set(face.title.toLowerCase(), face);
  }
}
