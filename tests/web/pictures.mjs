// tools/page pictures: the pictures of the page in docs/images, from the program itself.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, serve, until } from './driver.mjs';

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'palamedes-web-'));
const server = await serve(folder);
const browser = await launch();
const api = async (method, path, body) => {
  const answer = await fetch(`${server.address}api${path}`, {
    method, headers: { 'Content-Type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answer.json();
};

// A match of agents up to a step; then a person takes the role that moves.
async function match(game, steps) {
  const { players } = await api('GET', `/games/${game}`);
  const agents = Array.from({ length: players }, (_, role) => ({ kind: 'agent', agent: role ? 'uct' : 'palamedes', simulations: 300 }));
  const { id } = await api('POST', '/sessions', { game, players: agents });
  let state;
  await until(`step ${steps} of ${game}`, async () => {
    state = await api('GET', `/sessions/${id}`);
    return state.steps >= steps || state.terminal;
  }, 120);
  await api('PUT', `/sessions/${id}/play`, { running: false });
  if (!state.terminal) {
    const { roles } = await api('PUT', `/sessions/${id}/step`, { step: steps });
    const people = roles.map(({ moves }) => (moves > 1 ? { kind: 'human' } : { kind: 'agent', seconds: 2 }));
    await api('PUT', `/sessions/${id}/players`, { players: people });
    if (state.steps === steps) await api('PUT', `/sessions/${id}/play`, { running: true });
  }
  return id;
}

async function picture(name, id, options, prepare) {
  const context = await browser.newContext({ viewport: { width: 1120, height: 760 }, ...options });
  const page = await context.newPage();
  await page.goto(`${server.address}#/play/${id}`);
  await page.getByTestId('status').waitFor();
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(images, `web-${name}.png`) });
  await context.close();
  await api('DELETE', `/sessions/${id}`);
  console.log(`docs/images/web-${name}.png`);
}
const think = async (page, seconds) => {
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Think about this position' }).click();
  await page.waitForTimeout(1000 * seconds);
  await page.getByRole('button', { name: 'Pause', exact: true }).last().click();
  await page.waitForTimeout(400);
};

await picture('breakthrough', await match('breakthrough', 12), {}, (page) => think(page, 4));
await picture('merrills', await match('merrills', 12), { colorScheme: 'dark' }, async (page) => {
  await page.getByRole('button', { name: 'Help me' }).click();
  await page.waitForTimeout(3000);
});
await picture('chinese-checkers', await match('chinese_checkers_3', 15), {}, async (page) => {
  await page.getByRole('button', { name: 'Help me' }).click();
  await page.waitForTimeout(2500);
  await page.locator('[data-target=from]').first().click();
});
await picture('analysis', await match('connect_four', 99), {}, async (page) => {
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Analyse the match' }).click();
  await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: 120_000 });
  const turn = page.locator('.turns button').first();
  if (await turn.count()) await turn.click();
  await page.waitForTimeout(600);
});
await browser.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
