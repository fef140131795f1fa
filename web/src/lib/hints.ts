// What the analysis shows on the board: bars on cells, arrows between them.

import type { CellPlace, LegalMove, MoveReport } from '../api/types';
import { keyOf } from './moves';

export interface CellHint {
  share: number; // of the visits of the best cell, 0 to 1
  value: number | null;
  best: boolean;
}
export interface Arrow {
  from: CellPlace;
  to: CellPlace;
  share: number;
  best: boolean;
}

// Moves that share a cell share its bar: their visits are added, the value is that of the most visited.
export function hintsOf(
  reports: MoveReport[],
  legal: LegalMove[],
  mostArrows = 4,
): { cells: Map<string, CellHint>; arrows: Arrow[] } {
  const cellsOf = new Map(legal.map((move) => [move.move, move]));
  const sums = new Map<string, { visits: number; top: number; value: number | null }>();
  const arrows: { from: CellPlace; to: CellPlace; visits: number }[] = [];
  for (const report of reports) {
    const move = cellsOf.get(report.move);
    if (!move || report.visits <= 0) continue;
    if (move.kind === 'path' && move.cells.length > 1) {
      arrows.push({ from: move.cells[0]!, to: move.cells[move.cells.length - 1]!, visits: report.visits });
    } else if (move.kind !== 'plain') {
      for (const cell of move.cells) {
        const sum = sums.get(keyOf(cell)) ?? { visits: 0, top: -1, value: null };
        sum.visits += report.visits;
        if (report.visits > sum.top) {
          sum.top = report.visits;
          sum.value = report.exact ?? report.value;
        }
        sums.set(keyOf(cell), sum);
      }
    }
  }
  const most = Math.max(1, ...[...sums.values()].map((sum) => sum.visits));
  const cells = new Map<string, CellHint>();
  for (const [key, sum] of sums) {
    cells.set(key, { share: sum.visits / most, value: sum.value, best: sum.visits === most });
  }
  arrows.sort((a, b) => b.visits - a.visits);
  const mostOfArrow = Math.max(1, arrows[0]?.visits ?? 1);
  return {
    cells,
    arrows: arrows.slice(0, mostArrows).map((arrow, at) => ({
      from: arrow.from,
      to: arrow.to,
      share: arrow.visits / mostOfArrow,
      best: at === 0,
    })),
  };
}
