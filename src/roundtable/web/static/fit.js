// What lies on the table is as large as there is room for: the board never has to be scrolled on a desk.
import { narrow } from "./screen.js";

const LEAST = 0.6;
const MOST = 2;
const LOOKS = 6; // halvings between the two
const STEADY = 1.15; // a size that fits is kept unless one so much larger fits too

const EDGE = 8; // signs and turned cards may stick out by so much

/** @param {Element} box */
function holds(box) {
  const outer = box.getBoundingClientRect();
  return [...box.querySelectorAll(".piece, .area-head, .spot")].every((thing) => {
    const inner = thing.getBoundingClientRect();
    return inner.left >= outer.left - EDGE && inner.right <= outer.right + EDGE && inner.bottom <= outer.bottom + EDGE;
  });
}

/** @type {{scene: unknown, width: number, height: number}} */
let last = { scene: null, width: 0, height: 0 };
let kept = 0;

/**
 * @param {HTMLElement} root
 * @param {unknown} scene what is drawn: as long as that and its room are the same, nothing is measured again
 */
export function fit(root, scene) {
  const felt = /** @type {HTMLElement | null} */ (root.querySelector(".felt"));
  const board = felt?.querySelector(".board");
  if (!felt || !board) return;
  if (scene === last.scene && board.clientWidth === last.width && board.clientHeight === last.height) return;
  if (narrow.matches) felt.style.removeProperty("--fit");
  else grow(felt, board);
  last = { scene, width: board.clientWidth, height: board.clientHeight };
}

/**
 * @param {HTMLElement} felt
 * @param {Element} board
 */
function grow(felt, board) {
  const fits = (/** @type {number} */ size) => {
    felt.style.setProperty("--fit", size.toFixed(3));
    return board.scrollHeight <= board.clientHeight + 1 && [...board.querySelectorAll(".spread")].every(holds);
  };
  if (kept && kept < MOST && !fits(Math.min(MOST, kept * STEADY)) && fits(kept)) return;
  let [low, high] = [LEAST, MOST];
  if (fits(high)) low = high;
  for (let i = 0; i < LOOKS && low < high; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  kept = low;
  fits(low);
}
