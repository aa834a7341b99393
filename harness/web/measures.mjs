// What is promised of the module: size, start, speed. Usage: node measures.mjs PACKAGE. Tells what is missed, and fails
// for none of it. Speeds are of the processor's time, which other work on the machine hardly changes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { atMost, tellSpeeds } from './speeds.mjs';

const folder = resolve(process.argv[2]);

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

tellSpeeds(await import(entry), (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
});
