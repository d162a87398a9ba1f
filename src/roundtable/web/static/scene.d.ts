// Written by `python -m roundtable.web.types` from the dataclasses of roundtable.scene; do not edit.

/** A small sign on a piece, spot or panel: an icon, its meaning in a word, a tone (good, bad, lit, faint). */
export interface Mark {
  icon: string;
  text: string;
  tone: string;
  owner: number | null;
}

/** The face of a card, token or figure.  `tincture` and `pattern` together name the kind; colour is never alone. */
export interface Face {
  title: string;
  icon: string;
  kind: string;
  tincture: string;
  pattern: string;
  value: string;
  corner: string;
  text: string;
}

/** Something that lies on the table.  Without a face it lies face down. */
export interface Piece {
  id: string;
  label: string;
  face: Face | null;
  back: string;
  spot: string;
  owner: number | null;
  marks: Mark[];
  shape: "card" | "token" | "figure" | "gem";
  count: number | null;
}

/** A place in an area that has places: a hex, a space of a track, a site of a ring. */
export interface Spot {
  id: string;
  label: string;
  x: number;
  y: number;
  tone: string;
  marks: Mark[];
  short: string;
  count: number | null;
  tincture: string;
  reach: boolean;
  wide: number;
}

/** A part of a map that has a name: all its spots of one tone, on one ground. */
export interface Region {
  tone: string;
  title: string;
  icon: string;
  note: string;
  tincture: string;
  shape: "field" | "water" | "round";
}

/** The names of the columns and rows of a grid in which every spot counts something; x and y are places in them. */
export interface Heads {
  columns: string[];
  rows: string[];
  above: (number | null)[];
  beside: (number | null)[];
}

/** A zone as drawn: its pieces, and its spots if it has any. */
export interface Area {
  id: string;
  title: string;
  layout: "fan" | "row" | "stack" | "grid" | "hexes" | "track" | "ring";
  pieces: Piece[];
  spots: Spot[];
  note: string;
  heads: Heads | null;
  present: boolean;
  way: number | null;
  who: number[];
  facing: number | null;
  total: string;
  held: boolean;
  ground: "" | "wall";
  regions: Region[];
}

/** A number or word about a player that everybody may see. */
export interface Stat {
  name: string;
  value: string;
  icon: string;
  detail: string;
  speaks: boolean;
  share: number | null;
}

/** What tells a seat apart everywhere: colour, pattern, charge and a letter. */
export interface Arms {
  letter: string;
  colour: string;
  pattern: string;
  charge: string;
  blank: boolean;
}

/** What tells a game apart: a sign on a field, on its pages, in menus and in print. */
export interface Emblem {
  icon: string;
  tincture: string;
  pattern: string;
}

/** What a stat or a sign means: a part of a game's legend. */
export interface Meaning {
  name: string;
  icon: string;
  text: string;
  rule: string;
}

/** A player at the table. */
export interface Panel {
  seat: number;
  name: string;
  arms: Arms;
  stats: Stat[];
  marks: Mark[];
  areas: Area[];
  active: boolean;
  you: boolean;
  out: boolean;
  place: number;
  person: string;
  ready: boolean;
}

/** An atom that can be chosen now, and where: on a piece, spot, area or panel (its id), or as a button (""). */
export interface Pick {
  atom: string;
  label: string;
  on: string;
  hint: string;
  tone: string;
  completes: boolean;
  warning: string;
}

/** The question to this viewer, how far the answer has come, and what can be chosen next. */
export interface Prompt {
  question: string;
  sentence: string;
  rule: string;
  picks: Pick[];
  chosen: string[];
  progress: string;
  complete: boolean;
  why: string;
}

/** Something that happened and deserves to be seen: a sign, and how it moves. */
export interface Moment {
  icon: string;
  motion: "clash" | "break" | "unfurl" | "rise" | "gleam";
  weight: number;
}

/** One who took part in an outcome: with what, and what came of it. */
export interface Party {
  name: string;
  seat: number | null;
  faces: Face[];
  says: string;
  end: string;
  tone: string;
}

/** How something ended, as a picture: who took part, with what, and what each got.  Two stand face to face. */
export interface Outcome {
  title: string;
  parties: Party[];
  verdict: string;
  icon: string;
}

/** What happened, as it stands in the log. */
export interface Sentence {
  text: string;
  heading: boolean;
  moment: Moment | null;
  at: string[];
  outcome: Outcome | null;
}

/** The whole table. */
export interface Scene {
  game: string;
  title: string;
  status: string;
  panels: Panel[];
  areas: Area[];
  prompt: Prompt | null;
  phases: Mark[];
  waiting: string;
  over: string;
}
