// A rules page shows its cards: drawn at the end as they lie on the table, and wherever the text names one.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { card } from "./card.js";
import { allFaces, finder, peeking } from "./peek.js";

/** @typedef {import("./scene").Face} Face */

const place = /** @type {HTMLElement} */ (document.querySelector("[data-faces]"));
const text = /** @type {HTMLElement} */ (document.querySelector("article.prose"));

/** @param {string} title */
const anchor = (title) => `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** @param {Face[]} faces */
function draw(faces) {
  const kinds = [...new Set(faces.map((face) => face.kind))];
  const list = (/** @type {Face[]} */ some) => html`<ul>${some.map((face) => html`<li id=${anchor(face.title)}>${card(face, "full")}</li>`)}</ul>`;
  render(
    html`<h2>The cards</h2>
      ${kinds.length === faces.length
        ? list(faces)
        : kinds.map((kind) => html`${kind ? html`<h3>${kind.charAt(0).toUpperCase()}${kind.slice(1)}</h3>` : nothing}${list(faces.filter((face) => face.kind === kind))}`)}`,
    place,
  );
}

/**
 * The first mention of a card in every paragraph leads to its picture.
 * @param {Map<string, Face>} faces
 */
function link(faces) {
  const cut = finder(faces.keys(), "u");
  for (const block of text.querySelectorAll("p, li, td")) {
    const seen = new Set();
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest("p, li, td") === block && !node.parentElement.closest("a, code") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
    );
    /** @type {Text[]} */
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    for (const node of nodes) {
      const parts = node.data.split(cut);
      if (parts.length < 2) continue;
      node.replaceWith(
        ...parts.map((part, i) => {
          if (i % 2 === 0 || seen.has(part)) return part;
          seen.add(part);
          const mention = document.createElement("a");
          mention.className = "mention";
          mention.href = `#${anchor(part)}`;
          mention.dataset.face = part;
          mention.textContent = part;
          return mention;
        }),
      );
    }
  }
}

allFaces(place.dataset.faces).then((faces) => {
  if (!faces.length) return place.remove();
  const titled = new Map(faces.map((face) => [face.title, face]));
  draw(faces);
  link(titled);
  peeking(text, (target) => titled.get(target.dataset.face ?? ""));
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the links may have moved it
});
