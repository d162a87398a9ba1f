// What the table's page knows: what the server told, the answer being composed, what is open on the screen. Whoever
// changes it calls `changed`, and the page is drawn again.
import { roomy } from "./screen.js";
import { Wire } from "./wire.js";

/** @typedef {import("./frames").SceneFrame} SceneFrame */
/** @typedef {import("./frames").TableView} Table */
/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Face} Face */

/** @template {HTMLElement} E @param {string} id */
const element = (id) => /** @type {E} */ (document.getElementById(id));

export const root = /** @type {HTMLElement} */ (element("table"));
export const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
export const curtain = /** @type {HTMLDialogElement} */ (element("curtain"));
export const live = /** @type {HTMLElement} */ (element("live"));
export const stage = /** @type {HTMLElement} */ (element("stage"));

export const wire = new Wire(root.dataset.socket ?? "");

/** What the server told. */
export const told = {
  /** @type {Table | null} */ table: null,
  /** @type {SceneFrame | null} */ frame: null,
  /** @type {import("./frames").Sentence[]} */ log: [],
  /** @type {import("./frames").Message[]} */ chat: [],
  /** @type {Map<number, import("./frames").ClockView>} */ clocks: new Map(),
  clockAt: 0,
  /** @type {Map<string, Face>} faces by their titles in small letters */ faces: new Map(),
  /** the line is broken */ lost: false,
  /** no scene has come yet since the line was opened */ fresh: true,
  farewell: "",
};

/** The answer that is being composed, and what became of it. */
export const reply = {
  /** @type {Scene | null} the scene with the answer so far */ composed: null,
  /** @type {string[]} */ chosen: [],
  /** @type {string[]} where each chosen atom lay */ chosenOn: [],
  /** @type {{id: number, seq: number, seat: number, with: string[]} | null} */ sent: null,
  asking: false,
  refused: "",
  /** milliseconds until the only answer gives itself */ alone: 0,
  /** @type {import("./hint.js").Hint | null} */ hint: null,
  /** @type {import("./scene").Pick | null} asked about before it is done */ doubt: null,
  /** an answer was given at this table, which one may want to undo */ given: false,
};

/** What is open on the screen. */
export const open = {
  rail: roomy.matches && localStorage.getItem("rail") !== "folded",
  honour: true,
  /** @type {import("./reader.js").Reading | null} */ reading: null,
  /** @type {number | null} a player looked at closely */ near: null,
  muted: localStorage.getItem("mute") === "on",
  unread: 0,
  /** whatever is touched next is read, not chosen */ reads: false,
  /** all that happened since one's turn, not only the short list */ since: false,
  /** @type {"" | "since" | "settings" | "menu" | "legend"} what else the dialog shows */ sheet: "",
  /** @type {import("./scene").Outcome | null} looked at again */ outcome: null,
};

/** The scene as it is shown: with the answer so far. */
export const shown = () => reply.composed ?? told.frame?.scene ?? null;

/** @param {number} seat */
export const nameOf = (seat) => told.frame?.scene.panels.find((panel) => panel.seat === seat)?.name ?? told.table?.seats[seat]?.name ?? "";

/** The people at the table, by seat. */
export const people = () => new Map((told.table?.seats ?? []).map((seat) => [seat.seat, seat]));

/** Whether a bot answers for the seat we look through: then there is nothing to choose but to take it back. */
export const isHeld = () => told.table?.seats.find((seat) => seat.seat === told.frame?.seat)?.held ?? false;

let draw = () => {};

/** @param {() => void} drawing */
export function drawnBy(drawing) {
  draw = drawing;
}

/** What is known has changed: draw it. */
export const changed = () => draw();
