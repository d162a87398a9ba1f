// What is somebody's own on the pages of a site without a server: name and arms, matches, files in and out.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { at } from "./address.js";
import { list, remove } from "./keeping.js";
import { mine, rename } from "./me.js";
import { shield } from "./symbols.js";
import { ask } from "./work.js";

/** @typedef {import("./keeping.js").Entry} Entry */

// nobody has drawn this page in the light that was chosen on another
const [, theme = ""] = /(?:^|; )theme=(day|night)/.exec(document.cookie) ?? [];
if (theme) document.documentElement.dataset.theme = theme;

// -- name and arms

const who = mine();
const known = typeof who.name === "string" && who.name !== "";
const greeting = /** @type {HTMLFormElement | null} */ (document.querySelector("form.greeting"));
const pickers = /** @type {HTMLFormElement | null} */ (document.querySelector("form.pickers"));
if (known) {
  greeting?.remove();
  for (const place of document.querySelectorAll(".masthead .me > span")) place.textContent = who.name ?? "";
  for (const title of document.querySelectorAll(".game-head:has(+ .pickers) h1")) title.textContent = who.name ?? "";
  const first = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=person]"));
  if (first) first.value = who.name ?? "";
}
const arms = { letter: (who.name ?? "?").charAt(0).toUpperCase(), colour: who.colour ?? "slate", pattern: who.pattern ?? "plain", charge: who.charge ?? "", blank: false };
if (who.colour || who.charge) {
  for (const place of document.querySelectorAll(".masthead .me > svg")) {
    const span = document.createElement("span");
    span.className = "arms";
    place.replaceWith(span);
    render(shield(arms), span);
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".great-arms"))) render(shield(arms), place);
}
for (const form of [greeting, pickers]) {
  if (!form) continue;
  for (const [name, value] of Object.entries(who)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = String(value);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form)) if (name !== "next" && value) fields[name] = String(value).trim().slice(0, 24);
    try {
      rename(fields);
      location.reload();
    } catch {
      say("This browser does not let this page keep anything.");
    }
  });
}

// -- matches

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-matches]"));
/** @type {{entries: Entry[], notice: string, busy: string}} */
const state = { entries: [], notice: "", busy: "" };

/** @param {string} words */
function say(words) {
  state.notice = words;
  draw();
}

/** @param {{name: string, blob: Blob}} file */
function hand({ name, blob }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Something that takes the games, and so a moment.
 * @param {string} words
 * @param {() => Promise<unknown>} work
 */
async function busy(words, work) {
  state.busy = words;
  state.notice = "";
  draw();
  try {
    await work();
  } catch (error) {
    state.notice = /** @type {Error} */ (error).message;
  }
  state.busy = "";
  await look();
}

/** @param {Event} event */
function take(event) {
  const files = [...(/** @type {HTMLInputElement} */ (event.target).files ?? [])];
  busy("Reading …", async () => {
    let count = 0;
    for (const file of files) count += (await ask("take", { name: file.name, bytes: await file.arrayBuffer() })).length;
    state.notice = count === 1 ? "One match was taken in." : `${count} matches were taken in.`;
  });
}

/** @param {Entry} entry */
function forget(entry) {
  if (confirm(`Delete this match of ${entry.title} from this browser? It cannot be brought back.`)) busy("Deleting …", () => remove(entry.id));
}

const day = (/** @type {number} */ seconds) => new Date(seconds * 1000).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });

function draw() {
  if (!place) return;
  place.parentElement?.querySelector("p.faint")?.toggleAttribute("hidden", state.entries.length > 0);
  render(
    html`${state.notice ? html`<p class="notice" role="status">${state.notice}</p>` : nothing}
      ${state.entries.length
        ? html`<ul class="tables">
            ${state.entries.map(
              (entry) => html`<li>
                <a href=${at(`/${entry.state === "running" ? "table" : "replay"}/${entry.id}`, entry.game)}>
                  ${entry.arms.map((each) => shield(each))}
                  <span>${entry.title}<span class="faint"> · ${entry.seats.join(", ")}</span></span>
                  <span class="state ${entry.stands === "your turn" ? "yours" : ""}">${entry.result || entry.stands}<small>${day(entry.created)}</small></span>
                </a>
                <p class="buttons file-buttons">
                  <button type="button" class="button quiet" @click=${() => busy("Writing …", async () => hand(await ask("file", { table: entry.id })))}>Match file<span class="hidden"> of ${entry.title}, ${entry.seats.join(", ")}</span></button>
                  <button type="button" class="button quiet" @click=${() => forget(entry)}>Delete<span class="hidden"> ${entry.title}, ${entry.seats.join(", ")}</span></button>
                </p>
              </li>`,
            )}
          </ul>`
        : nothing}
      <p class="buttons">
        <label class="button quiet"><input type="file" class="hidden" multiple accept=".jsonl,.zip" @change=${take} />Take match files in</label>
        ${state.entries.length ? html`<button type="button" class="button quiet" @click=${() => busy("Writing …", async () => hand(await ask("files")))}>All match files</button>` : nothing}
        <span role="status">${state.busy}</span>
      </p>`,
    place,
  );
}

async function look() {
  try {
    state.entries = await list();
  } catch (error) {
    state.notice ||= /** @type {Error} */ (error).message;
  }
  draw();
}

if (place) {
  look();
  addEventListener("pageshow", look);
}
