// Where the cells of a plane are drawn. One unit is the width of a cell.

import type { Plane } from '../api/types';

export interface Point {
  x: number;
  y: number;
}

export interface PlaneLayout {
  width: number; // in units, with margins
  height: number;
  hexagons: boolean;
  radius: number; // of a piece
  middle: (row: number, column: number) => Point;
  outline: (row: number, column: number) => string; // a path around the cell
  columnLabel: (column: number) => Point;
  rowLabel: (row: number) => Point;
  corner: (row: number, column: number) => Point; // left above a cell
}

const hexPitch = Math.sqrt(3) / 2;
const labelRoom = 0.55;
const edge = 0.12;

function number(value: number): string {
  return value.toFixed(3).replace(/\.?0+$/, '');
}

function hexagon(middle: Point): string {
  const radius = 1 / Math.sqrt(3);
  const corners = [0, 1, 2, 3, 4, 5].map((index) => {
    const angle = ((60 * index - 90) * Math.PI) / 180;
    return `${number(middle.x + radius * Math.cos(angle))} ${number(middle.y + radius * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

function circle(middle: Point): string {
  return `M${number(middle.x - 0.42)} ${number(middle.y)}a.42 .42 0 1 1 .84 0a.42 .42 0 1 1 -.84 0Z`;
}

export function columnsOf(plane: Plane): number {
  return Math.max(1, ...plane.cells.map((row) => row.length));
}

export function layoutOf(plane: Plane): PlaneLayout {
  const rows = plane.cells.length;
  const columns = columnsOf(plane);
  if (plane.kind === 'points') {
    const room = 0.55;
    const middle = (row: number, column: number) => ({ x: room + column / 2, y: room + row });
    return {
      width: (columns - 1) / 2 + 2 * room,
      height: rows - 1 + 2 * room + 0.15,
      hexagons: false,
      radius: 0.3,
      middle,
      outline: (row, column) => {
        return circle(middle(row, column));
      },
      columnLabel: () => ({ x: 0, y: 0 }),
      rowLabel: () => ({ x: 0, y: 0 }),
      corner: (row, column) => ({ x: room + column / 2 - 0.5, y: room + row - 0.5 }),
    };
  }
  const hexagons = plane.lean !== 'none';
  const hasRowNames = plane.rows.some((name) => name !== '') || (plane.walls?.corner_rows.length ?? 0) > 0;
  const left = hasRowNames ? labelRoom : edge;
  const pitch = hexagons ? hexPitch : 1;
  const top = hexagons ? edge + 1 / Math.sqrt(3) - 0.5 : edge;
  const shift = (row: number) => {
    if (plane.lean === 'right') return (rows - 1 - row) / 2;
    return plane.lean === 'left' ? row / 2 : 0;
  };
  const middle = (row: number, column: number) => ({
    x: left + shift(row) + column + 0.5,
    y: top + row * pitch + 0.5,
  });
  const below = top + (rows - 1) * pitch + 1 + (hexagons ? 1 / Math.sqrt(3) - 0.5 : 0);
  return {
    width: left + columns + (hexagons ? (rows - 1) / 2 : 0) + edge,
    height: below + (plane.columns.length > 0 ? labelRoom : edge),
    hexagons,
    radius: 0.36,
    middle,
    outline: (row, column) => {
      const at = middle(row, column);
      if (hexagons) return hexagon(at);
      if (plane.lines.length > 0) return circle(at);
      return `M${number(at.x - 0.5)} ${number(at.y - 0.5)}h1v1h-1Z`;
    },
    columnLabel: (column) => ({ x: middle(rows - 1, column).x, y: below + 0.32 }),
    rowLabel: (row) => ({ x: middle(row, 0).x - 0.5 - labelRoom / 2 - (hexagons ? 0.1 : 0), y: middle(row, 0).y }),
    corner: (row, column) => ({ x: left + column, y: top + row * pitch }),
  };
}

// Where a game has several boards, the first one is the one to look at: others that are no rows are
// smaller. The titles of planes begin with the relation that makes their board.
export function scalesOf(planes: Pick<Plane, 'title' | 'cells'>[]): number[] {
  const boardOf = (title: string) => title.split(' ', 1)[0];
  return planes.map((plane) => (boardOf(plane.title) === boardOf(planes[0]!.title) || plane.cells.length === 1 ? 1 : 0.6));
}

export interface Size {
  width: number;
  height: number;
  beginsLine: boolean;
}

// The largest number of pixels for a unit with which all planes, side by side and in lines, fit. The
// width is kept at any price down to `least`, the height only where that is possible.
export function unitFor(sizes: Size[], width: number, height: number, most: number, least = 14, gap = 20): number {
  const fits = (unit: number, room: number) => {
    let used = 0;
    let line = 0;
    let x = 0;
    for (const size of sizes) {
      const wide = size.width * unit;
      if (wide > width) return false;
      if (x > 0 && (size.beginsLine || x + gap + wide > width)) {
        used += line + gap;
        line = 0;
        x = 0;
      }
      x += (x > 0 ? gap : 0) + wide;
      line = Math.max(line, size.height * unit + 22);
    }
    return used + line <= room;
  };
  for (let unit = most; unit >= 22; unit -= 1) if (fits(unit, height)) return unit;
  for (let unit = Math.min(most, 22); unit > least; unit -= 1) if (fits(unit, Infinity)) return unit;
  return least;
}
