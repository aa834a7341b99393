#!/usr/bin/env node
// npx fairshuffle ...: what of the native program's commands this engine can do, with the same words, sentences and exit codes.
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { engine } from './opened.mjs';

const exitCodes = { fair: 0, biased: 1, invalid: 1, inconclusive: 3 };
const badInput = 2, brokenOff = 4;

const help = `fairshuffle: proves, or disproves, that a shuffle is fair

  npx fairshuffle certify TARGET...                       shuffles of the catalogue, as in swap-pairs:k=6
  npx fairshuffle certify --function FILE#NAME --n 5      a function that a JavaScript module exports
  npx fairshuffle certify --log FILE                      decks, one a line: the cards as whole numbers from 0
      --n N  --seed N  --alpha P  --confidence P  --tolerance TV  --trials N  --max-trials N  --max-seconds S
      --tests NAMES  --certify FAMILIES  --bet BET...  --pairs  --controls  --name NAME  --reset never  --marked K
      --json FILE  --quiet
  npx fairshuffle exact TARGET [--n N] [--steps] [--compare OTHER]
  npx fairshuffle explain TARGET [--n N] [--seed N] [--format text|markdown|html|json]
  npx fairshuffle list

Exit code 0: fair; 1: biased or invalid; 2: bad input; 3: inconclusive; 4: broken off. Plug-ins, programs in other languages,
jobs, threads and reports in other formats are in the native program.
`;

class BadInput extends Error {}

const text = { type: 'string' }, flag = { type: 'boolean' };
const number = (word) => {
  const value = Number(word);
  if (word.trim() === '' || !Number.isFinite(value)) throw new BadInput(`expected a number, found '${word}'`);
  return value;
};
const words = (list) => list.split(',');
const asTyped = (value) => value;

// Each option of certify: its member in a request, and what is made of its word.
const members = {
  alpha: number, confidence: number, tolerance: number, trials: number, 'max-trials': number, 'max-seconds': number,
  tests: words, certify: words, pairs: asTyped,
};
const ofTargets = { ...members, seed: asTyped, controls: asTyped };
const ofRows = { ...members, name: asTyped, reset: asTyped, marked: number };

const optionsOf = (known) =>
  Object.fromEntries(Object.entries(known).map(([name]) => [name, name === 'pairs' || name === 'controls' ? flag : text]));

const commands = {
  async certify(given) {
    const { values, positionals } = parse(given, {
      ...optionsOf({ ...ofTargets, ...ofRows }), n: text, bet: { type: 'string', multiple: true }, function: text, log: text,
      json: text, quiet: flag,
    });
    const ways = [positionals.length > 0, values.function !== undefined, values.log !== undefined].filter(Boolean);
    if (ways.length !== 1) throw new BadInput('certify: name shuffles of the catalogue, one --function FILE#NAME, or one --log FILE');
    const answer = positionals.length > 0 ? engine.certify({ targets: positionals, ...deckSizes(values.n), ...requestOf(values, ofTargets) })
      : values.log !== undefined ? certifyLog(values)
      : await certifyFunction(values);
    if (values.json === '-') print(answer.report);
    else if (values.json !== undefined) writeFileSync(values.json, answer.report);
    if (!values.quiet && values.json !== '-') print(answer.text);
    return answer.verdict === null ? brokenOff : exitCodes[answer.verdict];
  },

  exact(given) {
    const { values, positionals } = parse(given, { n: text, steps: flag, compare: text });
    const { steps, compare } = values;
    print(engine.ask('exact', { target: only(positionals, 'exact'), ...deckSize(values.n), steps, compare }).text);
    return 0;
  },

  explain(given) {
    const { values, positionals } = parse(given, { n: text, seed: text, format: text });
    const { seed, format } = values;
    print(engine.ask('explain', { target: only(positionals, 'explain'), ...deckSize(values.n), seed, format }).text);
    return 0;
  },

  list(given) {
    parse(given, {});
    const { shuffles } = engine.list();
    const width = Math.max(...shuffles.map(({ name }) => name.length));
    print(shuffles.map(({ name, sentence }) => `${name.padEnd(width)}  ${sentence}\n`).join(''));
    return 0;
  },
};

async function certifyFunction(values) {
  const request = { ...deckSize(values.n ?? '5'), ...requestOf(values, ofRows) };
  const shuffle = await functionOf(values.function);
  request.name ??= (shuffle.name || 'shuffle').slice(0, 100);
  return engine.certifyRows({ ...request, call: callOf() }, shuffle);
}

function certifyLog(values) {
  const rows = rowsOf(values.log);
  const request = { ...deckSize(values.n ?? String(rows[0].length)), name: values.log.slice(-100), ...requestOf(values, ofRows) };
  if (request.trials > rows.length) throw new BadInput(`--trials: the log has ${rows.length} decks`);
  let next = 0;
  return engine.certifyRows({ trials: rows.length, ...request, call: callOf() }, () => rows[next++]);
}

function rowsOf(file) {
  const rows = readFileSync(file, 'utf8').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (rows.length === 0) throw new BadInput(`--log ${file}: there is no deck in it`);
  return rows.map((row) => row.split(/[\s,]+/).map((card) => (/^\d+$/.test(card) ? Number(card) : card)));
}

async function functionOf(named) {
  const mark = named.lastIndexOf('#');
  const file = mark < 0 ? named : named.slice(0, mark);
  const name = mark < 0 ? 'default' : named.slice(mark + 1);
  const exported = await import(pathToFileURL(resolve(file)));
  // What a module of the older kind exports lies in its default.
  const found = exported[name] ?? exported.default?.[name];
  if (typeof found === 'function') return found;
  const names = Object.keys({ ...exported.default, ...exported }).filter((each) => typeof (exported[each] ?? exported.default[each]) === 'function');
  throw new BadInput(`--function ${named}: the module exports no function '${name}'; it exports ${names.join(', ') || 'none'}`);
}

function parse(given, options) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error.message);
  }
}

function requestOf(values, known) {
  const request = values.bet === undefined ? {} : { bets: values.bet };
  for (const [name, value] of Object.entries(values)) {
    if (['n', 'bet', 'function', 'log', 'json', 'quiet'].includes(name)) continue;
    if (!Object.hasOwn(known, name)) throw new BadInput(`--${name} does not go with what is certified here`);
    request[name.replace('-', '_')] = known[name](value);
  }
  return request;
}

const deckSize = (word) => (word === undefined ? {} : { n: number(word) });
const deckSizes = (list) => (list === undefined ? {} : { n: words(list).map(number) });

function only(positionals, command) {
  if (positionals.length !== 1) throw new BadInput(`${command}: name one shuffle of the catalogue`);
  return positionals[0];
}

function callOf() {
  return ['fairshuffle', ...process.argv.slice(2)].join(' ').slice(0, 1000);
}

// All of it before the program ends, into pipes, too.
function print(words) {
  let bytes = Buffer.from(words);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const [command, ...given] = process.argv.slice(2);
try {
  if (command === undefined || command === '--help' || command === 'help') print(help);
  else if (!Object.hasOwn(commands, command)) throw new BadInput(`there is no command '${command}'; there are ${Object.keys(commands).join(', ')}`);
  else process.exitCode = await commands[command](given);
} catch (error) {
  // Whatever else was thrown is the shuffle's, or its module's.
  const isRefused = error instanceof BadInput || ['ERR_FAIRSHUFFLE_INPUT', 'ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(error?.code);
  process.stderr.write(isRefused ? `fairshuffle: ${error.message}\n` : `${error?.stack ?? error}\nfairshuffle: the run broke off\n`);
  process.exitCode = isRefused ? badInput : brokenOff;
}
