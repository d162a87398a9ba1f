// The legend: what stats and signs mean, in a sentence with its paragraph. It is shown where somebody points, tabs or
// taps, and as a whole in a dialog. The table frame brings it.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { icon } from "./symbols.js";

/** @typedef {import("./scene").Meaning} Meaning */

const POINTED = "[data-means]";
const note = document.createElement("div");
note.id = "meaning";
note.className = "meaning";
note.role = "tooltip";
note.popover = "manual"; // in the top layer, so that it lies above a dialog too

const learnt = {
  /** @type {Meaning[]} */ all: [],
  /** @type {Map<string, Meaning>} */ names: new Map(),
  /** @type {Map<string, Meaning>} */ signs: new Map(),
  rules: "",
};

/**
 * @param {Meaning[]} legend
 * @param {string} rules the address of the rules page
 */
export function learn(legend, rules) {
  learnt.all = legend;
  learnt.names = new Map(legend.map((each) => [each.name, each]));
  learnt.signs = new Map(legend.filter((each) => each.icon).map((each) => [each.icon, each]));
  learnt.rules = rules;
}

/**
 * What a stat or a mark means, if the legend tells it.
 * @param {string} name of a stat, or "" for a mark
 * @param {string} sign
 */
export const meaningOf = (name, sign) => learnt.names.get(name) ?? learnt.signs.get(sign) ?? null;

/** @param {Meaning} meaning */
const paragraph = (meaning) => html`<a class="rule-link" href="${learnt.rules}#p${meaning.rule}" target="_blank">§ ${meaning.rule}</a>`;

export const legendView = () => html`<h2 tabindex="-1">Legend</h2>
  <dl class="legend">
    ${learnt.all.map(
      (each) => html`<div>
        <dt>${each.icon ? icon(each.icon) : nothing}<span>${each.name}</span></dt>
        <dd>${each.text} ${paragraph(each)}</dd>
      </div>`,
    )}
  </dl>`;

/** @param {EventTarget | null} target */
function show(target) {
  const pointed = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(POINTED)) : null;
  const meaning = pointed && meaningOf(pointed.dataset.means ?? "", pointed.dataset.sign ?? "");
  if (!pointed || !meaning) return hide();
  if (!note.isConnected) document.body.append(note);
  render(html`<strong>${pointed.dataset.means || meaning.name}</strong> ${meaning.text} <span class="rule">§ ${meaning.rule}</span>`, note);
  pointed.setAttribute("aria-describedby", note.id);
  if (note.matches(":popover-open")) note.hidePopover();
  note.showPopover();
  const spot = pointed.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = spot.bottom + 6 + height < innerHeight;
  note.style.left = `${Math.max(6, Math.min(spot.left, innerWidth - width - 6))}px`;
  note.style.top = `${below ? spot.bottom + 6 : Math.max(6, spot.top - height - 6)}px`;
}

function hide() {
  if (note.isConnected && note.matches(":popover-open")) note.hidePopover();
}

/** Pointing, tabbing to and tapping a stat or a mark tells what it means. */
export function explain() {
  for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, (event) => show(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  addEventListener("scroll", hide, { capture: true, passive: true });
}
