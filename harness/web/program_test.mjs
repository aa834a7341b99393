// npx fairshuffle as its users have it: run by node --test in a project where the package is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';

const installed = join(process.cwd(), 'node_modules/fairshuffle/program.mjs');
const folder = mkdtempSync(join(tmpdir(), 'fairshuffle-'));
after(() => rmSync(folder, { recursive: true }));

function naiveSwap(deck) {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(Math.random() * deck.length);
    [deck[position], deck[other]] = [deck[other], deck[position]];
  }
}

writeFileSync(join(folder, 'shuffles.mjs'), `
export function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}
export default ${naiveSwap}
export function breaks() { throw new RangeError('broken on purpose'); }
export const deck = 5;
`);
writeFileSync(join(folder, 'older.cjs'), 'module.exports = { reverse(deck) { deck.reverse(); } };\n');

function run(...words) {
  return spawnSync(process.execPath, [installed, ...words], { cwd: folder, encoding: 'utf8' });
}

test('functions of modules are judged, with a report and the exit code of the verdict', () => {
  const fair = run('certify', '--function', './shuffles.mjs#fisherYates', '--n', '4', '--tolerance', '0.05', '--json', 'report.json');
  assert.equal(fair.status, 0, fair.stderr);
  assert.match(fair.stdout, /1 fair/);
  const { plan, results } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  assert.equal(results[0].verdict, 'fair');
  assert.match(JSON.stringify(plan), /fisherYates/);
  const biased = run('certify', '--function=./shuffles.mjs', '--n', '4', '--quiet');
  assert.deepEqual([biased.status, biased.stdout], [1, '']);
  assert.equal(run('certify', '--function', 'older.cjs#reverse').status, 1);
});

test('what a function throws is told with its place, and is no verdict', () => {
  const { status, stdout, stderr } = run('certify', '--function', './shuffles.mjs#breaks');
  assert.deepEqual([status, stdout], [4, '']);
  assert.match(stderr, /broken on purpose[^]*shuffles\.mjs:\d/);
});

test('the same seed gives the same report of a shuffle of the catalogue; undecided is exit code 3', () => {
  const [once, again] = [1, 2].map(() => run('certify', 'durstenfeld', 'swap-pairs:k=6', '--n', '4,5', '--seed', '7', '--trials', '5000', '--json', '-'));
  assert.equal(once.status, 1, once.stderr);
  assert.deepEqual(JSON.parse(once.stdout).results, JSON.parse(again.stdout).results);
  assert.equal(JSON.parse(once.stdout).results.length, 4);
  assert.equal(run('certify', 'durstenfeld', '--max-trials', '2400').status, 3);
});

test('decks of a log are judged, all of them, and one that is none is invalid', () => {
  const rows = Array.from({ length: 3000 }, () => {
    const deck = [0, 1, 2];
    naiveSwap(deck);
    return deck.join(' ');
  });
  writeFileSync(join(folder, 'games.txt'), `${rows.join('\n')}\n`);
  const judged = run('certify', '--log', 'games.txt', '--json', '-');
  assert.equal(judged.status, 1, judged.stderr);
  assert.equal(JSON.parse(judged.stdout).results[0].verdict, 'biased');
  assert.equal(JSON.parse(judged.stdout).results[0].evidence.trials, 3000);
  writeFileSync(join(folder, 'games.txt'), `${rows.join('\n')}\n0,1,1\n`);
  assert.match(run('certify', '--log', 'games.txt').stdout, /INVALID/);
});

test('the program lists, explains and tells exact laws', () => {
  assert.match(run('list').stdout, /^durstenfeld +/m);
  assert.match(run('exact', 'naive-swap', '--n', '3').stdout, /5\/27/);
  assert.match(run('explain', 'naive-swap', '--n', '4').stdout, /Paths against orders/);
  assert.match(run('--help').stdout, /npx fairshuffle certify/);
});

test('bad input is one sentence and exit code 2', () => {
  for (const [words, sentence] of [
    [['certify'], /name shuffles of the catalogue, one --function/],
    [['certify', 'durstenfelt'], /durstenfeld/],
    [['certify', 'durstenfeld', '--trials', 'many'], /expected a number, found 'many'/],
    [['certify', 'durstenfeld', '--marked', '2'], /--marked does not go with/],
    [['certify', 'durstenfeld', '--exec', 'true'], /exec/],
    [['certify', '--function', './shuffles.mjs#shuffle'], /exports no function 'shuffle'; it exports breaks, default, fisherYates$/m],
    [['certify', '--function', './nowhere.mjs'], /nowhere/],
    [['certify', '--log', 'nowhere.txt'], /nowhere\.txt/],
    [['shuffle'], /there is no command 'shuffle'/],
  ]) {
    const { status, stdout, stderr } = run(...words);
    assert.deepEqual([status, stdout], [2, ''], stderr);
    assert.match(stderr, sentence);
    assert.match(stderr, /^fairshuffle: [^\n]+\n$/);
  }
});
