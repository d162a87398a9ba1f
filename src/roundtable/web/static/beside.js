// A note beside something on the table: it never lies over what one wants to touch.
import { placesOf } from "./motion.js";
import { root } from "./store.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const GAP = 14; // between the note and what it speaks of
const EDGE = 8; // of the screen
export const LIT = ".lit:is([data-piece], [data-spot])";

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Places that one may want to touch, and how much it matters that they stay free. @returns {[Box, number][]} */
function precious() {
  /** @type {[Box, number][]} */
  const boxes = [];
  for (const each of root.querySelectorAll(`${LIT}, .prompt .button`)) boxes.push([each.getBoundingClientRect(), 6]);
  for (const each of root.querySelectorAll(".prompt, .you .hands")) boxes.push([each.getBoundingClientRect(), 2]);
  return boxes;
}

/**
 * Put a note beside what it speaks of, and a ring around that; where that is not to be seen, anywhere out of the way.
 * @param {HTMLElement} note
 * @param {HTMLElement} ring
 * @param {Element | null} at
 */
export function putBeside(note, ring, at) {
  const box = at?.getBoundingClientRect();
  const visible = box && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  ring.hidden = !visible;
  const { offsetWidth: width, offsetHeight: height } = note;
  const [right, bottom] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
  /** @type {[number, number][]} */
  const places = [];
  for (const x of [EDGE, right / 2, right]) for (const y of [EDGE + 48, bottom / 4, bottom / 2, (3 * bottom) / 4, bottom]) places.push([x, y]);
  if (visible) {
    ring.style.left = `${box.left - 4}px`;
    ring.style.top = `${box.top - 4}px`;
    ring.style.width = `${box.width + 8}px`;
    ring.style.height = `${box.height + 8}px`;
    const [mx, my] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
    places.unshift([mx, box.top - height - GAP], [mx, box.bottom + GAP], [box.right + GAP, my], [box.left - width - GAP, my]);
    places.push([box.left, box.top - height - GAP], [box.right - width, box.top - height - GAP], [box.left, box.bottom + GAP], [box.right - width, box.bottom + GAP]);
  }
  const keep = precious();
  let [best, least] = [places[0], Infinity];
  for (const [px, py] of places) {
    const x = Math.max(EDGE, Math.min(right, px));
    const y = Math.max(EDGE, Math.min(bottom, py));
    const here = { left: x, top: y, right: x + width, bottom: y + height };
    let cost = visible ? 12 * overlap(here, box) : 0;
    for (const [other, weight] of keep) cost += weight * overlap(here, other);
    if (visible) cost += 40 * Math.hypot(x + width / 2 - box.left - box.width / 2, y + height / 2 - box.top - box.height / 2);
    if (cost < least) [best, least] = [[x, y], cost];
  }
  note.style.left = `${best[0]}px`;
  note.style.top = `${best[1]}px`;
}

/**
 * The page has moved under a note: put it in its place again, once for each picture that is drawn.
 * @param {() => void} place
 */
export function followPage(place) {
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      place();
    });
  };
  addEventListener("resize", soon);
  addEventListener("scroll", soon, { capture: true, passive: true });
}

/**
 * A note that lies over the page, and its ring; both are hidden at first.
 * @param {string} id
 * @param {string} label for those who hear the page
 */
export function newNote(id, label) {
  const note = document.createElement("section");
  note.id = id;
  note.className = "beside";
  note.hidden = true;
  note.setAttribute("aria-label", label);
  const ring = document.createElement("div");
  ring.className = "pointed";
  ring.hidden = true;
  ring.setAttribute("aria-hidden", "true");
  document.body.append(ring, note);
  return { note, ring };
}

/**
 * Where on the table something is seen: the last of these places that is drawn.
 * @param {readonly string[]} ids of panels, pieces, spots or areas
 * @returns {Element | null}
 */
export function placeOf(ids) {
  return placesOf(root, ids).findLast((each) => each !== null && each !== undefined) ?? null;
}
