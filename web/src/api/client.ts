// Requests to the server. What goes wrong is always a `Trouble` with a sentence for people.

import type {
  About, Action, AgentParameters, Agents, Analysis, Branch, CheckResult, Diagnostic, Experiment, Frame, GameInfo,
  Games, JointMove, Lab, MatchRecord, Player, Review, State, VideoGameInfo, VideoState,
} from './types';

export class Trouble extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly diagnostics: Diagnostic[] = [],
  ) {
    super(message);
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method };
  if (signal) init.signal = signal;
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  let answer: Response;
  try {
    answer = await fetch(`api${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Trouble('The program does not answer. Is it still running?', 0);
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Trouble(`The answer could not be read (status ${answer.status}).`, answer.status);
  }
  if (!answer.ok) {
    const problem = data as { error?: string; diagnostics?: Diagnostic[] };
    throw new Trouble(problem.error ?? `Status ${answer.status}`, answer.status, problem.diagnostics ?? []);
  }
  return data as T;
}

const name = encodeURIComponent;

export interface NewSession {
  game?: string;
  rules?: string;
  layout?: string;
  name?: string;
  players?: Player[];
  running?: boolean;
  record?: MatchRecord;
  moves?: string;
  seed?: number;
}
export interface NewVideo {
  game?: string;
  level?: number;
  rules?: string;
  level_text?: string;
  name?: string;
  seed?: number;
  agent?: string | null;
}
export interface AnalysisWish {
  running?: boolean;
  agent?: string;
  parameters?: Record<string, string>;
  tune?: string;
  role?: number | null;
  stop?: boolean;
}

export const api = {
  about: () => ask<About>('GET', '/about'),
  games: () => ask<Games>('GET', '/games'),
  game: (game: string) => ask<GameInfo & { rules: string; layout: string }>('GET', `/games/${name(game)}`),
  videoGame: (game: string) =>
    ask<VideoGameInfo & { rules: string; level_texts: string[] }>('GET', `/video-games/${name(game)}`),
  agents: () => ask<Agents>('GET', '/agents'),
  parameters: (agent: string, game: 'board' | 'video' = 'board') =>
    ask<AgentParameters>('GET', `/agents/parameters?agent=${name(agent)}&game=${game}`),
  check: (
    wish: { kind: 'gdl' | 'vgdl'; text: string; level?: string; layout?: string; play?: boolean; seconds?: number },
    signal?: AbortSignal,
  ) => ask<CheckResult>('POST', '/check', wish, signal),

  begin: (wish: NewSession) => ask<State>('POST', '/sessions', wish),
  state: (id: string, step?: number) =>
    ask<State>('GET', `/sessions/${name(id)}${step === undefined ? '' : `?step=${step}`}`),
  end: (id: string) => ask<unknown>('DELETE', `/sessions/${name(id)}`),
  move: (id: string, wish: { role?: number; move?: string; moves?: JointMove; step?: number }) =>
    ask<State>('POST', `/sessions/${name(id)}/moves`, wish),
  undo: (id: string) => ask<State>('POST', `/sessions/${name(id)}/undo`),
  show: (id: string, step: number) => ask<State>('PUT', `/sessions/${name(id)}/step`, { step }),
  players: (id: string, players: Player[]) => ask<State>('PUT', `/sessions/${name(id)}/players`, { players }),
  play: (id: string, wish: { running?: boolean; hurry?: boolean; once?: boolean }) =>
    ask<State>('PUT', `/sessions/${name(id)}/play`, wish),
  record: (id: string) => ask<MatchRecord>('GET', `/sessions/${name(id)}/record`),

  analysis: (id: string) => ask<Analysis>('GET', `/sessions/${name(id)}/analysis`),
  analyse: (id: string, wish: AnalysisWish) => ask<Analysis>('PUT', `/sessions/${name(id)}/analysis`, wish),
  tree: (id: string, path: JointMove[], top = 12) =>
    ask<Branch>('POST', `/sessions/${name(id)}/analysis/branch`, { path, top }),
  review: (id: string) => ask<Review>('GET', `/sessions/${name(id)}/review`),
  beginReview: (id: string, wish: { agent?: string; seconds?: number; simulations?: number }) =>
    ask<Review>('POST', `/sessions/${name(id)}/review`, wish),
  stopReview: (id: string) => ask<Review>('DELETE', `/sessions/${name(id)}/review`),

  beginVideo: (wish: NewVideo) => ask<VideoState>('POST', '/video', wish),
  video: (id: string) => ask<VideoState>('GET', `/video/${name(id)}`),
  tick: (id: string, action: Action, ticks = 1) => ask<Frame>('POST', `/video/${name(id)}/step`, { action, ticks }),
  clock: (id: string, wish: { running?: boolean; ticks_per_second?: number; held?: Action; pressed?: Action }) =>
    ask<Frame>('PUT', `/video/${name(id)}/clock`, wish),
  toTick: (id: string, tick: number) => ask<Frame>('PUT', `/video/${name(id)}/tick`, { tick }),
  videoPlayer: (id: string, wish: { agent?: string | null; seconds?: number }) =>
    ask<VideoState>('PUT', `/video/${name(id)}/player`, wish),

  lab: () => ask<Lab>('GET', '/lab'),
  experiment: (experiment: string) => ask<Experiment>('GET', `/lab/${name(experiment)}`),
};

export function eventsOf(id: string): EventSource {
  return new EventSource(`api/sessions/${name(id)}/events`);
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
