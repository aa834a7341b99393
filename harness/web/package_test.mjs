// The package as its users have it: run by node --test in a project where it is installed.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';

import { assertFair, catalogue, certify, certifyTarget, exact, explain, matchers } from 'fairshuffle';

const quickly = { tolerance: 0.05 };

// The same numbers in every run.
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let word = Math.imul(state ^ (state >>> 15), 1 | state);
  word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
  return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
}

function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}

function naiveSwap(deck) {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(random() * deck.length);
    [deck[position], deck[other]] = [deck[other], deck[position]];
  }
}

test('a fair function is fair, with a bound', () => {
  const result = certify(5, fisherYates, quickly);
  assert.equal(result.verdict, 'fair');
  assert.ok(result.bias.upper <= quickly.tolerance);
  assert.equal(result.bias.covers, 'permutations');
  assert.equal(result.bias.lower, 0);
  assert.equal(result.biasOfWholeDeck, null);
  assert.match(result.facts.find(({ name }) => name === 'How much').text, /^no bet on the order gains more than /);
  assert.equal(result.positions.length, 5);
  assertFair(result);
});

test('swapping with any position is biased at the first look, and named', () => {
  const result = certify(4, naiveSwap, { trials: 100_000 });
  assert.equal(result.verdict, 'biased');
  assert.match(result.diagnosis, /naive-swap:n=4/);
  assert.throws(() => assertFair(result), { name: 'AssertionError', message: `${result.headline}\n\n${result.text}` });
  assert.match(result.headline, /^Biased: looks like naive-swap \(exactly [0-9.]+ points\); .*; [0-9.]+ points \([0-9.]+ to [0-9.]+\)$/);
  assert.equal(matchers.toBeFair(result).message(), `${result.headline}\n\n${result.text}`);
  assert.equal(matchers.toBeFair(result).pass, false);
  assert.equal(matchers.toBeBiased(result).pass, true);
});

test('what is returned counts, not the deck that was given', () => {
  const sorted = certify(4, (deck) => Uint8Array.from(deck));
  assert.equal(sorted.verdict, 'biased');
  const copied = certify(4, (deck) => {
    const copy = [...deck];
    fisherYates(copy);
    return copy;
  }, quickly);
  assert.equal(copied.verdict, 'fair');
});

test('every call gets a deck in order, unless the deck is never put back', () => {
  let wasSorted = true;
  certify(5, (deck) => {
    wasSorted &&= deck.every((card, position) => card === position);
    fisherYates(deck);
  }, { trials: 2400 });
  assert.ok(wasSorted);
  assert.equal(certify(4, naiveSwap, { reset: 'never', trials: 100_000 }).verdict, 'biased');
});

test('bounds of different bets stand in different objects and sentences', () => {
  for (const [deckSize, covers, on] of [[9, 'positions', 'where one card lies'],
                                        [52, 'cards,pairs-order', 'where any one card lies or which of any two cards comes first']]) {
    const sattolo = certify(deckSize, (deck) => {
      for (let last = deck.length - 1; last > 0; --last) {
        const other = Math.floor(random() * last);
        [deck[last], deck[other]] = [deck[other], deck[last]];
      }
    }, { trials: 5000 });
    assert.deepEqual([sattolo.bias.covers, sattolo.bias.lower], [covers, null]);
    assert.equal(sattolo.biasOfWholeDeck.covers, 'permutations');
    assert.ok(sattolo.biasOfWholeDeck.lower > sattolo.bias.upper);
    assert.match(sattolo.facts.find(({ name }) => name === 'How much').text, new RegExp(`^the best bet gains at least \\d+ points [^.]*\\(99\\.9 %\\)\\. No bet on ${on} `));
  }
});

test('of a large deck, too, it is told where its cards lay', () => {
  const { positions, trials } = certify(52, (deck) => deck.reverse());
  assert.equal(positions[0][51], trials);
});

test('lost, doubled and foreign cards are invalid, and shown', () => {
  assert.equal(certify(3, () => [0, 1, 1]).verdict, 'invalid');
  const short = certify(3, (deck) => { deck.pop(); });
  assert.equal(short.verdict, 'invalid');
  assert.match(JSON.stringify(short.report.results[0].evidence.invalid), /0 1 \(2 cards instead of 3\)/);
  assert.match(JSON.stringify(certify(3, () => ['a', 1, 2]).report.results[0].evidence.invalid), /\\"a\\" 1 2/);
  assert.match(JSON.stringify(certify(3, () => [0n, 1, 2]).report.results[0].evidence.invalid), /0n 1 2/);
});

test('every call has a deck of its own', () => {
  const decks = new Set();
  const once = (deck) => {
    assert.ok(!decks.has(deck));
    assert.deepEqual(deck, [0, 1, 2, 3, 4]);
    decks.add(deck);
    fisherYates(deck);
    Object.freeze(deck);
  };
  assert.equal(certify(5, once, { trials: 5000 }).invalidTrials, 0);
  assert.equal(decks.size, 5000);
});

test('whoever asked stands in the stack, and a promise that nobody waits for ends no process', async () => {
  function asks() {
    certify(5, () => { throw new Error('my shuffle failed'); });
  }
  const { stackTraceLimit } = Error;
  assert.throws(asks, ({ stack }) => /at asks /.test(stack));
  assert.equal(Error.stackTraceLimit, stackTraceLimit);
  assert.throws(() => certify(5, async () => { throw new Error('later'); }), { name: 'TypeError', message: /promise/ });
  await new Promise((done) => setTimeout(done, 10));
});

test('a function of any name is certified', () => {
  for (const name of ['', 'two\nlines', `${'x'.repeat(99)}\u{1f0cf}`, 'half \ud83c', 5]) {
    const shuffle = (deck) => { deck.reverse(); };
    Object.defineProperty(shuffle, 'name', { value: name });
    assert.equal(certify(5, shuffle).verdict, 'biased');
  }
});

test('what a shuffle throws comes out as it is, with its own stack', () => {
  const mine = new Error('my shuffle failed');
  assert.throws(() => certify(5, () => { throw mine; }), (thrown) => thrown === mine);
  assert.throws(() => certify(5, function broken() { undefined.cards(); }), (thrown) =>
    thrown instanceof TypeError && /broken/.test(thrown.stack));
  // And the engine goes on.
  assert.equal(certify(5, fisherYates, quickly).verdict, 'fair');
});

test('bad input gets a sentence as a TypeError or RangeError', () => {
  assert.throws(() => certify(0, fisherYates), { name: 'RangeError', message: /a deck has 1 to 128 cards, this one 0/ });
  assert.throws(() => certify('5', fisherYates), { name: 'TypeError', message: /whole number/ });
  assert.throws(() => certify(5), { name: 'TypeError', message: /function/ });
  assert.throws(() => certify(5, Object.create(null)), { name: 'TypeError', message: /is to be a function/ });
  assert.throws(() => certify(5, fisherYates, [1]), { name: 'TypeError', message: /an object of options/ });
  assert.throws(() => certify(5, fisherYates, { tolerence: 1 }), { name: 'TypeError', message: /there is no option 'tolerence'/ });
  assert.throws(() => certify(5, fisherYates, { tolerance: 7 }), { name: 'RangeError', message: /^certify: tolerance: / });
  assert.throws(() => certify(5, fisherYates, { maxTrials: 0 }), { name: 'RangeError', message: /^certify: maxTrials: .*found 0$/ });
  assert.throws(() => certify(5, fisherYates, { families: ['all'] }), { name: 'RangeError', message: /^certify: families: .*'all'/ });
  assert.throws(() => certifyTarget('naive-swap', { deckSize: 0 }), {
    name: 'RangeError', code: 'ERR_FAIRSHUFFLE_INPUT', message: /^certifyTarget: deckSize: .*found 0$/ });
  assert.throws(() => certify(5, fisherYates, { tolerance: '7' }), { name: 'TypeError', message: /tolerance/ });
  assert.throws(() => certify(5, async () => {}), { name: 'TypeError', message: /promise/ });
  assert.throws(() => certify(5, () => 7), { name: 'TypeError', message: /returned 7/ });
  assert.throws(() => certify(5, () => certify(5, fisherYates)), { name: 'TypeError', message: /may not call/ });
  assert.throws(() => certifyTarget('durstenfelt'), { name: 'RangeError', message: /durstenfeld/ });
  assert.throws(() => assertFair(true), { name: 'TypeError' });
});

test('a seed decides every trial of a shuffle of the catalogue', () => {
  const [once, again] = [1, 2].map(() => certifyTarget('swap-pairs:k=6,n=5', { seed: 7, trials: 5000 }));
  assert.deepEqual(once.report.results, again.report.results);
  assert.equal(certifyTarget('naive-swap:n=5', { seed: 1 }).verdict, 'biased');
});

test('exact distributions come as fractions', () => {
  assert.match(JSON.stringify(exact('naive-swap:n=3')), /5\/27/);
});

test('require() gives the same', () => {
  const required = createRequire(import.meta.url)('fairshuffle');
  assert.equal(required.certify(4, naiveSwap).verdict, 'biased');
});

test('a run tells of itself, and ends early where it is told to', () => {
  const states = [];
  const result = certify(5, fisherYates, { tolerance: 0.0001, onProgress: (state) => {
    states.push(state);
    return states.length < 3;
  } });
  assert.equal(result.verdict, 'inconclusive');
  assert.equal(states.length, 3);
  assert.ok(states[2].trials > states[0].trials);
  assert.throws(() => certify(5, fisherYates, { tolerance: 0.0001, onProgress() { throw new Error('told too much'); } }),
                { message: 'told too much' });
});

test('lessons and the catalogue', () => {
  assert.match(explain('naive-swap'), /Paths against permutations/);
  assert.ok(catalogue().some(({ name }) => name === 'durstenfeld'));
});
