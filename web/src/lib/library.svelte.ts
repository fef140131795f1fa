// What the program has, asked for once.

import { api } from '../api/client';
import type { About, Agents, Games } from '../api/types';

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = null; // it may work the next time
      throw error;
    });
    return answer;
  };
}

export const library = {
  games: once<Games>(() => api.games()),
  agents: once<Agents>(() => api.agents()),
  about: once<About>(() => api.about()),
};
