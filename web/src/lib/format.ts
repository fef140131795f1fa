// Numbers as people read them.

export function short(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return '–';
  if (size >= 1e9) return `${(value / 1e9).toFixed(size >= 1e10 ? 0 : 1)} G`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(size >= 1e7 ? 0 : 1)} M`;
  if (size >= 1e4) return `${Math.round(value / 1e3)} k`;
  if (size >= 1e3) return `${(value / 1e3).toFixed(1)} k`;
  if (size >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

// With its half interval, both to the same digits where they are small.
export function interval(middle: number, half: number): string {
  const digits = (number: number) => (Math.abs(number) < 100 && Math.abs(middle) >= 10 ? number.toFixed(1) : short(number));
  return half > 0 ? `${digits(middle)} ± ${digits(half)}` : short(middle);
}

export function exact(value: number): string {
  return new Intl.NumberFormat('en').format(value);
}

export function value(goal: number | null | undefined): string {
  return goal === null || goal === undefined || !Number.isFinite(goal) ? '–' : goal.toFixed(1);
}

export function seconds(time: number): string {
  if (time < 1) return `${Math.round(time * 1000)} ms`;
  if (time < 60) return `${time.toFixed(time < 10 ? 1 : 0)} s`;
  return `${Math.floor(time / 60)} min ${Math.round(time % 60)} s`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${exact(count)} ${count === 1 ? one : many}`;
}

// Rules that were pasted have no name of their own, which the server calls "game".
export function titleOf(game: { title: string; name: string }, without = 'A game of your own'): string {
  return game.title || (game.name === 'game' ? '' : words(game.name)) || without;
}

// A word of a rule sheet for people: underscores are blanks.
export function words(name: string): string {
  return name.replace(/_/g, ' ');
}

// A move without its outer brackets.
export function moveWords(move: string): string {
  const bare = /^\((.*)\)$/.exec(move.trim());
  return (bare ? bare[1]! : move).trim();
}

// The descriptions of games begin with a small letter, as they follow a title and a colon.
export function sentenceOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
