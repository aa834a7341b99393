// The paths of functions: against enumerations of their own, and traps. Run by node --test where the package is installed.
import assert from 'node:assert/strict';
import crypto, { randomBytes, randomInt } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import test from 'node:test';

import { certify, exact, explain } from 'fairshuffle';
import { answering } from './node_modules/fairshuffle/draws.mjs';

const quickly = { ordinaryRuns: 20_000 };
const takenBefore = { random: Math.random, now: Date.now, randomInt, randomBytes: crypto.randomBytes };

const exactly = (deckSize, shuffle, options = quickly) => exact(deckSize, shuffle, options);
const swap = (deck, one, other) => { [deck[one], deck[other]] = [deck[other], deck[one]]; };
const below = (bound) => Math.floor(Math.random() * bound);

// Shuffles of swaps, each with the place that a draw gives for the last position that is not settled yet.
const downwards = (placeFor) => (deck) => {
  for (let last = deck.length - 1; last > 0; --last) swap(deck, last, placeFor(last));
};
const fisherYates = downwards((last) => below(last + 1));
function naiveSwap(deck) {
  for (let position = 0; position < deck.length; ++position) swap(deck, position, below(deck.length));
}

// What comes of every sequence of draws below these bounds, each as likely as any other.
function counted(deckSize, bounds, shuffle) {
  const counts = new Map();
  const draw = (values) => {
    if (values.length < bounds.length) {
      for (let value = 0; value < bounds[values.length]; ++value) draw([...values, value]);
      return;
    }
    const deck = Array.from({ length: deckSize }, (_, card) => card);
    shuffle(deck, [...values]);
    counts.set(deck.join(' '), (counts.get(deck.join(' ')) ?? 0) + 1);
  };
  draw([]);
  return { counts, total: bounds.reduce((product, bound) => product * bound, 1) };
}

function assertSame({ distribution: { permutations, invalid, unfollowed } }, { counts, total }) {
  assert.deepEqual([invalid?.value ?? 0, unfollowed.value], [0, 0]);
  for (const { permutation, p: { fraction } } of permutations) {
    const [top, bottom = 1n] = fraction.split('/').map(BigInt);
    assert.equal(top * BigInt(total), BigInt(counts.get(permutation.join(' ')) ?? 0) * bottom, `${permutation}: ${fraction}`);
  }
}
function assertUniform({ distribution: { permutations, unfollowed } }, count) {
  assert.equal(permutations.length, count);
  assert.deepEqual(new Set(permutations.map(({ p: { fraction } }) => fraction)), new Set([`1/${count}`]));
  assert.equal(unfollowed.value, 0);
}

test('what Fisher and Yates wrote is uniform, path by path', () => {
  const five = exactly(5, fisherYates);
  assert.deepEqual([five.distribution.paths, five.distribution.ordinary_runs], [120, 20_000]);
  assertUniform(five, 120);
});

test('a report holds what was proven of the function beside its trials', () => {
  const proof = exactly(4, naiveSwap), { report } = certify(5, naiveSwap, { proof, trials: 2400 });
  assert.deepEqual(report.plan.targets[0].proof, proof.distribution);
  assert.match(report.results[0].sentence, /naiveSwap:n=4 is exact as far as 20,000 ordinary runs see: biased, TV 25\/384/);
  assert.doesNotMatch(report.command, /proof/);
  assert.throws(() => certify(5, naiveSwap, { proof: {} }), { name: 'TypeError', message: /proof is to be what exact returned/ });
});

test('swaps with any place, with an earlier one and with a rounded one are as counted', () => {
  const naive = exactly(4, naiveSwap);
  assert.deepEqual([naive.distribution.paths, naive.distribution.tv.fraction], [256, '25/384']);
  assertSame(naive, counted(4, [4, 4, 4, 4], (deck, places) => places.forEach((place, position) => swap(deck, position, place))));
  assertSame(exactly(5, downwards((last) => below(last))), counted(5, [4, 3, 2, 1], (deck, places) =>
    places.forEach((place, index) => swap(deck, 4 - index, place))));
  // Half the share for the two places at the ends.
  assertSame(exactly(4, downwards((last) => Math.round(Math.random() * last))), counted(4, [6, 4, 2], (deck, halves) =>
    halves.forEach((half, index) => swap(deck, 3 - index, Math.floor((half + 1) / 2)))));
});

test("node's own sort, asked with a coin, is as counted", () => {
  const flips = 8;  // no four cards take more
  const coin = counted(4, Array(flips).fill(2), (deck, coins) => { deck.sort(() => coins.shift() - 0.5); });
  const found = exactly(4, (deck) => { deck.sort(() => Math.random() - 0.5); });
  assertSame(found, coin);
  assert.equal(found.distribution.tv.fraction, '17/48');
});

test('a list that is built at random places, another array, and fractions of a draw that is used twice', () => {
  assertUniform(exactly(4, (deck) => deck.reduce((built, card) => built.toSpliced(below(built.length + 1), 0, card), [])), 24);
  assertUniform(exactly(3, (deck) => {
    const both = Math.random() * 6;
    swap(deck, 2, Math.floor(both / 2));
    swap(deck, 1, Math.floor(both) % 2);
  }), 6);
});

test('loops that draw again are followed until next to nothing is left', () => {
  const again = (draw) => downwards((last) => {
    let place;
    do place = draw(); while (place > last);
    return place;
  });
  for (const draw of [() => below(8), () => crypto.getRandomValues(new Uint32Array(1))[0] & 7,
                      () => crypto.getRandomValues(new Uint8Array(1))[0] >> 5]) {
    const { distribution: { tv, unfollowed, paths } } = exactly(4, again(draw));
    assert.equal(tv.value, 0);
    assert.ok(0 < unfollowed.value && unfollowed.value <= 2 ** -60);
    assert.equal(paths, 24);
  }
  // Where each round leaves much, the fractions end before that.
  const slow = exactly(2, (deck) => { while (Math.random() >= 0.01) deck.reverse(); });
  assert.ok(slow.distribution.unfollowed.value > 2 ** -60 && slow.distribution.unfollowed.fraction.length < 4000);
});

test('words are scaled, or taken modulo: their pieces are intervals, or residues', () => {
  const word = (array) => crypto.getRandomValues(array)[0];
  const modulo = exactly(5, downwards((last) => word(new Uint32Array(1)) % (last + 1)));
  assertUniform(modulo, 120);
  assert.match(modulo.text, /with 32-bit words \(modulo\) each is off by at\s+most 1 in/);
  const scaled = exactly(4, downwards((last) => Math.floor(word(new Uint32Array(1)) / 2 ** 32 * (last + 1))));
  assertUniform(scaled, 24);
  assert.match(scaled.text, /32-bit words \(multiply-shift\)/);
  assertUniform(exactly(4, downwards((last) => Number(word(new BigUint64Array(1)) % BigInt(last + 1)))), 24);
  // One of two is not used, and of the other some bits.
  assertSame(exactly(3, downwards((last) => (word(new Int32Array(2)) & 0xff) % (last + 1))), counted(3, [256, 256], (deck, values) =>
    values.forEach((value, index) => swap(deck, 2 - index, value % (3 - index)))));
  // What a method of the browser's own is asked for is the same.
  assertUniform(exactly(3, downwards((last) => globalThis.crypto.getRandomValues(new Uint16Array(1))[0] % (last + 1))), 6);
  assert.throws(() => exactly(3, () => word(new Float32Array(1))), /Float32Array|type/i);
});

test('bytes are few enough to be tried one by one', () => {
  const bytes = exactly(3, downwards((last) => crypto.getRandomValues(new Uint8Array(1))[0] % (last + 1)));
  assertSame(bytes, counted(3, [256, 256], (deck, values) => values.forEach((value, index) => swap(deck, 2 - index, value % (3 - index)))));
  assert.doesNotMatch(bytes.text, /-bit words/);
  const ofTheMiddle = () => {
    const words = new Uint16Array(5);
    crypto.randomFillSync(words.subarray(1, 4), 1, 1);
    return words.every((word, index) => word === 0 || index === 2) ? words[2] >> 8 : 0;
  };
  for (const byte of [() => randomBytes(1)[0], () => crypto.pseudoRandomBytes(1)[0], () => crypto.randomFillSync(Buffer.alloc(2), 1)[1],
                      () => new Uint8Array(crypto.randomFillSync(new ArrayBuffer(1)))[0], ofTheMiddle]) {
    assertSame(exactly(3, (deck) => swap(deck, 2, byte() % 3)), counted(3, [256], (deck, [value]) => swap(deck, 2, value % 3)));
  }
  assert.equal(crypto.randomFillSync(new Uint16Array([0, 0, 0]), 1, 0).join(), '0,0,0');
  assert.throws(() => exactly(3, () => { crypto.randomFillSync(Buffer.alloc(2), 3); }), RangeError);
  assert.throws(() => exactly(3, () => { randomBytes(-1); }), RangeError);
});

// What acts for one of 65,536 values no replay finds.
const seldom = (acts) => (deck) => {
  fisherYates(deck);
  if (acts()) deck.sort();
};

test('bytes and digits that decide seldom are not missed', () => {
  for (const all of [() => randomBytes(2), () => crypto.randomFillSync(Buffer.alloc(2)),
                     () => crypto.webcrypto.getRandomValues(new Uint8Array(2)),
                     () => [...crypto.randomUUID().slice(0, 4)], () => [...globalThis.crypto.randomUUID().slice(-4)]]) {
    assert.equal(exactly(3, seldom(() => all().every((each) => Number(each) === 0))).distribution.tv.fraction, '5/393216');
  }
  const outside = (draw) => answering({ crypto, syncBuiltinESMExports }, draw);
  assert.equal(outside(() => randomBytes(2, () => {})), undefined);
  const { buffer } = outside(() => crypto.randomFillSync(new Uint8Array(16).subarray(0, 8)));
  assert.deepEqual(new Uint8Array(buffer, 8), new Uint8Array(8));
  // While a module is loaded, numbers are ordinary ones.
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (let time = 0; time < 20; ++time) assert.match(outside(() => crypto.randomUUID()), version4);
});

test('randomInt is answered, also where its name was imported', () => {
  assertUniform(exactly(4, downwards((last) => randomInt(last + 1))), 24);
  assertUniform(exactly(4, downwards((last) => crypto.randomInt(1, last + 2) - 1)), 24);
  assertSame(exactly(3, downwards((last) => randomInt(2000) % (last + 1))), counted(3, [2000, 2], (deck, [one, other]) => {
    swap(deck, 2, one % 3);
    swap(deck, 1, other);
  }));
  assertSame(exactly(3, (deck) => { if (randomInt(2001) < 1000) deck.reverse(); }),
             counted(3, [2001], (deck, [value]) => { if (value < 1000) deck.reverse(); }));
  assert.throws(() => exactly(4, downwards((last) => takenBefore.randomInt(last + 1))), /the same draws end otherwise .* \(draws: none\)/);
});

test('pieces and states that bisection misses are found by ordinary runs', () => {
  // One in 333.
  const rare = exactly(3, (deck) => { if (Math.random() < 0.003) deck.reverse(); });
  assertSame(rare, counted(3, [1000], (deck, [value]) => { if (value < 3) deck.reverse(); }));
  // What was drawn first matters for one continuation in a hundred.
  const thrice = exactly(3, (deck) => {
    const lucky = [0, 1, 2].map(() => Math.random() < 0.1);
    if (lucky.every(Boolean)) deck.reverse();
  });
  assertSame(thrice, counted(3, [10, 10, 10], (deck, values) => { if (values.every((value) => value === 0)) deck.reverse(); }));
  // Keys of four values, in a sort that leaves equal ones as they are.
  const byKeys = (deck, keys) => deck.sort((one, other) => keys[one] - keys[other]);
  assertSame(exactly(3, (deck) => byKeys(deck, deck.map(() => below(4)))), counted(3, [4, 4, 4], byKeys));
  assertSame(exactly(3, (deck) => { swap(deck, 0, below(100) % 3); }), counted(3, [100], (deck, [value]) => swap(deck, 0, value % 3)));
});

test('random keys that are compared are never told of in fractions', () => {
  const sorted = (draw) => (deck) => {
    const keys = deck.map(draw);
    deck.sort((one, other) => keys[one] - keys[other]);
  };
  const due = /^Error: exact: the shuffle is not piecewise constant in single draws \(are random keys compared, or some middle bits of a word taken modulo\?\): use certify$/;
  for (const cards of [2, 3, 4, 5]) {
    assert.throws(() => exactly(cards, sorted(Math.random)), /Math.random taken before/);
    assert.throws(() => exactly(cards, sorted(() => Math.random())), due);
    assert.throws(() => exactly(cards, sorted(() => crypto.getRandomValues(new Uint32Array(1))[0])), due);
    assert.throws(() => exactly(cards, (deck) => { if (Math.random() < Math.random()) deck.reverse(); }), due);
  }
  // Keys of so many values have as many pieces as nobody can follow, and all of their ends are small fractions.
  assert.throws(() => exactly(3, sorted(() => below(1000)), { maxSeconds: 1 }), /not piecewise constant|of their chance is left/);
});

test('what is drawn elsewhere, or kept between calls, shows in replays', () => {
  let kept, state = 1;
  const own = () => (state = (state * 1103515245 + 12345) & 0x7fffffff);
  const elsewhere = [
    downwards((last) => Math.floor(takenBefore.random() * (last + 1))),
    downwards((last) => own() % (last + 1)),
    downwards((last) => (below(2) + own()) % (last + 1)),
    downwards((last) => takenBefore.randomBytes(1)[0] % (last + 1)),
    (deck) => {
      kept ??= [...deck];
      fisherYates(kept);
      return [...kept];
    },
  ];
  for (const shuffle of elsewhere) {
    for (const cards of [2, 4]) {
      kept = undefined;
      assert.throws(() => exactly(cards, shuffle), /^Error: exact: the same draws end otherwise the second time: is a deck or a generator kept/);
    }
  }
  assert.throws(() => exactly(4, elsewhere[0]), /None of its draws is answered: was Math\.random taken before/);
  for (const moment of [() => Date.now(), () => new Date().getTime(), () => Math.floor(performance.now() / 1000), () => +new Date(),
                        () => process.hrtime()[0], () => Number(process.hrtime.bigint() / 1_000_000_000n), () => Math.floor(process.uptime()),
                        // It moves on by itself too seldom to be taken for something else.
                        () => Math.floor(Date.now() / 1e6), () => new Date().getDay(), () => new Date().getMonth()]) {
    assert.throws(() => exactly(5, (deck) => swap(deck, 0, moment() % deck.length)),
                  /the same draws end otherwise the second time: .*\. The shuffle read the clock, which is put forward for every run/);
  }
  // What is kept is not laid to a clock that only an earlier run read.
  let calls = 0, began;
  const counting = seldom(() => {
    began ??= Date.now();
    return ++calls % 1000 === 999;
  });
  assert.throws(() => exactly(4, counting), /the same draws end otherwise the second time: .* \(draws: [^()]*\)$/);
  // Who looks at the clock and does nothing by it is not in the way.
  assertUniform(exactly(3, (deck) => {
    const began = performance.now(), since = process.hrtime(), day = new Date(0), today = new Date();
    fisherYates(deck);
    const [seconds, rest] = process.hrtime(since);
    assert.ok(0 <= seconds && seconds < 100 && 0 <= rest && rest < 1e9);
    assert.ok(performance.now() - began < 1e5 && day.getTime() === 0 && today instanceof Date && typeof Date() === 'string');
  }), 6);
});

test('what is thrown comes out as it is, with the draws that led there', () => {
  const mine = new Error('my shuffle failed');
  assert.throws(() => exactly(3, (deck) => {
    fisherYates(deck);
    if (deck[0] === 2) throw mine;
  }), (thrown) => {
    const draws = thrown.draws.split(', ').map(Number), deck = [0, 1, 2];
    swap(deck, 2, Math.floor(draws[0] * 3));
    swap(deck, 1, Math.floor(draws[1] * 2));
    return thrown === mine && draws.length === 2 && deck[0] === 2;
  });
  assert.throws(() => exactly(3, () => { randomInt(6); throw new TypeError('no'); }), ({ draws }) => /^[0-5] of 6$/.test(draws));
  assert.throws(() => exactly(3, () => { throw 'a word'; }), (thrown) => thrown === 'a word');
  assert.throws(() => exactly(3, () => { while (Math.random() >= 0); }), { name: 'RangeError', message: /^exact: a path has more than 10,000 draws \(draws: 0/ });
  assert.throws(() => exactly(3, async () => {}), { name: 'TypeError', message: /promise/ });
  assert.throws(() => exactly(3, () => exactly(3, fisherYates)), { name: 'TypeError', message: /may not call fairshuffle itself/ });
});

test('what is no deck is told apart, and shown', () => {
  const { distribution: { permutations: [{ p }], invalid }, sentence } = exactly(3, (deck) => { if (Math.random() < 0.25) deck.pop(); });
  assert.deepEqual([p.fraction, invalid.fraction], ['3/4', '1/4']);
  assert.match(sentence, /such as "0 1 \(2 cards instead of 3\)"/);
  for (const deck of [[0, 0, 2], ['0', 1, 2], [0, 1, 3], [0, 1.5, 2], null]) {
    if (deck === null) assert.throws(() => exactly(3, () => deck), /returned null/);
    else assert.equal(exactly(3, () => deck).distribution.invalid.fraction, '1');
  }
});

test('a limit says how many paths smaller decks have, and what this one would', () => {
  const naive = { maxPaths: 600 };
  assert.throws(() => exactly(6, naiveSwap, naive), { name: 'RangeError', message:
    /^exact: after 600 paths of 6 cards .* is left; there are 4 at 2 cards, 27 at 3 cards, 256 at 4 cards, about [\d,]+ at 6, about [\d,]+ at 7$/ });
  assert.throws(() => exactly(6, naiveSwap, { maxSeconds: 0.001 }), /^RangeError: exact: after [\d,]+ paths? of 6 cards/);
});

test('all is put back, also after an error', () => {
  const places = () => [Math.random, Date, performance.now, crypto.randomInt, randomInt, globalThis.crypto.getRandomValues, randomBytes,
                        crypto.pseudoRandomBytes, crypto.randomFillSync, crypto.randomUUID, process.hrtime, process.hrtime.bigint, process.uptime];
  const before = places();
  assert.throws(() => exactly(3, () => { throw new Error('no'); }));
  exactly(3, fisherYates);
  assert.deepEqual(places(), before);
  assert.equal(takenBefore.now, Date.now);
});

test('paths that are equally likely are drawn as a tree in the lesson', () => {
  const treeOfThree = (shuffle) => JSON.parse(explain(3, shuffle, { format: 'json' })).sections.flatMap(({ blocks }) => blocks)
    .find(({ figure }) => figure?.tree !== undefined)?.figure.tree;
  const tree = treeOfThree(naiveSwap);
  assert.equal(tree.paths.length, 27);
  assert.deepEqual(tree.outcomes, ['0 1 2', '0 2 1', '1 0 2', '1 2 0', '2 0 1', '2 1 0']);
  assert.deepEqual(tree.paths[26], { draws: [2, 2, 2], decks: ['0 1 2', '2 1 0', '2 0 1', '2 0 1'], outcome: 4 });
  for (const shuffle of [(deck) => { deck.sort(() => Math.random() - 0.5); }, downwards((last) => Math.round(Math.random() * last))]) {
    assert.equal(treeOfThree(shuffle), undefined);
  }
});

test("what keeps Math.random for itself is answered where 'answerable' came first", async () => {
  const { random } = Math;
  await import('fairshuffle/answerable');
  const taken = Math.random;
  try {
    assert.notEqual(taken, random);
    assertUniform(exactly(4, downwards((last) => Math.floor(taken() * (last + 1)))), 24);
    assertUniform(exactly(4, fisherYates), 24);
    assert.notEqual(taken(), taken());
  } finally {
    Math.random = random;
  }
});
