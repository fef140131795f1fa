// What .ci/run has besides: the search live, records, whole matches, video games, the lab, every game.

import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cells, choosePlayer, number, open, playByClicking, raceRules, rules, status, until } from './driver.mjs';

export async function watchesTheSearch({ page, address }) {
  await open(page, address, 'connect_four');
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Think about this position' }).click();
  const simulations = page.getByTestId('simulations');
  await simulations.waitFor();
  await until('simulations', async () => (await number(simulations)) > 100);
  const early = await number(simulations);
  await until('more of them', async () => (await number(simulations)) > early);
  // On the board, in the table, over time.
  await until('bars on the board', async () => (await page.getByTestId('board').locator('.bar').count()) > 0);
  const rows = page.getByTestId('move-table').locator('tbody tr');
  assert.ok((await rows.count()) >= 7);
  await until('a curve', async () => ((await page.locator('path.line').first().getAttribute('d')) ?? '').split('L').length > 3);

  await page.getByRole('button', { name: 'Pause', exact: true }).last().click();
  await page.getByRole('button', { name: 'Go on', exact: true }).last().waitFor();
  const paused = await number(simulations);
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.equal(await number(simulations), paused);
  await page.getByRole('button', { name: 'Go on', exact: true }).last().click();
  await until('it goes on', async () => (await number(simulations)) > paused);

  // The tree, branch by branch.
  await page.getByTestId('tree').locator('summary').click();
  const branches = page.getByTestId('tree').getByRole('treeitem');
  await branches.first().waitFor();
  const before = await branches.count();
  await branches.first().getByRole('button').first().click();
  await until('a branch', async () => (await branches.count()) > before);
  assert.equal(await branches.first().getAttribute('aria-expanded'), 'true');

  // A slider begins anew with other parameters.
  await page.getByTestId('parameters').locator('summary').click();
  const slider = page.getByTestId('parameters').getByRole('slider').first();
  await slider.waitFor();
  const most = await number(simulations);
  await slider.focus();
  await page.keyboard.press('End');
  await page.getByText('(1 changed)').waitFor();
  await until('a new search', async () => (await number(simulations)) < most);
}

export async function showsWhatIsTuned({ page, address }) {
  await open(page, address, 'breakthrough');
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Tunes' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Think about this position' }).click();
  await page.getByTestId('tuning').waitFor();
  await until('samples', async () => /[1-9]\d* samples/.test((await page.getByTestId('tuning').textContent()).replace(/,/g, '')));
}

export async function savesAndLoadsARecord({ page, address, folder }) {
  await open(page, address, 'tictactoe');
  await choosePlayer(page, 'oplayer', 'random');
  await playByClicking(page);
  const [made] = (await page.getByTestId('step').textContent()).split('/').map(Number);
  const over = await status(page).textContent();
  await page.getByRole('tab', { name: 'Match' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click(),
  ]);
  const path = join(folder, 'record.json');
  await file.saveAs(path);
  const record = JSON.parse(await readFile(path, 'utf8'));
  assert.deepEqual(record.gameRoleNames, ['xplayer', 'oplayer']);
  assert.equal(record.moves.length, made);

  await page.goto(address);
  await page.getByLabel('Open rules or a match record').setInputFiles(path);
  await status(page).waitFor({ timeout: 30_000 });
  await until('the end of the match', async () => (await status(page).textContent()) === over);
  assert.equal(await page.getByTestId('board').locator('.piece').count(), made);
  await page.getByRole('tab', { name: 'Match' }).click();
  await page.getByTestId('history').getByRole('button').nth(1).click();
  await until('one piece', async () => (await page.getByTestId('board').locator('.piece').count()) === 1);

  // One that is no record, and one whose moves are not legal.
  await page.goto(address);
  await writeFile(path, '{"a": 1}');
  await page.getByLabel('Open rules or a match record').setInputFiles(path);
  await page.getByRole('alert').filter({ hasText: 'no match record' }).waitFor();
  record.moves[1] = record.moves[0];
  await writeFile(path, JSON.stringify(record));
  await page.getByLabel('Open rules or a match record').setInputFiles(path);
  await page.getByRole('alert').filter({ hasText: /legal|step|move/ }).waitFor();
}

export async function analysesAMatch({ page, address }) {
  // x takes the middle of a side, o does not answer the threat: x wins by force.
  const moves = '(mark 2 2) (mark 1 2) (mark 1 1) (mark 2 1) (mark 3 3)';
  await page.goto(`${address}#/game/tictactoe?moves=${encodeURIComponent(moves)}`);
  await status(page).waitFor();
  await until('the end', async () => /xplayer wins/.test(await status(page).textContent()));
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('combobox', { name: 'Time for a position' }).selectOption('0.1');
  await page.getByRole('button', { name: 'Analyse the match' }).click();
  await page.getByTestId('review').waitFor();
  await until('all positions', async () => await page.getByRole('button', { name: 'Analyse again' }).isVisible(), 30);
  const turns = page.locator('.turns li');
  assert.ok((await turns.count()) >= 1);
  await turns.first().getByRole('button').click();
  await until('an earlier step', async () => !/^5 /.test(await page.getByTestId('step').textContent()));
  assert.ok((await page.getByTestId('review').locator('path.line').count()) === 2);
}

export async function playsAVideoGame({ page, address }) {
  await page.goto(`${address}#/video-game/causeway`);
  await page.getByTestId('screen').waitFor();
  const tick = async () => Number((await page.getByTestId('tick').textContent()).split('/')[0]);
  assert.equal(await tick(), 0);
  const picture = () => page.getByTestId('screen').evaluate((canvas) => canvas.toDataURL());
  const first = await picture();
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowRight']) {
    const before = await tick();
    await page.keyboard.press(key);
    await until('a tick', async () => (await tick()) === before + 1);
  }
  assert.notEqual(await picture(), first);
  await page.getByRole('button', { name: 'Start' }).click();
  await until('real time', async () => (await tick()) > 6);
  await page.getByRole('button', { name: 'Pause' }).click().catch(() => {});
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await until('the first tick', async () => (await tick()) === 0);
  assert.equal(await picture(), first);
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('palamedes-video');
  await page.getByRole('button', { name: 'Start' }).click();
  await until('the agent plays', async () => (await tick()) > 4);
}

export async function drawsSpritesWithImagesOfTheVisitor({ page, address, folder }) {
  await page.goto(`${address}#/video-game/causeway`);
  const screen = page.getByTestId('screen');
  await screen.waitFor();
  const picture = () => screen.evaluate((canvas) => canvas.toDataURL());
  const without = await picture();
  const image = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 16;
    canvas.getContext('2d').fillRect(2, 2, 12, 12);
    return canvas.toDataURL().split(',')[1];
  });
  const give = async (name) => {
    const path = join(folder, name);
    await writeFile(path, Buffer.from(image, 'base64'));
    await page.getByLabel('Images of sprites').setInputFiles(path);
  };
  await give('dragon.png');
  await page.getByRole('alert').filter({ hasText: 'No sprite of this game is called dragon.png' }).waitFor();
  assert.equal(await picture(), without);
  await give('avatar.png');
  await until('the image', async () => (await picture()) !== without);

  // Until the end, and from the beginning once more.
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('palamedes-video');
  await page.getByRole('combobox', { name: 'Ticks per second' }).selectOption('25');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Play again' }).click({ timeout: 60_000 });
  await until('the beginning', async () => /^0 /.test(await page.getByTestId('tick').textContent()));
  await page.getByRole('button', { name: 'Start' }).waitFor();
}

// Hints about the board: wrong ones are marked at their place, right ones are followed.
export async function followsHintsAboutTheBoard({ page, address, folder }) {
  await page.goto(`${address}#/rules/tictactoe`);
  const verdict = page.getByTestId('verdict');
  await until('fine rules', async () => /can be played/.test(await verdict.textContent()), 60);
  const file = join(folder, 'tictactoe.layout');
  await writeFile(file, '(rows down)\n(hide turm)');
  await page.getByLabel('Open a file with rules').setInputFiles(file);
  const hints = page.getByRole('textbox', { name: 'Hints about the board' });
  await until('an error', async () => /1 error/.test(await verdict.textContent()));
  assert.equal(await page.getByRole('button', { name: 'Play this game' }).isDisabled(), true);
  await page.getByTestId('diagnostics').getByRole('button').first().click();
  assert.equal(await hints.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), 'turm');
  await hints.fill('(rows down)\n(hide turn)');
  await until('fine hints', async () => /can be played/.test(await verdict.textContent()));
  await page.getByRole('button', { name: 'Play this game' }).click();
  await status(page).waitFor();
  assert.equal(await cells(page).count(), 9);
  assert.match(await cells(page).first().getAttribute('aria-label'), /^1 1/);
  assert.equal(await page.getByLabel('Counters and scores').count(), 0);
  await page.getByRole('button', { name: 'New match' }).click();
  await until('the same board', async () => /^1 1/.test((await cells(page).first().getAttribute('aria-label')) ?? ''));
}

export async function showsTheLab({ page, address }) {
  await page.goto(`${address}#/lab`);
  const table = page.getByTestId('experiments');
  await table.waitFor();
  assert.ok((await table.locator('tbody tr').count()) > 30);
  await page.getByRole('searchbox', { name: 'Search the experiments' }).fill('5.4');
  await table.getByRole('link').first().click();
  // The table of the list may still be there for a moment.
  await until('published figures', async () => /Published/.test((await page.locator('main').textContent()) ?? ''));
  await until('their bars', async () => (await page.locator('rect.theirs').count()) > 3);
}

export async function opensALinkToAPosition({ page, address }) {
  await page.goto(`${address}#/game/tictactoe?moves=${encodeURIComponent('(mark 2 2)')}`);
  await status(page).waitFor();
  await until('the mark', async () => (await page.getByTestId('board').locator('.piece').count()) >= 1);
}

// The program has room for a few games; those that nobody looks at any longer make room.
export async function beginsManyGames({ page, address }) {
  const { limits } = await (await fetch(`${address}api/about`)).json();
  for (let at = 0; at < limits.sessions + 3; ++at) {
    await open(page, address, at % 2 ? 'nim' : 'tictactoe');
    await page.goto(address);
    await page.locator('.games li').first().waitFor();
  }
}

// A sheet that would count for ever ends with a sentence, and the page goes on.
export async function bearsHostileRules({ page, address }) {
  await page.goto(`${address}#/rules`);
  const endless = raceRules.replace('(succ 0 1)', '(succ 0 1)\n(nat z)\n(<= (nat (s ?n)) (nat ?n))')
    .replace('(<= terminal (true (total 3)))', '(<= terminal (true (total 3)) (nat ?n))');
  await rules(page).fill(endless);
  const verdict = page.getByTestId('verdict');
  await until('a verdict', async () => /ended|error|can be played/.test(await verdict.textContent()), 60);
  // A state that grows with every step: the rules are fine, only random play comes to no end.
  const growing = '(role a)(init (c z))(legal a go)(<= (next (c (s ?x))) (true (c ?x)))(goal a 100)(<= terminal (true (c a)))';
  await rules(page).fill(growing);
  await until('rules that can be played', async () => /can be played/.test(await verdict.textContent()), 60);
  await until('a word on random play', async () => /problem|ended/i.test(await page.getByLabel('Verdict').textContent()), 90);
  assert.ok(await page.getByRole('button', { name: 'Play this game' }).isEnabled());
  await rules(page).fill(`${'('.repeat(200_000)}role x`);
  await until('an error', async () => /error|ended/.test(await verdict.textContent()), 60);
  await rules(page).fill(raceRules);
  await until('fine rules', async () => /can be played/.test(await verdict.textContent()), 60);
}

// Every built-in game is drawn, and what the program says of its moves is on the board.
export async function drawsEveryGame({ page, address }) {
  const { games } = await (await fetch(`${address}api/games`)).json();
  assert.ok(games.length >= 40);
  for (const { name } of games) {
    await page.goto(`${address}#/game/${name}`);
    await status(page).waitFor({ timeout: 60_000 });
    const id = await page.evaluate(() => location.hash.split('/')[2]);
    const state = await (await fetch(`${address}api/sessions/${id}`)).json();
    const shown = state.picture.planes.flatMap((plane) => plane.cells).flat().filter((cell) => cell !== null);
    assert.equal(await page.getByRole('gridcell').count(), shown.length, `cells of ${name}`);
    assert.equal(
      await page.getByTestId('board').locator('.piece').count().catch(() => 0),
      shown.filter((cell) => !cell.empty).length, `pieces of ${name}`,
    );
    const role = state.waiting_for[0];
    if (role !== undefined) {
      const wanted = new Set(state.legal[role].flatMap((move) =>
        move.kind === 'path' ? [move.cells[0]] : move.kind === 'plain' ? [] : [...move.cells, ...(move.area ?? [])]).map(String));
      assert.equal(await page.locator('[data-target]').count(), wanted.size, `what can be clicked in ${name}`);
      const buttons = await page.getByTestId('moves').getByRole('button').count();
      assert.equal(buttons, Math.min(120, state.legal[role].length), `moves of ${name}`);
    }
    await fetch(`${address}api/sessions/${id}`, { method: 'DELETE' });
  }
}
