// What ./test runs: a game to its end, and rules of a visitor. Under 20 seconds.

import { strict as assert } from 'node:assert';
import { cells, choosePlayer, open, playByClicking, raceRules, rules, status, until } from './driver.mjs';

export async function playsAGameToTheEnd({ page, address }) {
  await page.goto(address);
  await page.getByRole('searchbox', { name: 'Search the games' }).fill('tic tac toe');
  await page.getByRole('link', { name: /^Tic-Tac-Toe/i }).first().click();
  await status(page).waitFor();
  assert.match(await status(page).textContent(), /Your turn: you are xplayer/);
  assert.equal(await cells(page).count(), 9);
  await choosePlayer(page, 'oplayer', 'random');
  await playByClicking(page);
  assert.match(await status(page).textContent(), /The game is over: (xplayer wins|oplayer wins|a draw)\./);
  // Both roles have their points, and every mark stands on the board.
  const goals = await page.locator('[aria-label="Who plays"] strong').allTextContents();
  assert.equal(goals.map(Number).reduce((sum, goal) => sum + goal, 0), 100);
  const [made] = (await page.getByTestId('step').textContent()).split('/').map(Number);
  assert.equal(await cells(page).locator('.piece').count(), made);
}

export async function marksBrokenRulesAndPlaysThemOnceRepaired({ page, address }) {
  await page.goto(`${address}#/rules`);
  const lines = raceRules.split('\n');
  lines[4] = '(<= (legal ?r (add ?amount)) (true (control ?r)))';
  await rules(page).fill(lines.join('\n'));
  const verdict = page.getByTestId('verdict');
  await until('an error', async () => /error/.test(await verdict.textContent()));
  // At its place: in the margin of its line, below its words, and in a list that leads there.
  assert.equal((await page.locator('.gutter .error').first().textContent()).trim(), '5');
  assert.ok(await page.locator('.editor pre .mark.error').count() > 0);
  assert.equal(await page.getByRole('button', { name: 'Play this game' }).isDisabled(), true);
  await page.getByTestId('diagnostics').getByRole('button').first().click();
  const selected = await rules(page).evaluate((area) => area.value.slice(0, area.selectionStart).split('\n').length);
  assert.equal(selected, 5);

  await rules(page).fill(raceRules);
  await until('rules without an error', async () => /can be played/.test(await verdict.textContent()));
  assert.equal(await page.locator('.gutter .error').count(), 0);
  await page.getByTestId('play-verdict').waitFor();
  await page.getByRole('button', { name: 'Play this game' }).click();
  await status(page).waitFor();
  await choosePlayer(page, 'right', 'random');
  // A game without a board: its facts are the board, its moves the list.
  for (let turn = 0; turn < 3; ++turn) {
    await until('my turn or the end', async () => /Your turn|over/.test(await status(page).textContent()));
    if (/over/.test(await status(page).textContent())) break;
    const step = await page.getByTestId('step').textContent();
    await page.getByTestId('moves').getByRole('button', { name: 'add 1' }).click();
    await until('the move is made', async () => (await page.getByTestId('step').textContent()) !== step);
  }
  await until('the end', async () => /The game is over: (left|right) wins\./.test(await status(page).textContent()));
}
