// Shapes and colours for what lies on a cell, the same for the same sign and owner in every game.

export type Shape = 'disc' | 'ring' | 'cross' | 'square' | 'diamond' | 'hexagon' | 'shield' | 'tile' | 'block' | 'dot';

export interface Paint {
  fill: string;
  edge: string;
  ink: string; // of a letter on it
}

export interface Piece {
  shape: Shape;
  letter: string;
  paint: Paint;
  small: boolean;
}

const ivory: Paint = { fill: '#fbf7ec', edge: '#4a4437', ink: '#2a2620' };
const coal: Paint = { fill: '#22252a', edge: '#a3abb3', ink: '#f4f1ea' };

const colours: Record<string, Paint> = {
  white: ivory,
  black: coal,
  red: { fill: '#c8402f', edge: '#6f1d14', ink: '#ffffff' },
  blue: { fill: '#2f6cb5', edge: '#173a66', ink: '#ffffff' },
  green: { fill: '#2c8a55', edge: '#134a2b', ink: '#ffffff' },
  yellow: { fill: '#efc42f', edge: '#7d6108', ink: '#2a2206' },
  orange: { fill: '#e07a28', edge: '#7c3c08', ink: '#241202' },
  purple: { fill: '#8453b0', edge: '#452463', ink: '#ffffff' },
  violet: { fill: '#8453b0', edge: '#452463', ink: '#ffffff' },
  magenta: { fill: '#b8418f', edge: '#651c4c', ink: '#ffffff' },
  pink: { fill: '#e48bab', edge: '#85374f', ink: '#2b0d17' },
  brown: { fill: '#8a5a34', edge: '#482b14', ink: '#ffffff' },
  teal: { fill: '#2b8f92', edge: '#11494b', ink: '#ffffff' },
  cyan: { fill: '#3eb3c9', edge: '#165664', ink: '#062128' },
  gray: { fill: '#8b9097', edge: '#454a50', ink: '#ffffff' },
  grey: { fill: '#8b9097', edge: '#454a50', ink: '#ffffff' },
};

// In the order of the roles; told apart by people who do not see all colours, and by brightness.
const ownerPaints: Paint[] = [
  colours.blue!, colours.orange!, colours.green!, colours.purple!, colours.yellow!, colours.teal!, colours.pink!,
  colours.brown!,
];
const neutral: Paint = { fill: '#8c8674', edge: '#4c483c', ink: '#ffffff' };

export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return hash >>> 0;
}

// Such as whiteplayer and blackpawn.
const wordsWithColour =
  /^(white|black|red|blue|green|yellow|orange|purple|pink|brown)(player|team|side|king|queen|rook|knight|bishop|pawn|man|piece|stone|disc|\d+)$/;

function colourIn(text: string): Paint | null {
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    const paint = Object.hasOwn(colours, word) ? colours[word] : undefined;
    if (paint) return paint;
    const joined = wordsWithColour.exec(word);
    if (joined) return colours[joined[1]!]!;
  }
  return null;
}

// The colour of a role. Where the names of some roles are colours, others do not get the same.
export function paintOfRole(index: number, names: string[]): Paint {
  const own = colourIn(names[index] ?? '');
  if (own) return own;
  const taken = new Set(names.map((name) => colourIn(name)));
  const free = ownerPaints.filter((paint) => !taken.has(paint));
  return free[index % free.length] ?? neutral;
}

const shapes: Shape[] = ['disc', 'square', 'diamond', 'hexagon', 'shield'];

export interface Looks {
  sign: string;
  contents: string[];
  owner: number | null;
}

// `signsOfOwner`: how many signs this owner has in the whole game; one alone needs no letter.
export function pieceOf(looks: Looks, roles: string[], signsOfOwner: number): Piece {
  const { sign, contents, owner } = looks;
  const content = contents.join(' ');
  const word = content.toLowerCase();
  const low = sign.toLowerCase();
  const paint = owner === null ? (colourIn(content) ?? neutral) : paintOfRole(owner, roles);
  // Whoever is alone owns what nobody else does.
  const block = owner === null && roles.length === 1 ? paintOfRole(0, roles) : neutral;
  if (/^-?\d+$/.test(sign)) return { shape: 'tile', letter: sign, paint: owner === null ? neutral : paint, small: false };
  if (owner !== null && (low === 'x' || low === 'o') && signsOfOwner <= 1) {
    return { shape: low === 'x' ? 'cross' : 'ring', letter: '', paint, small: false };
  }
  if (owner === null) {
    if (colourIn(content)) return { shape: 'disc', letter: '', paint, small: false };
    return { shape: 'block', letter: sign, paint: block, small: false };
  }
  if (signsOfOwner <= 1) return { shape: 'disc', letter: '', paint, small: false };
  if (/pawn|\bman\b/.test(word)) return { shape: 'disc', letter: sign, paint, small: true };
  return { shape: shapes[hashOf(low) % shapes.length]!, letter: sign, paint, small: false };
}

// The outline of a shape around the middle, for a radius of 1.
export function outlineOf(shape: Shape): string {
  switch (shape) {
    case 'diamond':
      return 'M0-1.08L1.02 0L0 1.08L-1.02 0Z';
    case 'hexagon':
      return 'M-.52-.9H.52L1.04 0L.52 .9H-.52L-1.04 0Z';
    case 'shield':
      return 'M-.88-.88H.88V.1C.88 .6 .4 .9 0 1.08C-.4 .9-.88 .6-.88 .1Z';
    case 'square':
      return 'M-.66-.88H.66A.22 .22 0 0 1 .88-.66V.66A.22 .22 0 0 1 .66 .88H-.66A.22 .22 0 0 1-.88 .66V-.66A.22 .22 0 0 1-.66-.88Z';
    case 'tile':
    case 'block':
      return 'M-1-1.1H1A.1 .1 0 0 1 1.1-1V1A.1 .1 0 0 1 1 1.1H-1A.1 .1 0 0 1-1.1 1V-1A.1 .1 0 0 1-1-1.1Z';
    default:
      return 'M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z';
  }
}
