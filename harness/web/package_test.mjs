// The package as its users have it: run by node --test in a project where it is installed.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import test from 'node:test';

import { assertFair, catalogue, certify, certifyTarget, exact, ExactResult, explain, matchers } from 'fairshuffle';

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
  const result = certify(5, fisherYates, { tolerance: '5%', label: 'the dealer' });
  assert.equal(result.verdict, 'fair');
  assert.ok(result.bias.upper <= 0.05);
  assert.match(result.text, /"the dealer" /);
  assert.match(result.text, /To follow every path of few cards instead: exact\(5, /);
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
  assert.throws(() => certify(5, fisherYates, { tolerance: '7%%' }), { name: 'RangeError', message: /^certify: tolerance: / });
  assert.throws(() => certify(5, fisherYates, { tolerance: true }), { name: 'TypeError', message: /tolerance/ });
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

// As above, with draws that are answered.
const downwards = (place) => (deck) => {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = place(last);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
};
function swapAny(deck) {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(Math.random() * deck.length);
    [deck[position], deck[other]] = [deck[other], deck[position]];
  }
}

test('a function has an exact distribution, as far as ordinary runs see, and a bare one where every value of its draws has a path', () => {
  for (const place of [(last) => Math.floor(Math.random() * (last + 1)), (last) => crypto.getRandomValues(new Uint32Array(1))[0] % (last + 1)]) {
    const fair = exact(5, downwards(place));
    assert.ok(fair instanceof ExactResult);
    assert.deepEqual([fair.verdict, fair.fair, fair.distribution.paths], ['fair as far as checked', true, 120]);
    assert.match(fair.sentence, /^Exact as far as 100,000 ordinary runs see: fair, each of the 120 permutations has chance 1\/120 \(120 paths\); pieces that were missed have at most 0\.007 % together \(99\.9 %\)\.$/);
    assert.equal(matchers.toBeExactlyFair(fair).pass, true);
    assertFair(fair);
  }
  assert.equal(exact(5, downwards((last) => randomInt(last + 1))).sentence, 'Exactly fair: each of the 120 permutations has chance 1/120 (120 paths).');
  const fewer = exact(5, downwards((last) => Math.floor(Math.random() * (last + 1))), { ordinaryRuns: 1000 });
  assert.match(fewer.sentence, /^Inconclusive: .* 1,000 ordinary runs see, .* at most 0\.7 % together/);
});

test('a bias of a function comes as a fraction, with the known mistake that has the same distribution', () => {
  const biased = exact(4, swapAny);
  assert.deepEqual([biased.verdict, biased.fair], ['biased as far as checked', false]);
  assert.match(biased.sentence, /^Exact as far as 100,000 ordinary runs see: biased, TV 25\/384 .* \(256 paths\); .* This is the distribution of naive-swap:n=4/);
  assert.equal(String(biased), biased.sentence);
  assert.deepEqual(JSON.parse(JSON.stringify(biased)).permutations, exact('naive-swap:n=4').permutations);
  assert.match(biased.text, /swapAny/);
  assert.deepEqual([matchers.toBeExactlyFair(biased).pass, matchers.toBeExactlyFair(biased).message()], [false, biased.text]);
  assert.throws(() => assertFair(biased), { name: 'AssertionError', message: biased.text });
  assert.match(exact(4, downwards((last) => Math.floor(Math.random() * last))).sentence, /This is the distribution of sattolo:n=4/);
});

test('loops that draw again, words modulo and lost cards are told as what they are', () => {
  const word = () => crypto.getRandomValues(new Uint32Array(1))[0];
  const again = exact(4, downwards((last) => {
    let place;
    do place = word() & 7; while (place > last);
    return place;
  }));
  assert.match(again.sentence, /^Exact as far as 100,000 ordinary runs see, but for at most 2\^-6\d: fair, /);
  assert.match(exact(3, downwards((last) => word() % (last + 1))).text, /Draws are ideal here; with 32-bit words \(modulo\) each is off\s+by\s+at\s+most\s+1\s+in\s+6\.4e9\./);
  const lost = exact(3, (deck) => { if (Math.random() < 0.25) deck.pop(); });
  assert.equal(lost.verdict, 'invalid');
  assert.match(lost.sentence, /chance 1\/4 .* such as "0 1 \(2 cards instead of 3\)"/);
});

test('exact of a function refuses what it cannot tell of, with a sentence', () => {
  const keys = (deck) => {
    const drawn = deck.map(() => Math.random());
    deck.sort((one, other) => drawn[one] - drawn[other]);
  };
  assert.throws(() => exact(3, keys), { message: /not piecewise constant in single draws \(are random keys compared, or some middle bits of a word taken modulo\?\): use certify/ });
  assert.throws(() => exact(4, fisherYates), { message: /is a deck or a generator kept from call to call/ });
  assert.throws(() => exact(9, swapAny), { name: 'RangeError', message: 'exact: a deck has 2 to 8 cards, this one 9' });
  assert.throws(() => exact(5), { name: 'TypeError', message: /is to be a function/ });
  assert.throws(() => exact('5', swapAny), { name: 'TypeError', message: /whole number from 2 to 8/ });
  assert.throws(() => exact(5, swapAny, { ordinaryRuns: 0.5 }), { name: 'TypeError', message: /ordinaryRuns is to be a whole number above 0/ });
  assert.throws(() => exact(5, swapAny, { trials: 5 }), { name: 'TypeError', message: /no option 'trials'; there are name, ordinaryRuns, maxSeconds, maxPaths$/ });
  assert.throws(() => matchers.toBeExactlyFair(certify(4, naiveSwap)), { name: 'TypeError', message: /a result of exact of a function/ });
  assert.throws(() => matchers.toBeFair(exact(3, swapAny)), { name: 'TypeError' });
  assert.throws(() => exact(3, () => exact(3, swapAny)), { name: 'TypeError', message: /may not call/ });
});

test('require() gives the same', () => {
  const required = createRequire(import.meta.url)('fairshuffle');
  assert.equal(required.certify(4, naiveSwap).verdict, 'biased');
  assert.equal(required.exact(4, swapAny).sentence, exact(4, swapAny).sentence);
  assert.ok(required.exact(4, downwards((last) => randomInt(last + 1))) instanceof required.ExactResult);
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
  // A draw of two values for each of the last two cards, whatever would be fair.
  const own = explain(3, (deck) => {
    for (const last of [2, 1]) if (Math.random() < 0.5) [deck[last], deck[last - 1]] = [deck[last - 1], deck[last]];
  });
  assert.match(own, /2 draws: 4 paths, all equally likely/);
  assert.match(own, /\n +2 +\[0, 1\) +0\.\d+ +0 (1 2|2 1)\n/);
  assert.ok(catalogue().some(({ name }) => name === 'durstenfeld'));
});
