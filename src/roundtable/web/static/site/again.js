// A replay on a site without a server: the worker reads the match, then the page is the same as everywhere.
import { ask, home } from "./work.js";

const table = new URL(location.href).searchParams.get("id") ?? "";
const root = home();

/** @param {string} words */
function say(words) {
  const line = document.createElement("p");
  line.className = "opening";
  line.role = "status";
  line.textContent = words;
  root.replaceChildren(line);
}

say("Reading the match …");
try {
  const { answers, file } = await ask("replay", { table });
  root.replaceChildren();
  root.dataset.answers = String(answers);
  root.dataset.file = URL.createObjectURL(file.blob);
  root.dataset.name = file.name;
  await import("./replay.js");
} catch (error) {
  say(/** @type {Error} */ (error).message);
}
