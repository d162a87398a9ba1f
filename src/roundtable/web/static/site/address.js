// Addresses of a site without a server: folders with an index, tables and replays by a query.
const root = new URL("../../", import.meta.url).pathname;

/**
 * @param {string} path as a server has it
 * @param {string} [game] of a table or a replay
 */
export function at(path, game = document.getElementById("table")?.dataset.game ?? "") {
  const [, kind = "", id = "", ...rest] = path.split("/");
  if (!kind) return root;
  if (kind === "table" || kind === "replay") return `${root}${kind}/${game}/?id=${id}`;
  return `${root}${[kind, id, ...rest].filter(Boolean).join("/")}/`;
}
