// The page of a table: draws what the store knows, and hands on what is done to it.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { at } from "./address.js";
import { answer, askHint, choose, lookAt, onlyPick, read, showOutcome, shut, takeBack, takeHint, touch, undoLast, unroll } from "./answering.js";
import { fit } from "./fit.js";
import { drawCoach } from "./coach.js";
import { focusOn, keepFocus } from "./focus.js";
import { hear, hearLine } from "./hearing.js";
import { hintView, markAdvice } from "./hint.js";
import { honourView } from "./honour.js";
import { roam } from "./keys.js";
import { drawLesson, teaching } from "./lesson.js";
import { worthSeeing } from "./news.js";
import { outcomeView } from "./outcome.js";
import { goOn, skip, telling, toldTo } from "./pace.js";
import { allFaces, peeking } from "./peek.js";
import { preferencesView } from "./preferences.js";
import { longPress } from "./press.js";
import { promptView } from "./prompt.js";
import { leadsView, railView, teller } from "./rail.js";
import { readerView } from "./reader.js";
import { narrow, roomy } from "./screen.js";
import { short, sinceStrip, sinceTurn, sinceView } from "./since.js";
import { retell } from "./story.js";
import { explain, legendView } from "./legend.js";
import { dialog, drawnBy, isHeld, open, people, reply, root, shown, told, wire } from "./store.js";
import { icon, shield } from "./symbols.js";
import { dark, turn } from "./theme.js";
import { armsOf, barView, boardView, lights, rivalView, rivalsView, youView } from "./view.js";

/** @typedef {import("./frames").TableView} Table */
/** @typedef {import("./scene").Scene} Scene */

const rules = root.dataset.rules ?? "/";
const replay = root.dataset.replay ?? "/";

/** @param {Scene} scene @returns {import("./piece.js").Context} */
const contextOf = (scene) => ({
  picks: reply.sent || isHeld() ? new Map() : lights(scene).on,
  chosen: new Set(reply.chosenOn.filter(Boolean)),
  panels: new Map(scene.panels.map((panel) => [panel.seat, panel])),
  touch,
  reading: () => open.reads,
});

/** @returns {import("./view.js").Company} */
const company = () => ({
  seats: people(),
  clocks: new Map([...told.clocks].map(([seat, clock]) => [seat, { ...clock, left: clock.left - (Date.now() - told.clockAt) }])),
  open: lookAt,
});

/**
 * What happened since one's turn.
 * @param {Scene} scene
 * @param {(text: string) => unknown} tell
 * @returns {import("./since.js").Since}
 */
const happened = (scene, tell) => ({
  lines: sinceTurn(told.log, toldTo()),
  now: telling()?.sentence ?? null,
  mine: `panel-${told.frame?.seat}`,
  whole: open.since || open.sheet === "since",
  tell,
  wears: (ids) => {
    const concerned = scene.panels.filter((panel) => ids.includes(`panel-${panel.seat}`));
    return concerned.length ? concerned.slice(0, 2).map((panel) => shield(panel.arms)) : icon("scroll-unfurled");
  },
  look: showOutcome,
  toggle: () => {
    if (!open.rail) return unroll("since");
    open.since = !open.since;
    draw();
  },
  retell: () => {
    shut();
    retell(short(sinceTurn(told.log, toldTo()), `panel-${told.frame?.seat}`));
  },
});

function draw() {
  const scene = shown();
  if (!scene || !told.table) {
    render(html`<p class="opening" role="status">${told.farewell || (told.lost ? "The table is out of reach; trying again …" : "Taking a seat …")}</p>`, root);
    return;
  }
  const news = telling();
  const outcome = teaching() ? null : news?.sentence?.outcome; // in a lesson the bubble tells of it
  const asked = outcome ? { ...scene, prompt: null } : scene; // first one sees how it ended, then one is asked
  const context = contextOf(asked);
  const around = company();
  const you = scene.panels.find((panel) => panel.you);
  const tell = teller(scene.panels, told.faces);
  const since = happened(scene, tell);
  const over = news ? null : told.frame?.over;
  const busy = reply.sent !== null;
  const aside = open.rail && roomy.matches; // there is room beside the table, where nothing has to move
  render(
    html`<div class="table ${open.rail ? "railed" : ""} ${over && open.honour ? "ended" : ""}" data-game=${scene.game}>
      ${barView(scene, tools())}
      <main class="felt" id="main" tabindex="-1">
        ${rivalsView(scene, context, around)}
        ${over && open.honour ? honourView(scene, over, worthSeeing(), { seats: around.seats, replay, actions: afterwards(), hide }) : boardView(scene, context)}
        <div class="dock">
          ${open.rail && roomy.matches ? nothing : sinceStrip(since)}
          ${outcome ? html`<div class="outcome-place">${outcomeView(outcome, context.panels, goOn)}</div>` : nothing}
          ${promptView(asked, {
            buttons: isHeld() ? [] : lights(asked).buttons,
            busy,
            undo: told.frame?.undo ? "yes" : reply.given && !over ? "no" : "",
            held: isHeld(),
            watching: !told.table.you.length,
            hurried: told.table.hurried,
            alone: !outcome && onlyPick() ? reply.alone : 0,
            only: !outcome && onlyPick() !== undefined,
            refused: teaching() ? "" : reply.refused,
            chosen: reply.chosen,
            doubt: reply.doubt,
            telling: news && { words: news.sentence ? tell(news.sentence.text) : nothing, behind: news.behind, waits: news.waits || !!outcome },
            rules,
            choose,
            confirm: answer,
            takeBack,
            undoLast,
            goOn,
            skip,
          }, around, extras())}
          ${reply.hint && !aside ? html`<div class="hint-place">${hintView(reply.hint, takeHint, askHint)}</div>` : nothing}
          ${you ? youView(you, context, around) : nothing}
        </div>
      </main>
      ${railView({
        log: told.log.filter((line) => line.n < toldTo()),
        leads: over ? "" : (told.frame?.leads ?? ""),
        since: reply.hint && aside ? hintView(reply.hint, takeHint, askHint) : over || !since.lines.length ? nothing : sinceView(since),
        chat: told.chat,
        open: open.rail,
        muted: open.muted,
        tell,
        wears: (seat) => {
          const panel = scene.panels.find((each) => each.seat === seat);
          return panel ? shield(armsOf(panel, around.seats)) : nothing;
        },
        toggle: toggleRail,
        mute: () => {
          open.muted = !open.muted;
          localStorage.setItem("mute", open.muted ? "on" : "off");
          draw();
        },
        say: (text) => wire.send({ do: "chat", id: wire.number(), text }),
      })}
      ${told.lost ? html`<p class="lost" role="status">${told.farewell || "The connection is lost; trying again …"}</p>` : nothing}
    </div>`,
    root,
  );
  fit(root, scene);
  markAdvice(root, reply.hint?.candidates ?? [], asked.prompt?.picks ?? [], reply.chosen.length);
  scrollLogs();
  keepFocus();
  drawDialog(scene, context, around, since);
  drawLesson();
  drawCoach();
}

const tools = () => html`
  <a class="tool" href=${rules} target="_blank" aria-label="Rules" title="Rules">${icon("open-book")}</a>
  <button type="button" class="tool light" @click=${() => { turn(); draw(); }} aria-label=${dark() ? "Read by day" : "Read by candle"} title="Light">${icon(dark() ? "sun" : "candle-light")}</button>
  <button type="button" class="tool reads" @click=${() => { open.reads = !open.reads; draw(); }} aria-pressed=${open.reads} aria-label="Read what is touched next" title="Read">${icon("info")}</button>
  <button type="button" class="tool" @click=${() => unroll("legend")} aria-haspopup="dialog" aria-label="Legend" title="Legend">${icon("help")}</button>
  <button type="button" class="tool" @click=${() => unroll("settings")} aria-haspopup="dialog" aria-label="Settings, and leaving the table" title="Settings, leave">${icon("cog")}</button>
  <button type="button" class="tool opens-rail" @click=${toggleRail} aria-expanded=${open.rail} aria-label="Log and chat${open.unread ? `, ${open.unread} new` : ""}" title="Log and chat">
    ${icon("tied-scroll")}${open.unread ? html`<span class="unread">${open.unread}</span>` : nothing}
  </button>`;

/** What the prompt offers besides the answer: taking a seat back, and what comes after the end. */
function extras() {
  const table = /** @type {Table} */ (told.table);
  const held = table.seats.filter((seat) => seat.held && table.you.includes(seat.seat));
  return html`${table.hints && told.frame?.scene.prompt && !isHeld() && !reply.sent && !telling()?.sentence?.outcome
    ? html`<button type="button" class="button quiet ask-hint" aria-expanded=${reply.hint !== null} @click=${askHint}><span>Hint</span></button>`
    : nothing}
  ${held.map(
    (seat) => html`<button type="button" class="button confirm" @click=${() => wire.send({ do: "back", seat: seat.seat })}>
      <span>Take ${table.you.length > 1 ? `${seat.name}’s` : "your"} seat back</span><small>a bot answers meanwhile</small>
    </button>`,
  )}
  ${told.frame?.over && !open.honour
    ? html`<button type="button" class="button" @click=${hide}><span>Page of honour</span></button>${afterwards()}`
    : nothing}`;
}

function afterwards() {
  const table = /** @type {Table} */ (told.table);
  if (table.rematch) return html`<a class="button confirm" href=${at(`/table/${table.rematch}`, table.game)}><span>To the rematch</span></a>`;
  if (!table.you.length) return nothing;
  return html`<form method="post" action="/table/${table.id}/rematch"><button type="submit" class="button confirm"><span>Rematch</span></button></form>`;
}

function hide() {
  open.honour = !open.honour;
  draw();
  focusOn(open.honour ? "#ask-end" : "#ask");
}

function toggleRail() {
  open.rail = !open.rail;
  open.unread = 0;
  localStorage.setItem("rail", open.rail ? "open" : "folded");
  for (const log of root.querySelectorAll(".log, .talk")) delete /** @type {HTMLElement} */ (log).dataset.shown;
  draw();
  if (!open.rail) focusOn(".opens-rail");
}

/** The newest lines are the visible ones. */
function scrollLogs() {
  for (const log of root.querySelectorAll(".log, .talk")) {
    if (log.childElementCount !== Number(/** @type {HTMLElement} */ (log).dataset.shown)) log.scrollTop = log.scrollHeight;
    /** @type {HTMLElement} */ (log).dataset.shown = String(log.childElementCount);
  }
}

/** Ways to go: for a while, or for good. */
function leaving() {
  const table = /** @type {Table} */ (told.table);
  if (table.state !== "running" || !table.you.length) return nothing;
  const alone = table.seats.filter((seat) => seat.kind === "person").length <= table.you.length;
  return html`<h2>This table</h2>
    <form method="post" action="/table/${table.id}/leave" class="buttons leaving">
      ${isHeld() ? nothing : html`<button class="button" name="do" value="hand"><span>Let a bot play for me</span><small>until you take your seat back</small></button>`}
      <details><summary>${alone ? "Give the match up" : "Leave for good"}</summary>
        <p>${alone ? "The match ends here; what was played can be seen again." : "A bot plays on in your place, and you cannot come back to your seat."}</p>
        <button class="button confirm" name="do" value="leave"><span>${alone ? "Give it up" : "Leave"}</span></button>
      </details>
    </form>`;
}

const closing = () => html`<button type="button" class="button quiet close" @click=${shut}><span>Back to the table</span></button>`;

/**
 * What is read or looked at closely.
 * @param {Scene} scene
 * @param {import("./piece.js").Context} context
 * @param {import("./view.js").Company} around
 * @param {import("./since.js").Since} since
 */
function drawDialog(scene, context, around, since) {
  const panel = scene.panels.find((each) => each.seat === open.near);
  if (open.reading) render(readerView(open.reading, rules, choose, shut), dialog);
  else if (open.sheet === "since") render(html`<div class="sheet-open">${leadsView(told.frame?.leads ?? "", since.tell)}${sinceView(since)}${closing()}</div>`, dialog);
  else if (open.sheet === "settings") render(html`<div class="sheet-open">${leaving()}<h2>Settings</h2>${preferencesView(draw)}${closing()}</div>`, dialog);
  else if (open.outcome) render(html`<div class="sheet-open">${outcomeView(open.outcome, context.panels, null)}${closing()}</div>`, dialog);
  else if (open.sheet === "legend") render(html`<div class="sheet-open">${legendView()}${closing()}</div>`, dialog);
  else if (panel) {
    render(
      html`<div class="close-up">${rivalView(panel, context, around, true)}
        ${closing()}</div>`,
      dialog,
    );
  }
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) shut();
});
dialog.addEventListener("close", () => {
  open.reading = null;
  open.near = null;
  open.sheet = "";
  open.outcome = null;
  keepFocus();
});

/** @param {string} id */
function faceOf(id) {
  const scene = shown();
  const areas = scene ? [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)] : [];
  for (const area of areas) for (const piece of area.pieces) if (piece.id === id) return piece.face;
  return null;
}

/** @param {string} title as it may stand in a sentence */
const faceNamed = (title) => told.faces.get(title.toLowerCase()) ?? null;

peeking(root, (target) => (target.dataset.face ? faceNamed(target.dataset.face) : faceOf(target.dataset.piece ?? "")));

explain();

// a card named in the log can be looked at by touching its name, where nothing can be pointed at
root.addEventListener("click", (event) => {
  const title = /** @type {HTMLElement} */ (event.target).closest?.(".mention")?.getAttribute("data-face");
  const face = title && faceNamed(title);
  if (face) read("", { label: face.title, face, guesses: [] }, []);
});

// what everybody may read in the rules, also before it has been seen here
allFaces(root.dataset.faces).then((faces) => {
  for (const face of faces) if (!told.faces.has(face.title.toLowerCase())) told.faces.set(face.title.toLowerCase(), face);
  draw();
});

longPress(root, (thing) => {
  open.reads = true;
  thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  open.reads = false;
});
roam(root, () => {
  if (open.rail && !roomy.matches) toggleRail();
  else if (reply.hint) askHint();
  else if (reply.chosen.length || reply.doubt) takeBack();
});
narrow.addEventListener("change", draw);
addEventListener("resize", draw);
setInterval(() => {
  if (told.clocks.size) draw();
}, 1000);
drawnBy(draw);
draw();
wire.open(hear, hearLine);
