import { describe, expect, it } from 'vitest';
import type { CellPlace, LegalMove } from '../src/api/types';
import { begin, click, differingWords, filterMoves, keyOf, targets } from '../src/lib/moves';

const at = (row: number, column: number): CellPlace => [0, row, column];
const place = (move: string, row: number, column: number): LegalMove => ({ move, kind: 'place', cells: [at(row, column)] });
const path = (move: string, ...cells: CellPlace[]): LegalMove => ({ move, kind: 'path', cells });

describe('filterMoves', () => {
  const moves = ['(move a 2 a 3)', '(move a 2 a 4)', '(move b 2 b 3)', 'noop'].map((move) => ({ move }));

  it('keeps all without a query', () => expect(filterMoves(moves, '  ')).toHaveLength(4));
  it('wants every word, as the beginning of a part', () => {
    expect(filterMoves(moves, 'a 3').map((move) => move.move)).toEqual(['(move a 2 a 3)']);
    expect(filterMoves(moves, 'mo b').map((move) => move.move)).toEqual(['(move b 2 b 3)']);
  });
  it('takes a move as it is written', () => expect(filterMoves(moves, '(move a 2 a 4)')).toHaveLength(1));
  it('looks inside of parts only if no part begins so', () => {
    expect(filterMoves(moves, 'oop').map((move) => move.move)).toEqual(['noop']);
    expect(filterMoves(moves, 'xyz')).toEqual([]);
  });
});

describe('picking by cells', () => {
  it('plays a move that one cell names', () => {
    const picking = begin([place('(mark 1 1)', 2, 0), place('(mark 2 2)', 1, 1)]);
    expect([...targets(picking).keys()]).toEqual(['0:2:0', '0:1:1']);
    expect(click(picking, at(1, 1))).toMatchObject({ kind: 'play', move: { move: '(mark 2 2)' } });
    expect(click(picking, at(0, 0))).toEqual({ kind: 'nothing' });
  });
  it('asks for the second cell of a way, and shows where it can go', () => {
    const moves = [path('a3', at(6, 0), at(5, 0)), path('a4', at(6, 0), at(4, 0)), path('b3', at(6, 1), at(5, 1))];
    const first = click(begin(moves), at(6, 0));
    if (first.kind !== 'more') throw new Error(first.kind);
    expect(targets(first.picking)).toEqual(new Map([['0:5:0', 'to'], ['0:4:0', 'to']]));
    expect(click(first.picking, at(4, 0))).toMatchObject({ kind: 'play', move: { move: 'a4' } });
    expect(click(first.picking, at(5, 1))).toEqual({ kind: 'nothing' });
  });
  it('goes over cells in between, or straight to the last one', () => {
    const jump = path('jump', at(0, 0), at(1, 1), at(2, 2));
    const first = click(begin([jump, path('step', at(0, 0), at(0, 1))]), at(0, 0));
    if (first.kind !== 'more') throw new Error(first.kind);
    expect([...targets(first.picking).keys()]).toEqual(['0:1:1', '0:0:1']);
    // Something lies in between: the end is what one goes to.
    const overSomething = (cell: CellPlace) => keyOf(cell) !== '0:1:1';
    expect([...targets(first.picking, overSomething).keys()]).toEqual(['0:2:2', '0:0:1']);
    expect(click(first.picking, at(2, 2))).toMatchObject({ kind: 'play', move: { move: 'jump' } });
    const second = click(first.picking, at(1, 1));
    if (second.kind !== 'more') throw new Error(second.kind);
    expect(click(second.picking, at(2, 2))).toMatchObject({ kind: 'play', move: { move: 'jump' } });
  });
  it('takes a cell as the next one before it takes it as the last one', () => {
    const moves = [path('far', at(0, 0), at(0, 2), at(0, 3)), path('near', at(0, 0), at(0, 1), at(0, 2))];
    const first = click(begin(moves), at(0, 0));
    if (first.kind !== 'more') throw new Error(first.kind);
    const second = click(first.picking, at(0, 2));
    expect(second).toMatchObject({ kind: 'more', picking: { candidates: [{ move: 'far' }] } });
  });
  it('offers a choice where cells do not tell', () => {
    const moves = [path('(promote queen)', at(1, 0), at(0, 0)), path('(promote rook)', at(1, 0), at(0, 0))];
    const first = click(begin(moves), at(1, 0));
    if (first.kind !== 'more') throw new Error(first.kind);
    const second = click(first.picking, at(0, 0));
    expect(second.kind).toBe('choose');
    if (second.kind === 'choose') expect(second.moves).toHaveLength(2);
  });
  it('prefers moves that name the cell to those that only change it', () => {
    const change: LegalMove = { move: '(drop 1)', kind: 'changes', cells: [at(5, 0)], area: [at(0, 0), at(5, 0)] };
    const other: LegalMove = { move: '(drop 2)', kind: 'changes', cells: [at(5, 1)], area: [at(0, 1), at(0, 0)] };
    expect(click(begin([change, other]), at(5, 0))).toMatchObject({ kind: 'play', move: { move: '(drop 1)' } });
    expect(click(begin([change, other]), at(0, 0)).kind).toBe('choose');
    expect(targets(begin([change])).get(keyOf(at(0, 0)))).toBe('place');
  });
  it('leaves moves that name nothing to the list', () => {
    expect(begin([{ move: 'noop', kind: 'plain', cells: [] }]).candidates).toEqual([]);
  });
});

describe('differingWords', () => {
  it('cuts what all have in common', () => {
    expect(differingWords(['(move a 7 a 8 queen)', '(move a 7 a 8 rook)'])).toEqual(['queen', 'rook']);
  });
  it('keeps a move that is the beginning of another', () => {
    expect(differingWords(['(move a)', '(move a b)'])).toEqual(['(move a)', 'b']);
  });
});
