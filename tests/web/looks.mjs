// How the page looks and can be used: on a phone, in the dark, with the keyboard alone, by its names.

import { strict as assert } from 'node:assert';
import { cells, choosePlayer, open, raceRules, rules, status, until } from './driver.mjs';

const places = ['', '#/rules', '#/lab', '#/record', '#/game/breakthrough', '#/game/tictactoe_3d', '#/video-game/causeway'];

async function ready(page, address, place) {
  await page.goto(`${address}${place}`);
  await page.locator('main h1').first().waitFor({ timeout: 40_000 });
}

export async function fitsOnAPhone({ page, address }) {
  for (const place of places) {
    await ready(page, address, place);
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${place} is ${inner} wide on a screen of ${outer}`);
  }
  // A move by touch: the piece, then where it goes.
  await open(page, address, 'breakthrough');
  await page.locator('[data-target=from]').first().tap();
  await page.locator('[data-target=to]').first().tap();
  await until('the move', async () => !/^0 /.test(await page.getByTestId('step').textContent()));
  const board = await page.getByTestId('board').locator('svg').first().boundingBox();
  assert.ok(board.width > 300, `the board is only ${board.width} wide`);
  // A video game has buttons in place of keys.
  await page.goto(`${address}#/video-game/causeway`);
  await page.getByRole('group', { name: 'Controls' }).getByRole('button', { name: 'right' }).tap();
  await until('a tick', async () => /^1 /.test(await page.getByTestId('tick').textContent()));
  // What is to be touched is large enough.
  const small = await page.locator('main button:visible, main select:visible').evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().height < 28).map((one) => one.textContent));
  assert.deepEqual(small, []);
}
fitsOnAPhone.options = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

// On a laptop the board and what walks through the match are seen at once.
export async function fitsBoardsIntoTheWindow({ page, address }) {
  for (const game of ['chinese_checkers_3', 'breakthrough', 'merrills', 'connect_four', 'sudoku']) {
    await open(page, address, game);
    await page.getByTestId('board').locator('svg').first().waitFor();
    const board = await page.getByTestId('board').boundingBox();
    const steps = await page.getByRole('group', { name: 'Steps of the match' }).boundingBox();
    assert.ok(board.height > 300, `${game}: the board is ${board.height} high`);
    assert.ok(steps.y + 40 <= 760, `${game}: the steps are at ${steps.y}`);
  }
}
fitsBoardsIntoTheWindow.options = { viewport: { width: 1120, height: 760 } };

// The list of a long match shows the step at which one is.
export async function scrollsToTheShownStep({ page, address }) {
  await open(page, address, 'othello');
  for (const role of ['black', 'white']) await page.getByRole('combobox', { name: `Who plays ${role}` }).selectOption('random');
  await until('the end', async () => /over/.test(await status(page).textContent()), 60);
  await page.getByRole('tab', { name: 'Match' }).click();
  const list = page.getByTestId('history');
  const isSeen = async () => {
    const row = await list.locator('[aria-current=step]').boundingBox();
    const frame = await list.boundingBox();
    return row.y >= frame.y - 1 && row.y + row.height <= frame.y + frame.height + 1;
  };
  await until('the last step', isSeen);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await until('the first step', async () => /^0 /.test(await page.getByTestId('step').textContent()) && (await isSeen()));
}

// A match between people that was begun in a pause goes on, also where nobody has a choice.
export async function goesOnAfterAPause({ page, address }) {
  const answer = await fetch(`${address}api/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ game: 'tictactoe', running: false, players: [{ kind: 'human' }, { kind: 'human' }] }),
  });
  const { id } = await answer.json();
  await page.goto(`${address}#/play/${id}`);
  const goOn = page.getByRole('button', { name: 'Go on', exact: true });
  await goOn.click();
  await goOn.waitFor({ state: 'detached' });
  await fetch(`${address}api/sessions/${id}`, { method: 'DELETE', headers: { 'Content-Type': 'application/json' } });
}

const brightness = (page, selector, property) =>
  page.locator(selector).first().evaluate((one, name) => {
    const [red, green, blue] = getComputedStyle(one)[name].match(/[\d.]+/g).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  }, property);

export async function isDarkAndLight({ page, address }) {
  await ready(page, address, '');
  assert.ok((await brightness(page, 'html', 'backgroundColor')) < 0.2);
  assert.ok((await brightness(page, 'h1', 'color')) > 0.7);
  const button = page.getByRole('button', { name: /^Colours/ });
  await button.click();
  await until('light', async () => (await brightness(page, 'html', 'backgroundColor')) > 0.8);
  assert.ok((await brightness(page, 'h1', 'color')) < 0.3);
  await page.reload();
  await page.locator('h1').waitFor();
  assert.ok((await brightness(page, 'html', 'backgroundColor')) > 0.8, 'the choice is kept');
  await button.click();
  await button.click();
  await until('as the system', async () => (await brightness(page, 'html', 'backgroundColor')) < 0.2);
}
isDarkAndLight.options = { colorScheme: 'dark' };

// Text against what is behind it, by the rule of the WCAG: 4.5 to 1, 3 to 1 where it is large.
async function faintTexts(page) {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const parse = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return { r, g, b, a: a / 255 };
    };
    const light = ({ r, g, b }) =>
      [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (one) => {
      for (let at = one; at; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        if (colour.a > 0.95) return colour;
      }
      return { r: 255, g: 255, b: 255 };
    };
    const faint = [];
    for (const one of document.querySelectorAll('main *, header *')) {
      if (one.closest('svg, textarea, select, :disabled, .hidden') || one.checkVisibility?.() === false) continue;
      if (![...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
      const style = getComputedStyle(one);
      const [a, b] = [light(parse(style.color)), light(behind(one))].sort((x, y) => y - x);
      const size = parseFloat(style.fontSize);
      const wanted = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      if ((a + 0.05) / (b + 0.05) < wanted) faint.push(`${one.textContent.trim().slice(0, 40)}: ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
    }
    return faint;
  });
}

async function namelessControls(page) {
  return page.evaluate(() => {
    const nameless = [];
    for (const one of document.querySelectorAll('button, a, input, select, textarea, [role=gridcell], [role=img], [role=grid]')) {
      if (one.closest('[aria-hidden=true]')) continue;
      const label = one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent;
      if (!label || !label.trim()) nameless.push(one.outerHTML.slice(0, 120));
    }
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) nameless.push(`twice: #${id}`);
    return nameless;
  });
}

async function checkNamesAndContrast(page, address) {
  for (const place of places) {
    await ready(page, address, place);
    assert.deepEqual(await namelessControls(page), [], place);
    assert.deepEqual(await faintTexts(page), [], place);
    assert.equal(await page.locator('h1').count(), 1, `${place} has one heading of the first order`);
  }
  await page.goto(`${address}#/rules`);
  await rules(page).fill(raceRules.replace('terminal', 'terminus'));
  await page.getByTestId('diagnostics').waitFor();
  assert.deepEqual(await namelessControls(page), []);
  assert.deepEqual(await faintTexts(page), []);
}
export async function hasNamesAndContrastInTheLight({ page, address }) {
  await checkNamesAndContrast(page, address);
}
export async function hasNamesAndContrastInTheDark({ page, address }) {
  await checkNamesAndContrast(page, address);
}
hasNamesAndContrastInTheDark.options = { colorScheme: 'dark' };

// Presses Tab until what has the focus fits.
async function tabTo(page, what, fits) {
  for (let press = 0; press < 200; ++press) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(fits)) return;
  }
  assert.fail(`the Tab key does not come to ${what}`);
}

export async function isPlayedWithTheKeyboardAlone({ page, address }) {
  await page.goto(address);
  await page.getByRole('searchbox').first().waitFor();
  await page.locator('.games li').first().waitFor();
  await tabTo(page, 'the search', () => document.activeElement.type === 'search');
  await page.keyboard.type('tic tac toe');
  await page.keyboard.press('Enter');
  await status(page).waitFor();
  // A list of choices is set by its letters.
  await tabTo(page, 'the other player', () => document.activeElement.getAttribute('aria-label') === 'Who plays oplayer');
  await page.keyboard.type('Random');
  await until('the random player', async () =>
    (await page.getByRole('combobox', { name: 'Who plays oplayer' }).inputValue()) === 'random');
  for (let turn = 0; turn < 6; ++turn) {
    await until('my turn or the end', async () => /Your turn|over/.test(await status(page).textContent()));
    if (/over/.test(await status(page).textContent())) break;
    if (turn === 0) await tabTo(page, 'the board', () => document.activeElement.getAttribute('role') === 'gridcell');
    // Along the rows until there is an empty cell.
    const free = () => page.evaluate(() => document.activeElement.dataset.target === 'place');
    for (let press = 0; press < 12 && !(await free()); ++press) {
      const before = await page.evaluate(() => document.activeElement.dataset.place);
      await page.keyboard.press('ArrowRight');
      if ((await page.evaluate(() => document.activeElement.dataset.place)) === before) {
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press(/^0/.test(before) ? 'ArrowDown' : /^1/.test(before) ? 'ArrowDown' : 'ArrowUp');
      }
    }
    if (!(await free())) {
      // The row is full: what is free is found by the list.
      await tabTo(page, 'the search of moves', () => document.activeElement.dataset.testid === 'move-search');
      await tabTo(page, 'a move', () => !!document.activeElement.closest('[data-testid=moves]'));
    }
    const step = await page.getByTestId('step').textContent();
    await page.keyboard.press('Enter');
    await until('the move', async () => (await page.getByTestId('step').textContent()) !== step);
    if (!(await page.evaluate(() => document.activeElement.getAttribute('role') === 'gridcell'))) {
      await page.evaluate(() => document.activeElement.blur());
      await tabTo(page, 'the board', () => document.activeElement.getAttribute('role') === 'gridcell');
    }
  }
  assert.match(await status(page).textContent(), /over/);
  assert.equal(await cells(page).count(), 9);
}

// Two people at one screen: who chooses first is not told, and the second does not see it.
export async function keepsChoicesSecret({ page, address }) {
  await open(page, address, 'blocker');
  const players = page.locator('[aria-label="Who plays"] select[aria-label^="Who plays"]');
  for (let at = 0; at < (await players.count()); ++at) await players.nth(at).selectOption('human');
  await until('the first person', async () => /chooses\. Others do not see it/.test(await status(page).textContent()));
  const first = await status(page).textContent();
  const move = await page.getByTestId('moves').getByRole('button').nth(2).textContent();
  await page.getByTestId('moves').getByRole('button').nth(2).click();
  await until('the second person', async () => (await status(page).textContent()) !== first);
  assert.match(await status(page).textContent(), /chooses/);
  assert.match(await page.getByTestId('step').textContent(), /^0 /);
  assert.equal(await page.locator('.piece.fresh').count(), 0);
  await page.getByRole('tab', { name: 'Match' }).click();
  assert.ok(!(await page.getByTestId('history').textContent()).includes(move.trim()));
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByTestId('moves').getByRole('button').nth(1).click();
  await until('the step', async () => /^1 /.test(await page.getByTestId('step').textContent()));

  // Neither the focus nor the pointer stays on the cell that the first one chose.
  const now = await status(page).textContent();
  const cell = page.locator('[data-target=place]').nth(5);
  const place = await cell.getAttribute('data-place');
  const fill = () => page.locator(`[data-place="${place}"] .ground`).evaluate((one) => getComputedStyle(one).fill);
  const plain = await fill();
  await cell.focus();
  await cell.click();
  await until('the second person', async () => (await status(page).textContent()) !== now);
  assert.equal(await fill(), plain);
  assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute('data-place')), place);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
}

export async function givesUndoAndSteps({ page, address }) {
  await open(page, address, 'connect_four');
  await page.locator('select[aria-label^="Who plays"]').nth(1).selectOption('random');
  for (const steps of ['2 /', '4 /']) {
    await page.getByTestId('moves').getByRole('button').first().click();
    await until(`${steps}`, async () => (await page.getByTestId('step').textContent()).startsWith(steps));
    await until('my turn', async () => /Your turn/.test(await status(page).textContent()));
  }
  const pieces = () => page.getByTestId('board').locator('.piece').count();
  assert.equal(await pieces(), 4);
  await page.getByRole('button', { name: 'One step back' }).click();
  await until('3 pieces', async () => (await pieces()) === 3);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await until('an empty board', async () => (await pieces()) === 0);
  await page.getByRole('button', { name: 'To the end' }).click();
  await until('4 pieces', async () => (await pieces()) === 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('2 pieces', async () => (await pieces()) === 2 && /^2 \/ 2/.test(await page.getByTestId('step').textContent()));
}
