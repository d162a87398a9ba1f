// A hint: what a strong bot would answer with what this seat knows, in words, best first, each with what it promises.
import { html, nothing } from "./vendor/lit/lit-html.js";

/** @typedef {import("./frames").Candidate} Candidate */
/** @typedef {{thinking: boolean, refused: string, candidates: Candidate[]}} Hint */

/** @param {Candidate} candidate */
const words = (candidate) => candidate.words.join(", ") || "Nothing";

/** @param {Candidate} candidate */
const percent = (candidate) => Math.round(candidate.value * 100);

/**
 * The hint as it is read aloud.
 * @param {Candidate[]} candidates
 */
export const saidHint = (candidates) =>
  candidates.length === 1 && !candidates[0].visits
    ? `Hint: ${words(candidates[0])}.`
    : `Hint, best first: ${candidates.map((each) => `${words(each)}, ${percent(each)} percent`).join("; ")}. ${candidates[0].why}`;

/**
 * What the hint speaks of is marked where it lies: the best with a firm line, the others with a broken one.
 * @param {HTMLElement} root
 * @param {Candidate[]} candidates
 * @param {import("./scene").Pick[]} picks what can be chosen next
 * @param {number} chosen how many parts of the answer have been chosen
 */
export function markAdvice(root, candidates, picks, chosen) {
  for (const element of root.querySelectorAll("[data-advice]")) element.removeAttribute("data-advice");
  candidates.forEach((candidate, i) => {
    const pick = picks.find(({ atom }) => atom === candidate.with[chosen]);
    if (!pick) return;
    const [on, atom] = [CSS.escape(pick.on), CSS.escape(pick.atom)];
    const places = pick.on ? `[data-piece="${on}"], [data-spot="${on}"], ` : "";
    for (const element of root.querySelectorAll(`${places}.prompt [data-atom="${atom}"]`)) {
      if (!element.hasAttribute("data-advice")) element.setAttribute("data-advice", String(i + 1));
    }
  });
}

/** @param {Candidate} candidate */
const measure = (candidate) => html`<span class="bar-line" aria-hidden="true"><span class="bar-fill" .style=${`width:${percent(candidate)}%`}></span></span>
  <span class="value">${percent(candidate)} %</span>`;

/**
 * What the answers to a puzzle are worth.
 * @param {readonly Candidate[]} candidates
 */
export const valuesView = (candidates) => html`<p class="faint">How well one may expect to end by it: 100 % is a sure win.</p>
  <ol class="values">
    ${candidates.map((candidate) => html`<li class="candidate"><span class="words">${words(candidate)}</span>${measure(candidate)}</li>`)}
  </ol>`;

/**
 * @param {Hint} hint
 * @param {(candidate: Candidate) => void} take
 * @param {() => void} close
 */
export const hintView = (hint, take, close) => html`<section class="hint" aria-label="Hint">
  ${hint.thinking ? html`<p class="thinking">A knight thinks it over …</p>` : nothing}
  ${hint.refused ? html`<p>${hint.refused}</p>` : nothing}
  ${hint.candidates.length
    ? html`<p class="progress">What a strong bot would do, and how well it expects to end by it: 100 % is a sure win.</p>
        <ol>
          ${hint.candidates.map(
            (candidate) => html`<li>
              <button type="button" class="candidate" data-hint-atoms=${candidate.with.join(" ")} @click=${() => take(candidate)}>
                <span class="words">${words(candidate)}</span>
                ${candidate.visits
                  ? measure(candidate)
                  : html`<span class="value">at a glance</span>`}
              </button>
              ${candidate.why ? html`<p class="why">${candidate.why}</p>` : nothing}
            </li>`,
          )}
        </ol>`
    : nothing}
  <button type="button" class="tool" @click=${close} aria-label="Close the hint">✕</button>
</section>`;
