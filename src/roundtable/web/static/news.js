// News: what happened is announced, great moments are played and kept, and whoever is asked is called.
import { pointOut } from "./motion.js";
import { chime } from "./sound.js";
import { live, root, stage } from "./store.js";
import { ended } from "./settings.js";

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
 */
export function tellNews(frame, old) {
  const lines = frame.log.map((line) => line.text);
  const prompt = frame.scene.prompt;
  const fresh = prompt && (!old.scene.prompt || old.seq !== frame.seq);
  announce([...lines.slice(-6), fresh ? `Your decision: ${prompt.sentence}` : ""].filter(Boolean).join(" "));
}

/** @param {SceneFrame} frame */
export function keepMoments(frame) {
  for (const line of frame.log) {
    if (!line.moment) continue;
    const { weight } = line.moment;
    moments = [...moments.filter((each) => each.text !== line.text), { seq: frame.seq, text: line.text, weight }];
    sessionStorage.setItem(location.pathname, JSON.stringify(moments));
  }
}

/**
 * Something is being told: it is pointed out where it happened.
 * @param {import("./frames").Sentence} sentence
 */
export const happens = ({ at, moment }) => pointOut(root, stage, at, moment);

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
  if (frame.over) ended.add(location.pathname);
  if (frame.over && old && !old.over) chime("end");
}
