// What is promised of the module: size, start, speed. Usage: node measures.mjs PACKAGE. Tells what is missed, and fails
// for none of it. Speeds are of the processor's time, which other work on the machine hardly changes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = resolve(process.argv[2]);

function tell(what, figure, unit, due, isMet) {
  console.log(`${what.padEnd(48)} ${figure.toPrecision(3).padStart(8)} ${unit}, ${due}: ${isMet ? 'met' : 'MISSED'}`);
}
function atMost(what, figure, unit, most) {
  tell(what, figure, unit, `at most ${most}`, figure <= most);
}
function atLeast(what, figure, unit, least) {
  tell(what, figure, unit, `at least ${least}`, figure >= least);
}

const wasm = readFileSync(join(folder, 'fairshuffle-engine.wasm'));
const glue = readFileSync(join(folder, 'fairshuffle-engine.mjs'));
const pressed = [wasm, glue].map((bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length);
atMost('module, brotli', pressed[0] / 1000, 'kB', 650);
console.log(`  as it is ${(wasm.length / 1000).toFixed(0)} kB; its glue ${(pressed[1] / 1000).toFixed(1)} kB, brotli`);

// The fastest of some starts in processes of their own.
const entry = pathToFileURL(join(folder, 'node.mjs')).href;
const start = `const before = performance.now(); await import('${entry}'); process.stdout.write(String(performance.now() - before));`;
atMost('ready', Math.min(...Array.from({ length: 7 }, () =>
  Number(spawnSync(process.execPath, ['--input-type=module', '--eval', start], { encoding: 'utf8' }).stdout || NaN))), 'ms', 100);
const { certify, certifyTarget } = await import(entry);

function milliseconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// The fastest of three runs, without their beginning: a long run less a short one.
function speed(run, few, many) {
  run(few);  // until it is compiled at its best
  return Math.max(...[1, 2, 3].map(() => {
    const short = milliseconds(() => run(few));
    return (many - few) / (milliseconds(() => run(many)) - short) / 1000;
  }));
}
function speedOfTarget(target, few, many) {
  return speed((trials) => certifyTarget(target, { trials, seed: 1 }), few, many);
}
atLeast('durstenfeld, n = 5', speedOfTarget('durstenfeld:n=5', 1e7, 4e8), 'million trials/s', 200);
const of52 = speedOfTarget('durstenfeld:n=52', 4e5, 2e6);
console.log(`durstenfeld, n = 52 ${of52.toPrecision(3)} million trials/s`);

function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * (last + 1));
    const card = deck[last];
    deck[last] = deck[other];
    deck[other] = card;
  }
}
for (const [cards, few, many, least] of [[5, 4e6, 4e7, 15], [52, 3e5, 1.5e6, 1.5]]) {
  const bare = new Array(cards);
  const alone = many / 1000 / milliseconds(() => {
    for (let trial = 0; trial < many; ++trial) {
      for (let card = 0; card < cards; ++card) bare[card] = card;
      fisherYates(bare);
    }
  });
  atLeast(`rows of a function, n = ${cards}`, speed((trials) => certify(cards, fisherYates, { trials }), few, many), 'million/s', least);
  console.log(`  the function alone, in a loop ${alone.toPrecision(3)} million/s`);
}
