// The values of an analysis over time, from its events, each of which has only the last point.

import type { Analysis, HistoryPoint } from '../api/types';

const most = 400;

export function addPoint(history: HistoryPoint[], before: Analysis | null, now: Analysis): HistoryPoint[] {
  const same = before !== null && before.step === now.step && before.text === now.text && now.seconds >= before.seconds;
  let points = same ? history : [];
  for (const point of now.history) {
    const last = points[points.length - 1];
    if (!last || point.simulations > last.simulations) points = [...points, point];
  }
  if (points.length <= most) return points;
  // Every second one of the first half goes: the plot keeps its shape.
  return points.filter((_, index) => index >= most / 2 || index % 2 === 0);
}

// What an event itself says, where it has no points.
export function pointOf(event: Analysis): HistoryPoint {
  return {
    seconds: event.seconds,
    simulations: event.simulations,
    values: event.roles.map((role) => role.value),
    best: event.role === null ? null : (event.roles[event.role]?.moves[0]?.move ?? null),
  };
}
