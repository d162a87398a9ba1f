// News: what happened is announced, great moments are played and kept, and whoever is asked is called.
import { focusOn } from "./focus.js";
import { moment } from "./motion.js";
import { chime } from "./sound.js";
import { live, stage } from "./store.js";

/** @typedef {import("./frames").SceneFrame} SceneFrame */

const title = document.title;

const MOST = 3; // moments that are offered at the end

/** @type {{seq: number, text: string, weight: number}[]} great moments, also those seen before the page was loaded anew */
let moments = JSON.parse(sessionStorage.getItem(location.pathname) ?? "[]");

/** The moments worth seeing again: those of the greatest weight, of equal ones the last. */
export function worthSeeing() {
  const best = [...moments].reverse().sort((a, b) => b.weight - a.weight).slice(0, MOST);
  return moments.filter((each) => best.includes(each));
}

/** @param {string} words */
export function announce(words) {
  live.textContent = "";
  setTimeout(() => (live.textContent = words), 30);
}

/**
 * @param {SceneFrame} frame
 * @param {SceneFrame} old
 * @param {boolean} follows its sentences are new, not only new to these eyes
 */
export function tellNews(frame, old, follows) {
  const lines = frame.log.map((line) => line.text);
  const prompt = frame.scene.prompt;
  const fresh = prompt && (!old.scene.prompt || old.seq !== frame.seq);
  announce([...lines.slice(-6), fresh ? `Your decision: ${prompt.sentence}` : ""].filter(Boolean).join(" "));
  for (const line of follows ? frame.log : []) {
    if (!line.moment) continue;
    const { weight } = line.moment;
    moments = [...moments.filter((each) => each.text !== line.text), { seq: frame.seq, text: line.text, weight }];
    sessionStorage.setItem(location.pathname, JSON.stringify(moments));
    moment(stage, line.moment, line.text);
  }
}

/**
 * @param {SceneFrame} frame
 * @param {SceneFrame | null} old
 */
export function notify(frame, old) {
  const asked = frame.scene.prompt !== null;
  document.title = asked ? `● Your decision · ${title}` : title;
  const badge = /** @type {Navigator & {setAppBadge?: (n?: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (navigator);
  (asked ? badge.setAppBadge?.(1) : badge.clearAppBadge?.())?.catch(() => undefined);
  if (asked && old && !old.scene.prompt) chime("turn");
  if (frame.over && old && !old.over) chime("end");
  if (frame.over && old && !old.over) focusOn("#ask-end");
}
