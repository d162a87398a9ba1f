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
    ? `Hint: ${words(candidates[0])}; there is no other answer.`
    : `Hint, best first: ${candidates.map((each) => `${words(each)}, ${percent(each)} percent`).join("; ")}.`;

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
                  : html`<span class="value">the only answer</span>`}
              </button>
            </li>`,
          )}
        </ol>`
    : nothing}
  <button type="button" class="tool" @click=${close} aria-label="Close the hint">✕</button>
</section>`;
