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

  /** @param {Event} event */
  function point(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest?.("[data-face], [data-piece]");
    clearTimeout(timer);
    place.hidden = true;
    if (!(target instanceof HTMLElement) || event.type !== "pointerover" || /** @type {PointerEvent} */ (event).pointerType !== "mouse") return;
    const face = faceOf(target);
    if (!face || (target.classList.contains("hand") && !face.text && !face.corner)) return; // there is no more to see
    timer = setTimeout(() => {
      render(card(face, "full"), place);
      place.hidden = false;
      const box = target.getBoundingClientRect();
      const left = box.left > innerWidth / 2 ? box.left - WIDTH - 20 : box.right + 20;
      place.style.left = `${Math.max(8, left)}px`;
      place.style.top = `${Math.max(12, Math.min(innerHeight - place.offsetHeight - 12, box.top + box.height / 2 - 160))}px`;
    }, WAIT);
  }
  for (const kind of ["pointerover", "pointerout", "pointerdown"]) root.addEventListener(kind, point);
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
