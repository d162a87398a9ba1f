// The page of honour at the end: the ranking with arms, where everybody stands in numbers, moments worth seeing again.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { icon, painted, pattern, shield } from "./symbols.js";
import { ordinal } from "./view.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Panel} Panel */

/**
 * The numbers that tell how it came about, for bars: what somebody has none of counts as nothing.
 * @param {Panel[]} panels
 */
function numbers(panels) {
  const names = new Set(panels.flatMap((panel) => panel.stats.map((stat) => stat.name)));
  return [...names]
    .map((name) => ({ name, values: panels.map((panel) => parseFloat(panel.stats.find((stat) => stat.name === name)?.value ?? "0")) }))
    .filter(({ values }) => values.every((value) => !Number.isNaN(value)) && values.some((value) => value > 0));
}

/**
 * @param {Scene} scene
 * @param {number[][]} ranking
 * @param {{seq: number, text: string}[]} moments
 * @param {{replay: string, actions: unknown, hide: () => void}} links
 */
export function honourView(scene, ranking, moments, links) {
  const panels = new Map(scene.panels.map((panel) => [panel.seat, panel]));
  const rows = ranking.flatMap((group, i) => group.map((seat) => ({ seat, place: 1 + ranking.slice(0, i).reduce((n, g) => n + g.length, 0) })));
  const ordered = rows.map((row) => /** @type {Panel} */ (panels.get(row.seat)));
  const bars = numbers(ordered);
  return html`<section class="honour" aria-label="Page of honour">
    <div class="laurel" aria-hidden="true">${icon("laurels")}</div>
    <h2 id="ask-end" tabindex="-1">${scene.over}</h2>
    <ol class="ranks">
      ${rows.map(({ place }, i) => {
        const panel = ordered[i];
        return html`<li class=${place === 1 ? "first" : ""}>
          <span class="place">${ordinal(place)}</span>${shield(panel.arms)}
          <span class="name">${panel.name}${panel.you ? html` <em>(you)</em>` : nothing}</span>
          <span class="bars">
            ${bars.map(({ name, values }) => {
              const most = Math.max(...values);
              const share = Math.max(0, (values[i] / most) * 100);
              return html`<span class="measure" title="${name}: ${values[i]}">
                <span class="label">${name}</span>
                <span class="bar-line"><span class="bar-fill" .style=${`width:${share}%;${painted(panel.arms.colour)}`}>${pattern(panel.arms.pattern)}</span></span>
                <span class="value">${values[i]}</span>
              </span>`;
            })}
          </span>
        </li>`;
      })}
    </ol>
    ${moments.length
      ? html`<h3>Moments worth seeing again</h3>
          <ul class="worth">${moments.map((moment) => html`<li><a href="${links.replay}#${moment.seq}">${moment.text}</a></li>`)}</ul>`
      : nothing}
    <div class="buttons">
      ${links.actions}
      <a class="button quiet" href=${links.replay}><span>Replay</span></a>
      <button type="button" class="button quiet" @click=${links.hide}><span>Look at the table</span></button>
      <a class="button quiet" href="/"><span>Front page</span></a>
    </div>
  </section>`;
}
