import { describe, expect, it } from 'vitest';
import type { Parameter, SpriteType, State } from '../src/api/types';
import { paintOfRole, pieceOf } from '../src/lib/pieces';
import { interval, short } from '../src/lib/format';
import { spritesOfImage } from '../src/lib/paint';
import { keepKinds } from '../src/lib/signs';
import { groupsOf, sliderOf } from '../src/lib/sliders';
import { ticks } from '../src/lib/ticks';

describe('colours of roles', () => {
  it('follow words for colours, and never give two roles the same', () => {
    expect(paintOfRole(0, ['white', 'black']).fill).not.toBe(paintOfRole(1, ['white', 'black']).fill);
    expect(paintOfRole(0, ['red', 'second'])).not.toEqual(paintOfRole(1, ['red', 'second']));
    const six = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(new Set(six.map((_, index) => paintOfRole(index, six).fill)).size).toBe(6);
    expect(paintOfRole(1, ['first', 'blue'])).not.toEqual(paintOfRole(0, ['first', 'blue']));
  });
  it('are not fooled by words that only contain one', () => {
    expect(paintOfRole(0, ['redeemer'])).toEqual(paintOfRole(0, ['other']));
  });
});

describe('pieces', () => {
  const roles = ['white', 'black'];
  it('are the same whenever they are drawn', () => {
    const looks = { sign: 'K', contents: ['white king'], owner: 0 };
    expect(pieceOf(looks, roles, 6)).toEqual(pieceOf({ ...looks }, roles, 6));
  });
  it('have letters only where a role has several kinds', () => {
    expect(pieceOf({ sign: 'w', contents: ['white'], owner: 0 }, roles, 1).letter).toBe('');
    expect(pieceOf({ sign: 'K', contents: ['king'], owner: 0 }, roles, 6).letter).toBe('K');
  });
  it('are crosses and rings for x and o', () => {
    expect(pieceOf({ sign: 'x', contents: ['x'], owner: 0 }, ['x', 'o'], 1).shape).toBe('cross');
    expect(pieceOf({ sign: 'o', contents: ['o'], owner: 1 }, ['x', 'o'], 1).shape).toBe('ring');
  });
  it('are tiles for numbers and discs for colours of nobody', () => {
    expect(pieceOf({ sign: '7', contents: ['7'], owner: null }, roles, 1)).toMatchObject({ shape: 'tile', letter: '7' });
    expect(pieceOf({ sign: 'r', contents: ['red'], owner: null }, ['player'], 1).shape).toBe('disc');
    expect(pieceOf({ sign: 'a', contents: ['arrow'], owner: null }, roles, 1)).toMatchObject({ shape: 'block', letter: 'a' });
  });
});

describe('keepKinds', () => {
  const state = (...signs: string[]) =>
    ({
      roles: [{}, {}],
      picture: {
        planes: [{ cells: [signs.map((sign) => ({ sign, empty: false, owner: 0 }))] }], legend: [], sides: [],
      },
    }) as unknown as State;
  it('remembers what was seen in other states', () => {
    const seen: Set<string>[] = [];
    expect(keepKinds(seen, state('m'))).toEqual([1, 0]);
    expect(keepKinds(seen, state('m', 'k'))).toEqual([2, 0]);
    expect(keepKinds(seen, state('m'))).toEqual([2, 0]);
  });
});

describe('sliders', () => {
  const parameter = (more: Partial<Parameter>): Parameter => ({
    name: 'select.c', kind: 'real', value: '0.7', default: '0.7', help: '', min: 0, max: null, choices: [], domain: [], ...more,
  });
  it('reach over the values that papers try', () => {
    const slider = sliderOf(parameter({ domain: [0.1, 2] }))!;
    expect(slider.min).toBe(0);
    expect(slider.max).toBeGreaterThanOrEqual(2);
    expect(slider.step).toBeGreaterThan(0);
  });
  it('keep to the range that is declared', () => {
    expect(sliderOf(parameter({ min: 0, max: 1, value: '0.4', default: '0.4' }))).toMatchObject({ min: 0, max: 1 });
  });
  it('count in whole numbers', () => {
    expect(sliderOf(parameter({ kind: 'integer', value: '250', default: '250', domain: [10, 1000] }))!.step % 1).toBe(0);
  });
  it('are not there for choices', () => expect(sliderOf(parameter({ kind: 'choice' }))).toBeNull());
  it('bear infinity', () => expect(sliderOf(parameter({ value: 'inf', default: 'inf' }))!.max).toBeGreaterThan(0));
  it('stand in groups', () => {
    const groups = groupsOf([parameter({}), parameter({ name: 'select.k' }), parameter({ name: 'threads' })]);
    expect(groups.map((group) => [group.name, group.parameters.length])).toEqual([['select', 2], ['general', 1]]);
  });
});

describe('images of sprites', () => {
  const type = (name: string, image: string) => ({ name, image }) as SpriteType;
  const types = [type('avatar', 'oryx/spaceship1'), type('sam', ''), type('green', 'oryx/alien.png'), type('blue', 'oryx/alien')];
  it('have the name of a sprite, or of its image in the rules', () => {
    expect(spritesOfImage('avatar.png', types)).toEqual(['avatar']);
    expect(spritesOfImage('Spaceship1.PNG', types)).toEqual(['avatar']);
    expect(spritesOfImage('alien.gif', types)).toEqual(['green', 'blue']);
    expect(spritesOfImage('planet.png', types)).toEqual([]);
    expect(spritesOfImage('.png', types)).toEqual([]);
  });
});

describe('numbers', () => {
  it('are short', () => {
    expect([0.123, 12.34, 999, 1234, 56_789, 1_234_567].map(short)).toEqual(['0.12', '12.3', '999', '1.2 k', '57 k', '1.2 M']);
    expect(short(Infinity)).toBe('–');
  });
  it('have as many digits as their interval', () => {
    expect([interval(50, 26.34), interval(63.44, 0.731), interval(0.5, 0.02), interval(12_345, 600), interval(42, 0)]).toEqual([
      '50.0 ± 26.3', '63.4 ± 0.7', '0.50 ± 0.02', '12 k ± 600', '42',
    ]);
  });
  it('stand at round places of an axis', () => {
    expect(ticks(0, 100, 4)).toEqual([0, 50, 100]);
    expect(ticks(0, 9, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(ticks(3, 3, 5)).toEqual([3]);
  });
});
