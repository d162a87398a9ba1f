// With a mouse, a card that is pointed at, or named in a text, is shown at reading size beside the pointer.
import { render } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";

/** @typedef {import("./scene").Face} Face */

const WAIT = 450; // so long the pointer must rest
const WIDTH = 232;

/**
 * @param {HTMLElement} root
 * @param {(target: HTMLElement) => Face | null | undefined} faceOf the face of what is pointed at: `data-face` or `data-piece`
 */
export function peeking(root, faceOf) {
  const place = document.createElement("div");
  place.id = "peek";
  place.hidden = true;
  place.setAttribute("aria-hidden", "true");
  document.body.append(place);
  /** @type {number | undefined} */
  let timer;

  /** @type {Element | null} what the pointer is over */
  let over = null;

  function away() {
    clearTimeout(timer);
    place.hidden = true;
  }

  // only a pointer that moves points at something: what slides under a resting one does not open
  root.addEventListener("pointermove", (event) => {
    const target = /** @type {HTMLElement} */ (event.target).closest?.("[data-face], [data-piece]") ?? null;
    if (target === over || event.pointerType !== "mouse" || !(event.movementX || event.movementY)) return;
    over = target;
    away();
    if (!(target instanceof HTMLElement)) return;
    const face = faceOf(target);
    if (!face || (target.classList.contains("hand") && !face.text && !face.corner)) return; // there is no more to see
    timer = setTimeout(() => {
      if (!target.isConnected || !target.matches(":hover")) return;
      render(card(face, "full"), place);
      place.hidden = false;
      lay(place, target);
    }, WAIT);
  });
  for (const kind of ["pointerdown", "pointerleave"]) root.addEventListener(kind, away);
}

/**
 * Beside what is pointed at, where it covers least of what can be chosen.
 * @param {HTMLElement} place
 * @param {HTMLElement} target
 */
function lay(place, target) {
  const box = target.getBoundingClientRect();
  const height = place.offsetHeight;
  const across = Math.max(12, Math.min(innerHeight - height - 12, box.top + box.height / 2 - height / 2));
  const middle = Math.max(12, Math.min(innerWidth - WIDTH - 12, box.left + box.width / 2 - WIDTH / 2));
  const places = [
    [middle, box.top - height - 16],
    [box.right + 20, across],
    [box.left - WIDTH - 20, across],
    [middle, box.bottom + 16],
    [innerWidth - WIDTH - 24, 60],
    [16, 60],
  ].filter(([left, top]) => left >= 8 && left + WIDTH <= innerWidth - 8 && top >= 8 && top + height <= innerHeight - 8);
  const kept = [target, ...document.querySelectorAll("#table .lit, .prompt .button")].map((each) => each.getBoundingClientRect());
  const covered = places.map(([left, top]) =>
    kept.reduce((sum, each) => {
      const wide = Math.min(left + WIDTH, each.right) - Math.max(left, each.left);
      const high = Math.min(top + height, each.bottom) - Math.max(top, each.top);
      return sum + Math.max(0, wide) * Math.max(0, high);
    }, 0),
  );
  const [left, top] = places[covered.indexOf(Math.min(...covered))] ?? [middle, 12];
  place.style.left = `${left}px`;
  place.style.top = `${top}px`;
}

/**
 * The faces of a game's cards, whether seen on the table or not: what everybody may read in the rules.
 * @param {string | undefined} address
 * @returns {Promise<Face[]>}
 */
export const allFaces = async (address) => {
  const answer = await fetch(address ?? "");
  return answer.ok ? answer.json() : [];
};

/** @param {string} word */
const plain = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Finds words in a text, the longest first: cut by it, every second part is one of them.
 * @param {Iterable<string>} words
 * @param {string} flags
 */
export function finder(words, flags) {
  const sorted = [...words].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  return sorted.length ? new RegExp(`(?<![\\p{L}])(${sorted.map(plain).join("|")})(?![\\p{L}])`, flags) : /(?!)/;
}
