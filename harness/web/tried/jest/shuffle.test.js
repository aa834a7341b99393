const { certify } = require('fairshuffle');

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
