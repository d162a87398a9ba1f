// The worker of a page: has the table, which knows everything, and sends the page what its seat may see.
import * as keeping from "./keeping.js";
import { python } from "./python.js";
import { Thinkers } from "./thinkers.js";

const ready = python();
const others = new BroadcastChannel("roundtable");

/** @type {any} a `SiteHost` */
let host = null;
let id = "";
let running = false;
let again = false;
/** @type {number | undefined} */
let timer;
/** @type {((reason: string) => void)[]} who waits for a change of the table */
const waiting = [];

const now = () => performance.now() / 1000;
const today = () => Date.now() / 1000;

/** @param {string} text */
const trouble = (text) => postMessage({ is: "trouble", text });

const thinkers = new Thinkers((key, answer) => {
  host?.thought(key, answer);
  run();
});

/** Let the table do all it can; what it wants written is on disk before it goes on. */
async function run() {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    let todo = JSON.parse(host.run(now()));
    carry(todo);
    while (todo.write) {
      await keep(todo.write);
      todo = JSON.parse(host.run(now()));
      carry(todo);
    }
    clearTimeout(timer);
    if (todo.wake !== null) timer = setTimeout(run, Math.max(0, (todo.wake - now()) * 1000));
  }
  running = false;
}

/** @param {any} todo */
function carry(todo) {
  for (const text of todo.frames) postMessage({ is: "frame", text });
  thinkers.drop(todo.drop);
  for (const key of todo.think) thinkers.think(key, host.parcel(key).toJs());
  for (const reason of todo.done) waiting.shift()?.(reason);
  if (todo.news) others.postMessage(id);
}

/** @param {any} write */
async function keep(write) {
  try {
    if (write.do === "load") host.written("", await keeping.load(id));
    else {
      await keeping.write(id, write);
      host.written();
    }
  } catch (error) {
    host.written(error instanceof Error ? error.message : String(error));
  }
}

others.onmessage = (/** @type {MessageEvent<string>} */ { data }) => {
  if (data !== id || !host) return;
  host.refresh();
  run();
};

/** @param {string} answer of Python */
function checked(answer) {
  const found = JSON.parse(answer);
  if (found.refused) throw new Error(found.refused);
  return found;
}

/** @param {string} id */
async function stored(id) {
  const row = await keeping.load(id);
  if (!row) throw new Error("There is no such match in this browser.");
  return row;
}

/** What a page may want: each answers, or throws a sentence. @type {Record<string, (data: any) => Promise<any>>} */
const wishes = {
  async begin({ table, kind, game, form, me }) {
    await keeping.ids(); // a browser that keeps nothing says so before the games are loaded
    await keeping.add(checked((await ready).new_table(table, kind, game, JSON.stringify(form), me, today())));
  },
  async open({ table, me }) {
    const row = await stored(table);
    const found = (await ready).SiteHost(row, me, Thinkers.cores);
    [host, id] = [found, table];
    if (found.searches) thinkers.warm();
    run();
  },
  async leave({ form }) {
    host.leave(JSON.stringify(form));
    return changed();
  },
  async rematch() {
    const found = checked(host.rematch(today()));
    if (found.id) return found.id;
    const next = await keeping.add(found);
    host.note_rematch(next);
    await changed();
    return next;
  },
  async replay({ table }) {
    const row = await stored(table);
    host = (await ready).Replay(row);
    return { answers: host.answers, file: await fileOf(row) };
  },
  async frames({ seat, from, to }) {
    return host.frames(seat, from, to);
  },
  async file({ table }) {
    return fileOf(await stored(table));
  },
  async files() {
    const rows = await Promise.all((await keeping.ids()).map((each) => keeping.load(each).catch(() => "")));
    const all = (await ready).all_files(rows.filter(Boolean));
    return { name: "round-table-matches.zip", blob: new Blob([all.toJs()], { type: "application/zip" }) };
  },
  async take({ name, bytes }) {
    const module = await ready;
    const texts = checked(module.texts_of(name, new Uint8Array(bytes))).texts;
    const rows = texts.map((/** @type {string} */ text) => checked(module.of_file(text, today())));
    const taken = [];
    for (const row of rows) taken.push(await keeping.add(row));
    return taken;
  },
};

/** The match file goes to the page as a file, which it hands on without reading it. @param {string} row */
async function fileOf(row) {
  const { name, text } = checked((await ready).file_of(row));
  return { name, blob: new Blob([text], { type: "application/octet-stream" }) };
}

/** @returns {Promise<void>} when the table has been changed */
function changed() {
  const done = new Promise((yes, no) => waiting.push((reason) => (reason ? no(new Error(reason)) : yes(undefined))));
  run();
  return /** @type {Promise<void>} */ (done);
}

onmessage = async ({ data }) => {
  if (data.do === "frame") {
    host?.hear(data.text);
    if (host) run();
    return;
  }
  try {
    postMessage({ is: "reply", n: data.n, value: await wishes[data.do](data) });
  } catch (error) {
    postMessage({ is: "reply", n: data.n, refused: sentence(error) });
  }
};

/** What went wrong, for people: of a fault in Python only its last line. @param {unknown} error */
function sentence(error) {
  const words = error instanceof Error ? error.message : String(error);
  return words.trim().split("\n").at(-1)?.replace(/^[\w.]+(Error|Refused|Exception): /, "") ?? "";
}

ready.catch((error) => trouble(`The games could not be loaded: ${sentence(error)}`));
