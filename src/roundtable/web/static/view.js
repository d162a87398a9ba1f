// The whole table as a picture of one scene: rivals on top, the board, the prompt, what is yours, and the rail.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { repeat } from "./vendor/lit/directives/repeat.js";
import { at } from "./address.js";
import { areaView, versusView, wayView } from "./areas.js";
import { spoken } from "./piece.js";
import { narrow } from "./screen.js";
import { icon, shield } from "./symbols.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Panel} Panel */
/** @typedef {import("./scene").Area} Area */
/** @typedef {import("./scene").Pick} Pick */
/** @typedef {import("./piece.js").Context} Context */
/** @typedef {import("./frames").ClockView} Clock */
/** @typedef {import("./frames").SeatView} Seat */

const MAPS = new Set(["hexes", "ring"]);
const LONG = 6; // a shorter track is a tilt-yard: it is drawn large, its pieces facing each other

/**
 * Every id on which something could be chosen in this scene.
 * @param {Scene} scene
 */
export function places(scene) {
  const ids = new Set(scene.panels.map((panel) => `panel-${panel.seat}`));
  for (const area of [...scene.areas, ...scene.panels.flatMap((panel) => panel.areas)]) {
    ids.add(area.id);
    const drawn = area.layout === "stack" ? area.pieces.slice(-1) : area.pieces;
    for (const piece of drawn) ids.add(piece.id);
    for (const spot of area.spots) ids.add(spot.id);
  }
  return ids;
}

/**
 * Where each pick is chosen; those that lie nowhere on the table become buttons of the prompt.
 * @param {Scene} scene
 */
export function lights(scene) {
  /** @type {Map<string, Pick[]>} */
  const on = new Map();
  /** @type {Pick[]} */
  const buttons = [];
  const ids = places(scene);
  for (const pick of scene.prompt?.picks ?? []) {
    if (!pick.on || !ids.has(pick.on)) buttons.push(pick);
    else on.set(pick.on, [...(on.get(pick.on) ?? []), pick]);
  }
  // where one thing can be chosen in several ways, and these are few, the ways are offered as buttons too
  const ways = [...on.values()].filter((picks) => picks.length > 1).flat();
  if (ways.length <= 6) buttons.push(...ways);
  return { on, buttons };
}

/** @param {Clock | undefined} clock */
const clockView = (clock) => {
  if (!clock) return nothing;
  const seconds = Math.max(0, Math.ceil(clock.left / 1000));
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span class="clock ${seconds <= 10 ? "late" : ""}">${icon("hourglass")}${words}</span>`;
};

/** @param {Panel} panel */
const statsView = (panel) => html`<dl class="stats ${panel.stats.length < 6 ? "named" : ""}">
  ${repeat(
    panel.stats,
    (stat) => stat.name,
    (stat) => html`<div class="stat ${stat.value === "0" ? "nil" : ""} ${stat.share === null ? "" : "race"} ${stat.speaks ? "speaks" : ""}" tabindex="0" data-means=${stat.name} data-sign=${stat.icon}>
      <dt>${stat.icon ? icon(stat.icon) : nothing}<span class=${stat.icon ? "hidden" : ""}>${stat.name}</span></dt>
      <dd data-stat="${panel.seat}:${stat.name}">${stat.value}${stat.detail ? html`<span class="particulars"> (${stat.detail})</span>` : nothing}</dd>
      ${stat.share === null ? nothing : html`<span class="share" aria-hidden="true"><i .style=${`width:${Math.round(100 * stat.share)}%`}></i></span>`}
    </div>`,
  )}
</dl>`;

/** @param {Panel} panel */
const marksView = (panel) =>
  panel.marks.length
    ? html`<ul class="marks ${panel.marks.length > 3 ? "dense" : ""}">
        ${panel.marks.map((mark) => html`<li class="mark ${mark.tone}" tabindex="0" data-means="" data-sign=${mark.icon}>${icon(mark.icon)}<span>${mark.text}</span></li>`)}
      </ul>`
    : nothing;

/**
 * @typedef {object} Company what the table knows of the people besides the scene
 * @property {Map<number, Seat>} seats
 * @property {Map<number, Clock>} clocks
 * @property {(seat: number) => void} open look at one player closely
 */

/**
 * @param {Panel} panel
 * @param {Company} company
 */
const stateWords = (panel, company) => {
  const seat = company.seats.get(panel.seat);
  const words = [];
  if (panel.place) words.push(`place ${panel.place}`);
  if (panel.out) words.push("out");
  if (panel.ready) words.push("ready");
  if (panel.active) words.push("the table waits for this player");
  if (seat?.kind === "bot") words.push(`bot, ${seat.botTitle || seat.bot}`);
  if (seat?.kind === "person" && !seat.here) words.push("away");
  if (seat?.held) words.push("a bot answers meanwhile");
  return words.join(", ");
};

/**
 * @param {Panel} panel
 * @param {Context} context
 * @param {Company} company
 */
function nameplate(panel, context, company) {
  const id = `panel-${panel.seat}`;
  const picks = context.picks.get(id);
  const seat = company.seats.get(panel.seat);
  const thing = { label: panel.name, marks: panel.marks, guesses: [id, panel.name] };
  const tag = panel.place
    ? html`<span class="tag place">${ordinal(panel.place)}</span>`
    : seat?.held
      ? html`<span class="tag">held by a bot</span>`
      : panel.ready
        ? html`<span class="tag good">${icon("check-mark")} ready</span>`
        : seat?.kind === "person" && !seat.here
          ? html`<span class="tag">away</span>`
          : nothing;
  return html`<button
    type="button"
    class="nameplate ${picks ? "lit" : ""} ${context.chosen.has(id) ? "chosen" : ""}"
    data-panel=${panel.seat}
    data-spot=${id}
    tabindex="0"
    @click=${() => (picks && !context.reading?.() ? context.touch(id, thing) : company.open(panel.seat))}
  >
    <span class="badge">${shield(armsOf(panel, company.seats))}</span>
    <span class="name">${panel.name}${panel.person ? html`<small>${panel.person}</small>` : nothing}</span>
    <span class="hidden">${spoken(`${panel.you ? ", you. " : ""}${stateWords(panel, company)}`, [], picks)}</span>
    ${tag}${clockView(company.clocks.get(panel.seat))}
  </button>`;
}

/**
 * The arms of a seat in this game; as long as it has none, those of whoever sits there.
 * @param {Panel} panel
 * @param {Map<number, Seat>} seats
 */
export const armsOf = (panel, seats) => (panel.arms.blank && seats.get(panel.seat)?.arms) || panel.arms;

/**
 * A person's own arms, small, beside those of the seat.
 * @param {Panel} panel
 * @param {Map<number, Seat>} seats
 */
export function ownArms(panel, seats) {
  const own = seats.get(panel.seat)?.arms;
  return own && armsOf(panel, seats) !== own ? html`<span class="own">${shield(own)}</span>` : nothing;
}

/** @param {number} n */
export const ordinal = (n) => `${n}${n === 1 ? "st" : n === 2 ? "nd" : n === 3 ? "rd" : "th"}`;

/**
 * Whether something in an area can be chosen, or was.
 * @param {Area} area
 * @param {Context} context
 */
const holdsLight = (area, context) =>
  [area, ...area.pieces, ...area.spots].some(({ id }) => context.picks.has(id) || context.chosen.has(id));

/**
 * A rival: nameplate, numbers, marks, and what lies before them.
 * @param {Panel} panel
 * @param {Context} context
 * @param {Company} company
 * @param {boolean} near opened on its own
 */
export const rivalView = (panel, context, company, near = false) => html`<article
  class="panel rival ${panel.active ? "active" : ""} ${panel.out ? "out" : ""} ${near ? "near" : ""} ${panel.areas.some((area) => holdsLight(area, context)) ? "has-light" : ""}"
  aria-label=${panel.name}
>
  ${nameplate(panel, context, company)} ${statsView(panel)} ${marksView(panel)}
  <div class="panel-areas">${panel.areas.map((area) => areaView(area, near ? "hand" : "chip", context))}</div>
</article>`;

/**
 * The steps of the round, the present one lit.
 * @param {Scene} scene
 */
const phasesView = (scene) =>
  scene.phases.length
    ? html`<ol class="phases" aria-label="Steps of the round">
        ${scene.phases.map(
          (phase) => html`<li class=${phase.tone} tabindex="0" data-means="" data-sign=${phase.icon} aria-current=${phase.tone === "lit" ? "step" : nothing}>
            ${icon(phase.icon)}<span>${phase.text}</span>
          </li>`,
        )}
      </ol>`
    : nothing;

/**
 * @param {Scene} scene
 * @param {unknown} tools
 */
export const barView = (scene, tools) => html`<header class="bar">
  <a class="brand" href=${at("/")} aria-label="Round Table, front page">${icon("round-table")}</a>
  <div class="bar-words">
    <h1>${scene.title}</h1>
    <p class="status">${scene.status}</p>
  </div>
  ${phasesView(scene)}
  <div class="tools">${tools}</div>
</header>`;

/**
 * @param {Scene} scene
 * @param {Context} context
 * @param {Company} company
 */
export const rivalsView = (scene, context, company) => {
  const mine = scene.panels.findIndex((panel) => panel.you);
  const order = mine < 0 ? scene.panels : [...scene.panels.slice(mine + 1), ...scene.panels.slice(0, mine)];
  return html`<section class="rivals" aria-label=${mine < 0 ? "Players" : "Rivals"} .style=${`--rivals:${order.length}`}>
    ${repeat(
      order,
      (panel) => panel.seat,
      (panel) => rivalView(panel, context, company),
    )}
  </section>`;
};

/**
 * How large the pieces of an area on the board are: where there is a fan or a grid of places, that is where the eye
 * shall go.
 * @param {Area} area
 * @param {boolean} focus
 */
const sizeOf = (area, focus) =>
  area.layout !== "fan" && (area.spots.length || (focus && area.layout === "row")) ? "chip" : "hand";

/**
 * @param {Scene} scene
 * @param {Context} context
 */
export function boardView(scene, context) {
  const maps = scene.areas.filter((area) => MAPS.has(area.layout));
  const lists = scene.areas.filter((area) => area.layout === "track" && area.spots.length < LONG);
  const tracks = scene.areas.filter((area) => area.layout === "track" && area.spots.length >= LONG);
  const rest = scene.areas.filter((area) => !MAPS.has(area.layout) && area.layout !== "track");
  const stacks = rest.filter((area) => area.layout === "stack");
  const aside = rest.filter((area) => maps.length && area.layout === "row" && area.pieces.length > 8);
  const tables = rest.filter((area) => area.heads);
  const way = rest.filter((area) => area.way !== null);
  const facing = rest.filter((area) => area.facing !== null);
  const apart = new Set([...stacks, ...aside, ...tables, ...way, ...facing]);
  const open = rest.filter((area) => !apart.has(area));
  const focus = open.some((area) => area.layout === "fan" || area.spots.length);
  return html`<section class="board ${maps.length ? `with-map ${maps[0].layout}-map` : ""} ${tables.length ? "with-side" : ""}" aria-label="Board">
    ${maps.map((area) => areaView(area, "chip", context))}
    ${lists.length || open.length || stacks.length || way.length || facing.length
      ? html`<div class="spread">
          ${way.length ? html`<div class="ways">${open.map((area) => areaView(area, sizeOf(area, focus), context))}${wayView(way, narrow.matches ? "chip" : "hand", context)}</div>` : nothing}
          ${lists.map((area) => html`<div class="lists">${areaView({ ...area, layout: "row" }, "hand", context)}</div>`)}
          ${facing.length ? versusView(facing, narrow.matches ? "chip" : "hand", context) : nothing}
          ${way.length ? nothing : open.map((area) => areaView(area, sizeOf(area, focus), context))}
          ${stacks.length ? html`<div class="piles">${stacks.map((area) => areaView(area, narrow.matches || way.length ? "chip" : "hand", context))}</div>` : nothing}
        </div>`
      : nothing}
    ${tables.length ? html`<div class="side">${tables.map((area) => areaView(area, "chip", context))}</div>` : nothing}
    ${tracks.length || aside.length ? html`<div class="tracks">${[...tracks, ...aside].map((area) => areaView(area, "chip", context))}</div>` : nothing}
  </section>`;
}

/**
 * What is yours: nameplate and numbers in one line with what lies before you; large only a hand, or what can be chosen.
 * @param {Panel} panel
 * @param {Context} context
 * @param {Company} company
 */
export function youView(panel, context, company) {
  const hands = panel.areas.filter((area) => area.pieces.length && (area.layout === "fan" || area.held || holdsLight(area, context)));
  const rest = panel.areas.filter((area) => !hands.includes(area));
  return html`<section class="you panel ${panel.active ? "active" : ""} ${panel.out ? "out" : ""}" aria-label="You">
    <div class="you-line">
      ${nameplate(panel, context, company)} ${statsView(panel)} ${marksView(panel)}
      ${rest.map((area) => areaView(area, "chip", context))}
    </div>
    ${hands.length ? html`<div class="hands ${hands.length > 1 ? "several" : ""}">${hands.map((area) => areaView(area, "hand", context))}</div>` : nothing}
  </section>`;
}
