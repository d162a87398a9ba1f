// Motion: pieces glide from where they were, numbers flash with their difference, great moments play out. Never
// blocking, and absent where the reader of the page wants less motion.
import { html, render } from "./vendor/lit/lit-html.js";
import { still } from "./settings.js";
import { icon } from "./symbols.js";

/** @typedef {{places: Map<string, DOMRect>, decks: Map<string, DOMRect>, tokens: Map<string, string[]>, faces: Set<string>, stats: Map<string, string>}} Before */

/**
 * Where everything lies before the next scene is drawn.
 * @param {HTMLElement} root
 * @returns {Before}
 */
export function remember(root) {
  /** @type {Before} */
  const before = { places: new Map(), decks: new Map(), tokens: new Map(), faces: new Set(), stats: new Map() };
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-piece]"))) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const id = element.dataset.piece ?? "";
    before.places.set(id, box);
    if (!element.querySelector(".back")) before.faces.add(id);
    if (element.dataset.alike) before.tokens.set(element.dataset.alike, [...(before.tokens.get(element.dataset.alike) ?? []), id]);
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
  // a gem that is gone here and one that has come there: it has travelled
  const gone = new Map([...before.tokens].map(([kind, ids]) => [kind, ids.filter((id) => !root.querySelector(`[data-piece="${CSS.escape(id)}"]`))]));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-piece]"))) {
    const id = element.dataset.piece ?? "";
    const now = element.getBoundingClientRect();
    if (!now.width) continue;
    const old = before.places.get(id);
    const left = old ? undefined : gone.get(element.dataset.alike ?? "")?.pop();
    const from = old ?? (left ? before.places.get(left) : undefined) ?? (element.dataset.back ? before.decks.get(element.dataset.back) : undefined);
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

/** @typedef {import("./scene").Moment} Moment */

const LENGTH = 900;
const EASE = "cubic-bezier(.2,.8,.2,1)";

/**
 * How the sign moves: swords clash, a heart breaks in two, a banner unfurls, a sword rises, a gem gleams.
 * Where there are two, the second is the mirror image or the other half of the first.
 * @type {Record<Moment["motion"], Keyframe[][]>}
 */
const PLAYS = {
  clash: [
    [{ translate: "-40px 0", rotate: "-50deg" }, { translate: "-8px 0", rotate: "0deg", offset: 0.3 }, { translate: "-20px 0", rotate: "-8deg", offset: 0.45 }, { translate: "-10px 0", rotate: "0deg" }],
    [{ translate: "40px 0", rotate: "50deg", scale: "-1 1" }, { translate: "8px 0", rotate: "0deg", scale: "-1 1", offset: 0.3 }, { translate: "20px 0", rotate: "8deg", scale: "-1 1", offset: 0.45 }, { translate: "10px 0", rotate: "0deg", scale: "-1 1" }],
  ],
  break: [
    [{ clipPath: "inset(0 50% 0 0)", translate: "0 0" }, { clipPath: "inset(0 50% 0 0)", translate: "0 0", offset: 0.35 }, { clipPath: "inset(0 50% 0 0)", translate: "-14px 6px", rotate: "-12deg" }],
    [{ clipPath: "inset(0 0 0 50%)", translate: "0 0" }, { clipPath: "inset(0 0 0 50%)", translate: "0 0", offset: 0.35 }, { clipPath: "inset(0 0 0 50%)", translate: "14px 6px", rotate: "12deg" }],
  ],
  unfurl: [[{ scale: "0.2 1", opacity: 0 }, { scale: "1", opacity: 1, offset: 0.4 }, { scale: "1" }]],
  rise: [[{ translate: "0 40px", opacity: 0 }, { translate: "0 -4px", opacity: 1, offset: 0.5 }, { translate: "0 0" }]],
  gleam: [[{ scale: "0.6", filter: "brightness(1)" }, { scale: "1.15", filter: "brightness(1.9)", offset: 0.4 }, { scale: "1", filter: "brightness(1)" }]],
};

/**
 * Where on the table these are drawn; a player is the whole panel.
 * @param {HTMLElement} root
 * @param {readonly string[]} ids of panels, pieces, spots or areas
 */
export const placesOf = (root, ids) =>
  ids
    .map((id) => root.querySelector(`[data-piece="${CSS.escape(id)}"], [data-spot="${CSS.escape(id)}"], [data-area="${CSS.escape(id)}"]`))
    .map((each) => (each?.classList.contains("nameplate") ? each.closest(".panel") : each));

/**
 * Something happened there: it gleams for a moment, and a great moment shows its sign at its corner, beside what it is
 * about.
 * @param {HTMLElement} root
 * @param {HTMLElement} stage
 * @param {string[]} ids of panels, pieces, spots or areas
 * @param {Moment | null} great
 */
export function pointOut(root, stage, ids, great) {
  if (still()) return;
  const places = placesOf(root, ids);
  for (const place of places) place?.animate([{ filter: "drop-shadow(0 0 10px var(--gold))" }, { filter: "none" }], { duration: 1200, easing: "ease-in" });
  const at = places.at(-1) ?? root.querySelector(".board");
  if (!great || !at) return;
  const box = at.getBoundingClientRect();
  const element = document.createElement("div");
  element.className = `moment ${great.motion}`;
  render(html`${PLAYS[great.motion].map(() => icon(great.icon))}`, element);
  element.style.left = `${Math.min(innerWidth - 64, Math.max(4, box.right - 32))}px`;
  element.style.top = `${Math.max(4, box.top - 20)}px`;
  stage.append(element);
  element.querySelectorAll(".icon").forEach((sign, i) => sign.animate(PLAYS[great.motion][i], { duration: LENGTH, easing: EASE, fill: "both" }));
  element.animate([{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], { duration: 2 * LENGTH }).finished.finally(() => element.remove());
}
