// The table: hears frames from the socket, keeps what they say, draws it, and composes answers.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { narrow } from "./areas.js";
import { fit } from "./fit.js";
import { hintView, saidHint } from "./hint.js";
import { honourView } from "./honour.js";
import { roam } from "./keys.js";
import { flash, glide, greatness, moment, remember } from "./motion.js";
import { allFaces, peeking } from "./peek.js";
import { railView, roomy, teller } from "./rail.js";
import { readerView } from "./reader.js";
import { chime, want, wanted } from "./sound.js";
import { icon, shield } from "./symbols.js";
import { dark, turn } from "./theme.js";
import { armsOf, barView, boardView, lights, promptView, rivalView, rivalsView, youView } from "./view.js";
import { Wire } from "./wire.js";

/** @typedef {import("./frames").Frame} Frame */
/** @typedef {import("./frames").SceneFrame} SceneFrame */
/** @typedef {import("./frames").Table} Table */
/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Pick} Pick */
/** @typedef {import("./scene").Face} Face */
/** @typedef {import("./areas.js").Context} Context */
/** @typedef {import("./areas.js").Thing} Thing */
/** @typedef {import("./view.js").Company} Company */

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));
const rules = root.dataset.rules ?? "/";
const replay = root.dataset.replay ?? "/";
const title = document.title;
let attending = 0;

/** Everything the client knows. */
const state = {
  /** @type {Table | null} */ table: null,
  /** @type {SceneFrame | null} */ frame: null,
  /** @type {Scene | null} the scene with the answer so far */ composed: null,
  /** @type {string[]} */ chosen: [],
  /** @type {string[]} where each chosen atom lay */ chosenOn: [],
  /** @type {{id: number, seq: number, seat: number, with: string[]} | null} */ sent: null,
  asking: false,
  refused: "",
  lost: false,
  /** milliseconds until the only answer gives itself */ alone: 0,
  /** no scene has come yet since the line was opened */ fresh: true,
  farewell: "",
  /** @type {import("./frames").Line[]} */ log: [],
  /** @type {import("./frames").ChatLine[]} */ chat: [],
  /** @type {Map<number, import("./frames").Clock>} */ clocks: new Map(),
  clockAt: 0,
  /** @type {Map<string, Face>} faces by their titles in small letters */ faces: new Map(),
  /** @type {{seq: number, text: string}[]} great moments, also those seen before the page was loaded anew */
  moments: JSON.parse(sessionStorage.getItem(location.pathname) ?? "[]"),
  railOpen: roomy.matches && localStorage.getItem("rail") !== "folded",
  muted: localStorage.getItem("mute") === "on",
  unread: 0,
  honour: true,
  /** @type {import("./reader.js").Reading | null} */ reading: null,
  /** @type {import("./hint.js").Hint | null} */ hint: null,
  /** @type {number | null} a player looked at closely */ near: null,
  /** @type {{seat: number, seen: boolean} | null} pass and play: for whom the curtain waits */ curtain: null,
};

// -- hearing ----------------------------------------------------------------------------------------------------------

const wire = new Wire(
  root.dataset.socket ?? "",
  hear,
  (change) => {
    state.lost = change === "lost";
    if (change === "open") {
      state.farewell = "";
      state.fresh = true;
    }
    draw();
  },
);

/** @param {Frame} frame */
function hear(frame) {
  if (frame.is === "table") hearTable(frame.table);
  else if (frame.is === "scene") hearScene(frame);
  else if (frame.is === "prompt") hearPrompt(frame);
  else if (frame.is === "refusal") hearRefusal(frame);
  else if (frame.is === "taken") hearTaken(frame);
  else if (frame.is === "why") hearWhy(frame);
  else if (frame.is === "hint") hearHint(frame);
  else if (frame.is === "clocks") {
    state.clocks = new Map(frame.clocks.map((clock) => [clock.seat, clock]));
    state.clockAt = Date.now();
    draw();
  } else if (frame.is === "chat") {
    state.chat = [...state.chat.filter((line) => !frame.lines.some((other) => other.n === line.n)), ...frame.lines];
    if (!state.railOpen && !state.muted) state.unread += frame.lines.length;
    draw();
  } else if (frame.is === "held") {
    announce(`${nameOf(frame.seat)}: ${frame.by} answers for this seat now.`);
    draw();
  } else if (frame.is === "bye") {
    state.farewell = frame.reason;
    draw();
  }
}

/** @param {Table} table */
function hearTable(table) {
  if (table.state === "setup") location.reload();
  state.table = table;
  if (table.pass) drawCurtain();
  draw();
}

/** @param {SceneFrame} frame */
function hearScene(frame) {
  const old = state.frame;
  const prompt = frame.scene.prompt;
  // others' sealed answers bring a new scene with the same question: what was composed so far stays
  const same = prompt !== null && old?.seat === frame.seat && JSON.stringify(prompt) === JSON.stringify(old.scene.prompt);
  state.frame = frame;
  state.log = [...state.log.filter((line) => line.n < frame.kept), ...frame.log];
  collectFaces(frame.scene);
  if (!same) {
    state.sent = null;
    forget();
    state.refused = "";
    state.hint = null;
    // what is being read stays open while others play; a question of one's own comes first
    if (prompt && prompt.question !== old?.scene.prompt?.question) shut();
    attend();
  } else if (state.sent && state.fresh) {
    // the line broke after an answer: only the same number says that it was not taken
    if (frame.seq === state.sent.seq) wire.send({ do: "answer", ...state.sent });
    else {
      state.sent = null;
      forget();
    }
  } else if (!state.sent && state.chosen.length) wire.send({ do: "compose", seq: frame.seq, seat: frame.seat, chosen: state.chosen });
  state.fresh = false;
  if (state.table?.pass) drawCurtain();
  const before = remember(root);
  draw();
  glide(root, before);
  flash(root, before);
  if (old) tellNews(frame, old);
  if (frame.scene.prompt && !same) bringIntoSight();
  keepFocus();
  notify(frame, old);
}

/** @param {Extract<Frame, {is: "taken"}>} frame */
function hearTaken(frame) {
  if (state.sent?.id !== frame.of) return;
  state.sent = null;
  forget();
  draw();
}

function forget() {
  state.composed = null;
  state.chosen = [];
  state.chosenOn = [];
  state.asking = false;
}

/** @param {import("./frames").PromptFrame} frame */
function hearPrompt(frame) {
  if (!state.frame || frame.seat !== state.frame.seat || frame.chosen.join("\n") !== state.chosen.join("\n")) return;
  state.asking = false;
  const { scene } = frame;
  const { prompt } = scene;
  if (prompt?.complete && !prompt.picks.length && state.chosen.length === 1) {
    answer();
    return;
  }
  const before = remember(root);
  state.composed = state.chosen.length ? scene : null;
  draw();
  glide(root, before);
  if (prompt) announce(`${prompt.chosen.join(", ")}. ${prompt.progress}${prompt.complete ? " Can be confirmed." : ""}`);
  if (prompt?.complete && !prompt.picks.length) focusOn(".confirm");
  else keepFocus();
}

/** @param {Extract<Frame, {is: "refusal"}>} frame */
function hearRefusal(frame) {
  if (frame.of === "hint") return hearNoHint(frame.reason);
  if (typeof frame.of === "string") return; // only a question why
  state.sent = null;
  state.asking = false;
  state.refused = sentence(frame.reason) + (frame.rule ? ` (§ ${frame.rule})` : "");
  forget();
  draw();
  keepFocus();
}

/** @param {Extract<Frame, {is: "why"}>} frame */
function hearWhy(frame) {
  if (!state.reading || state.reading.id !== frame.on) return;
  const spelled = frame.reason.startsWith(`'${frame.atom}'`); // a word of the protocol, which tells a person nothing
  const why = sentence(spelled ? "this is not something to choose now" : frame.reason);
  state.reading = { ...state.reading, why, rule: frame.rule };
  drawDialog();
}

/** @param {Extract<Frame, {is: "hint"}>} frame */
function hearHint(frame) {
  if (!state.hint || frame.seat !== state.frame?.seat) return; // closed, or somebody else's
  state.hint = { thinking: false, refused: "", candidates: frame.candidates };
  announce(saidHint(frame.candidates));
  draw();
}

/** @param {string} reason */
function hearNoHint(reason) {
  if (!state.hint) return;
  state.hint = { thinking: false, refused: sentence(reason), candidates: [] };
  announce(state.hint.refused);
  draw();
}

/** @param {string} words */
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

/** @param {Scene} scene */
function collectFaces(scene) {
  for (const area of [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)]) {
    for (const { face } of area.pieces) if (face && !["marker", "knight", "gem"].includes(face.kind)) state.faces.set(face.title.toLowerCase(), face);
  }
}

// -- answering --------------------------------------------------------------------------------------------------------

/** The one answer to a question that is put only so that nobody learns who could choose. */
function onlyPick() {
  const prompt = state.frame?.scene.prompt;
  const open = prompt && !prompt.complete && prompt.picks.length === 1 && !state.chosen.length && !state.sent && !isHeld();
  return open ? prompt.picks[0] : undefined;
}

/**
 * Such an answer gives itself, unless something is being read; when, is drawn by lot, so that the others cannot tell it
 * from one that was thought about.
 */
function attend() {
  clearTimeout(attending);
  state.alone = Math.min(20000, 2000 - Math.round(3000 * Math.log(1 - Math.random()))); // mostly soon, seldom late, as people
  attending = setTimeout(() => {
    const pick = onlyPick();
    if (!pick) return;
    if (dialog.open || state.hint) attend();
    else choose(pick);
  }, state.alone);
}

/** @param {Pick} pick */
function choose(pick) {
  const { frame } = state;
  if (!frame || state.sent || state.asking) return;
  shut();
  state.refused = "";
  state.chosen = [...state.chosen, pick.atom];
  state.chosenOn = [...state.chosenOn, pick.on];
  compose();
}

function compose() {
  const { frame } = state;
  if (!frame) return;
  state.asking = wire.send({ do: "compose", seq: frame.seq, seat: frame.seat, chosen: state.chosen });
  if (!state.asking) forget();
}

function takeBack() {
  state.chosen = state.chosen.slice(0, -1);
  state.chosenOn = state.chosenOn.slice(0, -1);
  if (state.chosen.length) compose();
  else {
    const before = remember(root);
    forget();
    draw();
    glide(root, before);
    keepFocus();
  }
}

function answer() {
  const { frame } = state;
  if (!frame || frame.seat === null || state.sent) return;
  state.sent = { id: wire.number(), seq: frame.seq, seat: frame.seat, with: state.chosen };
  wire.send({ do: "answer", ...state.sent }); // if the line is dead the answer is sent again after the next scene
  chime("move");
  draw();
}

/** Ask what a strong bot would do, or close what it said. */
function askHint() {
  const { frame } = state;
  if (!frame) return;
  const asked = !state.hint && wire.send({ do: "hint", id: "hint", seq: frame.seq, seat: frame.seat });
  state.hint = asked ? { thinking: true, refused: "", candidates: [] } : null;
  draw();
  focusOn(".ask-hint");
}

/**
 * Compose the answer of a hint; it is given as if the player had chosen it.
 * @param {import("./frames").Candidate} candidate
 */
function takeHint(candidate) {
  if (state.sent || state.asking) return;
  state.hint = null;
  state.refused = "";
  const picks = state.frame?.scene.prompt?.picks ?? [];
  state.chosen = candidate.with;
  state.chosenOn = candidate.with.map((atom) => picks.find((pick) => pick.atom === atom)?.on ?? "");
  if (candidate.with.length) compose();
  else answer();
}

function undoLast() {
  if (state.frame) wire.send({ do: "undo", id: wire.number(), seq: state.frame.seq, seat: state.frame.seat });
}

/**
 * Something on the table was touched: choose it, take it back, or read it.
 * @param {string} id
 * @param {Thing} thing
 */
function touch(id, thing) {
  const scene = shown();
  if (!scene) return;
  const picks = lights(scene).on.get(id) ?? [];
  if (picks.length === 1) choose(picks[0]);
  else if (!picks.length && state.chosenOn.at(-1) === id) takeBack();
  else read(id, thing, picks);
}

/**
 * @param {string} id
 * @param {Thing} thing
 * @param {Pick[]} picks
 */
function read(id, thing, picks) {
  const { frame } = state;
  state.reading = { id, thing, picks, why: "", rule: "" };
  state.near = null;
  if (id && !picks.length && frame?.scene.prompt) {
    const atom = [...new Set(thing.guesses.flatMap(spellings))];
    wire.send({ do: "why", id: "why", seat: frame.seat, chosen: state.chosen, atom, on: id });
  }
  drawDialog();
}

/**
 * How a piece's words may be spelled as an atom.
 * @param {string} word
 */
const spellings = (word) => {
  const low = word.toLowerCase();
  return [word, low, low.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, ""), low.replace(/^[a-z]+-/, "")].filter(Boolean);
};

function shut() {
  state.reading = null;
  state.near = null;
  if (dialog.open) dialog.close();
}

// -- drawing ----------------------------------------------------------------------------------------------------------

const shown = () => state.composed ?? state.frame?.scene ?? null;

/** @param {number} seat */
const nameOf = (seat) => state.frame?.scene.panels.find((panel) => panel.seat === seat)?.name ?? state.table?.seats[seat]?.name ?? "";

/** Whether a bot answers for the seat we look through: then there is nothing to choose but to take it back. */
const isHeld = () => state.table?.seats.find((seat) => seat.seat === state.frame?.seat)?.held ?? false;

/** @param {Scene} scene @returns {Context} */
const contextOf = (scene) => ({
  picks: state.sent || isHeld() ? new Map() : lights(scene).on,
  chosen: new Set(state.chosenOn.filter(Boolean)),
  panels: new Map(scene.panels.map((panel) => [panel.seat, panel])),
  touch,
});

/** @returns {Company} */
const company = () => ({
  seats: new Map((state.table?.seats ?? []).map((seat) => [seat.seat, seat])),
  clocks: new Map([...state.clocks].map(([seat, clock]) => [seat, { ...clock, left: clock.left - (Date.now() - state.clockAt) }])),
  ready: state.frame?.ready ?? [],
  open: (seat) => {
    state.near = seat;
    state.reading = null;
    drawDialog();
  },
});

function draw() {
  const scene = shown();
  if (!scene || !state.table) {
    render(html`<p class="opening" role="status">${state.farewell || (state.lost ? "The table is out of reach; trying again …" : "Taking a seat …")}</p>`, root);
    return;
  }
  const context = contextOf(scene);
  const around = company();
  const you = scene.panels.find((panel) => panel.you);
  const over = state.frame?.over;
  render(
    html`<div class="table ${state.railOpen ? "railed" : ""} ${over && state.honour ? "ended" : ""}" data-game=${scene.game}>
      ${barView(scene, tools())}
      <main class="felt" id="main" tabindex="-1">
        ${rivalsView(scene, context, around)}
        ${over && state.honour ? honourView(scene, over, state.moments, { seats: around.seats, replay, actions: afterwards(), hide }) : boardView(scene, context)}
        <div class="dock">
          ${promptView(scene, {
            buttons: isHeld() ? [] : lights(scene).buttons,
            busy: state.sent !== null,
            undo: state.frame?.undo ?? false,
            held: isHeld(),
            watching: !state.table.you.length,
            alone: onlyPick() ? state.alone : 0,
            refused: state.refused,
            chosen: state.chosen,
            rules,
            choose,
            confirm: answer,
            takeBack,
            undoLast,
          }, around, extras())}
          ${state.hint ? hintView(state.hint, takeHint, askHint) : nothing}
          ${you ? youView(you, context, around) : nothing}
        </div>
      </main>
      ${railView({
        log: state.log,
        chat: state.chat,
        open: state.railOpen,
        muted: state.muted,
        tell: teller(scene.panels, state.faces),
        wears: (seat) => {
          const panel = scene.panels.find((each) => each.seat === seat);
          return panel ? shield(armsOf(panel, around.seats)) : nothing;
        },
        toggle: toggleRail,
        mute: () => {
          state.muted = !state.muted;
          localStorage.setItem("mute", state.muted ? "on" : "off");
          draw();
        },
        say: (text) => wire.send({ do: "chat", id: wire.number(), text }),
      })}
      ${state.lost ? html`<p class="lost" role="status">${state.farewell || "The connection is lost; trying again …"}</p>` : nothing}
    </div>`,
    root,
  );
  fit(root, scene);
  scrollLogs();
  keepFocus();
  if (state.near !== null && dialog.open) drawDialog();
}

const tools = () => html`
  <a class="tool" href=${rules} target="_blank" aria-label="Rules" title="Rules">${icon("open-book")}</a>
  <button type="button" class="tool" @click=${() => { turn(); draw(); }} aria-label=${dark() ? "Read by day" : "Read by candle"} title="Light">${icon(dark() ? "sun" : "candle-light")}</button>
  <button type="button" class="tool" @click=${() => { want(!wanted()); draw(); }} aria-pressed=${wanted()} aria-label="Sounds" title="Sounds">${icon(wanted() ? "sound-on" : "sound-off")}</button>
  <button type="button" class="tool opens-rail" @click=${toggleRail} aria-expanded=${state.railOpen} aria-label="Log and chat${state.unread ? `, ${state.unread} new` : ""}" title="Log and chat">
    ${icon("tied-scroll")}${state.unread ? html`<span class="unread">${state.unread}</span>` : nothing}
  </button>`;

/** What the prompt offers besides the answer: taking a seat back, and what comes after the end. */
function extras() {
  const table = /** @type {Table} */ (state.table);
  const held = table.seats.filter((seat) => seat.held && table.you.includes(seat.seat));
  return html`${table.hints && state.frame?.scene.prompt && !isHeld() && !state.sent
    ? html`<button type="button" class="button quiet ask-hint" aria-expanded=${state.hint !== null} @click=${askHint}><span>Hint</span></button>`
    : nothing}
  ${held.map(
    (seat) => html`<button type="button" class="button confirm" @click=${() => wire.send({ do: "back", seat: seat.seat })}>
      <span>Take ${table.you.length > 1 ? `${seat.name}’s` : "your"} seat back</span><small>a bot answers meanwhile</small>
    </button>`,
  )}
  ${state.frame?.over && !state.honour
    ? html`<button type="button" class="button" @click=${hide}><span>Page of honour</span></button>${afterwards()}`
    : nothing}`;
}

function afterwards() {
  const table = /** @type {Table} */ (state.table);
  if (table.rematch) return html`<a class="button confirm" href="/table/${table.rematch}"><span>To the rematch</span></a>`;
  if (!table.you.length) return nothing;
  return html`<form method="post" action="/table/${table.id}/rematch"><button type="submit" class="button confirm"><span>Rematch</span></button></form>`;
}

function hide() {
  state.honour = !state.honour;
  draw();
  focusOn(state.honour ? "#ask-end" : "#ask");
}

function toggleRail() {
  state.railOpen = !state.railOpen;
  state.unread = 0;
  localStorage.setItem("rail", state.railOpen ? "open" : "folded");
  for (const log of root.querySelectorAll(".log, .talk")) delete /** @type {HTMLElement} */ (log).dataset.shown;
  draw();
  if (!state.railOpen) focusOn(".opens-rail");
}

/** The newest lines are the visible ones. */
function scrollLogs() {
  for (const log of root.querySelectorAll(".log, .talk")) {
    if (log.childElementCount !== Number(/** @type {HTMLElement} */ (log).dataset.shown)) log.scrollTop = log.scrollHeight;
    /** @type {HTMLElement} */ (log).dataset.shown = String(log.childElementCount);
  }
}

function drawDialog() {
  const scene = shown();
  if (!scene) return;
  const panel = scene.panels.find((each) => each.seat === state.near);
  if (state.reading) render(readerView(state.reading, rules, choose, shut), dialog);
  else if (panel) {
    render(
      html`<div class="close-up">${rivalView(panel, contextOf(scene), company(), true)}
        <button type="button" class="button quiet close" @click=${shut}><span>Back to the table</span></button></div>`,
      dialog,
    );
  } else return;
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) shut();
});
dialog.addEventListener("close", () => {
  state.reading = null;
  state.near = null;
  keepFocus();
});

// -- pass and play ----------------------------------------------------------------------------------------------------

/** Whose turn it is at this device decides whether the curtain falls: nobody sees another's hand by accident. */
function drawCurtain() {
  const { table, frame } = state;
  if (!table || !frame || table.state === "over") {
    if (state.curtain) lift();
    return;
  }
  if (frame.seat !== null && frame.scene.prompt) return; // this person is deciding
  const next = table.you.find((seat) => frame.asked.includes(seat) && !(frame.seat === seat && !frame.scene.prompt));
  if (next === undefined) {
    if (frame.seat !== null) wire.send({ do: "look", seat: null });
    return;
  }
  if (state.curtain?.seat === next) return;
  if (frame.seat !== null) wire.send({ do: "look", seat: null });
  state.curtain = { seat: next, seen: false };
  const seat = table.seats[next];
  const panel = frame.scene.panels.find((each) => each.seat === next);
  const curtain = /** @type {HTMLDialogElement} */ (document.getElementById("curtain"));
  render(
    html`<div class="curtain-words">
      ${panel ? shield(armsOf(panel, company().seats)) : nothing}
      <h2>Pass the table to ${seat.name}</h2>
      <p>Nobody else should look now.</p>
      <button type="button" class="button confirm" @click=${lift}><span>I am ${seat.name}</span></button>
    </div>`,
    curtain,
  );
  if (!curtain.open) curtain.showModal();
}

function lift() {
  const curtain = /** @type {HTMLDialogElement} */ (document.getElementById("curtain"));
  if (state.curtain) wire.send({ do: "look", seat: state.curtain.seat });
  state.curtain = null;
  if (curtain.open) curtain.close();
  focusOn("#ask");
}

// -- telling ----------------------------------------------------------------------------------------------------------

/** @param {string} words */
function announce(words) {
  live.textContent = "";
  setTimeout(() => (live.textContent = words), 30);
}

/**
 * @param {SceneFrame} frame
 * @param {SceneFrame} old
 */
function tellNews(frame, old) {
  const lines = frame.log.map((line) => line.text);
  const prompt = frame.scene.prompt;
  const fresh = prompt && (!old.scene.prompt || old.seq !== frame.seq);
  announce([...lines.slice(-6), fresh ? `Your decision: ${prompt.sentence}` : ""].filter(Boolean).join(" "));
  for (const event of frame.events) {
    const great = greatness(event.name);
    const line = frame.log.find((each) => each.n === event.n);
    if (!great || !line) continue;
    state.moments = [...state.moments.filter((each) => each.text !== line.text), { seq: frame.seq, text: line.text }].slice(-3);
    sessionStorage.setItem(location.pathname, JSON.stringify(state.moments));
    moment(stage, great, line.text);
  }
}

/**
 * @param {SceneFrame} frame
 * @param {SceneFrame | null} old
 */
function notify(frame, old) {
  const asked = frame.scene.prompt !== null;
  document.title = asked ? `● Your decision · ${title}` : title;
  const badge = /** @type {Navigator & {setAppBadge?: (n?: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (navigator);
  (asked ? badge.setAppBadge?.(1) : badge.clearAppBadge?.())?.catch(() => undefined);
  if (asked && old && !old.scene.prompt) chime("turn");
  if (frame.over && old && !old.over) chime("end");
  if (frame.over && old && !old.over) focusOn("#ask-end");
}

/** @param {string} id */
function faceOf(id) {
  const scene = shown();
  const areas = scene ? [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)] : [];
  for (const area of areas) for (const piece of area.pieces) if (piece.id === id) return piece.face;
  return null;
}

/** @param {string} title as it may stand in a sentence */
const faceNamed = (title) => state.faces.get(title.toLowerCase()) ?? null;

peeking(root, (target) => (target.dataset.face ? faceNamed(target.dataset.face) : faceOf(target.dataset.piece ?? "")));

// a card named in the log can be looked at by touching its name, where nothing can be pointed at
root.addEventListener("click", (event) => {
  const title = /** @type {HTMLElement} */ (event.target).closest?.(".mention")?.getAttribute("data-face");
  const face = title && faceNamed(title);
  if (face) read("", { label: face.title, face, guesses: [] }, []);
});

// what everybody may read in the rules, also before it has been seen here
allFaces(root.dataset.faces).then((faces) => {
  for (const face of faces) if (!state.faces.has(face.title.toLowerCase())) state.faces.set(face.title.toLowerCase(), face);
  draw();
});

// -- focus ------------------------------------------------------------------------------------------------------------

/** @param {string} selector */
function focusOn(selector) {
  /** @type {HTMLElement | null} */ (root.querySelector(selector))?.focus({ preventScroll: true });
}

/** What can be chosen must not lie out of sight: if less than half of what is lit is on the screen, go there. */
function bringIntoSight() {
  const lit = [...root.querySelectorAll(".lit:is([data-piece], [data-spot])")];
  const [top, bottom] = [root.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0, root.querySelector(".prompt")?.getBoundingClientRect().top ?? innerHeight];
  const seen = lit.filter((each) => {
    const box = each.getBoundingClientRect();
    return each.closest(".you") ? box.top < innerHeight - 40 : box.top >= top && box.bottom <= bottom;
  });
  if (2 * seen.length < lit.length) lit[0].scrollIntoView({ block: "center", behavior: "instant" });
}

/** Focus never falls to the body: when what had it is gone, the question has it. */
function keepFocus() {
  const curtain = /** @type {HTMLDialogElement} */ (document.getElementById("curtain"));
  if (document.activeElement && document.activeElement !== document.body) return;
  if (!dialog.open && !curtain.open) focusOn(state.frame?.over && state.honour ? "#ask-end" : "#ask");
}

roam(root, () => {
  if (state.railOpen && !roomy.matches) toggleRail();
  else if (state.hint) askHint();
  else if (state.chosen.length) takeBack();
});
narrow.addEventListener("change", draw);
addEventListener("resize", draw);
setInterval(() => {
  if (state.clocks.size) draw();
}, 1000);
draw();
