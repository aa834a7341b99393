// npx fairshuffle as its users have it: run by node --test in a project where the package is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';

const installed = join(process.cwd(), 'node_modules/fairshuffle/program.mjs');
const folder = mkdtempSync(join(tmpdir(), 'fairshuffle-'));
after(() => rmSync(folder, { recursive: true }));

// The same numbers in every run.
const seeded = `
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let word = Math.imul(state ^ (state >>> 15), 1 | state);
  word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
  return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
}
function naiveSwap(deck) {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(random() * deck.length);
    [deck[position], deck[other]] = [deck[other], deck[position]];
  }
}
`;
const naiveSwap = new Function(`${seeded} return naiveSwap;`)();

writeFileSync(join(folder, 'shuffles.mjs'), `${seeded}
export function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}
export default naiveSwap;
export function breaks() { throw new RangeError('broken on purpose'); }
export const later = async () => {};
export const deck = 5;
`);
writeFileSync(join(folder, 'older.cjs'), 'module.exports = { reverse(deck) { deck.reverse(); } };\n');
writeFileSync(join(folder, 'broken.mjs'), 'null.shuffle();\n');

function run(...words) {
  return spawnSync(process.execPath, [installed, ...words], { cwd: folder, encoding: 'utf8' });
}
const report = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

test('functions of modules are judged, with the report that the native program writes, drawn too, and the exit code of the verdict', () => {
  const fair = run('certify', '--function', './shuffles.mjs#fisherYates', '--n', '4', '--tolerance', '0.05', '--out', 'fair');
  assert.equal(fair.status, 0, fair.stderr);
  assert.match(fair.stdout, /1 fair/);
  assert.deepEqual(readdirSync(join(folder, 'fair')).sort(), ['report.html', 'report.json', 'report.junit.xml', 'report.md']);
  assert.equal(report('fair/report.json').results[0].verdict, 'fair');
  assert.match(JSON.stringify(report('fair/report.json').plan), /fisherYates/);
  assert.equal(run('check', 'fair/report.json').status, 0);
  assert.match(run('certify', '--function', './shuffles.mjs', '--out', 'fair').stderr, /pass --force to replace it/);

  const biased = run('certify', '--function=./shuffles.mjs', '--n', '4', '--json', '-');
  assert.equal(biased.status, 1, biased.stderr);
  assert.match(JSON.stringify(JSON.parse(biased.stdout).results[0].diagnosis), /naive-swap:n=4/);
  assert.equal(run('certify', '--function', 'older.cjs#reverse').status, 1);
});

test('a job file names functions beside shuffles of the catalogue', () => {
  writeFileSync(join(folder, 'job.json'), JSON.stringify({
    seed: 1,
    targets: [{ function: './shuffles.mjs#fisherYates', n: [4, 5], expect: 'fair' }, { function: './shuffles.mjs', n: 4, expect: 'biased' },
              { shuffle: 'durstenfeld', n: 5, expect: 'fair' }],
    budget: { tolerance: 0.05 },
  }));
  const { status, stdout, stderr } = run('certify', '--job', 'job.json', '--json', '-');
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).results.map(({ verdict }) => verdict), ['fair', 'fair', 'biased', 'fair']);
});

test('what a function throws is told with its place, and is no verdict', () => {
  const { status, stdout, stderr } = run('certify', '--function', './shuffles.mjs#breaks');
  assert.equal(status, 4);
  assert.match(stdout, /FAILED[^]*the function threw RangeError: broken on purpose/);
  assert.match(stderr, /RangeError: broken on purpose\n *at breaks [^\n]*shuffles\.mjs:\d/);
  assert.match(run('certify', '--function', './shuffles.mjs#later').stdout, /returned a promise/);
});

test('the same seed gives the same report of a shuffle of the catalogue; undecided is exit code 3', () => {
  const [once, again] = ['1', '3'].map((threads) =>
    run('certify', 'durstenfeld', 'swap-pairs:k=6', '--n', '4,5', '--seed', '7', '--trials', '50000', '--threads', threads, '--json', '-'));
  assert.equal(once.status, 1, once.stderr);
  assert.deepEqual(JSON.parse(once.stdout).results, JSON.parse(again.stdout).results);
  assert.equal(JSON.parse(once.stdout).results.length, 4);
  assert.equal(run('certify', 'swap-pairs', '--k', '6', '--n', '4').status, 1);
  assert.equal(run('certify', 'durstenfeld', '--max-trials', '2400').status, 3);
  assert.equal(run('certify', 'durstenfeld:n=8', '--tolerance', '0.0001', '--max-time', '1').status, 3);
});

test('decks of a log are judged, all of them, and one that is none is invalid', () => {
  const rows = Array.from({ length: 20_000 }, () => {
    const deck = [0, 1, 2];
    naiveSwap(deck);
    return deck.join(' ');
  });
  writeFileSync(join(folder, 'games.txt'), `${rows.join('\n')}\n`);
  const judged = run('certify', '--log', 'games.txt', '--json', '-');
  assert.equal(judged.status, 1, judged.stderr);
  assert.equal(JSON.parse(judged.stdout).results[0].verdict, 'biased');
  assert.equal(JSON.parse(judged.stdout).results[0].evidence.trials, 20_000);
  writeFileSync(join(folder, 'games.csv'), `game,deck\r\n${rows.map((row, game) => `${game}, "${row.replaceAll(' ', ', ')}"\r\n`).join('')}`);
  const column = run('certify', '--log', 'games.csv', '--column', 'deck', '--json', '-');
  assert.deepEqual(JSON.parse(column.stdout).results[0].evidence.permutations, JSON.parse(judged.stdout).results[0].evidence.permutations);
  writeFileSync(join(folder, 'games.txt'), `${rows.join('\n')}\n0,1,1\n`);
  assert.match(run('certify', '--log', 'games.txt').stdout, /INVALID/);
});

test('the program lists, explains and tells exact distributions', () => {
  assert.match(run('list').stdout, /^ *durstenfeld /m);
  assert.match(run('exact', 'naive-swap', '--n', '3').stdout, /5\/27/);
  assert.match(run('explain', 'naive-swap', '--n', '4').stdout, /Paths against permutations/);
  assert.match(run('--help').stdout, /certify/);
});

test('bad input is one sentence and exit code 2', () => {
  for (const [words, sentence] of [
    [['certify'], /nothing to certify; .*--function/],
    [['certify', 'durstenfelt'], /durstenfeld/],
    [['certify', 'durstenfeld', '--trials', 'many'], /--trials: expected a whole number of trials from 1 to 1e12, found 'many'/],
    [['certify', '--function', './shuffles.mjs#fisherYates', '--n', '0'], /--n: expected deck sizes from 1 to 1024/],
    [['certify', 'durstenfeld', '--exec', 'true'], /exec/],
    [['certify', '--function', './shuffles.mjs#shuffle'], /exports no function 'shuffle'; it exports breaks, default, fisherYates, later$/m],
    [['certify', '--function', './shuffles.mjs#deck'], /exports no function 'deck'/],
    [['certify', '--function', './nowhere.mjs'], /nowhere/],
    [['certify', '--log', 'nowhere.txt'], /nowhere\.txt/],
    [['shuffle'], /'shuffle'/],
  ]) {
    const { status, stdout, stderr } = run(...words);
    assert.deepEqual([status, stdout], [2, ''], stderr);
    assert.match(stderr, sentence);
    assert.match(stderr, /^fairshuffle: [^\n]+\n$/);
  }
  const { status, stderr } = run('certify', '--function', './broken.mjs');
  assert.equal(status, 2);
  assert.match(stderr, /^fairshuffle: [^\n]*can't be loaded: TypeError: [^\n]+\n[^]*broken\.mjs:1/);
});
