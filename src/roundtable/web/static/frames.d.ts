// Written by `python -m roundtable.web.types` from the dataclasses of roundtable.table.frames; do not edit.

import type { Arms, Meaning, Moment, Outcome, Scene } from "./scene";

/** A table, as one person may know it. */
export interface TableView {
  id: string;
  game: string;
  title: string;
  state: "setup" | "running" | "over" | "closed";
  you: number[];
  host: boolean;
  pass: boolean;
  seats: SeatView[];
  players: number;
  options: Record<string, unknown>;
  preset: string;
  clock: string;
  public: boolean;
  hints: boolean;
  spectators: number;
  created: number;
  commitment: string;
  ranking: number[][];
  rematch: string;
  closed: string;
  hurried: string;
  legend: Meaning[];
  coach: Record<string, string>;
}

/** A seat, as anybody may know it. */
export interface SeatView {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string;
  botTitle: string;
  arms: Arms | null;
  here: boolean;
  ready: boolean;
  held: boolean;
}

/** A sentence of the log. */
export interface Sentence {
  n: number;
  text: string;
  heading: boolean;
  moment: Moment | null;
  at: string[];
  outcome: Outcome | null;
}

/** How a match ended. */
export interface Over {
  ranking: number[][];
  tally: TallyRow[];
}

/** Where points came from. */
export interface TallyRow {
  label: string;
  points: number[];
  total: boolean;
}

/** An answer that a bot thought of. */
export interface Candidate {
  with: string[];
  words: string[];
  value: number;
  visits: number;
  why: string;
}

/** What a lesson points at. */
export interface PointView {
  kind: string;
  id: string;
  label: string;
}

/** Somebody's clock, in milliseconds. */
export interface ClockView {
  seat: number;
  left: number;
  of: number;
}

/** Something somebody said. */
export interface Message {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** The reply to `answer` and `undo`: it is on disk. */
export interface TakenFrame {
  is: "taken";
  of: number | string | null;
  seq: number;
}

/** The reply to `compose`: the whole scene with what was chosen. */
export interface PromptFrame {
  is: "prompt";
  of: number | string | null;
  seq: number;
  seat: number;
  chosen: string[];
  scene: Scene;
}

/** The reply to `why`. */
export interface WhyFrame {
  is: "why";
  of: number | string | null;
  seat: number;
  atom: string;
  on: string;
  reason: string;
  rule: string;
}

/** The reply to `hint`. */
export interface HintFrame {
  is: "hint";
  of: number | string | null;
  seq: number;
  seat: number;
  candidates: Candidate[];
}

/** Something was refused, and has changed nothing. */
export interface RefusalFrame {
  is: "refusal";
  of: number | string | null;
  atom: string;
  reason: string;
  rule: string;
}

/** The reply to `ping`. */
export interface PongFrame {
  is: "pong";
}

/** The table and those who sit at it.  Sent first, and whenever something in it changes. */
export interface TableFrame {
  is: "table";
  table: TableView;
}

/** The table as a seat sees it.  Everything in it is on disk: it is the acknowledgement of the answers it shows. */
export interface SceneFrame {
  is: "scene";
  seq: number;
  seat: number | null;
  scene: Scene;
  kept: number;
  log: Sentence[];
  asked: number[];
  ready: number[];
  undo: boolean;
  over: Over | null;
  leads: string;
}

/** Where a lesson stands.  Only the pupil is sent it, before the scene it belongs to. */
export interface LessonFrame {
  is: "lesson";
  seq: number;
  title: string;
  step: number;
  share: number;
  say: string;
  rule: string;
  point: PointView | null;
  waits: string;
  way: string[];
  guesses: string[];
  reply: string;
  values: Candidate[];
  right: boolean;
}

/** Who is being timed, as far as this viewer may know. */
export interface ClocksFrame {
  is: "clocks";
  clocks: ClockView[];
}

/** What was said. */
export interface ChatFrame {
  is: "chat";
  messages: Message[];
}

/** A bot has taken a seat: time ran out, or nobody was there. */
export interface HeldFrame {
  is: "held";
  seat: number;
  by: string;
}

/** The socket is closed now; come back after a moment if the server is restarting. */
export interface ByeFrame {
  is: "bye";
  reason: string;
}

/** Answer the open question. */
export interface Answer {
  do: "answer";
  id?: number | string | null;
  seq: number;
  seat: number;
  with: string[];
}

/** Take the last answer back. */
export interface Undo {
  do: "undo";
  id?: number | string | null;
  seat: number;
  seq?: number | null;
}

/** Ask for the scene with a partly composed answer. */
export interface Compose {
  do: "compose";
  id?: number | string | null;
  seq: number;
  seat: number;
  chosen: string[];
}

/** Ask why something cannot be chosen now. */
export interface Why {
  do: "why";
  id?: number | string | null;
  seat: number;
  atom: string | string[];
  on?: string;
  chosen?: string[];
}

/** Ask what a strong bot would answer, knowing what this seat knows.  It thinks for about a second. */
export interface Hint {
  do: "hint";
  id?: number | string | null;
  seq: number;
  seat: number;
}

/** Look through other eyes. */
export interface Look {
  do: "look";
  id?: number | string | null;
  seat: number | null;
}

/** Take a seat back from the bot that holds it. */
export interface Back {
  do: "back";
  id?: number | string | null;
  seat: number;
}

/** Say something. */
export interface Chat {
  do: "chat";
  id?: number | string | null;
  text: string;
}

/** Go on in a lesson, or guess what will happen; after its end, play on from there. */
export interface TakeStep {
  do: "lesson";
  id?: number | string | null;
  step: number;
  guess?: number | null;
}

/** Ask for a `pong`. */
export interface Ping {
  do: "ping";
  id?: number | string | null;
}

export type ServerFrame = TakenFrame | PromptFrame | WhyFrame | HintFrame | RefusalFrame | PongFrame | TableFrame | SceneFrame | LessonFrame | ClocksFrame | ChatFrame | HeldFrame | ByeFrame;
export type ClientFrame = Answer | Undo | Compose | Why | Hint | Look | Back | Chat | TakeStep | Ping;
