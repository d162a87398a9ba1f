// Which lessons were learnt, which puzzles solved and what the coach has explained on this device. What cannot be read
// is ignored.
const LESSONS = "lessons";
const COACHED = "coached";

/** @param {string} key @returns {Record<string, string[]>} names by game */
function kept(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}");
    return found && typeof found === "object" && Object.values(found).every(Array.isArray) ? found : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {string} game
 * @param {string} name
 */
function keep(key, game, name) {
  const all = kept(key);
  all[game] = [...new Set([...(all[game] ?? []), name])];
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // a device that keeps nothing can learn all the same
  }
}

/** Titles of lessons and puzzles by game. */
export const progress = () => kept(LESSONS);

/** @param {string} game @param {string} title */
export const learnt = (game, title) => keep(LESSONS, game, title);

/** @param {string} game */
export const coached = (game) => kept(COACHED)[game] ?? [];

/** @param {string} game @param {string} key of a tip */
export const noteCoached = (game, key) => keep(COACHED, game, key);
