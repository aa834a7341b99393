// The live page in Chromium, used as people use it: run by node --test in a folder where playwright-core and axe-core are
// installed. PAGE is the page's file, CHROMIUM the browser.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';

const file = resolve(process.env.PAGE);
// Math.random gives the same in every run: of a hundred runs of a known mistake one fits it poorly, and is worth no lesson.
const switches = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
                  '--disable-component-update', '--disable-sync', '--js-flags=--random-seed=1'];
const seconds = (count) => ({ timeout: 1000 * count });

// The page's policy lets nobody wait inside it.
async function until(isSo, argument, patience) {
  const end = Date.now() + 1000 * patience;
  while (!(await page.evaluate(isSo, argument))) {
    assert.ok(Date.now() < end, `not so after ${patience} s: ${isSo}`);
    await page.waitForTimeout(100);
  }
}

let browser, page, asked, faults;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: switches });
});
after(() => browser.close());

async function open(settings = {}) {
  await page?.context().close();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  page = await context.newPage();
  asked = [];
  faults = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(pathToFileURL(file).href);
}
beforeEach(() => open({ reducedMotion: 'reduce' }));

async function run(code, { cards } = {}) {
  if (code !== undefined) await page.getByLabel('Your shuffle, in JavaScript').fill(code);
  if (cards !== undefined) await page.getByLabel('Cards').first().fill(String(cards));
  await page.getByRole('button', { name: 'Run' }).click();
}

const verdict = async (patience = 60) => {
  await page.locator('#verdict h2').waitFor(seconds(patience));
  return `${await page.locator('#verdict').innerText()}\n${await page.locator('#found').innerText()}`;
};
const fault = async () => {
  await until(() => document.getElementById('fault').textContent !== '', null, 30);
  return page.locator('#fault').innerText();
};
const markedLines = () => page.locator('#lines .marked').allInnerTexts();

test('the page is one file of 1.5 MB at most and asks for nothing outside', async () => {
  assert.ok(statSync(file).size <= 1_500_000);
  assert.doesNotMatch(readFileSync(file, 'utf8').replace(/http:\/\/www\.w3\.org\/2000\/svg/g, ''), /https?:\/\/[a-z]/);
  await run();
  await verdict();
  const outside = asked.filter((url) => !/^(file|blob|data):/.test(url));
  assert.deepEqual(outside, []);
  assert.deepEqual(faults, []);
});

test('swapping with any card is not fair, and named, and its lesson opens', async () => {
  await page.getByLabel('Start from').selectOption('Swap with any');
  await run();
  const words = await verdict();
  assert.match(words, /^Not fair\./);
  assert.match(words, /naive-swap:n=5/);
  assert.match(words, /Card \d is \d+\s% too (frequent|rare) at position \d/);
  assert.equal(await page.locator('#grid rect').count(), 25);
  assert.ok(await page.locator('#grid rect:not(.even)').count() > 0);
  assert.equal(await page.locator('#permutations rect').count(), 120);
  await page.getByRole('button', { name: /naive-swap:n=5: the lesson/ }).click();
  const lesson = page.frameLocator('#lesson-page');
  await lesson.getByRole('heading', { name: 'Why it is not fair' }).waitFor(seconds(60));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#lesson').isVisible(), false);
});

test('what Fisher and Yates wrote is fair, with a bound, and the counts are the shuffles', async () => {
  await page.getByLabel('Start from').selectOption('Fisher and Yates');
  await run(undefined, { cards: 4 });
  assert.match(await verdict(), /^Fair\.[^]*No bet on the order gains more than/);
  await page.getByText('The counts in numbers').click();
  const rows = await page.locator('#numbers tbody tr').evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replaceAll(',', '')))));
  const trials = Number((await page.locator('#trials').innerText()).replace(/\D/g, ''));
  for (const row of rows) assert.equal(row.reduce((sum, count) => sum + count), trials);
});

test('what a bound covers is told, and no sentence has a lower bound of one kind with an upper one of another', async () => {
  await page.getByLabel('Start from').selectOption('Fisher and Yates');
  await run(undefined, { cards: 13 });
  const fair = await verdict(120);
  assert.match(fair, /No bet on where any one card lies or which of any two cards comes first gains more than/);
  assert.doesNotMatch(fair, /on the order/);
  assert.match(fair, /Not covered\s+bets on the whole order: [^\n]*\n+dependence between trials/);
  assert.doesNotMatch(fair, /--/);
  await run(`function shuffle(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * last);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}
`, { cards: 9 });
  await until(() => /^Not fair/.test(document.getElementById('verdict').innerText), null, 60);
  for (const sentence of (await verdict()).split(/\. |\n/)) assert.doesNotMatch(sentence, /at least .* at most|at least .* more than/);
});

test('lessons stand one below the other, and no command for a terminal', async () => {
  await page.getByLabel('Start from').selectOption('Three riffles');
  await run();
  assert.match(await verdict(), /\briffle:m=3,n=5\b/);
  assert.doesNotMatch(await verdict(), /fairshuffle explain/);
  const tops = await page.locator('#found .link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  assert.ok(tops.length > 1);
  assert.deepEqual(tops, [...new Set(tops)]);
});

test('the counts fill in while a shuffle runs, and Stop ends it', async () => {
  await open();
  await page.getByLabel('Start from').selectOption('Fisher and Yates');
  await run(undefined, { cards: 52 });
  const trials = async () => Number((await page.locator('#trials').innerText()).replace(/\D/g, ''));
  await until(() => /\d/.test(document.getElementById('trials').textContent), null, 30);
  const some = await trials();
  await until((count) => Number(document.getElementById('trials').textContent.replace(/\D/g, '')) > count, some, 30);
  await page.getByRole('button', { name: 'Stop' }).first().click();
  assert.match(await page.locator('#verdict').innerText(), /^Stopped after [\d,]+ shuffles/);
  const stopped = await trials();
  await page.waitForTimeout(400);
  assert.equal(await trials(), stopped);
});

test('while a run goes on, its looks are told, and when a fair shuffle is known to be fair', async () => {
  await open();
  await page.getByLabel('Start from').selectOption('Fisher and Yates');
  await run(undefined, { cards: 5 });
  await until(() => /\d+ looks, not decided; the next at [\d,]+ shuffles\. If all is fair, that is sure at about /
    .test(document.getElementById('looks').textContent), null, 60);
  assert.ok(await page.locator('#looks circle').count() > 0);
  await verdict();
  const [, look] = /look (\d+)/.exec(await page.locator('#found').innerText());
  assert.equal(await page.locator('#looks p').innerText(), `The verdict came at look ${look}.`);
  assert.equal(await page.locator('#looks .look.fair').count(), 1);
});

test('whoever allows motion sees a first run at once, and typing ends it', async () => {
  await open();
  await until(() => /\d/.test(document.getElementById('trials').textContent), null, 30);
  await page.getByLabel('Your shuffle, in JavaScript').press('End');
  await page.keyboard.type(' ');
  assert.match(await page.locator('#verdict').innerText(), /^Stopped after/);
  await open({ reducedMotion: 'reduce' });
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('#trials').innerText(), '');
});

test('the largest deck has a verdict and counts, too', async () => {
  await page.getByLabel('Start from').selectOption('Swap with any');
  await run(undefined, { cards: 52 });
  assert.match(await verdict(120), /^Not fair\.[^]*naive-swap/);
  assert.equal(await page.locator('#numbers tbody td').count(), 52 * 52);
  // The dozens of tests that reject are told to whoever asks.
  assert.equal(await page.locator('#found .remark').isVisible(), false);
  await page.getByText('The verdict in full').click();
  assert.match(await page.locator('#found .remark').innerText(), /fairness is rejected in 16,384 trials/);
  await page.getByRole('button', { name: /naive-swap:n=52: the lesson/ }).click();
  await page.frameLocator('#lesson-page').getByRole('heading', { name: 'naive-swap:n=5' }).waitFor(seconds(60));
  assert.deepEqual(faults, []);
});

test('the sort of the browser itself, asked with a coin, is named', async () => {
  await page.getByLabel('Start from').selectOption('Sort with a coin');
  await run(undefined, { cards: 5 });
  assert.match(await verdict(), /^Not fair\.[^]*comparator-sort:sort=binary,n=5/);
});

test('by the keyboard alone: to the editor, typed, run, and on to the lesson', async () => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await until(() => document.activeElement.id === 'code', null, 5);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('function shuffle(deck) {\nfor (const i of deck.keys()) {\nconst j = Math.floor(Math.random() * 5);\n' +
                           '[deck[i], deck[j]] = [deck[j], deck[i]];\n}\n}');
  const written = await page.getByLabel('Your shuffle, in JavaScript').inputValue();
  assert.match(written, /^ {4}const j/m);
  assert.equal((await page.locator('#colours').textContent()).trimEnd(), written.trimEnd());
  await page.keyboard.press('Control+Enter');
  assert.match(await verdict(), /^Not fair\.[^]*naive-swap:n=5/);
  for (let steps = 0; steps < 12 && !(await page.evaluate(() => /lesson/.test(document.activeElement.textContent))); ++steps) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.frameLocator('#lesson-page').getByRole('heading', { name: 'Why it is not fair' }).waitFor(seconds(60));
});

test('the verdict stands beside the picture without scrolling, and on a telephone right under Run', async () => {
  await page.getByLabel('Start from').selectOption('Swap with any');
  await run();
  await verdict();
  const boxOf = (selector) => page.locator(selector).boundingBox();
  const [bench, told, grid] = [await boxOf('#bench'), await boxOf('#verdict'), await boxOf('#grid')];
  assert.ok(told.x >= bench.x + bench.width && told.y + told.height <= grid.y, 'the verdict is above the picture, beside the editor');
  assert.ok(grid.y + grid.height <= 900, `the picture ends at ${grid.y + grid.height}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await boxOf('#bench'), below = await boxOf('#verdict');
  assert.ok(below.y >= form.y + form.height && below.y < form.y + form.height + 60, `${form.y + form.height} ${below.y}`);
});

test('the verdict that came first is told while the bias is measured', async () => {
  await page.getByLabel('Start from').selectOption('Swap with any');
  await run();
  const words = await verdict();
  assert.match(words, /Seen in\s+131,072 shuffles/);
  assert.match(words, /The best bet gains [\d.]+ points over a fair deck \([\d.]+ to [\d.]+, 99\.9\s% each\)/);
  assert.match(await page.locator('#looks p').innerText(), /^Not fair\. That was clear after (2,400|3,600|5,400) shuffles\.$/);
});

test('as one types, three and four cards are told in fractions, and their paths are drawn', async () => {
  const told = async (...verdicts) => {
    await until((due) => [...document.querySelectorAll('#proof summary')].map(({ textContent }) => textContent).join() === due,
                verdicts.map((verdict, index) => `${index + 3} cards: ${verdict}`).join(), 30);
    return page.locator('#proof').textContent();
  };
  assert.match(await told('biased as far as checked, TV 1/18', 'biased as far as checked, TV 25/384'),
               /Exact as far as 8,000 ordinary runs see: biased, TV 1\/18 [^]*\(27 paths\)[^]*naive-swap:n=3[^]*\(256 paths\)[^]*naive-swap:n=4/);
  await page.getByText('3 cards: biased').click();
  assert.match(await page.locator('#proof').innerText(), /pieces that were missed have at most 0\.0\d+\s% together \(99\.9\s%\)/);
  const code = page.getByLabel('Your shuffle, in JavaScript');
  await code.fill((await code.inputValue()).replace('below(deck.length)', 'i + below(deck.length - i)'));
  assert.match(await told('fair as far as checked, TV 0', 'fair as far as checked, TV 0'), /chance 1\/6 [^]*chance 1\/24 /);
  await page.locator('#tree-title').scrollIntoViewIfNeeded();
  await until(() => document.querySelector('#tree svg') !== null, null, 60);
  await page.locator('#tree-shuffle').selectOption('Your shuffle');
  assert.match(await page.locator('#tree-told').innerText(), /has 6 paths/);
  assert.equal(await page.locator('#tree .axis').count(), 6);
  // It goes with the shuffle that it is of.
  await page.getByLabel('Start from').selectOption('Sort with a coin');
  await told('biased as far as checked, TV 1/6', 'biased as far as checked, TV 1/6');  // binary insertion, of Chromium's sort
  await until(() => /27 paths/.test(document.getElementById('tree-told').textContent), null, 30);
  assert.deepEqual(faults, []);
});

test('what cannot be told in fractions is told why, and Math.random may have another name', async () => {
  const told = async (code, words) => {
    await page.getByLabel('Your shuffle, in JavaScript').fill(code);
    await until((due) => new RegExp(due).test(document.getElementById('proof').innerText), words, 30);
  };
  await told('function shuffle(deck) {\n  const keys = deck.map(() => Math.random());\n  deck.sort((a, b) => keys[a] - keys[b]);\n}\n',
             '^the shuffle is not piecewise constant in single draws .*: press Run');
  await told('const random = Math.random;\nfunction shuffle(deck) {\n  deck.unshift(deck.splice(Math.floor(random() * deck.length), 1)[0]);\n}\n',
             '^3 cards: biased as far as checked, TV 1/2');
  await told('let kept;\nfunction shuffle(deck) {\n  kept ??= [...deck];\n  kept.push(kept.splice(Math.floor(Math.random() * kept.length), 1)[0]);\n  return kept;\n}\n',
             'is a deck or a generator kept from call to call');
  await told('function shuffle(deck) {\n  for (;;) deck.reverse();\n}\n', '^Too long to be followed');
  await told('function shuffle(deck) {\n  deck.cards.sort();\n}\n', '^TypeError');
  assert.deepEqual(faults, []);
});

test('what was typed is there again when the page is', async () => {
  await page.getByLabel('Your shuffle, in JavaScript').fill('function shuffle(deck) { deck.reverse(); }');
  await page.reload();
  assert.equal(await page.getByLabel('Your shuffle, in JavaScript').inputValue(), 'function shuffle(deck) { deck.reverse(); }');
});

test('a loop without end is ended, its line is shown, and the page goes on', async () => {
  await run('function shuffle(deck) {\n  let i = 0;\n  while (i < deck.length) {\n    deck.reverse();\n  }\n}\n');
  assert.match(await fault(), /did not come back[^]*line 3/);
  assert.deepEqual(await markedLines(), ['3']);
  await run('function shuffle(deck) { deck.reverse(); }\n');
  assert.match(await verdict(), /^Not fair\./);
});

test('what a shuffle throws is shown at its line', async () => {
  await run('function shuffle(deck) {\n  deck.reverse();\n  deck.cards.sort();\n}\n');
  assert.match(await fault(), /^Line 3: TypeError/);
  assert.deepEqual(await markedLines(), ['3']);
  assert.match(await page.locator('#colours .marked').innerText(), /deck\.cards\.sort\(\);.*TypeError/);
});

test('what is no JavaScript is shown at its line', async () => {
  await run('function shuffle(deck) {\n  for (;;\n}\n');
  assert.match(await fault(), /^Line 3: .*SyntaxError/);
  await run('function mix(deck) {}\n');
  assert.match(await fault(), /no function named shuffle/);
  await run('async function shuffle(deck) {}\n');
  assert.match(await fault(), /promise/);
});

test('lost cards are told', async () => {
  await run('function shuffle(deck) {\n  deck.pop();\n}\n');
  assert.match(await verdict(), /^That is no shuffle\.[^]*4 cards instead of 5/);
});

test('a deck that is not put back is told', async () => {
  await page.getByLabel('Start from').selectOption('Never put back');
  await run();
  assert.match(await verdict(), /not independent draws from one distribution/);
});

test('a path of three cards is taken draw by draw', async () => {
  await page.locator('#tree-title').scrollIntoViewIfNeeded();
  const next = page.locator('#tree-next');
  await until(() => document.querySelector('#tree svg') !== null, null, 60);
  assert.match(await page.locator('#tree-told').innerText(), /27 paths/);
  for (let draw = 1; draw <= 3; ++draw) {
    await next.click();
    assert.match(await page.locator('#tree-step').innerText(), new RegExp(`^Draw ${draw} gives [012], `));
    assert.equal(await page.locator('#tree .taken').count(), draw);
  }
  assert.match(await page.locator('#tree-step').innerText(), /[45] of the 27 paths end there/);
});

test('a path is played to its end, and its cards lie as it says', async () => {
  await page.locator('#tree-title').scrollIntoViewIfNeeded();
  await until(() => document.querySelector('#tree svg') !== null, null, 60);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await until(() => /paths end there/.test(document.getElementById('tree-step').textContent), null, 30);
  await page.getByRole('button', { name: 'Pause' }).click();
  const end = await page.locator('#tree .here').evaluateAll((frames) => frames.length);
  assert.equal(end, 2);
  const lies = await page.locator('#tree-cards .card').evaluateAll((cards) =>
    cards.map((card) => Number(card.style.getPropertyValue('--place'))));
  const [last] = await page.locator('#tree-step').innerText().then((words) => /becomes ([0-2 ]+)/.exec(words) ?? []);
  assert.deepEqual([...lies].sort(), [0, 1, 2]);
  if (last !== undefined) last.match(/\d/g).forEach((card, position) => assert.equal(lies[card], position));
});

test('fairness arrives with Fisher and Yates and never with swaps', async () => {
  await page.locator('#steps-title').scrollIntoViewIfNeeded();
  await until(() => document.querySelectorAll('#steps-grids svg').length === 3, null, 60);
  const uneven = (figure) => page.locator('#steps-grids figure').nth(figure).locator('rect:not(.even)').count();
  await page.getByLabel('Steps done').fill('4');
  assert.ok(await uneven(0) > 0);
  await page.getByLabel('Steps done').fill('12');
  assert.deepEqual([await uneven(0), await uneven(1) > 0, await uneven(2) > 0], [0, true, true]);
  assert.match(await page.locator('#steps-grids').innerText(), /Exactly fair/);
  // All steps at once: the last of the fair shuffle is even throughout, none of the others' is.
  const films = (strip) => page.locator('#steps-strips svg').nth(strip).locator('.film');
  assert.deepEqual([await films(0).count(), await films(1).count(), await films(2).count()], [6, 7, 13]);
  const unevenFilm = (strip, step) => films(strip).nth(step).locator('rect:not(.even):not(.touch)').count();
  assert.deepEqual([await unevenFilm(0, 4) > 0, await unevenFilm(0, 5), await unevenFilm(1, 6) > 0, await unevenFilm(2, 12) > 0],
                   [true, 0, true, true]);
  await films(1).nth(2).click();
  assert.equal(await page.getByLabel('Steps done').inputValue(), '2');
  await page.locator('#steps-size').selectOption('3');
  await until(() => document.querySelectorAll('#steps-grids rect').length === 27, null, 30);
  assert.match(await page.locator('#steps-told').innerText(), /^3 cards\. Fisher and Yates: exactly fair after 2 steps\. Swap with any: .* 5\.56 points after 3/);
});

test('sliders tell which k, and how many riffles, are enough', async () => {
  await page.locator('#curve-title').scrollIntoViewIfNeeded();
  await until(() => document.querySelectorAll('#swaps-curve svg, #riffles-curve svg').length === 2, null, 90);
  await page.getByLabel('Swaps, k').fill('11');
  assert.match(await page.locator('#swaps-told').innerText(), /^11 swaps: [^]*gains 0\.588 points[^]*first [^]*: 11\.$/);
  await page.getByRole('slider', { name: 'Riffles' }).fill('7');
  assert.match(await page.locator('#riffles-told').innerText(), /^7 riffles: [^]*gains 33\.4 points/);
});

test('the race is run to its end, and nobody catches a fair shuffle', async () => {
  await page.getByRole('button', { name: 'Start the race' }).click();
  await until(() => /were caught/.test(document.getElementById('race-told').textContent), null, 180);
  const lanes = await page.locator('#race li').allInnerTexts();
  assert.match(lanes.at(-1), /not in/);
  assert.ok(lanes.filter((lane) => /not in/.test(lane)).length <= 3, lanes.join('; '));
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing that shuts anybody out, ${colorScheme}, and 360 pixels are enough`, async () => {
    await open({ colorScheme, reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
    await run();
    await verdict();
    for (const id of ['tree-title', 'steps-title', 'curve-title']) await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await until(() => document.querySelectorAll('#tree svg, #steps-grids svg, #swaps-curve svg, #riffles-curve svg').length === 6,
                               null, 90);
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await page.evaluate(() => axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    // Where the paths end is seen without moving the tree aside.
    assert.ok(await page.evaluate(() => document.querySelector('#tree svg').clientWidth <= 328));
  });
}
