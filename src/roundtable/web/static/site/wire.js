// The wire of a table that lives in a worker of this page: the same as one to a server, but for where it leads.
import { at } from "./address.js";
import { me } from "./me.js";
import { ask, home, worker } from "./work.js";

/** @typedef {import("./frames").ServerFrame} Frame */

const place = new URL(location.href).searchParams;
const table = place.get("id") ?? crypto.randomUUID().replaceAll("-", "").slice(0, 12);
home().dataset.replay = at(`/replay/${table}`);

export class Wire {
  constructor() {
    this.next = 1;
    /** @type {(frame: Frame) => void} */
    this.hear = () => {};
  }

  /**
   * @param {(frame: Frame) => void} hear
   * @param {(state: "open" | "lost") => void} tell
   */
  open(hear, tell) {
    this.hear = hear;
    const listen = (/** @type {import("./work.js").Told} */ message) => {
      if (message.is === "frame") this.hear(JSON.parse(message.text));
      else if (message.is === "trouble") this.bye(message.text);
    };
    this.begin(listen).then(
      () => tell("open"),
      (/** @type {Error} */ error) => this.bye(error.message),
    );
    document.addEventListener("submit", (event) => this.submit(event));
  }

  /**
   * Open the table of this address; one that is only described there is laid first.
   * @param {(message: import("./work.js").Told) => void} listen
   */
  async begin(listen) {
    worker(listen);
    if (!place.has("id")) {
      /** @type {Record<string, string[]>} */
      const form = {};
      for (const [name, value] of place) (form[name] ??= []).push(value);
      await ask("begin", { table, kind: place.getAll("open").at(-1) ?? "play", game: home().dataset.game, form, me: me() });
      history.replaceState(null, "", `?id=${table}`);
    }
    await ask("open", { table, me: me() });
  }

  /** @param {string} reason */
  bye(reason) {
    this.hear({ is: "bye", reason });
  }

  /**
   * The forms of a table are for the worker.
   * @param {SubmitEvent} event
   */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = new URL(form.action).pathname.split("/").at(-1) ?? "";
    if (form.method !== "post") return;
    event.preventDefault();
    /** @type {Record<string, string[]>} */
    const fields = {};
    for (const [field, value] of new FormData(form, event.submitter)) (fields[field] ??= []).push(String(value));
    try {
      const next = await ask(name, { form: fields });
      location.assign(next ? `?id=${next}` : fields.do?.[0] === "leave" ? at("/") : location.href);
    } catch (error) {
      this.hear({ is: "refusal", of: null, atom: "", reason: /** @type {Error} */ (error).message, rule: "" });
    }
  }

  /**
   * @param {Record<string, unknown>} message
   * @returns {boolean} whether it went out
   */
  send(message) {
    worker().postMessage({ do: "frame", text: JSON.stringify(message) });
    return true;
  }

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
export const scenes = async (seat, from, to) => JSON.parse(await ask("frames", { seat, from, to })).frames;
