// The draws of a shuffle, answered: while it is tried, Math.random, crypto.getRandomValues and node's randomInt give numbers
// that stand ready, and the clock may be put forward, which shows who reads it.
import { wordsOf } from './engine.mjs';

/** So many values has Math.random. A draw is known by how many values it has, and answered by a number of [0, 1). */
export const ofUnit = 2 ** 53;
export const now = performance.now.bind(performance);

/** In one run. */
export const drawsAtMost = 10_000;
const later = 1_234_567;  // milliseconds

// Of the run that goes on.
let head = [], tail = { at: numbers(0) }, drawn = 0, ahead = 0, timesLater = 0, deckSeen, decks;
const sizes = [];

class Endless extends Error {}

function answer(size) {
  if (drawn === drawsAtMost) throw new Endless();
  const number = drawn < head.length ? head[drawn] : tail.at(drawn - head.length);
  sizes[drawn++] = size;
  decks?.push([...deckSeen]);
  return number;
}

function wordOf(size) {
  return Math.floor(answer(size) * size);
}

/** Numbers of [0, 1) without end, the same for the same seed (Chris Doty-Humphrey's sfc32). */
export function numbers(seed) {
  let a = seed, b = 0x9e3779b9, c = 0x243f6a88, counter = 1;
  const word = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21 | c >>> 11) + sum) | 0;
    return sum >>> 0;
  };
  for (let skipped = 0; skipped < 16; ++skipped) word();
  return () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / ofUnit;
}

/** Numbers that are drawn when they are first asked for, and kept; begun with those that are given. */
export class Stream {
  #random;

  constructor(random, given = []) {
    this.#random = random;
    this.values = [...given];
  }

  at(index) {
    while (index >= this.values.length) this.values.push(this.#random());
    return this.values[index];
  }
}

// Has Math.random where answerable.cjs has put another there.
const answered = Symbol.for('fairshuffle.answered');
let isAnswering = false;

/** work() with all draws answered. node: { crypto, syncBuiltinESMExports } of node, where there is one. */
export function answering(node, work) {
  if (isAnswering) throw new TypeError('fairshuffle: a shuffle that is tried may not call fairshuffle itself');
  isAnswering = true;
  const put = [], isTaken = answered in Math.random, web = globalThis.crypto ?? node?.crypto.webcrypto;
  const replace = (object, name, valueOf) => {
    const was = Object.getOwnPropertyDescriptor(object ?? {}, name);
    if (!was?.configurable) return;
    put.push(() => Object.defineProperty(object, name, was));
    Object.defineProperty(object, name, { value: valueOf(object[name]), enumerable: was.enumerable, writable: true, configurable: true });
  };
  const random = () => answer(ofUnit);
  try {
    if (isTaken) Math.random[answered] = random;
    else replace(Math, 'random', () => random);
    replace(web && Object.getPrototypeOf(web), 'getRandomValues', filling);
    replace(node?.crypto, 'getRandomValues', filling);
    replace(node?.crypto, 'randomInt', wholeNumbers);
    replace(globalThis, 'Date', clock);
    replace(Object.getPrototypeOf(performance), 'now', () => () => now() + ahead);
    // Names that were imported of node's modules follow.
    node?.syncBuiltinESMExports();
    return work();
  } finally {
    for (const back of put) back();
    if (isTaken) Math.random[answered] = undefined;
    node?.syncBuiltinESMExports();
    isAnswering = false;
  }
}

function filling(given) {
  return function getRandomValues(array) {
    const [, isBig, isWhole] = /^(Big)?(U?[iI]nt|)/.exec(array?.[Symbol.toStringTag] ?? '');
    if (!ArrayBuffer.isView(array) || !isWhole) return given.call(this, array);
    const words = isBig ? new Uint32Array(array.buffer, array.byteOffset, 2 * array.length) : array;
    const size = 2 ** (8 * words.BYTES_PER_ELEMENT);
    for (let index = 0; index < words.length; ++index) words[index] = wordOf(size);
    return array;
  };
}

function wholeNumbers(given) {
  return (...range) => {
    const [low, high] = range.length === 1 ? [0, range[0]] : range;
    if (range.length > 2 || !Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low >= high) return given(...range);
    return low + wordOf(high - low);
  };
}

function clock(given) {
  const moment = () => given.now() + ahead;
  return new Proxy(given, {
    construct: (_, parts, made) => Reflect.construct(given, parts.length === 0 ? [moment()] : parts, made),
    get: (_, name) => (name === 'now' ? moment : Reflect.get(given, name)),
  });
}

/** Runs of a shuffle with its draws answered. Decks come as codes: numbers below 0 for those that are none. */
export class Replays {
  #deckSize;
  #shuffle;
  #invalid = [];

  constructor(deckSize, shuffle) {
    this.#deckSize = deckSize;
    this.#shuffle = shuffle;
  }

  /** The code of the deck that comes of these numbers, and then of those of a stream; drawn and sizes tell of its draws. */
  run(first, rest) {
    head = first;
    tail = rest;
    drawn = 0;
    const deck = new Array(this.#deckSize);
    for (let position = 0; position < this.#deckSize; ++position) deck[position] = position;
    deckSeen = deck;
    try {
      const returned = this.#shuffle(deck);
      return this.#codeOf(returned === undefined ? deck : returned);
    } catch (error) {
      if (error instanceof Endless) {
        throw new RangeError(`exact: the shuffle draws without end: more than ${drawsAtMost} times after ${this.draws(10)}`);
      }
      if (error !== null && typeof error === 'object' && Object.isExtensible(error)) error.draws = this.draws();
      throw error;
    }
  }

  get drawn() {
    return drawn;
  }
  get sizes() {
    return sizes;
  }

  /** The same with the clock put forward, farther each time. */
  runLater(first, rest) {
    ahead = later * ++timesLater;
    try {
      return this.run(first, rest);
    } finally {
      ahead = 0;
    }
  }

  /** The decks before each draw, and in the end. */
  decksOn(first) {
    decks = [];
    try {
      const end = this.run(first, first);
      return [...decks.map((deck) => deck.join(' ')), this.deckOf(end)];
    } finally {
      decks = undefined;
    }
  }

  /** What the last run was answered, in words. */
  draws(most = drawn) {
    const told = Array.from({ length: Math.min(drawn, most) }, (_, index) => {
      const number = index < head.length ? head[index] : tail.at(index - head.length), size = sizes[index];
      return size === ofUnit ? String(number) : `${Math.floor(number * size)} below ${size}`;
    });
    return told.length === 0 ? 'no draw' : told.join(', ');
  }

  /** The cards that a code stands for, or what came instead of a deck. */
  deckOf(code) {
    if (code < 0) return this.#invalid[-1 - code];
    const cards = [];
    for (let left = code, position = 0; position < this.#deckSize; ++position, left = Math.floor(left / this.#deckSize)) {
      cards.unshift(left % this.#deckSize);
    }
    return cards.join(' ');
  }

  #codeOf(deck) {
    const deckSize = this.#deckSize;
    if (deck === null || deck.length !== deckSize) return this.#invalidCode(deck);
    let code = 0, seen = 0;
    for (let position = 0; position < deckSize; ++position) {
      const card = deck[position];
      if (!Number.isInteger(card) || card < 0 || card >= deckSize || seen >> card & 1) return this.#invalidCode(deck);
      seen |= 1 << card;
      code = code * deckSize + card;
    }
    return code;
  }

  #invalidCode(deck) {
    const words = wordsOf(deck, this.#deckSize);
    let index = this.#invalid.indexOf(words);
    if (index < 0) index = this.#invalid.push(words) - 1;
    return -1 - index;
  }
}
