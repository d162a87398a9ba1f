// What makes the pages a little more pleasant where script runs; they work without it.
import "./theme.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector(/** @type {HTMLElement} */ (button).dataset.copy ?? ""));
    if (!field) return;
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => undefined);
    button.textContent = "Copied";
  });
}

// At a table that is being set up: look again whenever somebody sits down, gets ready or the match starts.
const setup = /** @type {HTMLElement | null} */ (document.querySelector("[data-setup]"));
if (setup) {
  let first = "";
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${setup.dataset.setup}`);
  socket.onmessage = (event) => {
    const frame = JSON.parse(event.data);
    if (frame.is !== "table") return;
    // not who is here just now: looking again is itself a going and coming
    const seats = frame.table.seats.map((/** @type {Record<string, unknown>} */ seat) => [seat.name, seat.kind, seat.bot, seat.ready]);
    const seen = JSON.stringify([frame.table.state, seats, frame.table.options, frame.table.clock, frame.table.players]);
    if (first && seen !== first) location.replace(location.pathname);
    first ||= seen;
  };
}

// On a phone the contents of a booklet begin folded.
if (matchMedia("(max-width: 760px)").matches) document.querySelector(".contents details")?.removeAttribute("open");

// A table too wide for the screen is scrolled, also with the keyboard.
for (const table of document.querySelectorAll(".prose table")) {
  if (table.scrollWidth > table.clientWidth) table.setAttribute("tabindex", "0");
}
