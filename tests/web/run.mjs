// Runs tests of the page: each has a browser page of its own, all have one program and one browser.
//
//   node run.mjs short|long|NAME...
//
// Besides what a test asserts, the page must never ask another place than the program for anything,
// never throw, and never write an error to the console (as a breach of the content security policy).

import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, serve } from './driver.mjs';
import * as long from './long.mjs';
import * as looks from './looks.mjs';
import * as short from './short.mjs';

const wanted = process.argv.slice(2);
const all = { ...short, ...looks, ...long };
const names = wanted.flatMap((word) => {
  if (word === 'short') return Object.keys(short);
  if (word === 'long') return [...Object.keys(looks), ...Object.keys(long)];
  assert.ok(all[word], `there is no test '${word}'; there are ${Object.keys(all).join(', ')}`);
  return [word];
});
assert.ok(names.length > 0, 'run.mjs short|long|NAME...');

const folder = mkdtempSync(join(tmpdir(), 'palamedes-web-'));
const server = await serve(folder);
if (!server.page) {
  console.log('skipped: the page is no part of this program');
  await server.stop();
  process.exit(77);
}
const browser = await launch();
let failed = 0;

for (const name of names) {
  const begin = Date.now();
  const options = all[name].options ?? {};
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(`the page threw: ${error.message}`));
  page.on('console', (message) => {
    // The browser writes an error for every answer that is one; tests look at what the page makes of it.
    if (message.type() === 'error' && !/the server responded with a status of 4/.test(message.text())) {
      troubles.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (/^https?:$/.test(address.protocol) && address.origin !== new URL(server.address).origin) {
      troubles.push(`asked another place: ${request.url()}`);
    }
  });
  const sessions = new Set();
  page.on('response', async (response) => {
    if (response.status() !== 201) return;
    const { id } = await response.json().catch(() => ({}));
    if (id) sessions.add(id);
  });
  try {
    await all[name]({ page, context, address: server.address, folder });
    assert.deepEqual(troubles, []);
    console.log(`passed: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}\n${error.stack ?? error}`);
    for (const trouble of troubles) console.log(`  ${trouble}`);
    if (process.env.SHOTS) {
      mkdirSync(process.env.SHOTS, { recursive: true });
      await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true }).catch(() => {});
    }
  }
  await context.close();
  for (const id of sessions) await fetch(`${server.address}api/sessions/${id}`, { method: 'DELETE' });
}
await browser.close();
const status = await server.stop();
if (status !== 0) {
  ++failed;
  console.log(`the program ended with status ${status}`);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${names.length - failed} of ${names.length} tests passed`);
process.exit(failed === 0 ? 0 : 1);
