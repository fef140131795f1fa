import { describe, expect, it } from 'vitest';
import { columnOfByte, findingsOf } from '../src/lib/diagnostics';
import { languageOf, markedTokens, offsetOf, rangeAt, tokensOf } from '../src/lib/highlight';

describe('languageOf', () => {
  it('knows a video game by its first word', () => {
    expect(languageOf('# Title: a\n\nBasicGame\n  SpriteSet')).toBe('vgdl');
    expect(languageOf('(role x)')).toBe('gdl');
    expect(languageOf('; BasicGame\n(role x)')).toBe('gdl');
  });
});

describe('tokensOf', () => {
  const texts = ['(<= (legal ?p (mark 1 2)) ; note\n  (true (control ?p)))', 'a\n\n(((', ''];
  it.each(texts)('loses no character of %j', (text) => {
    expect(tokensOf(text, 'gdl').map((token) => token.text).join('')).toBe(text);
    expect(tokensOf(text, 'vgdl').map((token) => token.text).join('')).toBe(text);
  });
  it('tells variables, keywords and comments', () => {
    const kinds = tokensOf('(legal ?p 3) ; x', 'gdl').map((token) => [token.kind, token.text.trim()]);
    expect(kinds).toContainEqual(['keyword', 'legal']);
    expect(kinds).toContainEqual(['variable', '?p']);
    expect(kinds).toContainEqual(['comment', '; x']);
  });
});

describe('marks', () => {
  const text = '(role x)\n(init (cell 1))\n';
  it('finds places', () => {
    expect(offsetOf(text, { line: 2, column: 2 })).toBe(10);
    expect(offsetOf(text, { line: 1, column: 99 })).toBe(8);
    expect(offsetOf(text, { line: 99, column: 1 })).toBe(text.length);
  });
  it('marks the word at a place', () => {
    const range = rangeAt(text, { line: 2, column: 2 });
    expect(text.slice(range.from, range.to)).toBe('init');
  });
  it('cuts tokens at marks and loses nothing', () => {
    const range = rangeAt(text, { line: 2, column: 8 });
    const pieces = markedTokens(tokensOf(text, 'gdl'), [{ ...range, severity: 'error' }]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter((piece) => piece.mark).map((piece) => piece.text).join('')).toBe('cell');
  });
  it('marks the end of a text that stops too early', () => {
    const range = rangeAt('(role', { line: 1, column: 6 });
    expect(range.to).toBeGreaterThan(range.from);
  });
});

describe('columns in bytes', () => {
  it('become places in a string', () => {
    expect(columnOfByte('abc', 3)).toBe(3);
    expect(columnOfByte('äöx', 5)).toBe(3); // two letters of two bytes each come before
    expect(columnOfByte('😀x', 5)).toBe(3); // a surrogate pair
    expect(columnOfByte('ab', 99)).toBe(3);
  });
  it('keeps diagnostics of its text only', () => {
    const one = { severity: 'error' as const, text: 'rules' as const, line: 0, column: 0, message: 'm', hint: '' };
    expect(findingsOf('x', 'rules', [one, { ...one, text: 'level' }])).toEqual([
      { severity: 'error', line: 1, column: 1, message: 'm', hint: '' },
    ]);
  });
});
