// Finding a move: by words in the list, and by cells on the board.

import type { CellPlace, LegalMove } from '../api/types';

export function keyOf(place: CellPlace): string {
  return place.join(':');
}

function same(a: CellPlace | undefined, b: CellPlace): boolean {
  return a !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

// Moves that have all the words, in any order.
export function filterMoves<T extends { move: string }>(moves: T[], query: string): T[] {
  const wanted = query
    .toLowerCase()
    .split(/[\s(),]+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return moves;
  const parts = (move: T) => move.move.toLowerCase().split(/[\s()]+/);
  const found = moves.filter((move) => wanted.every((word) => parts(move).some((part) => part.startsWith(word))));
  if (found.length > 0) return found;
  return moves.filter((move) => wanted.every((word) => move.move.toLowerCase().includes(word)));
}

// The cells that were clicked so far, and the moves that are still meant.
export interface Picking {
  clicked: CellPlace[];
  candidates: LegalMove[];
}

export type Target = 'place' | 'from' | 'to';

export function begin(moves: LegalMove[]): Picking {
  return { clicked: [], candidates: moves.filter((move) => move.kind !== 'plain') };
}

// The cell that ends a move is as good as the next one if all cells between are only jumped over:
// something lies on them, so that nobody means to stop there.
function jumps(move: LegalMove, at: number, isEmpty: (cell: CellPlace) => boolean): boolean {
  const over = move.cells.slice(at, -1);
  return over.length > 0 && over.every((cell) => !isEmpty(cell));
}

// Which cells mean something now.
export function targets(picking: Picking, isEmpty: (cell: CellPlace) => boolean = () => true): Map<string, Target> {
  const found = new Map<string, Target>();
  const at = picking.clicked.length;
  for (const move of picking.candidates) {
    if (move.kind === 'path') {
      const next = move.cells[at];
      if (!next) continue;
      if (at === 0) {
        if (!found.has(keyOf(next))) found.set(keyOf(next), 'from');
      } else {
        found.set(keyOf(jumps(move, at, isEmpty) ? move.cells[move.cells.length - 1]! : next), 'to');
      }
    } else if (at === 0) {
      for (const cell of move.cells) found.set(keyOf(cell), 'place');
      for (const cell of move.area ?? []) if (!found.has(keyOf(cell))) found.set(keyOf(cell), 'place');
    }
  }
  return found;
}

export type Clicked =
  | { kind: 'nothing' } // the cell means nothing: as if nothing had been clicked
  | { kind: 'more'; picking: Picking } // further cells are needed
  | { kind: 'play'; move: LegalMove }
  | { kind: 'choose'; moves: LegalMove[] }; // several moves are meant

function means(move: LegalMove, at: number, place: CellPlace): boolean {
  if (move.kind === 'path') return same(move.cells[at], place);
  return at === 0 && [...move.cells, ...(move.area ?? [])].some((cell) => same(cell, place));
}

export function click(picking: Picking, place: CellPlace): Clicked {
  const at = picking.clicked.length;
  let meant = picking.candidates.filter((move) => means(move, at, place));
  let ends = false; // the cell is the last one, whatever lies between
  if (meant.length === 0 && at > 0) {
    meant = picking.candidates.filter((move) => move.kind === 'path' && same(move.cells[move.cells.length - 1], place));
    ends = true;
  }
  if (meant.length === 0) return { kind: 'nothing' };
  // A cell that a move names, or changes, counts more than one that is only in its column.
  const close = meant.filter((move) => move.cells.some((cell) => same(cell, place)));
  if (at === 0 && close.length > 0) meant = close;
  const isWhole = (move: LegalMove) => ends || move.kind !== 'path' || at + 1 >= move.cells.length;
  const whole = meant.filter(isWhole);
  if (whole.length === 0) return { kind: 'more', picking: { clicked: [...picking.clicked, place], candidates: meant } };
  if (meant.length === 1) return { kind: 'play', move: whole[0]! };
  return { kind: 'choose', moves: meant };
}

// What of a move is left to say in a menu where its beginning is known: the words that differ.
export function differingWords(moves: string[]): string[] {
  const split = moves.map((move) => move.replace(/[()]/g, ' ').trim().split(/\s+/));
  const length = Math.min(...split.map((words) => words.length));
  let first = 0;
  while (first < length && split.every((words) => words[first] === split[0]![first])) ++first;
  return split.map((words, index) => words.slice(first).join(' ') || moves[index]!);
}
