import { describe, expect, it } from 'vitest';
import type { Cell, Plane } from '../src/api/types';
import { layoutOf, scalesOf, unitFor } from '../src/lib/geometry';

const cell: Cell = { sign: '.', contents: ['b'], owner: null, changed: false, name: '', empty: true };
function plane(rows: number, columns: number, more: Partial<Plane> = {}): Plane {
  return {
    kind: 'grid', title: '', begins_line: false, lean: 'none', lines: [], walls: null,
    columns: Array.from({ length: columns }, (_, index) => String(index + 1)),
    rows: Array.from({ length: rows }, (_, index) => String(rows - index)),
    cells: Array.from({ length: rows }, () => Array.from({ length: columns }, () => cell)),
    ...more,
  };
}

describe('layoutOf', () => {
  it('puts cells of a grid one unit apart', () => {
    const layout = layoutOf(plane(3, 4));
    const first = layout.middle(0, 0);
    expect(layout.middle(0, 1).x - first.x).toBeCloseTo(1);
    expect(layout.middle(2, 0).y - first.y).toBeCloseTo(2);
    expect(layout.width).toBeGreaterThan(4);
    expect(layout.height).toBeGreaterThan(3);
  });
  it('has no room for names of a board of one row', () => {
    expect(layoutOf(plane(1, 5, { rows: [''] })).width).toBeLessThan(layoutOf(plane(1, 5)).width);
  });
  it('lets the rows of hexagons lean, with six neighbours at the same distance', () => {
    for (const lean of ['left', 'right'] as const) {
      const layout = layoutOf(plane(3, 3, { lean }));
      const middle = layout.middle(1, 1);
      const distance = (row: number, column: number) =>
        Math.hypot(layout.middle(row, column).x - middle.x, layout.middle(row, column).y - middle.y);
      const diagonal: [number, number][] = lean === 'left' ? [[0, 2], [2, 0]] : [[0, 0], [2, 2]];
      for (const [row, column] of [[1, 0], [1, 2], [0, 1], [2, 1], ...diagonal] as [number, number][]) {
        expect(distance(row, column)).toBeCloseTo(1);
      }
    }
  });
  it('leans to the named side: a row against the one below it', () => {
    const right = layoutOf(plane(2, 2, { lean: 'right' }));
    expect(right.middle(0, 0).x - right.middle(1, 0).x).toBeCloseTo(0.5);
    const left = layoutOf(plane(2, 2, { lean: 'left' }));
    expect(left.middle(0, 0).x - left.middle(1, 0).x).toBeCloseTo(-0.5);
  });
  it('puts points at half units', () => {
    const layout = layoutOf(plane(2, 5, { kind: 'points', columns: [], rows: [] }));
    expect(layout.middle(0, 2).x - layout.middle(0, 0).x).toBeCloseTo(1);
  });
  it('stays inside of its size', () => {
    for (const lean of ['none', 'left', 'right'] as const) {
      const layout = layoutOf(plane(5, 4, { lean }));
      for (let row = 0; row < 5; ++row) {
        for (let column = 0; column < 4; ++column) {
          const at = layout.middle(row, column);
          expect(at.x - 0.5).toBeGreaterThanOrEqual(0);
          expect(at.x + 0.5).toBeLessThanOrEqual(layout.width);
          expect(at.y + 0.5).toBeLessThanOrEqual(layout.height);
        }
      }
    }
  });
});

describe('scalesOf', () => {
  const board = (title: string, rows: number) => ({ title, cells: Array.from({ length: rows }, () => []) });
  it('makes other boards than the first one smaller, and no rows and no layers of it', () => {
    expect(scalesOf([board('', 8)])).toEqual([1]);
    expect(scalesOf([board('cell 1', 4), board('cell 2', 4)])).toEqual([1, 1]);
    expect(scalesOf([board('cell', 9), board('connected', 9), board('hand', 1)])).toEqual([1, 0.6, 1]);
  });
});

describe('unitFor', () => {
  const board = { width: 8, height: 8, beginsLine: false };

  it('takes the most where there is room', () => expect(unitFor([board], 2000, 2000, 60)).toBe(60));
  it('keeps to the width and to the height', () => {
    expect(unitFor([board], 400, 2000, 60)).toBe(50);
    expect(unitFor([board], 2000, 422, 60)).toBe(50);
  });
  it('puts planes side by side if they are larger that way', () => {
    const unit = unitFor([board, board], 820, 500, 60);
    expect(unit * 16 + 20).toBeLessThanOrEqual(820);
  });
  it('prefers to be too high to being too small', () => {
    const planes = Array.from({ length: 20 }, () => board);
    expect(unitFor(planes, 200, 300, 60)).toBe(22);
  });
  it('never goes below the least', () => expect(unitFor([{ ...board, width: 100 }], 200, 300, 60)).toBe(14));
});
