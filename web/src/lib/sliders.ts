// A slider for a parameter, from its declaration.

import type { Parameter } from '../api/types';

export interface Slider {
  min: number;
  max: number;
  step: number;
}

function round(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * (step / power >= 5 ? 5 : step / power >= 2 ? 2 : 1);
}

// Nothing where a slider would not help: choices, and values without any measure.
export function sliderOf(parameter: Parameter): Slider | null {
  if (parameter.kind !== 'integer' && parameter.kind !== 'real') return null;
  const finite = (value: number | null): value is number => value !== null && Number.isFinite(value);
  const now = Number(parameter.value);
  const usual = Number(parameter.default);
  const known = [...parameter.domain, now, usual].filter((value) => Number.isFinite(value));
  const low = finite(parameter.min) ? parameter.min : Math.min(0, ...known);
  const most = Math.max(...known, low);
  let high = finite(parameter.max) ? parameter.max : Math.max(most * 2, low + 1);
  // A wide range with a small value is of no use on a slider.
  if (high > most * 50 && most > low) high = Math.max(most * 4, low + 1);
  if (!(high > low)) return null;
  const step = parameter.kind === 'integer' ? Math.max(1, round((high - low) / 200)) : round((high - low) / 200);
  return { min: low, max: high, step };
}

export function groupsOf(parameters: Parameter[]): { name: string; parameters: Parameter[] }[] {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const dot = parameter.name.indexOf('.');
    const name = dot < 0 ? 'general' : parameter.name.slice(0, dot);
    const group = groups.get(name) ?? [];
    group.push(parameter);
    groups.set(name, group);
  }
  return [...groups].map(([name, list]) => ({ name, parameters: list }));
}
