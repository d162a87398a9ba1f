// The socket of a table: connects, reconnects with patience, and never loses an answer that was not acknowledged.

/** @typedef {import("./frames").ServerFrame} Frame */

const ASK = 15_000; // so often a quiet line is asked whether it is still there
const PATIENCE = 1200; // so long a word may remain without any answer before the line is asked
const DEAF = 1700; // and so long that may take: a dead line is noticed within three seconds of a click

/**
 * Parts of a scene, or of one of its panels; numbers are places among those before.
 * @param {any[]} parts
 * @param {any[] | undefined} before
 * @returns {any[]}
 */
function putBack(parts, before) {
  return parts.map((part) => {
    if (typeof part === "number") return before?.[part];
    if (!part.area) return part;
    return { ...part.area, spots: typeof part.spots === "number" ? before?.[part.spots].spots : part.spots };
  });
}

export class Wire {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** @type {(frame: Frame) => void} */
    this.hear = () => {};
    /** @type {(state: "open" | "lost") => void} */
    this.tell = () => {};
    this.tries = 0;
    this.next = 1;
    /** @type {number | undefined} runs while an answer is awaited */
    this.deaf = undefined;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {import("./scene").Scene | null} the last whole scene: the next one names what is still as it was */
    this.scene = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {(frame: Frame) => void} hear
   * @param {(state: "open" | "lost") => void} tell
   */
  open(hear, tell) {
    this.hear = hear;
    this.tell = tell;
    addEventListener("online", () => this.again(0));
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.again(0);
    });
    setInterval(() => this.send({ do: "ping" }), ASK);
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?brief=1`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.tell("open");
    };
    socket.onmessage = (event) => {
      clearTimeout(this.deaf);
      this.deaf = undefined;
      this.hear(this.whole(JSON.parse(event.data)));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /** Nothing has come back: is anybody there? */
  doubt() {
    this.socket?.send(JSON.stringify({ do: "ping" }));
    this.deaf = setTimeout(() => this.lose(), DEAF);
  }

  /** The line is dead, whatever the browser thinks of it: say so and try again. */
  lose() {
    clearTimeout(this.deaf);
    this.deaf = undefined;
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    this.tell("lost");
    this.tries += 1;
    this.again(Math.min(10_000, 300 * 2 ** Math.min(this.tries, 6)) * (0.7 + Math.random() * 0.6));
  }

  /**
   * A frame whose scene has all its parts: numbers are places in the scene before it.
   * @param {any} frame
   * @returns {Frame}
   */
  whole(frame) {
    if (frame.is !== "scene" && frame.is !== "prompt") return frame;
    const before = this.scene;
    frame.scene.areas = putBack(frame.scene.areas, before?.areas);
    frame.scene.panels = frame.scene.panels.map((/** @type {any} */ part) => {
      if (typeof part === "number") return before?.panels[part];
      if (!part.panel) return part; // a whole one, from who has no use for brevity
      const had = before?.panels.find((each) => each.seat === part.panel.seat);
      return { ...part.panel, areas: putBack(part.areas, had?.areas) };
    });
    if (frame.is === "scene") this.scene = frame.scene;
    return frame;
  }

  /** @param {number} wait */
  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.socket || this.socket.readyState > WebSocket.OPEN) this.connect();
    }, wait);
  }

  /**
   * @param {Record<string, unknown>} message
   * @returns {boolean} whether it went out
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.deaf ??= setTimeout(() => this.doubt(), PATIENCE);
    return true;
  }

  /** A number for a message whose refusal we want to recognise. */
  number() {
    return this.next++;
  }
}

/**
 * Scenes of a replay.
 * @param {string} seat
 * @param {number} from
 * @param {number} to
 * @returns {Promise<import("./frames").SceneFrame[]>}
 */
export async function scenes(seat, from, to) {
  const { data } = /** @type {HTMLElement} */ (document.getElementById("table")).dataset;
  const answer = await fetch(`${data}?seat=${seat}&from=${from}&to=${to}`);
  return (await answer.json()).frames;
}
