// Reading comes before choosing: a long press reads whatever lies under the finger and never chooses it.

const LONG = 450; // milliseconds
const SLIP = 10; // pixels a finger may move meanwhile

/**
 * @param {HTMLElement} root
 * @param {(thing: Element) => void} reads
 */
export function longPress(root, reads) {
  let timer = 0;
  let swallow = false;
  let at = [0, 0];
  root.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    swallow = false;
    const thing = /** @type {Element} */ (event.target).closest?.("[data-piece], [data-spot]");
    if (event.pointerType === "mouse" || !thing) return;
    at = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      swallow = true;
      reads(thing);
    }, LONG);
  });
  root.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - at[0], event.clientY - at[1]) > SLIP) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => clearTimeout(timer));
  root.addEventListener("contextmenu", (event) => {
    if (swallow || /** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
  });
  // the finger that has read something is lifted: that is no touch of its own
  addEventListener(
    "click",
    (event) => {
      if (!swallow || !event.isTrusted) return;
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
