#!/usr/bin/env node
// npx fairshuffle ...: the native program as a module, but for what takes processes and shared libraries, and with --function.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';

import { fill } from './engine.mjs';

const brokenOff = 4, fail = 2;
const createProgram = createRequire(import.meta.url)('./fairshuffle-program.cjs');

// What is told of an error that is not the program's own, after all else.
const stacks = [];
// Modules may be such that loading takes a while, which the program can't wait for: all that are named are loaded before.
const functions = [];
for (const named of functionsNamed(process.argv.slice(2))) functions.push({ named, ...await functionOf(named) });

let program;
const settings = {
  noInitialRun: true,
  preRun: [({ ENV }) => Object.assign(ENV, process.env, isatty(1) && { COLUMNS: String(process.stdout.columns) })],
  instantiateWasm(imports, done) {
    const module = new WebAssembly.Module(fs.readFileSync(new URL('./fairshuffle-program.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  },
  // The functions' stacks are told after all that the program says.
  quit(code, thrown) {
    process.exitCode = code;
    throw thrown;
  },

  functionNamed(named, tell) {
    const index = functions.findIndex((each) => each.named === named);
    const { why } = functions[index] ?? { why: 'its module was not loaded; name it by --function or in a job file' };
    if (why === undefined) return index;
    tell(why);
    return -1;
  },

  fill(index, deckSize, rows, rowCount, batch, tell) {
    const call = { module: program, shuffle: functions[index].shuffle };
    const answer = fill(call, deckSize, rows, rowCount, batch);
    if (answer === fail) {
      const { error } = call.thrown;
      stacks.push(error?.stack ?? String(error));
      tell(`the function threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`);
    }
    return answer;
  },
};

// Into pipes that do not take all at once, too.
const { writeSync } = fs;
fs.writeSync = (...given) => {
  while (true) {
    try {
      return writeSync(...given);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};

program = await createProgram(settings);
try {
  program.callMain(process.argv.slice(2));
  program._fflush(0);
} catch (error) {
  stacks.push(`${error?.stack ?? error}\nfairshuffle: the run broke off`);
  process.exitCode = brokenOff;
}
for (const stack of stacks) fs.writeSync(2, `${stack}\n`);

// As options, and as members of job files.
function functionsNamed(words) {
  const named = new Set();
  words.forEach((word, index) => {
    if (word === '--function') named.add(words[index + 1]);
    if (word.startsWith('--function=')) named.add(word.slice('--function='.length));
    const job = word === '--job' ? words[index + 1] : word.startsWith('--job=') ? word.slice('--job='.length) : undefined;
    if (job !== undefined) addOfJob(job, named);
  });
  named.delete(undefined);
  return named;
}

function addOfJob(file, named) {
  try {
    JSON.parse(fs.readFileSync(file, 'utf8'), (name, value) => {
      if (name === 'function' && typeof value === 'string') named.add(value);
      return value;
    });
  } catch {
    // The program says what is wrong with it.
  }
}

// The shuffle, or why there is none.
async function functionOf(named) {
  const mark = named.lastIndexOf('#');
  const file = mark < 0 ? named : named.slice(0, mark);
  const name = mark < 0 ? 'default' : named.slice(mark + 1);
  const path = resolve(file);
  if (!fs.statSync(path, { throwIfNoEntry: false })?.isFile()) return { why: `cannot read ${file}: there is no such file` };
  try {
    const exported = await import(pathToFileURL(path));
    // What a module of the older kind exports lies in its default.
    const all = { ...exported.default, ...exported };
    if (typeof all[name] === 'function') return { shuffle: all[name] };
    const names = Object.keys(all).filter((each) => typeof all[each] === 'function');
    return { why: `the module exports no function '${name}'; it exports ${names.join(', ') || 'none'}` };
  } catch (error) {
    stacks.push(error?.stack ?? String(error));
    return { why: `the module can't be loaded: ${error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)}` };
  }
}
