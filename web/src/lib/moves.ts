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

// Which cells mean something now.
export function targets(picking: Picking): Map<string, Target> {
  const found = new Map<string, Target>();
  const at = picking.clicked.length;
  for (const move of picking.candidates) {
    if (move.kind === 'path') {
      if (at === 0) {
        const first = move.cells[0];
        if (first && !found.has(keyOf(first))) found.set(keyOf(first), 'from');
        continue;
      }
      const next = move.cells[at];
      const last = move.cells[move.cells.length - 1];
      if (next) found.set(keyOf(next), 'to');
      if (last && at < move.cells.length) found.set(keyOf(last), 'to');
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
  if (move.kind === 'path') {
    if (at === 0) return same(move.cells[0], place);
    return same(move.cells[at], place) || (at < move.cells.length && same(move.cells[move.cells.length - 1], place));
  }
  return at === 0 && [...move.cells, ...(move.area ?? [])].some((cell) => same(cell, place));
}

function isWhole(move: LegalMove, at: number, place: CellPlace): boolean {
  if (move.kind !== 'path') return true;
  return at + 1 >= move.cells.length || (at > 0 && same(move.cells[move.cells.length - 1], place));
}

export function click(picking: Picking, place: CellPlace): Clicked {
  const at = picking.clicked.length;
  let meant = picking.candidates.filter((move) => means(move, at, place));
  if (meant.length === 0) {
    // A click on the first cell again, or elsewhere, begins anew.
    return { kind: 'nothing' };
  }
  // A cell that a move names counts more than one that it only happens to change.
  const named = meant.filter((move) => move.kind === 'place' || move.kind === 'path');
  const changed = meant.filter((move) => move.cells.some((cell) => same(cell, place)));
  if (at === 0 && named.length === 0 && changed.length > 0) meant = changed;
  const whole = meant.filter((move) => isWhole(move, at, place));
  if (whole.length === meant.length) {
    if (whole.length === 1) return { kind: 'play', move: whole[0]! };
    return { kind: 'choose', moves: whole };
  }
  // Where a longer way goes over the same cell, both are offered.
  if (at > 0 && whole.length > 0) return { kind: 'choose', moves: meant };
  if (whole.length > 0) return { kind: 'choose', moves: meant };
  return { kind: 'more', picking: { clicked: [...picking.clicked, place], candidates: meant } };
}

// What of a move is left to say in a menu where its beginning is known: the words that differ.
export function differingWords(moves: string[]): string[] {
  const split = moves.map((move) => move.replace(/[()]/g, ' ').trim().split(/\s+/));
  const length = Math.min(...split.map((words) => words.length));
  let first = 0;
  while (first < length && split.every((words) => words[first] === split[0]![first])) ++first;
  return split.map((words, index) => words.slice(first).join(' ') || moves[index]!);
}
