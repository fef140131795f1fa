// What to say about a match that has ended, and about who is to move.

import type { State } from '../api/types';
import { words } from './format';

export function outcomeOf(roles: { name: string; goal: number | null }[]): string {
  if (roles.length === 1) {
    const goal = roles[0]!.goal;
    return goal === null ? 'The game is over.' : `The game is over: ${goal} of 100 points.`;
  }
  const goals = roles.map((role) => role.goal);
  if (goals.some((goal) => goal === null)) return 'The game is over.';
  const most = Math.max(...(goals as number[]));
  const winners = roles.filter((role) => role.goal === most);
  if (winners.length === roles.length) return 'The game is over: a draw.';
  const names = winners.map((role) => words(role.name));
  return `The game is over: ${names.join(' and ')} ${names.length === 1 ? 'wins' : 'win'}.`;
}

export function statusOf(state: State): string {
  if (state.fault) return `The game cannot go on: ${state.fault}`;
  if (state.terminal) return outcomeOf(state.roles);
  if (state.step < state.steps) {
    const people = state.roles.some((role) => role.player.kind === 'human');
    return `Step ${state.step} of ${state.steps}.${people ? ' A move from here begins another match.' : ''}`;
  }
  if (state.thinking !== null) {
    const role = state.roles[state.thinking];
    return `${words(role?.name ?? '')} is thinking …`;
  }
  if (state.waiting_for.length > 0) {
    const role = state.roles[state.waiting_for[0]!]!;
    const others = state.roles.filter((other) => other.player.kind === 'human').length > 1;
    const several = state.waiting_for.length > 1 || state.roles.some((other) => other.chosen);
    if (several) return `${words(role.name)} chooses. Others do not see it.`;
    return others ? `${words(role.name)} is to move.` : `Your turn: you are ${words(role.name)}.`;
  }
  if (!state.running) return 'Paused.';
  return 'The next move comes.';
}
