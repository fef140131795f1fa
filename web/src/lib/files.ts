// What a file or a pasted text is.

import type { GameInfo, MatchRecord } from '../api/types';
import { languageOf } from './highlight';

export type Given =
  | { kind: 'record'; record: MatchRecord }
  | { kind: 'gdl' | 'vgdl'; text: string; name: string }
  | { kind: 'level' | 'layout'; text: string }
  | { kind: 'unknown'; why: string };

export function isRecord(value: unknown): value is MatchRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as { gameRoleNames?: unknown; moves?: unknown };
  return Array.isArray(record.gameRoleNames) && Array.isArray(record.moves);
}

export function recognise(text: string, fileName = ''): Given {
  const start = text.trimStart();
  if (start.startsWith('{')) {
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) return { kind: 'record', record: value };
      return { kind: 'unknown', why: 'This JSON file is no match record: it has no gameRoleNames or no moves.' };
    } catch {
      return { kind: 'unknown', why: 'This file begins like JSON, but cannot be read as JSON.' };
    }
  }
  if (start === '') return { kind: 'unknown', why: 'This file is empty.' };
  if (/_lvl\d+\.txt$/i.test(fileName)) return { kind: 'level', text };
  if (/\.layout$/i.test(fileName)) return { kind: 'layout', text };
  const name = fileName.replace(/\.[^.]*$/, '');
  return { kind: languageOf(text), text, name };
}

// The built-in game that a record is of, if its name says so.
export function gameOf(record: MatchRecord, games: GameInfo[]): GameInfo | null {
  const wanted = String(record.gameName ?? '').toLowerCase();
  if (!wanted) return null;
  return games.find((game) => game.name.toLowerCase() === wanted || game.title.toLowerCase() === wanted) ?? null;
}

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
