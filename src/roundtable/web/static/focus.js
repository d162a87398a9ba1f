// Where the eye and the keyboard are: focus is never lost, and what can be chosen is never out of sight.
import { curtain, dialog, open, root, told } from "./store.js";

/** @param {string} selector */
export function focusOn(selector) {
  /** @type {HTMLElement | null} */ (root.querySelector(selector))?.focus({ preventScroll: true });
}

/** What can be chosen must not lie out of sight: if less than half of what is lit is on the screen, go there. */
export function bringIntoSight() {
  const lit = [...root.querySelectorAll(".lit:is([data-piece], [data-spot])")];
  const [top, bottom] = [root.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0, root.querySelector(".prompt")?.getBoundingClientRect().top ?? innerHeight];
  const seen = lit.filter((each) => {
    const box = each.getBoundingClientRect();
    return each.closest(".you") ? box.top < innerHeight - 40 : box.top >= top && box.bottom <= bottom;
  });
  if (2 * seen.length < lit.length) lit[0].scrollIntoView({ block: "center", behavior: "instant" });
  follow();
}

/** A map that is larger than the screen is panned to where the decision is. */
function follow() {
  const map = root.querySelector(".lay-ring");
  const lit = [...(map?.querySelectorAll(".lit") ?? [])].map((each) => each.getBoundingClientRect());
  if (!map || !lit.length || map.scrollWidth <= map.clientWidth) return;
  const middle = (Math.min(...lit.map((box) => box.left)) + Math.max(...lit.map((box) => box.right))) / 2;
  map.scrollLeft += middle - (map.getBoundingClientRect().left + map.clientWidth / 2);
}

/** Focus never falls to the body: when what had it is gone, the question has it. */
export function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return;
  if (!dialog.open && !curtain.open) focusOn(told.frame?.over && open.honour ? "#ask-end" : "#ask");
}
