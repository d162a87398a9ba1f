// Which lessons were learnt on this device. What cannot be read is ignored.
const KEY = "lessons";

/** @returns {Record<string, string[]>} titles by game */
export function progress() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" && Object.values(found).every(Array.isArray) ? found : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {string} title
 */
export function learnt(game, title) {
  const all = progress();
  all[game] = [...new Set([...(all[game] ?? []), title])];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a device that keeps nothing can learn all the same
  }
}
