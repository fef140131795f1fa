// Coloured pieces of a rule sheet, for the editor. It is tolerant: what is not understood is plain.

export type TokenKind = 'plain' | 'comment' | 'keyword' | 'variable' | 'paren' | 'number' | 'section';

export interface Token {
  kind: TokenKind;
  text: string;
}

export type Language = 'gdl' | 'vgdl';

const gdlKeywords = new Set([
  '<=', 'role', 'init', 'true', 'next', 'legal', 'does', 'goal', 'terminal', 'base', 'input', 'distinct', 'or', 'not',
]);
const vgdlSections = new Set(['SpriteSet', 'InteractionSet', 'TerminationSet', 'LevelMapping', 'BasicGame']);

export function languageOf(text: string): Language {
  const body = text.replace(/^(\s*#.*\n|\s*\n)*/, '');
  return /^\s*BasicGame\b/.test(body) ? 'vgdl' : 'gdl';
}

function add(tokens: Token[], kind: TokenKind, text: string): void {
  const last = tokens[tokens.length - 1];
  if (last && last.kind === kind) last.text += text;
  else tokens.push({ kind, text });
}

function gdlTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /;[^\n]*|[()]|\s+|[^\s();]+/g;
  for (const [word] of text.matchAll(pattern)) {
    if (word.startsWith(';')) add(tokens, 'comment', word);
    else if (word === '(' || word === ')') add(tokens, 'paren', word);
    else if (word.startsWith('?')) add(tokens, 'variable', word);
    else if (gdlKeywords.has(word.toLowerCase())) add(tokens, 'keyword', word);
    else if (/^\d+$/.test(word)) add(tokens, 'number', word);
    else add(tokens, 'plain', word);
  }
  return tokens;
}

function vgdlTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /#[^\n]*|\s+|[>=]|[^\s>=#]+/g;
  for (const [word] of text.matchAll(pattern)) {
    if (word.startsWith('#')) add(tokens, 'comment', word);
    else if (vgdlSections.has(word)) add(tokens, 'section', word);
    else if (word === '>' || word === '=') add(tokens, 'paren', word);
    else if (/^-?\d+(\.\d+)?$/.test(word)) add(tokens, 'number', word);
    else if (/^[A-Z]/.test(word)) add(tokens, 'keyword', word);
    else add(tokens, 'plain', word);
  }
  return tokens;
}

export function tokensOf(text: string, language: Language): Token[] {
  return language === 'gdl' ? gdlTokens(text) : vgdlTokens(text);
}

export interface Place {
  line: number; // from 1
  column: number; // from 1
}

// Where a place is in the text; the end of the line, or of the text, if it lies behind it.
export function offsetOf(text: string, place: Place): number {
  let start = 0;
  for (let line = 1; line < place.line; ++line) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  return Math.min(start + Math.max(0, place.column - 1), end);
}

export interface Range {
  from: number;
  to: number;
}

// What a diagnostic at this place points at: a word, a bracket, or one character.
export function rangeAt(text: string, place: Place): Range {
  const from = offsetOf(text, place);
  const word = /^[^\s();]+/.exec(text.slice(from, from + 200));
  const to = Math.min(text.length, from + Math.max(1, word ? word[0].length : 1));
  if (text[from] === '\n' || from === text.length) return { from: Math.max(0, from - 1), to: from };
  return { from, to };
}

export type Severity = 'error' | 'warning' | 'remark';

export interface Mark extends Range {
  severity: Severity;
}

export interface MarkedToken extends Token {
  mark?: Severity;
}

// Tokens cut at the ends of marks. Where marks overlap the first one counts.
export function markedTokens(tokens: Token[], marks: Mark[]): MarkedToken[] {
  const sorted = [...marks].sort((a, b) => a.from - b.from);
  const result: MarkedToken[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    let rest = token.text;
    while (rest.length > 0) {
      while (next < sorted.length && sorted[next]!.to <= at) ++next;
      const mark = sorted[next];
      let length = rest.length;
      let severity: Severity | undefined;
      if (mark && mark.from <= at) {
        length = Math.min(length, mark.to - at);
        severity = mark.severity;
      } else if (mark && mark.from < at + length) {
        length = mark.from - at;
      }
      const piece: MarkedToken = { kind: token.kind, text: rest.slice(0, length) };
      if (severity) piece.mark = severity;
      result.push(piece);
      rest = rest.slice(length);
      at += length;
    }
  }
  return result;
}
