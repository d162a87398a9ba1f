// Motion: pieces glide from where they were, numbers flash with their difference, great moments get a banner. Never
// blocking, and absent where the reader of the page wants less motion.

/** @type {() => boolean} */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** @typedef {{places: Map<string, DOMRect>, decks: Map<string, DOMRect>, faces: Set<string>, stats: Map<string, string>}} Before */

/**
 * Where everything lies before the next scene is drawn.
 * @param {HTMLElement} root
 * @returns {Before}
 */
export function remember(root) {
  /** @type {Before} */
  const before = { places: new Map(), decks: new Map(), faces: new Set(), stats: new Map() };
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-piece]"))) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const id = element.dataset.piece ?? "";
    before.places.set(id, box);
    if (!element.querySelector(".back")) before.faces.add(id);
    const deck = element.dataset.back;
    if (deck && element.closest(".stack")) before.decks.set(deck, box);
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stat]"))) {
    before.stats.set(element.dataset.stat ?? "", element.textContent ?? "");
  }
  return before;
}

/**
 * Let everything that moved glide to its new place.
 * @param {HTMLElement} root
 * @param {Before} before
 */
export function glide(root, before) {
  if (still() || !before.places.size) return;
  let late = 0;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-piece]"))) {
    const id = element.dataset.piece ?? "";
    const now = element.getBoundingClientRect();
    if (!now.width) continue;
    const old = before.places.get(id);
    const from = old ?? (element.dataset.back ? before.decks.get(element.dataset.back) : undefined);
    const turned = old && !before.faces.has(id) && !element.querySelector(".back");
    if (turned) {
      element.animate(
        [{ rotate: "y 90deg" }, { rotate: "y 0deg" }],
        { duration: 420, delay: late * 30, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
      );
      late += 1;
    }
    if (!from) {
      if (!old) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220 });
      continue;
    }
    const dx = from.left + from.width / 2 - now.left - now.width / 2;
    const dy = from.top + from.height / 2 - now.top - now.height / 2;
    if (Math.hypot(dx, dy) < 3) continue;
    const scale = Math.max(0.3, Math.min(3, from.width / now.width));
    element.animate(
      [{ translate: `${dx}px ${dy}px`, scale: `${scale}`, zIndex: 20 }, { translate: "0 0", scale: "1", zIndex: 20 }],
      { duration: 220 + Math.min(180, Math.hypot(dx, dy) / 4), delay: late * 30, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
    );
    late = Math.min(late + 1, 12);
  }
}

/**
 * Numbers that changed flash once with their difference.
 * @param {HTMLElement} root
 * @param {Before} before
 */
export function flash(root, before) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stat]"))) {
    const old = before.stats.get(element.dataset.stat ?? "");
    const now = element.textContent ?? "";
    if (old === undefined || old === now) continue;
    if (!still()) element.animate([{ backgroundColor: "var(--wash)", color: "var(--gold-ink)" }, { backgroundColor: "transparent" }], { duration: 900 });
    const change = parseInt(now, 10) - parseInt(old, 10);
    if (!change || still()) continue;
    const sign = document.createElement("span");
    sign.className = `change ${change > 0 ? "up" : "down"}`;
    sign.setAttribute("aria-hidden", "true");
    sign.textContent = `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
    element.parentElement?.append(sign);
    sign.animate([{ opacity: 1, translate: "0 0" }, { opacity: 0, translate: "0 -18px" }], { duration: 1200 }).finished.finally(() =>
      sign.remove(),
    );
  }
}

/** What deserves a banner: by the event's name, the sign it is shown under. */
const GREAT = [
  [/^(challenged|thrusts|clashed|traitor|executioner)$/, "crossed-swords"],
  [/^(heart_broken|defeated|disaster)$/, "broken-heart"],
  [/^(completed|test_won|tournament_won|battle_won|won|ruler|ranked|match_over)$/, "laurels"],
  [/^(counter_fetched|sword_won)$/, "sword-in-stone"],
  [/^(promoted|event_revealed)$/, "knight-banner"],
  [/^highwayman$/, "cut-diamond"],
];

/**
 * The sign of a great moment, or "".
 * @param {string} event
 */
export function greatness(event) {
  for (const [names, sign] of GREAT) if (/** @type {RegExp} */ (names).test(event)) return /** @type {string} */ (sign);
  return "";
}

/**
 * Show a banner for a moment; a click or the next one takes it away.
 * @param {HTMLElement} place
 * @param {Node} content
 */
export function banner(place, content) {
  place.replaceChildren();
  if (still()) return;
  const element = document.createElement("div");
  element.className = "moment";
  element.append(content);
  element.addEventListener("click", () => element.remove());
  place.append(element);
  element
    .animate(
      [
        { opacity: 0, scale: "0.92" },
        { opacity: 1, scale: "1", offset: 0.2 },
        { opacity: 1, scale: "1", offset: 0.8 },
        { opacity: 0, scale: "1.02" },
      ],
      { duration: 900, easing: "ease-out" },
    )
    .finished.then(
      () => element.remove(),
      () => element.remove(),
    );
}
