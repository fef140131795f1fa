// How many kinds of pieces a role has, as far as the states that were seen and the legend show it.
// A role with one kind needs no letters on its pieces.

import type { State } from '../api/types';

export function keepKinds(seen: Set<string>[], state: Pick<State, 'roles' | 'picture'>): number[] {
  while (seen.length < state.roles.length) seen.push(new Set());
  for (const plane of state.picture.planes) {
    for (const row of plane.cells) {
      for (const cell of row) {
        if (cell && !cell.empty && cell.owner !== null && cell.owner < seen.length) {
          seen[cell.owner]!.add(cell.sign.toLowerCase());
        }
      }
    }
  }
  // Where capitals and small letters tell the sides, every letter of the legend is a kind.
  const letters = new Set(state.picture.legend.map((entry) => entry.sign.toLowerCase()));
  const least = state.picture.sides.length > 0 && letters.size > 1 ? letters.size : 0;
  return seen.map((signs) => Math.max(signs.size, least));
}
