// The page of honour at the end: everybody from first to last under their arms, where the points came from as small bars,
// moments worth seeing again.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { at } from "./address.js";
import { icon, painted, pattern, shield } from "./symbols.js";
import { armsOf, ordinal, ownArms } from "./view.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./scene").Panel} Panel */
/** @typedef {import("./frames").TallyRow} TallyLine */
/** @typedef {import("./frames").Over} Over */

/**
 * A number with its bar; what was lost is drawn hollow.
 * @param {number} value
 * @param {number} most
 * @param {Panel} panel
 */
const measure = (value, most, panel) => html`<span class="measure">
  <span class="value">${value < 0 ? `−${-value}` : value}</span>
  <span class="bar-line" aria-hidden="true"><span class="bar-fill ${value < 0 ? "minus" : ""}"
    .style=${`width:${most ? (Math.abs(value) / most) * 100 : 0}%;${painted(panel.arms.colour)}`}>${pattern(panel.arms.pattern)}</span></span>
</span>`;

/**
 * @param {TallyLine} line
 * @param {Panel[]} panels
 * @param {number} most the longest bar of those that are measured by the same yard
 */
const lineView = (line, panels, most) => html`<tr class=${line.total ? "total" : ""}>
  <th scope="row">${line.label}</th>
  ${panels.map((panel) => html`<td>${measure(line.points[panel.seat], most, panel)}</td>`)}
</tr>`;

/**
 * Lines that add up to a total share its yard; each other line has its own.
 * @param {TallyLine[]} tally
 */
function yards(tally) {
  const total = tally.findIndex((line) => line.total);
  const longest = (/** @type {TallyLine} */ line) => Math.max(...line.points.map(Math.abs));
  const parts = Math.max(0, ...tally.slice(0, total).map(longest));
  return tally.map((line, i) => (i < total ? parts : longest(line)));
}

/**
 * @param {Scene} scene
 * @param {Over} over
 * @param {{seq: number, text: string}[]} moments
 * @param {{seats: Map<number, import("./frames").SeatView>, replay: string, actions: unknown, hide: () => void}} links
 */
export function honourView(scene, over, moments, links) {
  const { ranking, tally } = over;
  const place = (/** @type {number} */ seat) => {
    const group = ranking.findIndex((seats) => seats.includes(seat));
    return 1 + ranking.slice(0, group).flat().length;
  };
  const panels = ranking.flat().map((seat) => /** @type {Panel} */ (scene.panels.find((panel) => panel.seat === seat)));
  const most = yards(tally);
  return html`<section class="honour" aria-label="Page of honour">
    <div class="laurel" aria-hidden="true">${icon("laurels")}</div>
    <h2 id="ask-end" tabindex="-1">${scene.over}</h2>
    <table class="ranks" .style=${`--players:${panels.length}`}>
      <caption class="hidden">The ranking${tally.length ? ", and where the points came from" : ""}</caption>
      <thead>
        <tr>
          <td></td>
          ${panels.map(
            (panel) => html`<th scope="col" class=${place(panel.seat) === 1 ? "first" : ""}>
              <span class="place">${ordinal(place(panel.seat))}</span>${shield(armsOf(panel, links.seats))}
              <span class="name">${panel.name} ${ownArms(panel, links.seats)}${panel.person ? html`<small>${panel.person}</small>` : nothing}${panel.you ? html`<em>you</em>` : nothing}</span>
            </th>`,
          )}
        </tr>
      </thead>
      <tbody>${tally.map((line, i) => lineView(line, panels, most[i]))}</tbody>
    </table>
    ${moments.length
      ? html`<h3>Moments worth seeing again</h3>
          <ul class="worth">${moments.map((moment) => html`<li><a href="${links.replay}#${moment.seq}">${moment.text}</a></li>`)}</ul>`
      : nothing}
    <div class="buttons">
      ${links.actions}
      ${links.replay ? html`<a class="button quiet" href=${links.replay}><span>Replay</span></a>` : nothing}
      <button type="button" class="button quiet" @click=${links.hide}><span>Look at the table</span></button>
      <a class="button quiet" href=${at("/")}><span>Front page</span></a>
    </div>
  </section>`;
}
