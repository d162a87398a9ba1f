// The page of a game's lessons: those that were learnt on this device are marked.
import { progress } from "./progress.js";

for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  if (progress()[item.dataset.game ?? ""]?.includes(item.dataset.lesson ?? "")) item.classList.add("learnt");
}
