// The socket of a table: connects, reconnects with patience, and never loses an answer that was not acknowledged.

/** @typedef {import("./frames").ServerFrame} Frame */

const SILENCE = 45_000; // after so long without a word the connection is taken for lost

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
    this.heard = Date.now();
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
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.again(0);
    });
    setInterval(() => this.watch(), 15_000);
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?brief=1`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.tell("open");
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(this.whole(JSON.parse(event.data)));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.tell("lost");
      this.tries += 1;
      this.again(Math.min(10_000, 300 * 2 ** Math.min(this.tries, 6)) * (0.7 + Math.random() * 0.6));
    };
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

  watch() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.send({ do: "ping" });
  }

  /**
   * @param {Record<string, unknown>} message
   * @returns {boolean} whether it went out
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** A number for a message whose refusal we want to recognise. */
  number() {
    return this.next++;
  }
}
