// What this browser keeps: tables and their logs, which hold the truth and are read in the worker alone, and the list of
// matches, which is all that a page reads. A write is done when it is on disk.

/** @typedef {{id: string, game: string, title: string, state: string, stands: string, result: string, created: number, seats: string[], arms: import("./scene").Arms[]}} Entry */

const NAME = "roundtable";
const VERSION = 1;

export const BLOCKED = "This browser does not let this page keep anything, so no match can be kept. Allow it to store data for this page, or leave its private mode.";
const FULL = "The storage of this browser is full, so this was not kept. Free some space or delete old matches; nothing that was kept before is lost.";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore("tables", { keyPath: "id" });
      db.createObjectStore("log", { keyPath: ["id", "n"] });
      db.createObjectStore("list", { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a later version of the site wants to begin
      done(request.result);
    };
    request.onerror = () => fail(new Error(BLOCKED));
    request.onblocked = () => fail(new Error("Close the other pages of this site, then load this one again."));
  });
  return opened;
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/**
 * Do something in one go: all of it is on disk afterwards, or nothing was changed.
 * @template T
 * @param {string[]} stores
 * @param {"readonly" | "readwrite"} mode
 * @param {(at: (name: string) => IDBObjectStore) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function together(stores, mode, work) {
  let db;
  try {
    db = await open();
  } catch (error) {
    opened = null;
    throw error instanceof DOMException ? new Error(BLOCKED) : error;
  }
  const transaction = db.transaction(stores, mode, { durability: "strict" });
  const end = new Promise((done, fail) => {
    transaction.oncomplete = () => done(null);
    transaction.onabort = () => fail(transaction.error?.name === "QuotaExceededError" ? new Error(FULL) : (transaction.error ?? new Error("This was not kept; look again.")));
  });
  end.catch(() => undefined);
  let found;
  try {
    found = await work((name) => transaction.objectStore(name));
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // it has ended by itself
    }
    throw error instanceof DOMException && error.name === "QuotaExceededError" ? new Error(FULL) : error;
  }
  await end;
  return found;
}

const ALL = ["tables", "log", "list"];

/** @param {string} id */
const logOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/**
 * A table as Python reads it; "" if there is none.
 * @param {string} id
 * @returns {Promise<string>}
 */
export const load = (id) =>
  together(["tables", "log"], "readonly", async (at) => {
    const [row, log] = await Promise.all([result(at("tables").get(id)), result(at("log").getAll(logOf(id)))]);
    if (!row) return "";
    const records = log.map((line, n) => {
      if (line.n !== n) throw new Error("A part of this match is missing in the browser's storage. Nothing was changed.");
      return line.record;
    });
    return JSON.stringify({ doc: row.doc, head: row.head, chat: row.chat, log: records });
  });

/**
 * A new table.
 * @param {{row: string, entry: Entry}} added
 */
export const add = ({ row, entry }) =>
  together(ALL, "readwrite", async (at) => {
    const { doc, head, chat, log } = JSON.parse(row);
    at("tables").add({ id: doc.id, doc, head, chat, version: doc.version });
    at("list").add(entry);
    log.forEach((/** @type {unknown} */ record, /** @type {number} */ n) => at("log").add({ id: doc.id, n, record }));
    return doc.id;
  });

export const OTHER = "Another page has played on at this table.";

/**
 * What a table wants written.
 * @param {string} id
 * @param {any} write
 */
export const write = (id, write) =>
  together(ALL, "readwrite", async (at) => {
    if (write.do === "append") {
      if ((await result(at("log").count(logOf(id)))) !== write.seq) throw new Error(OTHER);
      write.records.forEach((/** @type {unknown} */ record, /** @type {number} */ i) => at("log").add({ id, n: write.seq + i, record }));
      at("list").put(write.entry);
      return;
    }
    const row = await result(at("tables").get(id));
    if (!row) throw new Error("This match is no longer there.");
    if (write.do === "save") {
      if (row.version !== write.version) throw new Error(OTHER);
      at("tables").put({ ...row, doc: write.doc, version: write.doc.version });
      at("list").put(write.entry);
    } else {
      at("tables").put({ ...row, chat: [...(row.chat ?? []), write.message].slice(-write.kept) });
    }
  });

/** @param {string} id */
export const remove = (id) =>
  together(ALL, "readwrite", async (at) => {
    at("tables").delete(id);
    at("list").delete(id);
    at("log").delete(logOf(id));
  });

/** @returns {Promise<Entry[]>} the matches, the latest first */
export const list = () =>
  together(["list"], "readonly", async (at) => {
    const found = /** @type {Entry[]} */ (await result(at("list").getAll()));
    return found.filter((entry) => entry && typeof entry.id === "string" && Array.isArray(entry.seats)).sort((a, b) => b.created - a.created);
  });

/** @returns {Promise<string[]>} the ids of all tables, also of those that are not listed */
export const ids = () => together(["tables"], "readonly", async (at) => /** @type {string[]} */ (await result(at("tables").getAllKeys())));
