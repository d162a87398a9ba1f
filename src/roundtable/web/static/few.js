// A game's page shows what it is like: some of its cards, as they lie on the table.
import { html, render } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";
import { allFaces } from "./peek.js";

const MOST = 5;
const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-few-faces]"));

if (place) {
  allFaces(place.dataset.fewFaces).then((faces) => {
    // one of each kind first: they look most different
    const kinds = [...new Map(faces.map((face) => [face.kind, face])).values()];
    const few = [...new Set([...kinds, ...faces])].slice(0, MOST);
    const middle = (few.length - 1) / 2;
    render(html`${few.map((face, i) => html`<span class="piece hand" .style=${`--turn:${(i - middle).toFixed(1)}`}>${card(face, "hand")}</span>`)}`, place);
  });
}
