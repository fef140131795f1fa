// The shapes of web/api/openapi.yaml.

export interface Diagnostic {
  severity: 'error' | 'warning';
  text: 'rules' | 'level' | 'layout' | 'record';
  line: number; // from 1; 0: the text as a whole
  column: number; // in bytes, from 1
  message: string;
  hint: string;
}
export interface About {
  version: string;
  build: string;
  machines: string[];
  limits: {
    body_bytes: number;
    sessions: number;
    think_seconds: number;
    memory_bytes: number;
    idle_seconds: number;
  };
}
export interface GameInfo {
  name: string;
  title: string;
  description: string;
  players: number | null;
  play: string;
  goals: number[];
  source: string;
}
export interface VideoGameInfo {
  name: string;
  title: string;
  description: string;
  levels: number;
}
export interface Games {
  games: GameInfo[];
  video_games: VideoGameInfo[];
}
export interface AgentPreset {
  name: string;
  summary: string;
  source: string;
  part: 'select' | 'playout' | 'whole';
  tune: string;
}
export interface Agents {
  agents: AgentPreset[];
  switches: { name: string; settings: string; summary: string }[];
  families: { name: string; parameters: string; summary: string; source: string }[];
  video_agents: { name: string; summary: string; source: string }[];
}
export interface Parameter {
  name: string;
  kind: 'boolean' | 'integer' | 'real' | 'choice';
  value: string;
  default: string;
  help: string;
  min: number | null;
  max: number | null;
  choices: string[];
  domain: number[];
}
export interface AgentParameters {
  agent: string;
  text: string;
  random: boolean;
  tune: string;
  parameters: Parameter[];
}
export interface Summary {
  mean: number;
  min: number;
  max: number;
}
export interface Finding {
  severity: 'problem' | 'remark';
  kind: string;
  proven: boolean;
  message: string;
  places: { line: number; column: number }[];
  moves: string | null;
}
export interface Verdict {
  machine: string;
  notice: string;
  problems: number;
  remarks: number;
  findings: Finding[];
  playouts: number;
  finished: number;
  seconds: number;
  length: Summary;
  branching: Summary;
  roles: { name: string; wins: number; goal: Summary }[];
}
export interface CheckResult {
  valid: boolean;
  limit: string | null;
  diagnostics: Diagnostic[];
  info?: { title?: string; description?: string; roles?: string[]; columns?: number; rows?: number } | null;
  play: Verdict | null;
}

export interface Player {
  kind: 'human' | 'agent' | 'random';
  agent?: string;
  seconds?: number;
  simulations?: number | null;
}
export type JointMove = string[];
export type CellPlace = [number, number, number]; // plane, row, column
export interface LegalMove {
  move: string;
  kind: 'place' | 'path' | 'changes' | 'plain';
  cells: CellPlace[];
  area?: CellPlace[];
}
export interface Cell {
  sign: string;
  contents: string[];
  owner: number | null;
  changed: boolean;
  name: string;
  empty: boolean;
}
export interface Walls {
  level: number[][];
  upright: number[][];
  corner_columns: string[];
  corner_rows: string[];
}
export interface Plane {
  kind: 'grid' | 'points';
  title: string;
  columns: string[];
  rows: string[];
  cells: (Cell | null)[][];
  begins_line: boolean;
  lean: 'none' | 'right' | 'left';
  lines: { from: [number, number]; to: [number, number] }[];
  walls: Walls | null;
}
export interface Picture {
  planes: Plane[];
  facts: string[];
  legend: { sign: string; meaning: string }[];
  sides: string[];
}
export interface GameOfSession {
  name: string;
  title: string;
  description: string;
  builtin: boolean;
}
export interface RoleState {
  name: string;
  player: Player;
  moves: number;
  chosen: boolean;
  goal: number | null;
}
export interface State {
  id: string;
  kind: 'board';
  revision: number;
  game: GameOfSession;
  machine: string;
  notice: string;
  fault: string;
  roles: RoleState[];
  step: number;
  steps: number;
  terminal: boolean;
  running: boolean;
  waiting_for: number[];
  thinking: number | null;
  picture: Picture;
  legal: LegalMove[][];
  history: { moves: JointMove; choices: boolean[] }[];
  line: string;
}
export interface StateEvent {
  revision: number;
  step: number;
  steps: number;
  terminal: boolean;
  running: boolean;
  waiting_for: number[];
  thinking: number | null;
}
export interface MoveReport {
  move: string;
  visits: number;
  value: number | null;
  exact: number | null;
}
export interface HistoryPoint {
  seconds: number;
  simulations: number;
  values: (number | null)[];
  best: string | null;
  speed?: number;
}
export interface TuningReport {
  role: string;
  samples: number;
  parameters: {
    name: string;
    best: string;
    values: { label: string; value: number; samples: number; share: number; mean: number }[];
  }[];
}
export interface Analysis {
  running: boolean;
  phase: 'none' | 'preparing' | 'thinking' | 'paused' | 'done';
  agent: string;
  text: string;
  remark: string;
  fault: string;
  role: number | null;
  step: number;
  simulations: number;
  states: number;
  seconds: number;
  simulations_per_second: number;
  states_per_second: number;
  nodes: number;
  memory_bytes: number;
  depth: number;
  proven: boolean;
  sure: boolean;
  machine: string;
  roles: { name: string; value: number | null; moves: MoveReport[] }[];
  line: JointMove[];
  tuning: TuningReport[];
  history: HistoryPoint[];
}
export interface BranchMove extends MoveReport {
  open: boolean;
}
export interface Branch {
  path: JointMove[];
  known: boolean;
  visits: number;
  terminal: boolean;
  exact: number[] | null;
  roles: { name: string; value: number | null; total: number; moves: BranchMove[] }[];
}
export interface ReviewPoint {
  step: number;
  values: (number | null)[];
  exact: boolean;
  role: number | null;
  made: string | null;
  best: string | null;
  best_value: number | null;
  made_value: number | null;
  loss: number | null;
}
export interface Review {
  running: boolean;
  agent: string;
  done: number;
  total: number;
  fault?: string;
  roles: string[];
  points: ReviewPoint[];
  turning_points: { step: number; role: number | null; change: number[] }[];
}
export interface MatchRecord {
  gameRoleNames: string[];
  moves: JointMove[];
  gameName?: string;
  [key: string]: unknown;
}

export type Action = 'nil' | 'left' | 'right' | 'down' | 'up' | 'use';
export type Sprite = number[]; // type, x, y, and dx, dy where it faces somewhere
export interface SpriteType {
  name: string;
  color: string;
  named_color?: string;
  image: string; // as the rules say: "oryx/alien1"; may be empty
  width: number; // pixels
  height: number;
  category: 'avatar' | 'wall' | 'resource' | 'portal' | 'npc' | 'fixed' | 'from_avatar' | 'movable';
  hidden: boolean;
  avatar: boolean;
}
export interface Frame {
  tick: number;
  last_tick: number;
  max_ticks?: number;
  score: number;
  over: boolean;
  won: boolean | null;
  running: boolean;
  ticks_per_second: number;
  action: Action;
  actions: Action[];
  sprites: Sprite[];
  avatar: number | null;
  resources: { name: string; amount: number }[];
  health?: number | null;
  iterations?: number;
  fault: string;
}
export interface VideoState {
  id: string;
  kind: 'video';
  game: GameOfSession;
  level: number | null;
  columns: number;
  rows: number;
  block: number;
  types: SpriteType[];
  fixed: Sprite[];
  player: { agent: string | null; seconds: number };
  frame: Frame;
}

export interface LabExperiment {
  name: string;
  title: string;
  reproduces: string;
  can_run: boolean;
  has_store: boolean;
  running: boolean;
}
export interface Lab {
  store: string; // the folder where results are looked for
  experiments: LabExperiment[];
}
export interface Estimate {
  value: number;
  low: number;
  high: number;
}
export interface ExperimentRow {
  game: string;
  games: number;
  planned: number;
  ours: Estimate | null;
  ours_text?: string;
  published: { value: number; half: number | null; source: string } | null;
  published_text?: string;
  mark?: string;
  differs: boolean;
  opposite: boolean;
  missing: string;
  remark: string;
}
export interface ExperimentSection {
  title: string;
  agent?: string;
  against?: string;
  measure: string;
  is_speed: boolean;
  rows: ExperimentRow[];
  average: Estimate | null;
  published_average: Estimate | null;
}
export interface Experiment {
  name: string;
  title: string;
  reproduces: string;
  note: string;
  kind: string;
  planned: number;
  known: number;
  running: boolean;
  sections: ExperimentSection[];
  ratings: { label: string; elo: Estimate | null }[];
  remarks: string[];
  missing: string[];
  origin: string[];
}
