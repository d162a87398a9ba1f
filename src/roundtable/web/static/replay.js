// A finished match, seen again from any seat: the same drawing, a scrubber in place of the prompt.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { After } from "./after.js";
import { fit } from "./fit.js";
import { honourView } from "./honour.js";
import { roam } from "./keys.js";
import { flash, glide, remember } from "./motion.js";
import { allFaces, peeking } from "./peek.js";
import { railView, teller } from "./rail.js";
import { readerView } from "./reader.js";
import { narrow, roomy } from "./screen.js";
import { icon } from "./symbols.js";
import { dark, turn } from "./theme.js";
import { scenes } from "./wire.js";
import { barView, boardView, rivalView, rivalsView, youView } from "./view.js";

/** @typedef {import("./frames").SceneFrame} SceneFrame */
/** @typedef {import("./piece.js").Thing} Thing */

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));
const last = Number(root.dataset.answers);
const rules = root.dataset.rules ?? "/";
const CHUNK = 40;

const linked = Number(location.hash.slice(1) || new URLSearchParams(location.search).get("at")) || 0;
const state = {
  at: Math.min(last, Math.max(0, linked)),
  seat: "public",
  /** @type {Map<string, Promise<SceneFrame[]>>} frames by seat and chunk */ chunks: new Map(),
  /** @type {SceneFrame | null} */ frame: null,
  /** @type {import("./frames").Sentence[]} */ log: [],
  /** @type {Map<string, import("./scene").Face>} by their titles in small letters */ faces: new Map(),
  honour: true,
  playing: 0,
  railOpen: roomy.matches,
};

/**
 * @param {string} seat
 * @param {number} chunk
 */
function fetched(seat, chunk) {
  const key = `${seat}:${chunk}`;
  let frames = state.chunks.get(key);
  if (!frames) {
    const [from, to] = [chunk * CHUNK, Math.min(last, chunk * CHUNK + CHUNK - 1)];
    frames = scenes(seat, from, to);
    state.chunks.set(key, frames);
  }
  return frames;
}

/** @param {number} at */
async function go(at) {
  state.at = Math.min(last, Math.max(0, at));
  const wanted = state.at;
  const seat = state.seat;
  const frames = await fetched(seat, Math.floor(wanted / CHUNK));
  if (wanted !== state.at || seat !== state.seat) return; // somebody scrubbed on
  const i = wanted % CHUNK;
  const before = remember(root);
  state.frame = frames[i];
  state.log = [];
  for (const frame of frames.slice(0, i + 1)) state.log = [...state.log.filter((line) => line.n < frame.kept), ...frame.log];
  draw();
  glide(root, before);
  flash(root, before);
  live.textContent = state.frame.log.map((line) => line.text).slice(-3).join(" ");
  history.replaceState(null, "", `#${wanted}`);
  if (i > CHUNK - 8 && wanted < last) fetched(seat, Math.floor(wanted / CHUNK) + 1);
}

/**
 * Go to a moment, perhaps through other eyes.
 * @param {number} at
 * @param {string} [seat]
 */
function seen(at, seat) {
  state.seat = seat ?? state.seat;
  go(at);
}

function play() {
  if (state.playing) {
    clearInterval(state.playing);
    state.playing = 0;
  } else {
    if (state.at >= last) state.at = -1;
    state.playing = setInterval(() => (state.at >= last ? play() : go(state.at + 1)), 1100);
  }
  draw();
}

/**
 * @param {string} id
 * @param {Thing} thing
 */
function read(id, thing) {
  render(readerView({ id, thing, why: "", rule: "", picks: [] }, rules, () => undefined, () => dialog.close()), dialog);
  dialog.showModal();
}

function draw() {
  const { frame } = state;
  if (!frame) return;
  const { scene } = frame;
  const context = { picks: new Map(), chosen: new Set(), panels: new Map(scene.panels.map((panel) => [panel.seat, panel])), touch: read };
  /** @type {import("./view.js").Company} */
  const around = {
    seats: new Map(),
    clocks: new Map(),
    open: (seat) => {
      const panel = scene.panels.find((each) => each.seat === seat);
      if (!panel) return;
      render(html`<div class="close-up">${rivalView(panel, context, around, true)}<button type="button" class="button quiet close" @click=${() => dialog.close()}><span>Back to the table</span></button></div>`, dialog);
      dialog.showModal();
    },
  };
  const you = scene.panels.find((panel) => panel.you);
  const ended = state.honour ? frame.over : null;
  render(
    html`<div class="table ${state.railOpen ? "railed" : ""} ${ended ? "ended" : ""}" data-game=${scene.game}>
      ${barView(
        scene,
        html`<a class="tool" href=${rules} target="_blank" aria-label="Rules">${icon("open-book")}</a>
          <button type="button" class="tool" @click=${() => { turn(); draw(); }} aria-label=${dark() ? "Read by day" : "Read by candle"}>${icon(dark() ? "sun" : "candle-light")}</button>
          <button type="button" class="tool opens-rail" @click=${toggle} aria-expanded=${state.railOpen} aria-label="Log">${icon("tied-scroll")}</button>`,
      )}
      <main class="felt" id="main" tabindex="-1">
        ${rivalsView(scene, context, around)}
        ${ended ? honourView(scene, ended, [], { seats: around.seats, replay: "", actions: nothing, hide }) : boardView(scene, context)}
        <div class="dock">
          <section class="prompt scrub" aria-label="Replay">
            <button type="button" class="button" @click=${play} aria-pressed=${state.playing > 0}><span>${state.playing ? "Pause" : "Play"}</span></button>
            <button type="button" class="button quiet" @click=${() => go(state.at - 1)} aria-label="One answer back"><span>‹</span></button>
            <input type="range" min="0" max=${last} .value=${String(state.at)} aria-label="Answer" @input=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
            <button type="button" class="button quiet" @click=${() => go(state.at + 1)} aria-label="One answer on"><span>›</span></button>
            <output>${state.at} of ${last}</output>
            <label>Seen by <select @change=${(/** @type {Event} */ event) => { state.seat = /** @type {HTMLSelectElement} */ (event.target).value; go(state.at); }}>
              <option value="all" ?selected=${state.seat === "all"}>all, nothing hidden</option>
              <option value="public" ?selected=${state.seat === "public"}>a spectator</option>
              ${[...scene.panels].sort((a, b) => a.seat - b.seat).map((panel) => html`<option value=${panel.seat} ?selected=${state.seat === String(panel.seat)}>${panel.name}${panel.person ? ` (${panel.person})` : ""}</option>`)}
            </select></label>
            <a class="button quiet" download=${root.dataset.name ?? ""} href=${root.dataset.file ?? ""}><span>Match file</span></a>
          </section>
          ${you ? youView(you, context, around) : nothing}
        </div>
      </main>
      ${railView({ log: state.log, leads: state.frame?.leads ?? "", since: after ? after.view({ at: state.at, last, scene, seat: state.seat, go: seen }) : nothing, chat: null, open: state.railOpen, muted: true, tell: teller(scene.panels, state.faces), wears: () => nothing, toggle, mute: toggle, say: () => undefined })}
    </div>`,
    root,
  );
  fit(root, scene);
  for (const log of root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
}

function hide() {
  state.honour = false;
  draw();
}

function toggle() {
  state.railOpen = !state.railOpen;
  draw();
  if (!state.railOpen) /** @type {HTMLElement | null} */ (root.querySelector(".opens-rail"))?.focus();
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
narrow.addEventListener("change", draw);
addEventListener("resize", draw);
roam(root, () => {
  if (state.railOpen && !roomy.matches) toggle();
});
peeking(root, (target) => {
  const { scene } = /** @type {SceneFrame} */ (state.frame);
  const areas = [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)];
  const piece = areas.flatMap((area) => area.pieces).find((each) => each.id === target.dataset.piece);
  return piece ? piece.face : state.faces.get(target.dataset.face?.toLowerCase() ?? "");
});
allFaces(root.dataset.faces).then((faces) => {
  state.faces = new Map(faces.map((face) => [face.title.toLowerCase(), face]));
  draw();
});
const after = root.dataset.after ? new After(root.dataset.after, JSON.parse(root.dataset.bots ?? "[]"), "pictured" in root.dataset, draw) : null;
go(state.at);
