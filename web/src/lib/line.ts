// Lines of joint moves as people read them: only what roles chose or did.

import type { JointMove } from '../api/types';
import { moveWords } from './format';

const idle = /^\(?(noop|wait|nil|pass|null|none)\)?$/i;

// What was done in a step: moves of roles that had a choice, or else all that are not waiting.
export function stepWords(moves: JointMove, choices: boolean[] | null, roles: string[]): { role: string; move: string }[] {
  const all = moves.map((move, index) => ({ role: roles[index] ?? '', move: moveWords(move), index, raw: move }));
  let shown = choices ? all.filter((entry) => choices[entry.index]) : [];
  if (shown.length === 0) shown = all.filter((entry) => !idle.test(entry.raw.trim()));
  if (shown.length === 0) shown = all.slice(0, 1);
  return shown.map(({ role, move }) => ({ role, move }));
}
