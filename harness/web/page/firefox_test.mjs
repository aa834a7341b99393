// The live page in Firefox, which has another engine for JavaScript, workers and modules: what people do first. Run by
// node --test in a folder where puppeteer-core is installed. PAGE is the page's file, FIREFOX the browser.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';

import puppeteer from 'puppeteer-core';

const file = resolve(process.env.PAGE);
let browser, page, faults;

before(async () => {
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX, headless: true });
});
after(() => browser?.close());
beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(180_000);  // it types key by key, which takes a while on a busy machine
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(pathToFileURL(file).href);
});

// The page's policy lets nobody wait inside it.
async function until(found, told, patience = 60) {
  for (const end = Date.now() + 1000 * patience; ;) {
    const value = await found();
    if (value) return value;
    assert.ok(Date.now() < end, `${told}: not after ${patience} s`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

const text = (selector) => page.evaluate((of) => document.querySelector(of)?.innerText ?? '', selector);
const told = (selector) => until(() => text(selector), selector);

async function run(code) {
  if (code !== undefined) await page.locator('::-p-aria(Your shuffle, in JavaScript)').fill(code);
  await page.locator('::-p-aria(Run)').click();
}

test('swapping with any card is not fair, and named', async () => {
  await run();
  assert.match(await told('#verdict'), /^Not fair\./);
  assert.match(await told('#found'), /naive-swap:n=5/);
  assert.equal((await page.$$('#grid rect')).length, 25);
  assert.deepEqual(faults, []);
});

test('what Fisher and Yates wrote is fair, with a bound', async () => {
  await page.select('select', await page.evaluate(() =>
    [...document.querySelector('select').options].find(({ text }) => text === 'Fisher and Yates').value));
  await run();
  assert.match(await told('#verdict'), /^Fair\.[^]*No bet on the order gains more than/);
  assert.deepEqual(faults, []);
});

test('a loop without end is ended, and its line is shown', async () => {
  await run('function shuffle(deck) {\n  let i = 0;\n  while (i < deck.length) {\n    deck.reverse();\n  }\n}\n');
  assert.match(await told('#fault'), /did not come back[^]*line 3/);
});

test('what a shuffle throws, and what is no JavaScript, is shown at its line', async () => {
  await run('function shuffle(deck) {\n  deck.reverse();\n  deck.cards.sort();\n}\n');
  assert.match(await told('#fault'), /^Line 3: TypeError/);
  await run('function shuffle(deck) {\n  for (;;\n}\n');
  await until(async () => /^Line 3: .*SyntaxError/.test(await text('#fault')), 'a syntax error');
});

test('the lessons draw their pictures', async () => {
  for (const [title, pictures] of [['#tree-title', '#tree svg'], ['#steps-title', '#steps-grids svg'], ['#curve-title', '#swaps-curve svg']]) {
    await page.$eval(title, (element) => element.scrollIntoView());
    await until(() => page.$(pictures), pictures, 90);
  }
  assert.match(await told('#tree-told'), /27 paths/);
  assert.deepEqual(faults, []);
});
