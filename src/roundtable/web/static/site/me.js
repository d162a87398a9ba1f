// Name and arms of who plays here, kept by this browser.
const KEY = "me";

/** @typedef {{name: string, colour: string, pattern: string, charge: string}} Me */

/** @returns {string} as Python reads it */
export function me() {
  try {
    return localStorage.getItem(KEY) ?? "{}";
  } catch {
    return "{}";
  }
}

/** @returns {Partial<Me>} */
export function mine() {
  try {
    const found = JSON.parse(me());
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {Partial<Me>} changes */
export function rename(changes) {
  localStorage.setItem(KEY, JSON.stringify({ ...mine(), ...changes }));
}
