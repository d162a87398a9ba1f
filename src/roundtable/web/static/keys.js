// Playing with the keyboard: Tab goes through what can be chosen, arrows walk over everything that lies near.

const WALK = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * @param {HTMLElement} root
 * @param {() => void} back what Escape does
 */
export function roam(root, back) {
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") back();
    const way = WALK[/** @type {keyof typeof WALK} */ (event.key)];
    const from = /** @type {HTMLElement} */ (event.target).closest?.("[data-piece], [data-spot]");
    if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const other of root.querySelectorAll("[data-piece]:not([aria-hidden]), [data-spot]")) {
      if (other === from) continue;
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      if (along < 4 || aside > along * 2.5) continue;
      const far = along + aside * 2;
      if (far < least) {
        least = far;
        best = other;
      }
    }
    if (best) {
      event.preventDefault();
      /** @type {HTMLElement | SVGElement} */ (best).focus();
    }
  });
}
