// The functions of the package, made of an engine, and what they return: the same for node and browsers.

import { shown } from './engine.mjs';
import { askOfCode, ExactResult } from './exact.mjs';

// What an option is called in a request, and what its value is to be; whether that lies in its range the engine says.
const budgets = {
  alpha: ['alpha', isNumber],
  confidence: ['confidence', isNumber],
  tolerance: ['tolerance', isNumberOrText],
  trials: ['trials', isNumber],
  maxTrials: ['max_trials', isNumber],
  untilDecided: ['until_decided', isFlag],
  maxSeconds: ['max_seconds', isNumber],
  tests: ['tests', isTexts],
  families: ['certify', isTexts],
  bets: ['bets', isTexts],
  pairs: ['pairs', isFlag],
  label: ['label', isText],
  onProgress: ['onProgress', isFunction],
};
const ofFunctions = { ...budgets, name: ['name', isText], reset: ['reset', isText], marked: ['marked', isNumber], proof: ['proof', isProof] };
const ofTargets = { ...budgets, deckSize: ['n', isNumber], seed: ['seed', isNumberOrText], controls: ['controls', isFlag] };
const ofPaths = {
  name: ['name', isText], ordinaryRuns: ['ordinary_runs', isCount], maxSeconds: ['max_seconds', isNumber], maxPaths: ['max_paths', isCount],
};

const ofLessons = { ...ofPaths, format: ['format', isText] };

/** node() gives { crypto, syncBuiltinESMExports } of node, where there is one: to load it takes a while. */
export function functionsOf(engine, node) {
  function askFollowed(door, deckSize, shuffle, options = {}) {
    holdToDeck(door, deckSize, 2, 8);
    holdToFunction(door, shuffle);
    const request = { n: deckSize, name: nameOf(shuffle), ...requestOf(door, options, door === 'explain' ? ofLessons : ofPaths) };
    return inWordsOf(door, ofPaths, () => askOfCode(engine, door, request, shuffle, node?.()));
  }

  return {
    certify(deckSize, shuffle, options = {}) {
      holdToDeck('certify', deckSize, 1, 128);
      holdToFunction('certify', shuffle);
      const { onProgress, ...request } = requestOf('certify', options, ofFunctions), { proof: _, ...typed } = options;
      request.name ??= nameOf(shuffle);
      const call = `certify(${deckSize}, ${request.name}${Object.keys(typed).length === 0 ? '' : `, ${JSON.stringify(typed)}`})`;
      return inWordsOf('certify', ofFunctions, () =>
        new Result(engine.certifyRows({ n: deckSize, call: lineOf(call, 1000), prove: lineOf(`exact(${Math.max(2, Math.min(deckSize, 5))}, ${request.name})`, 200), ...request },
                                     shuffle, onProgress)));
    },

    certifyTarget(target, options = {}) {
      if (typeof target !== 'string') refuse('certifyTarget', 'the target', "a text like 'swap-pairs:k=6,n=5'", target);
      const { onProgress, ...request } = requestOf('certifyTarget', options, ofTargets);
      return inWordsOf('certifyTarget', ofTargets, () => new Result(engine.certify({ targets: [target], ...request }, onProgress)));
    },

    exact(what, ...rest) {
      if (typeof what === 'number' || typeof rest[0] === 'function') return new ExactResult(askFollowed('exact', what, ...rest));
      return engine.ask('exact', { ...rest[0], target: what, format: 'json' }).distribution;
    },
    explain(what, ...rest) {
      if (typeof what === 'number' || typeof rest[0] === 'function') return askFollowed('explain', what, ...rest).text;
      return engine.ask('explain', { ...rest[0], target: what }).text;
    },
    catalogue: () => engine.list().shuffles,
  };
}

/** What came of a run of one shuffle. */
export class Result {
  #answer;
  #report;

  constructor(answer) {
    this.#answer = answer;
  }

  get verdict() {
    return this.#answer.verdict;
  }
  get fair() {
    return this.verdict === 'fair';
  }
  get headline() {
    return this.#answer.targets[0].headline;
  }
  get sentence() {
    return this.#answer.sentence;
  }
  get text() {
    return this.#answer.text;
  }
  get report() {
    return this.#report ??= JSON.parse(this.#answer.report);
  }
  get trials() {
    return this.#found.evidence.trials;
  }
  get invalidTrials() {
    return this.#found.evidence.invalid.count;
  }
  get bias() {
    const { covers, tv_lower: lower, tv_upper: upper } = this.#found.bias;
    return { covers, lower, upper };
  }
  get biasOfWholeDeck() {
    const { bias_of_whole_deck: whole } = this.#found;
    return whole === undefined ? null : { covers: whole.covers, lower: whole.tv_lower };
  }
  get facts() {
    return this.#answer.targets[0].facts;
  }
  get positions() {
    // Of a large deck they are what was counted, and not told twice.
    return this.#found.positions ?? this.#found.evidence.positions;
  }
  get diagnosis() {
    return this.#found.diagnosis?.sentence ?? null;
  }
  toString() {
    return this.sentence;
  }
  toJSON() {
    return this.report;
  }

  get #found() {
    return this.report.results[0];
  }
}

// What a test that fails prints.
function told(result) {
  return result instanceof ExactResult ? result.text : `${result.headline}\n\n${result.text}`;
}

/** Throws an AssertionError that says why a result is not fair. */
export function assertFair(result) {
  if (!(result instanceof Result || result instanceof ExactResult)) {
    refuse('assertFair', 'what is held to fairness', 'a result of certify, or of exact of a function', result);
  }
  if (result.fair) return;
  throw Object.assign(new Error(told(result)), {
    name: 'AssertionError',
    code: 'ERR_ASSERTION',
    actual: result.verdict,
    expected: 'fair',
    operator: 'assertFair',
  });
}

function matcher(name, verdict) {
  return (result) => {
    if (!(result instanceof Result)) refuse(name, 'what is held to it', 'a result of certify', result);
    return { pass: result.verdict === verdict, message: () => told(result) };
  };
}

/** For expect.extend of vitest and jest. */
export const matchers = {
  toBeFair: matcher('toBeFair', 'fair'),
  toBeBiased: matcher('toBeBiased', 'biased'),
  toBeInvalid: matcher('toBeInvalid', 'invalid'),
  toBeInconclusive: matcher('toBeInconclusive', 'inconclusive'),
  toBeExactlyFair(result) {
    if (!(result instanceof ExactResult)) refuse('toBeExactlyFair', 'what is held to it', 'a result of exact of a function', result);
    return { pass: result.fair, message: () => told(result) };
  },
};

function requestOf(caller, options, known) {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    refuse(caller, 'what follows', 'an object of options', options);
  }
  const request = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(known, name)) {
      throw new TypeError(`${caller}: there is no option '${name}'; there are ${Object.keys(known).join(', ')}`);
    }
    const [member, check] = known[name];
    const due = check(value);
    if (due !== undefined) refuse(caller, name, due, value);
    request[member] = value;
  }
  return request;
}

// The engine tells what it refuses by what a request calls it.
function inWordsOf(caller, known, ask) {
  try {
    return ask();
  } catch (error) {
    const [told, member] = /^\w+: \/?(\w+)(?=: )/.exec(error?.code === 'ERR_FAIRSHUFFLE_INPUT' ? error.message : '') ?? [];
    const option = Object.keys(known).find((name) => known[name][0] === member);
    if (option === undefined) throw error;
    throw Object.assign(new RangeError(`${caller}: ${option}${error.message.slice(told.length)}`), { code: error.code });
  }
}

// So many characters at most, none of them half of one or the end of a line.
function lineOf(text, most) {
  return [...text].slice(0, most).join('').replace(/\p{Cs}/gu, '\ufffd').replace(/\p{Cc}/gu, ' ');
}

function nameOf(shuffle) {
  return lineOf(typeof shuffle.name === 'string' && shuffle.name !== '' ? shuffle.name : 'shuffle', 100);
}

function holdToDeck(caller, deckSize, least, most) {
  if (typeof deckSize !== 'number') refuse(caller, 'the deck size', `a whole number from ${least} to ${most}`, deckSize);
  if (!Number.isInteger(deckSize) || deckSize < least || deckSize > most) {
    throw new RangeError(`${caller}: a deck has ${least} to ${most} cards, this one ${deckSize}`);
  }
}
function holdToFunction(caller, shuffle) {
  if (typeof shuffle !== 'function') refuse(caller, 'the shuffle', 'a function, which is called with a deck', shuffle);
}
function refuse(caller, what, due, value) {
  throw new TypeError(`${caller}: ${what} is to be ${due}, was ${shown(value)}`);
}
function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value) ? undefined : 'a number';
}
function isCount(value) {
  return Number.isSafeInteger(value) && value > 0 ? undefined : 'a whole number above 0';
}
function isProof(value) {
  return value instanceof ExactResult ? undefined : 'what exact returned';
}
function isFunction(value) {
  return typeof value === 'function' ? undefined : 'a function';
}
function isText(value) {
  return typeof value === 'string' ? undefined : 'a text';
}
function isNumberOrText(value) {
  return isNumber(value) === undefined || isText(value) === undefined ? undefined : 'a number, or a text of one';
}
function isTexts(value) {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? undefined : 'a list of texts';
}
function isFlag(value) {
  return typeof value === 'boolean' ? undefined : 'true or false';
}
