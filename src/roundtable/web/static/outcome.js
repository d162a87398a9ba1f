// How something ended, as a picture: who took part, with what, and what each got. It lies in the middle of the table
// until it could be read; as long as it does, nothing there can be chosen, so it covers nothing that is lit.
import { html, nothing } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";
import { icon, shield } from "./symbols.js";

/** @typedef {import("./scene").Outcome} Outcome */
/** @typedef {import("./scene").Party} Party */
/** @typedef {import("./scene").Panel} Panel */

/**
 * @param {Party} party
 * @param {Map<number, Panel>} panels
 */
const partyView = (party, panels) => {
  const panel = party.seat === null ? undefined : panels.get(party.seat);
  return html`<li class="party ${party.tone} ${panel?.you ? "mine" : ""}">
    <span class="who">${panel ? shield(panel.arms) : nothing}<b>${party.name}</b>${panel?.you ? html`<span class="tag">you</span>` : nothing}</span>
    <span class="shown">${party.faces.map((face) => card(face, "hand"))}</span>
    ${party.says ? html`<span class="says">${party.says}</span>` : nothing}
    ${party.end ? html`<span class="end">${party.end}</span>` : nothing}
  </li>`;
};

/**
 * @param {Outcome} outcome
 * @param {Map<number, Panel>} panels
 * @param {(() => void) | null} goOn
 */
export const outcomeView = (outcome, panels, goOn) => html`<section class="outcome ${outcome.parties.length === 2 ? "facing" : ""}" aria-label=${outcome.title}
  @click=${() => goOn?.()}>
  <h3>${outcome.title}</h3>
  <ul .style=${`--parties:${outcome.parties.length}`}>
    ${outcome.parties.map((party, i) => html`${i === 1 && outcome.icon && outcome.parties.length === 2 ? html`<li class="against" aria-hidden="true">${icon(outcome.icon)}</li>` : nothing}${partyView(party, panels)}`)}
  </ul>
  ${outcome.verdict ? html`<p class="verdict">${outcome.verdict}</p>` : nothing}
</section>`;
