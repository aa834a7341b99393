// The draws of a shuffle, answered: while it is tried, Math.random, crypto's getRandomValues and randomUUID, and node's randomInt,
// randomBytes and randomFillSync give what stands ready, and the clock is put forward, which shows who reads it. Not seen is what
// was taken before and acts rarely, and other clocks: performance.mark, Intl.DateTimeFormat without a date, node's os.uptime.

// So many values has Math.random.
const ofUnit = 2 ** 53;
// As fairshuffle_answer has them. Each value of small draws is followed; of larger words the shuffle uses what it likes.
const below = 0, word = 1, unit = 2;
const valuesFollowed = 2 ** 15;
const later = 748_061_123;  // milliseconds: a few dozen runs see all months, days and hours
const ordinary = Math.random, now = performance.now.bind(performance);

// Of the run that goes on; there is none while a shuffle is loaded.
let answerOf, ahead = 0, timesLater = 0, isClockRead = false;
let deckSeen;

class Ended extends Error {}

function answer(kind, size) {
  if (answerOf === undefined) return Math.floor(ordinary() * size);
  const value = answerOf(kind, size, deckSeen);
  if (value < 0) throw new Ended('fairshuffle: this run is over');
  return value;
}

function wordOf(size) {
  return answer(size > valuesFollowed ? word : below, size);
}

// By how many milliseconds the clock is put forward.
function forward() {
  isClockRead = true;
  return ahead;
}

// Has Math.random where answerable.cjs has put another there.
const answered = Symbol.for('fairshuffle.answered');
let isAnswering = false;

/** work() with all draws answered. node: { crypto, syncBuiltinESMExports } of node, where there is one. */
export function answering(node, work) {
  if (isAnswering) throw new TypeError('fairshuffle: a shuffle that is tried may not call fairshuffle itself');
  isAnswering = true;
  timesLater = 0;
  const put = [], isTaken = answered in Math.random, web = globalThis.crypto ?? node?.crypto.webcrypto;
  const replace = (object, name, valueOf) => {
    const was = Object.getOwnPropertyDescriptor(object ?? {}, name);
    if (!was?.configurable) return;
    put.push(() => Object.defineProperty(object, name, was));
    Object.defineProperty(object, name, { value: valueOf(object[name]), enumerable: was.enumerable, writable: true, configurable: true });
  };
  const random = () => answer(unit, ofUnit) / ofUnit;
  try {
    if (isTaken) Math.random[answered] = random;
    else replace(Math, 'random', () => random);
    replace(web && Object.getPrototypeOf(web), 'getRandomValues', filling);
    replace(node?.crypto, 'getRandomValues', filling);
    replace(node?.crypto, 'randomInt', wholeNumbers);
    replace(node?.crypto, 'randomFillSync', (given) => (room, from = 0, size) => filledBytes(given(room, from, 0), from, size));
    for (const name of ['randomBytes', 'pseudoRandomBytes', 'prng', 'rng']) replace(node?.crypto, name, bytes);
    for (const owner of [web && Object.getPrototypeOf(web), node?.crypto]) replace(owner, 'randomUUID', () => uuid);
    replace(globalThis, 'Date', clock);
    replace(Object.getPrototypeOf(performance), 'now', () => () => now() + forward());
    replace(globalThis.process, 'uptime', (given) => () => given() + forward() / 1000);
    replace(globalThis.process, 'hrtime', highResolution);
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

function uuid() {
  const drawn = (digit) => (digit === 'x' ? wordOf(16) : 8 + wordOf(4)).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, drawn);
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

// Offset and size in elements, as node has them.
function filledBytes(room, offset = 0, size = Infinity) {
  const width = room.BYTES_PER_ELEMENT ?? 1, all = new Uint8Array(room.buffer ?? room, room.byteOffset, room.byteLength);
  filling()(all.subarray(offset * width, (offset + size) * width));
  return room;
}

// With a callback they come when all is over.
function bytes(given) {
  return (size, done) => (done === undefined ? filledBytes(Buffer.alloc(size)) : given(size, done));
}

function clock(given) {
  const moment = () => given.now() + forward();
  return new Proxy(given, {
    apply: () => String(new given(moment())),
    construct: (_, parts, made) => Reflect.construct(given, parts.length === 0 ? [moment()] : parts, made),
    get: (_, name) => (name === 'now' ? moment : Reflect.get(given, name)),
  });
}

function highResolution(given) {
  return Object.assign((since) => {
    const [seconds, rest] = given(since);
    return [seconds + Math.floor(forward() / 1000), rest];
  }, { bigint: () => given.bigint() + BigInt(forward()) * 1_000_000n });
}

/**
 * The deck that comes of one run of the shuffle, its draws answered by answer(kind, size, the deck as it lies). Each run finds the
 * clock put forward otherwise: so the same draws show who reads it.
 */
export function runOf(shuffle, deckSize, answer) {
  const deck = new Array(deckSize);
  for (let position = 0; position < deckSize; ++position) deck[position] = position;
  answerOf = answer;
  ahead = later * (++timesLater % 1000);
  isClockRead = false;
  deckSeen = deck;
  try {
    const returned = shuffle(deck);
    return returned === undefined ? deck : returned;
  } finally {
    answerOf = undefined;
    ahead = 0;
  }
}

/** Whether the run that was the last read the clock. */
export function wasClockRead() {
  return isClockRead;
}
