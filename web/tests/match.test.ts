import { describe, expect, it } from 'vitest';
import type { Analysis, HistoryPoint, State } from '../src/api/types';
import { countersOf, partsOf } from '../src/lib/facts';
import { gameOf, recognise } from '../src/lib/files';
import { titleOf } from '../src/lib/format';
import { emptyDraft, rulesOfDraft } from '../src/lib/given.svelte';
import { hintsOf } from '../src/lib/hints';
import { addPoint } from '../src/lib/history';
import { stepWords } from '../src/lib/line';
import { outcomeOf, statusOf } from '../src/lib/outcome';
import { parseRoute } from '../src/lib/route.svelte';
import { judgementOf } from '../src/lib/review';
import { searchGames } from '../src/lib/search';

describe('facts', () => {
  it('splits terms', () => {
    expect(partsOf('(control (a b) 3)')).toEqual(['control', '(a b)', '3']);
    expect(partsOf('over')).toEqual(['over']);
  });
  it('makes counters of few and tables of many', () => {
    const heaps = [1, 2, 3, 4, 5].map((heap) => `(heap ${heap} ${heap * 2} full)`);
    const { counters, tables } = countersOf(['(control red)', '(score red 2)', '(score blue 1)', 'check', ...heaps]);
    expect(counters.map((one) => `${one.name}=${one.value}`)).toEqual([
      'control=red', 'score red=2', 'score blue=1', 'check=✓',
    ]);
    expect(tables).toHaveLength(1);
    expect(tables[0]!.rows[1]!.cells).toEqual(['2', '4', 'full']);
  });
});

describe('records', () => {
  const record = { gameName: 'tictactoe', gameRoleNames: ['x', 'o'], moves: [['(mark 1 1)', 'noop']] };
  it('are told from rules and from other JSON', () => {
    expect(recognise(JSON.stringify(record))).toMatchObject({ kind: 'record' });
    expect(recognise('{"a": 1}')).toMatchObject({ kind: 'unknown' });
    expect(recognise('{"a": ')).toMatchObject({ kind: 'unknown' });
    expect(recognise('(role x)', 'my_game.kif')).toMatchObject({ kind: 'gdl', name: 'my_game' });
    expect(recognise('BasicGame\n')).toMatchObject({ kind: 'vgdl' });
    expect(recognise('wwww', 'a_lvl0.txt')).toMatchObject({ kind: 'level' });
    expect(recognise('(rows down)', 'my_game.layout')).toMatchObject({ kind: 'layout', text: '(rows down)' });
    expect(recognise('  ')).toMatchObject({ kind: 'unknown' });
  });
  it('name their game by name or title', () => {
    const game = { name: 'tictactoe', title: 'Tic-Tac-Toe', description: '', players: 2, play: '', goals: [], source: '' };
    expect(gameOf(record, [game])?.name).toBe('tictactoe');
    expect(gameOf({ ...record, gameName: 'TIC-TAC-TOE' }, [game])?.name).toBe('tictactoe');
    expect(gameOf({ ...record, gameName: 'chess' }, [game])).toBeNull();
  });
  it('are told step by step with what was chosen', () => {
    expect(stepWords(['(mark 1 1)', 'noop'], [true, false], ['x', 'o'])).toEqual([{ role: 'x', move: 'mark 1 1' }]);
    expect(stepWords(['noop', 'noop'], [false, false], ['x', 'o'])).toEqual([{ role: 'x', move: 'noop' }]);
    expect(stepWords(['a', 'b'], null, ['x', 'o'])).toHaveLength(2);
  });
});

describe('titles', () => {
  it('are those of the rules, else the name, unless it is none', () => {
    expect(titleOf({ title: 'Hex', name: 'hex' })).toBe('Hex');
    expect(titleOf({ title: '', name: 'my_game' })).toBe('my game');
    expect(titleOf({ title: '', name: 'game' })).toBe('A game of your own');
  });
});

describe('rules of a draft', () => {
  it('have hints and a name only where there are some', () => {
    expect(rulesOfDraft({ ...emptyDraft(), rules: '(role x)', layout: ' \n' })).toEqual({ rules: '(role x)' });
    expect(rulesOfDraft({ rules: '(role x)', level: 'w', layout: '(rows down)', name: 'mine' })).toEqual({
      rules: '(role x)', layout: '(rows down)', name: 'mine',
    });
  });
});

describe('a move in the analysis of a match', () => {
  const point = (made: string | null, best: string | null, made_value: number | null, best_value: number | null) =>
    judgementOf({ made, best, made_value, best_value });
  it('is worse only where another one is better', () => {
    expect(point('a', 'b', 20, 60)).toBe('worse');
    expect(point('a', 'a', 60, 60)).toBe('best');
    expect(point('a', 'b', 60, 60.5)).toBe('equal');
    expect(point('a', 'b', 73, 50.7)).toBe('stronger');
    expect(point('a', 'b', null, 50)).toBe('unknown');
    expect(point(null, 'b', null, 50)).toBe('unknown');
  });
});

describe('outcome', () => {
  it('says who wins', () => {
    expect(outcomeOf([{ name: 'x', goal: 100 }, { name: 'o', goal: 0 }])).toBe('The game is over: x wins.');
    expect(outcomeOf([{ name: 'x', goal: 50 }, { name: 'o', goal: 50 }])).toBe('The game is over: a draw.');
    expect(outcomeOf([{ name: 'a', goal: 50 }, { name: 'b', goal: 50 }, { name: 'c', goal: 0 }])).toBe(
      'The game is over: a and b win.',
    );
    expect(outcomeOf([{ name: 'robot', goal: 75 }])).toBe('The game is over: 75 of 100 points.');
    expect(outcomeOf([{ name: 'x', goal: null }, { name: 'o', goal: 0 }])).toBe('The game is over.');
  });
  const role = (name: string, kind: 'human' | 'agent', chosen = false) =>
    ({ name, player: { kind }, moves: 2, chosen, goal: null }) as State['roles'][number];
  const state = (more: Partial<State>) =>
    ({ fault: '', terminal: false, step: 1, steps: 1, thinking: null, waiting_for: [], running: true, roles: [], ...more }) as State;
  it('says whose turn it is', () => {
    const roles = [role('red', 'human'), role('blue', 'agent')];
    expect(statusOf(state({ roles, waiting_for: [0] }))).toBe('Your turn: you are red.');
    expect(statusOf(state({ roles, thinking: 1 }))).toContain('blue is thinking');
    expect(statusOf(state({ roles, running: false }))).toBe('Paused.');
  });
  it('does not ask two people at once', () => {
    const roles = [role('red', 'human', true), role('blue', 'human')];
    expect(statusOf(state({ roles, waiting_for: [1] }))).toBe('blue chooses. Others do not see it.');
  });
});

describe('hints', () => {
  const legal = [
    { move: 'a', kind: 'place' as const, cells: [[0, 0, 0] as [number, number, number]] },
    { move: 'b', kind: 'place' as const, cells: [[0, 0, 1] as [number, number, number]] },
    { move: 'c', kind: 'path' as const, cells: [[0, 0, 0], [0, 1, 1]] as [number, number, number][] },
  ];
  const report = (move: string, visits: number) => ({ move, visits, value: 60, exact: null });
  it('are bars on cells and arrows between them', () => {
    const hints = hintsOf([report('a', 50), report('b', 100), report('c', 10), report('gone', 5)], legal);
    expect(hints.cells.get('0:0:1')).toMatchObject({ share: 1, best: true });
    expect(hints.cells.get('0:0:0')).toMatchObject({ share: 0.5, best: false });
    expect(hints.arrows).toEqual([{ from: [0, 0, 0], to: [0, 1, 1], share: 1, best: true }]);
  });
});

describe('history of values', () => {
  const analysis = (simulations: number, step = 0): Analysis =>
    ({ step, text: 'uct', seconds: simulations / 1000, history: [{ seconds: simulations / 1000, simulations, values: [50], best: null }] }) as unknown as Analysis;
  it('grows, begins anew with another position, and stays short', () => {
    let history: HistoryPoint[] = [];
    let before: Analysis | null = null;
    for (let at = 1; at <= 1000; ++at) {
      const now = analysis(at * 100);
      history = addPoint(history, before, now);
      before = now;
    }
    expect(history.length).toBeLessThanOrEqual(400);
    expect(history.at(-1)!.simulations).toBe(100_000);
    expect(history.every((point, at) => at === 0 || point.simulations > history[at - 1]!.simulations)).toBe(true);
    expect(addPoint(history, before, analysis(100, 1))).toHaveLength(1);
  });
});

describe('looking for games', () => {
  const game = (name: string, title: string, players: number, play = 'turn-taking') =>
    ({ name, title, description: 'a game', players, play, goals: [], source: '' });
  const games = {
    games: [game('connect_four', 'Connect Four', 2), game('battle', 'Battle', 2, 'simultaneous'), game('queens', 'Queens', 1)],
    video_games: [{ name: 'causeway', title: 'Causeway', description: 'cross', levels: 5 }],
  };
  it('finds beginnings of words first', () => {
    expect(searchGames(games, 'fo con', 'any').board.map((one) => one.name)).toEqual(['connect_four']);
    expect(searchGames(games, 'cross', 'any').video).toHaveLength(1);
    expect(searchGames(games, 'nothing', 'any')).toEqual({ board: [], video: [] });
  });
  it('keeps to the number of players', () => {
    expect(searchGames(games, '', '1').board.map((one) => one.name)).toEqual(['queens']);
    expect(searchGames(games, '', 'simultaneous').board.map((one) => one.name)).toEqual(['battle']);
    expect(searchGames(games, '', 'video').board).toEqual([]);
  });
});

describe('addresses', () => {
  it('have parts and a query', () => {
    const route = parseRoute('#/game/connect_four?moves=a%20b');
    expect(route.parts).toEqual(['game', 'connect_four']);
    expect(route.query.get('moves')).toBe('a b');
    expect(parseRoute('').parts).toEqual([]);
    expect(parseRoute('#/game/%E0%A4%A').parts).toEqual(['game', '%E0%A4%A']);
  });
});
