// The cards at the end of a rules page, drawn as they lie on the table.
import { html, render } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";

/** @typedef {import("./scene").Face} Face */

const place = /** @type {HTMLElement} */ (document.querySelector("[data-faces]"));

/** @param {Face[]} faces */
function draw(faces) {
  const kinds = [...new Set(faces.map((face) => face.kind))];
  render(
    html`<h2>The cards</h2>
      ${kinds.map(
        (kind) => html`<h3>${kind.charAt(0).toUpperCase()}${kind.slice(1)}</h3>
          <ul>${faces.filter((face) => face.kind === kind).map((face) => html`<li>${card(face, "full")}</li>`)}</ul>`,
      )}`,
    place,
  );
}

fetch(place.dataset.faces ?? "")
  .then((answer) => (answer.ok ? answer.json() : []))
  .then((faces) => (faces.length ? draw(faces) : place.remove()));
