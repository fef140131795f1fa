// Round numbers on an axis.
export function ticks(low: number, high: number, wanted: number): number[] {
  if (!(high > low) || wanted < 1) return [low];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const result: number[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; ++index) {
    result.push(Number((index * step).toPrecision(12)));
  }
  return result;
}
