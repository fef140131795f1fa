// Facts that stand on no board: counters with one value, and tables by relation.

export interface Counter {
  name: string;
  value: string;
  fact: string;
}
export interface FactTable {
  name: string;
  width: number;
  rows: { cells: string[]; fact: string }[];
}

// The parts of a term: "(control (a b) 3)" -> ["control", "(a b)", "3"].
export function partsOf(term: string): string[] {
  const text = term.trim();
  if (!text.startsWith('(')) return [text];
  const parts: string[] = [];
  let depth = 0;
  let start = -1;
  for (let at = 1; at < text.length; ++at) {
    const letter = text[at]!;
    const ends = depth === 0 && (letter === ')' || /\s/.test(letter));
    if (ends && start >= 0) {
      parts.push(text.slice(start, at));
      start = -1;
    }
    if (depth === 0 && letter === ')') break;
    if (start < 0 && !/\s/.test(letter)) start = at;
    if (letter === '(') ++depth;
    else if (letter === ')') --depth;
  }
  return parts;
}

export function countersOf(facts: string[]): { counters: Counter[]; tables: FactTable[] } {
  const groups = new Map<string, { parts: string[]; fact: string }[]>();
  for (const fact of facts) {
    const parts = partsOf(fact);
    const key = `${parts[0] ?? ''}/${parts.length}`;
    const group = groups.get(key) ?? [];
    group.push({ parts, fact });
    groups.set(key, group);
  }
  const counters: Counter[] = [];
  const tables: FactTable[] = [];
  for (const group of groups.values()) {
    const { parts } = group[0]!;
    const name = parts[0] ?? '';
    if (parts.length <= 2 && group.length <= 3) {
      for (const entry of group) counters.push({ name, value: entry.parts[1] ?? '✓', fact: entry.fact });
    } else if (parts.length === 3 && group.length <= 4) {
      for (const entry of group) {
        counters.push({ name: `${name} ${entry.parts[1]!}`, value: entry.parts[2]!, fact: entry.fact });
      }
    } else {
      tables.push({
        name,
        width: parts.length - 1,
        rows: group.map((entry) => ({ cells: entry.parts.slice(1), fact: entry.fact })),
      });
    }
  }
  return { counters, tables };
}
