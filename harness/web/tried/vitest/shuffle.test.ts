// In the order in which tools that sort imports leave them.
import { certify, type Result } from 'fairshuffle';
import 'fairshuffle/vitest';
import { expect, test } from 'vitest';

function naiveSwap(deck: number[]): void {
  for (let position = 0; position < deck.length; ++position) {
    const other = Math.floor(Math.random() * deck.length);
    [deck[position], deck[other]] = [deck[other]!, deck[position]!];
  }
}

test('matchers tell fair from biased', () => {
  const result: Result = certify(4, naiveSwap);
  expect(result).toBeBiased();
  expect(result).not.toBeFair();
  expect(() => expect(result).toBeFair()).toThrow(result.headline);
});
