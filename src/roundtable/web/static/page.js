// What makes the pages a little more pleasant where script runs; they work without it.
import "./theme.js";
import { Wire } from "./wire.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector(/** @type {HTMLElement} */ (button).dataset.copy ?? ""));
    if (!field) return;
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => undefined);
    button.textContent = "Copied";
  });
}

// At a table that is being set up: look again whenever somebody sits down, gets ready or the match starts, be it while
// the page was on its way or the line was cut.
const setup = /** @type {HTMLElement | null} */ (document.querySelector("[data-setup]"));
if (setup) {
  // not who is here just now, which is told in place: looking again is itself a going and coming
  const matters = (/** @type {import("./frames").TableView} */ table) =>
    JSON.stringify([table.state, table.seats.map((seat) => [seat.name, seat.kind, seat.bot, seat.ready]), table.options, table.clock, table.players]);
  const { setup: path = "" } = setup.dataset;
  let leads = false; // a form of one's own is on its way, and leads somewhere
  addEventListener("submit", () => (leads = true));
  const shown = matters(JSON.parse(setup.dataset.shown ?? ""));
  new Wire(path).open(
    (frame) => {
      if (frame.is !== "table") return;
      if (leads) return;
      if (matters(frame.table) !== shown) return location.replace(path.replace("/socket", ""));
      for (const away of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-away]")))
        away.textContent = frame.table.seats[Number(away.dataset.away)].here ? "" : ", away";
    },
    () => undefined,
  );
}

// On a phone the contents of a booklet begin folded.
if (matchMedia("(max-width: 760px)").matches) document.querySelector(".contents details")?.removeAttribute("open");

// A table too wide for the screen is scrolled, also with the keyboard.
for (const table of document.querySelectorAll(".prose table")) {
  if (table.scrollWidth > table.clientWidth) table.setAttribute("tabindex", "0");
}
