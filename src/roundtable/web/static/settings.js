// How somebody likes to play, remembered by this browser: one list of settings, for the page of settings and the table.
import { dark, light } from "./theme.js";

/**
 * @typedef {object} Setting
 * @property {string} name
 * @property {string} title
 * @property {string} text what it is good for
 * @property {[value: string, words: string][]} values
 */

/** @type {Setting[]} */
export const SETTINGS = [
  {
    name: "pace",
    title: "Pace",
    text: "How long each thing that happens is held before the next. It is yours alone: nobody waits for it.",
    values: [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["tap", "Tap to go on"]],
  },
  {
    name: "confirm",
    title: "Ask before a move",
    text: "A warning is always asked about once.",
    values: [["harm", "Only where there is a warning"], ["all", "Every move"]],
  },
  {
    name: "alone",
    title: "A question with one answer",
    text: "Some questions are put so that nobody learns who has a choice.",
    values: [["pass", "Passes by itself"], ["wait", "Waits for me"]],
  },
  { name: "coach", title: "Coach", text: "A tip explains each thing when it first matters.", values: [["on", "Tips for what is new"], ["off", "No tips"]] },
  { name: "motion", title: "Animation", text: "Pieces that glide, signs that move.", values: [["full", "As it is"], ["less", "Less motion"]] },
  { name: "size", title: "Cards in your hand", text: "As large as there is room, or larger and closer together.", values: [["usual", "Usual"], ["large", "Larger"]] },
  {
    name: "colours",
    title: "Telling colours apart",
    text: "Every colour has a pattern; they can be drawn more strongly, with letters on the shields.",
    values: [["usual", "Usual"], ["patterns", "Strong patterns and letters"]],
  },
  { name: "sound", title: "Sounds", text: "A small sound when it is your turn.", values: [["off", "Off"], ["on", "On"]] },
  { name: "theme", title: "Light", text: "Vellum by day, candle by night.", values: [["day", "Day"], ["night", "Candle"]] },
];

const FIRST = 3; // so many matches are somebody's first ones: they begin slowly

/** Matches that ended before these eyes. */
export const ended = {
  count: () => Number(remembered("ended")),
  /** @param {string} table */
  add: (table) => {
    if (localStorage.getItem("last-ended") === table) return;
    localStorage.setItem("last-ended", table);
    localStorage.setItem("ended", String(ended.count() + 1));
  },
};

/** @param {string} name */
function remembered(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // in a frame on somebody else's page nothing is kept
  }
}

/** @param {string} name */
export function setting(name) {
  if (name === "theme") return dark() ? "night" : "day";
  const values = SETTINGS.find((each) => each.name === name)?.values.map(([value]) => value) ?? [];
  const kept = remembered(name);
  if (values.includes(kept)) return kept;
  return name === "pace" && ended.count() >= FIRST ? "normal" : values[0];
}

/**
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  if (name === "theme") light(value);
  else localStorage.setItem(name, value);
  apply();
}

/** What the stylesheets go by. */
export function apply() {
  for (const name of ["motion", "size", "colours"]) document.documentElement.dataset[name] = setting(name);
}

/** Whether nothing shall move: the reader of the page wants it so, or does not look. */
export const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden || setting("motion") === "less";

apply();
