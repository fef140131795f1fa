// Diagnostics of the program, for the editor: columns of the program count bytes of UTF-8, those of
// the editor are places in a string.

import type { Diagnostic, Verdict } from '../api/types';
import type { Severity } from './highlight';

export interface EditorFinding {
  severity: Severity;
  line: number;
  column: number;
  message: string;
  hint: string;
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

// The column in a string that a column in bytes means, both from 1.
export function columnOfByte(line: string, column: number): number {
  let bytes = 1;
  let at = 0;
  while (at < line.length && bytes < column) {
    const code = line.codePointAt(at)!;
    bytes += bytesOf(code);
    at += code > 0xffff ? 2 : 1;
  }
  return at + 1;
}

function lineOf(lines: string[], line: number): string {
  return lines[line - 1] ?? '';
}

export function findingsOf(text: string, which: Diagnostic['text'], diagnostics: Diagnostic[]): EditorFinding[] {
  const lines = text.split('\n');
  return diagnostics
    .filter((one) => one.text === which)
    .map((one) => ({
      severity: one.severity,
      line: Math.max(1, one.line),
      column: columnOfByte(lineOf(lines, Math.max(1, one.line)), Math.max(1, one.column)),
      message: one.message,
      hint: one.hint,
    }));
}

// Where random play found something wrong, as far as it has a place.
export function findingsOfPlay(text: string, verdict: Verdict | null): EditorFinding[] {
  const lines = text.split('\n');
  return (verdict?.findings ?? []).flatMap((finding) =>
    finding.places.map((place) => ({
      severity: finding.severity === 'problem' ? ('warning' as const) : ('remark' as const),
      line: Math.max(1, place.line),
      column: columnOfByte(lineOf(lines, Math.max(1, place.line)), Math.max(1, place.column)),
      message: finding.message,
      hint: '',
    })),
  );
}
