// bench/first_paint: how long a new visitor waits.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, serve } from './driver.mjs';

const runs = Number(process.argv[2] ?? 10);
const folder = mkdtempSync(join(tmpdir(), 'palamedes-web-'));
const server = await serve(folder);
const browser = await launch();
const paints = [];
const lists = [];
for (let run = 0; run < runs; ++run) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.address);
  await page.locator('.games li').first().waitFor();
  const [paint, list] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime, performance.now(),
  ]);
  paints.push(paint);
  lists.push(list);
  await context.close();
}
await browser.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
const say = (name, values) => {
  const sorted = values.sort((a, b) => a - b).map(Math.round);
  console.log(`${name}: median ${sorted[Math.floor(sorted.length / 2)]} ms, ${sorted[0]} to ${sorted[sorted.length - 1]}`);
};
say('first paint', paints);
say('list of games', lists);
