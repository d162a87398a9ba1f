// Pass and play: whose turn it is at this device decides whether the curtain falls; nobody sees another's hand by accident.
import { html, nothing, render } from "./vendor/lit/lit-html.js";
import { focusOn } from "./focus.js";
import { curtain, people, told, wire } from "./store.js";
import { shield } from "./symbols.js";
import { armsOf } from "./view.js";

/** @type {number | null} the seat for whom the curtain waits */
let waiting = null;

export function drawCurtain() {
  const { table, frame } = told;
  if (!table || !frame || table.state === "over") {
    if (waiting !== null) lift();
    return;
  }
  if (frame.seat !== null && frame.scene.prompt) return; // this person is deciding
  const next = table.you.find((seat) => frame.asked.includes(seat) && !(frame.seat === seat && !frame.scene.prompt));
  if (next === undefined) {
    if (frame.seat !== null) wire.send({ do: "look", seat: null });
    return;
  }
  if (waiting === next) return;
  if (frame.seat !== null) wire.send({ do: "look", seat: null });
  waiting = next;
  const seat = table.seats[next];
  const panel = frame.scene.panels.find((each) => each.seat === next);
  render(
    html`<div class="curtain-words">
      ${panel ? shield(armsOf(panel, people())) : nothing}
      <h2>Pass the table to ${seat.name}</h2>
      <p>Nobody else should look now.</p>
      <button type="button" class="button confirm" @click=${lift}><span>I am ${seat.name}</span></button>
    </div>`,
    curtain,
  );
  if (!curtain.open) curtain.showModal();
}

function lift() {
  if (waiting !== null) wire.send({ do: "look", seat: waiting });
  waiting = null;
  if (curtain.open) curtain.close();
  focusOn("#ask");
}
