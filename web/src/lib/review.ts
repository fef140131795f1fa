// What the analysis of a match says of the move that was made.

import type { ReviewPoint } from '../api/types';

// `stronger`: only the position after it showed what it was worth.
export type Judgement = 'unknown' | 'best' | 'worse' | 'equal' | 'stronger';

const noticed = 1; // points of 100
const surprise = 5;

export function judgementOf(point: Pick<ReviewPoint, 'made' | 'best' | 'best_value' | 'made_value'>): Judgement {
  if (point.made === null || point.best === null) return 'unknown';
  if (point.made === point.best) return 'best';
  if (point.best_value === null || point.made_value === null) return 'unknown';
  const loss = point.best_value - point.made_value;
  if (loss >= noticed) return 'worse';
  return loss <= -surprise ? 'stronger' : 'equal';
}
