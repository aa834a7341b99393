// First, since lodash keeps Math.random for itself.
require('fairshuffle/answerable');

const { certify, exact } = require('fairshuffle');
const lodash = require('lodash');
const underscore = require('underscore');

function naiveSwap(deck) {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(Math.random() * deck.length);
    [deck[position], deck[other]] = [deck[other], deck[position]];
  }
}

test('matchers tell fair from biased', () => {
  const result = certify(4, naiveSwap);
  expect(result).toBeBiased();
  expect(result).not.toBeFair();
  expect(() => expect(result).toBeFair()).toThrow(result.headline);
});

test('the shuffles of lodash and underscore are exactly fair, and swaps with any place are not', () => {
  for (const { shuffle } of [lodash, underscore]) expect(exact(5, (deck) => shuffle(deck))).toBeExactlyFair();
  expect(exact(4, naiveSwap)).not.toBeExactlyFair();
  expect(() => expect(certify(4, naiveSwap)).toBeExactlyFair()).toThrow('a result of exact of a function');
});
