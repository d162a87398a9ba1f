// The workshop: faces are drawn as they lie on the table, and change while one types; a trial tells how far it is.
import { render } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";

/** @typedef {import("./scene").Face} Face */

const PAUSE = 350; // milliseconds after the last key

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-face]")))
  render(card(JSON.parse(place.dataset.face ?? ""), "full"), place);

/**
 * Ask how the card would look, and say at its field what is wrong.
 * @param {HTMLFormElement} form
 */
async function look(form) {
  const answer = await fetch(form.dataset.preview ?? "", { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))) });
  if (!answer.ok) return;
  const { faces, field, error } = await answer.json();
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]"))) {
    const wrong = input.closest(".entry")?.querySelector(".wrong");
    if (wrong) wrong.textContent = input.name === `f.${field}` ? error : "";
    input.toggleAttribute("aria-invalid", input.name === `f.${field}`);
  }
  const place = /** @type {HTMLElement | null} */ (form.parentElement?.querySelector("[data-row]") ?? null);
  const face = /** @type {Face | undefined} */ (faces[place?.dataset.row ?? ""]);
  if (place && face) render(card(face, "full"), place);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-preview]"))) {
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => look(form), PAUSE);
  });
}

const trial = /** @type {HTMLElement | null} */ (document.querySelector("[data-trial]"));
if (trial) {
  const [bar, done] = [trial.querySelector("progress"), trial.querySelector("[data-done]")];
  const ask = async () => {
    const found = await fetch(trial.dataset.trial ?? "").then((answer) => answer.json(), () => null);
    if (found?.over) return location.reload();
    if (found && bar && done) [bar.value, done.textContent] = [found.done, String(found.done)];
    setTimeout(ask, 1000);
  };
  ask();
}
