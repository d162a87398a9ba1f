// The settings as a form: on their own page, and over the table.
import { html, render } from "./vendor/lit/lit-html.js";
import { choose, setting, SETTINGS } from "./settings.js";

/** @param {() => void} changed */
export const preferencesView = (changed) => html`<div class="preferences">
  ${SETTINGS.map(
    ({ name, title, text, values }) => html`<fieldset>
      <legend>${title}</legend>
      <p class="faint">${text}</p>
      <div class="choices">
        ${values.map(
          ([value, words]) => html`<label><input type="radio" name=${name} value=${value} .checked=${setting(name) === value}
            @change=${() => { choose(name, value); changed(); }} /><span>${words}</span></label>`,
        )}
      </div>
    </fieldset>`,
  )}
</div>`;

const page = document.getElementById("preferences");
if (page) {
  const draw = () => render(preferencesView(draw), page);
  draw();
}
