// The frames of the table's socket (docs/protocol.md), as the client uses them.
import type { Arms, Scene } from "./scene";

export interface Seat {
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

export interface Table {
  id: string;
  game: string;
  title: string;
  state: "setup" | "running" | "over";
  you: number[];
  host: boolean;
  pass: boolean;
  seats: Seat[];
  players: number;
  options: Record<string, unknown>;
  preset: string;
  clock: string;
  public: boolean;
  hints: boolean;
  spectators: number;
  commitment: string;
  ranking: number[][];
  rematch: string;
}

export interface Line {
  n: number;
  text: string;
}

export interface Happening {
  n: number;
  name: string;
  seat?: number;
}

export interface SceneFrame {
  is: "scene";
  seq: number;
  seat: number | null;
  scene: Scene;
  kept: number;
  log: Line[];
  asked: number[];
  ready: number[];
  undo: boolean;
  events: Happening[];
  over: Over | null;
}

export interface TallyLine {
  label: string;
  points: number[];
  total: boolean;
}

export interface Over {
  ranking: number[][];
  tally: TallyLine[];
}

export interface Candidate {
  with: string[];
  words: string[];
  value: number;
  visits: number;
}

export interface PromptFrame {
  is: "prompt";
  seq: number;
  seat: number;
  chosen: string[];
  scene: Scene;
}

export interface Clock {
  seat: number;
  left: number;
  of: number;
}

export interface ChatLine {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

export type Frame =
  | { is: "table"; table: Table }
  | SceneFrame
  | PromptFrame
  | { is: "hint"; of: string; seq: number; seat: number; candidates: Candidate[] }
  | { is: "refusal"; of: number | string | null; atom: string; reason: string; rule: string }
  | { is: "why"; seat: number; atom: string; on: string; reason: string; rule: string }
  | { is: "taken"; of: number; seq: number }
  | { is: "clocks"; clocks: Clock[] }
  | { is: "chat"; lines: ChatLine[] }
  | { is: "held"; seat: number; by: string }
  | { is: "bye"; reason: string }
  | { is: "pong" };
