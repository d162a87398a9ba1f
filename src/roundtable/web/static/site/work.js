// The worker of this page, and how it is asked for something.

/** @typedef {{is: "frame" | "trouble", text: string}} Told */

/** @type {Worker | null} */
let made = null;
let count = 0;
/** @type {Map<number, {done: (value: any) => void, fail: (error: Error) => void}>} */
const asked = new Map();
/** @type {(message: Told) => void} */
let listener = () => {};

export const UNABLE = "This browser cannot run the games: it needs WebAssembly, module workers and storage. A browser of the last years has them.";

/** The element of the page that says where it stands. */
export const home = () => /** @type {HTMLElement} */ (document.getElementById("table") ?? document.body);

/** @param {(message: Told) => void} [listen] @returns {Worker} */
export function worker(listen) {
  if (listen) listener = listen;
  if (made) return made;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof indexedDB !== "object") throw new Error(UNABLE);
  made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => {
    if (data.is !== "reply") return listener(data);
    const waits = asked.get(data.n);
    asked.delete(data.n);
    if (data.refused) waits?.fail(new Error(data.refused));
    else waits?.done(data.value);
  };
  made.onerror = (event) => {
    event.preventDefault();
    const error = new Error(event.message ? `The games could not be loaded: ${event.message}` : UNABLE);
    listener({ is: "trouble", text: error.message });
    for (const waits of asked.values()) waits.fail(error);
    asked.clear();
  };
  return made;
}

/**
 * @param {string} wish
 * @param {Record<string, unknown>} details
 * @returns {Promise<any>}
 */
export function ask(wish, details = {}) {
  return new Promise((done, fail) => {
    try {
      const n = ++count;
      const sent = worker();
      asked.set(n, { done, fail });
      sent.postMessage({ do: wish, n, ...details });
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
