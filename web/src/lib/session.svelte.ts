// A session of a board game, kept as the server has it.

import { api, eventsOf, sentence, Trouble } from '../api/client';
import type { AnalysisWish } from '../api/client';
import type { Analysis, HistoryPoint, JointMove, Player, Review, State, StateEvent } from '../api/types';
import { keepKinds } from './signs';
import { addPoint, pointOf } from './history';

export class Session {
  state = $state.raw<State | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  history = $state.raw<HistoryPoint[]>([]); // of the analysis
  thinking = $state.raw<Analysis | null>(null); // of an agent that plays
  thinkingHistory = $state.raw<HistoryPoint[]>([]);
  review = $state.raw<Review | null>(null);
  signs = $state.raw<number[]>([]); // by role: how many signs were seen
  trouble = $state(''); // of the last request
  closed = $state(''); // why the session has ended
  busy = $state(0);

  #seen: Set<string>[] = [];
  #events: EventSource | null = null;
  #fetching = false;
  #again = false;
  #goesOn = false;

  constructor(readonly id: string) {}

  async start(known: State | null): Promise<void> {
    if (known) this.#take(known);
    else await this.#run(() => api.state(this.id));
    if (!this.state) return;
    this.#listen();
    try {
      const analysis = await api.analysis(this.id);
      if (!this.analysis) {
        this.analysis = analysis;
        this.history = analysis.history;
      }
      const review = await api.review(this.id);
      this.review ??= review;
    } catch {
      // The stream tells of both as soon as there is something.
    }
  }

  stop(): void {
    this.#events?.close();
    this.#events = null;
  }

  #listen(): void {
    const events = eventsOf(this.id);
    this.#events = events;
    const on = <T>(name: string, take: (data: T) => void) =>
      events.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
    on<StateEvent>('state', (event) => {
      if (!this.state || event.revision > this.state.revision) void this.#refresh();
    });
    on<Analysis>('analysis', (event) => this.#takeAnalysis(event));
    on<Analysis>('thinking', (event) => {
      this.thinkingHistory = addPoint(this.thinkingHistory, this.thinking, { ...event, history: [pointOf(event)] });
      this.thinking = event;
    });
    on<Review>('review', (event) => {
      this.review = event;
    });
    on<{ reason: string }>('closed', (event) => {
      this.closed = event.reason;
      this.stop();
    });
  }

  #takeAnalysis(event: Analysis): void {
    this.history = addPoint(this.history, this.analysis, event);
    this.analysis = event;
  }

  async #refresh(): Promise<void> {
    if (this.#fetching) {
      this.#again = true;
      return;
    }
    this.#fetching = true;
    try {
      do {
        this.#again = false;
        this.#take(await api.state(this.id));
      } while (this.#again);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#fetching = false;
    }
  }

  #take(state: State): void {
    if (this.state && state.revision < this.state.revision) return;
    this.signs = keepKinds(this.#seen, state);
    this.state = state;
  }

  #report(error: unknown): void {
    this.trouble = sentence(error);
    if (error instanceof Trouble && (error.status === 410 || error.status === 404)) {
      this.closed = this.trouble;
      this.stop();
    }
  }

  async #run(request: () => Promise<State>): Promise<boolean> {
    this.trouble = '';
    ++this.busy;
    try {
      this.#take(await request());
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    } finally {
      --this.busy;
    }
  }

  move(role: number, move: string): Promise<boolean> {
    const step = this.state?.step;
    return this.#run(() => api.move(this.id, { role, move, ...(step === undefined ? {} : { step }) }));
  }
  joint(moves: JointMove): Promise<boolean> {
    return this.#run(() => api.move(this.id, { moves }));
  }
  undo(): Promise<boolean> {
    return this.#run(() => api.undo(this.id));
  }
  // Looking at an earlier step pauses the match; who comes back to its end goes on with it.
  async show(step: number): Promise<boolean> {
    const last = this.state?.steps ?? 0;
    if (this.state?.step === last && this.state.running) this.#goesOn = true;
    const shown = await this.#run(() => api.show(this.id, Math.max(0, Math.min(step, last))));
    if (!shown || step < last || !this.#goesOn) return shown;
    this.#goesOn = false;
    return this.#run(() => api.play(this.id, { running: true }));
  }
  players(players: Player[]): Promise<boolean> {
    // At once, so that a second change before the answer keeps the first one.
    const state = this.state;
    if (state) this.state = { ...state, roles: state.roles.map((role, at) => ({ ...role, player: players[at] ?? role.player })) };
    return this.#run(() => api.players(this.id, players));
  }
  play(wish: { running?: boolean; hurry?: boolean; once?: boolean }): Promise<boolean> {
    return this.#run(() => api.play(this.id, wish));
  }

  async analyse(wish: AnalysisWish): Promise<string> {
    try {
      const analysis = await api.analyse(this.id, wish);
      this.analysis = analysis;
      this.history = analysis.history;
      return '';
    } catch (error) {
      return sentence(error);
    }
  }
  async beginReview(agent: string, seconds: number): Promise<string> {
    try {
      this.review = await api.beginReview(this.id, { agent, seconds });
      return '';
    } catch (error) {
      return sentence(error);
    }
  }
  async stopReview(): Promise<void> {
    try {
      this.review = await api.stopReview(this.id);
    } catch (error) {
      this.#report(error);
    }
  }
}

// Sessions whose state is known from the answer that began them.
const begun = new Map<string, State>();
// Rules of a visitor, for another match of the same game.
export interface OwnRules {
  rules: string;
  layout?: string;
  name?: string;
}
const rulesOf = new Map<string, OwnRules>();
export function remember(state: State, own?: OwnRules): void {
  begun.set(state.id, state);
  if (own) rulesOf.set(state.id, own);
}
export function ownRules(id: string): OwnRules | null {
  return rulesOf.get(id) ?? null;
}
export function recall(id: string): State | null {
  const state = begun.get(id) ?? null;
  begun.delete(id);
  return state;
}
