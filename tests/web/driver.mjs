// The program, the browser, and what several tests do on the page.

import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

// Starts the program on a free port. `folder` is where it looks for results of experiments.
export async function serve(folder) {
  const program = spawn(process.env.PALAMEDES, ['web', '--port', '0', '--lab', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => program.on('exit', (code, signal) => resolve(code ?? signal)));
  let said = '';
  const address = await new Promise((resolve, reject) => {
    program.stdout.on('data', (data) => {
      said += data;
      const found = /(http:\/\/\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    ended.then((status) => reject(new Error(`the program ended at once with status ${status}`)));
  });
  const about = await (await fetch(new URL('api/about', address))).json();
  return {
    address: address.endsWith('/') ? address : `${address}/`,
    page: about.page,
    stop: () => {
      program.kill('SIGINT');
      return ended;
    },
  };
}

export function launch() {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });
}

export const status = (page) => page.getByTestId('status');
export const cells = (page) => page.getByTestId('board').getByRole('gridcell');
export const rules = (page) => page.getByRole('textbox', { name: 'Rules' });

// Waits until `look()` is true; says what it waited for.
export async function until(what, look, seconds = 15) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    if (await look()) return;
    assert.ok(Date.now() < end, `in vain waited for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

export async function open(page, address, game) {
  await page.goto(`${address}#/game/${game}`);
  await status(page).waitFor({ timeout: 40_000 });
}

export async function choosePlayer(page, role, player) {
  await page.getByRole('combobox', { name: `Who plays ${role}` }).selectOption(player);
}

// Clicks cells until the game is over; whoever plays the others answers.
export async function playByClicking(page) {
  for (let click = 0; click < 60; ++click) {
    await until('my turn or the end', async () => {
      const text = await status(page).textContent();
      return /Your turn|is to move|over/.test(text ?? '');
    });
    if (/over/.test((await status(page).textContent()) ?? '')) return;
    const step = await page.getByTestId('step').textContent();
    await page.locator('[data-target=place]').first().click();
    await until('the move is made', async () => (await page.getByTestId('step').textContent()) !== step);
  }
  assert.fail('the game does not end');
}

// What is shown as small numbers, such as "1,234".
export async function number(locator) {
  return Number(((await locator.textContent()) ?? '').replace(/[^\d.]/g, ''));
}

// A race to three, in which whoever adds last wins; with `slip` its last line is broken.
export const raceRules = `(role left)
(role right)
(init (total 0))
(init (control left))
(<= (legal ?r (add 1)) (true (control ?r)))
(<= (legal ?r (add 2)) (true (control ?r)))
(<= (legal left wait) (true (control right)))
(<= (legal right wait) (true (control left)))
(<= (next (total ?n)) (does ?r (add 1)) (true (total ?t)) (succ ?t ?n))
(<= (next (total ?n)) (does ?r (add 2)) (true (total ?t)) (succ ?t ?m) (succ ?m ?n))
(<= (next (control right)) (true (control left)))
(<= (next (control left)) (true (control right)))
(<= terminal (true (total 3)))
(<= terminal (true (total 4)))
(<= (goal left 100) (true (control right)))
(<= (goal left 0) (true (control left)))
(<= (goal right 100) (true (control left)))
(<= (goal right 0) (true (control right)))
(succ 0 1)
(succ 1 2)
(succ 2 3)
(succ 3 4)
`;
