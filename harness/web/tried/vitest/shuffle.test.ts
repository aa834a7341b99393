// In the order in which tools that sort imports leave them.
import { certify, exact, type ExactResult, type Result } from 'fairshuffle';
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

function fisherYates(deck: number[]): void {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
}

test('what is exactly fair is told from what is not', () => {
  const biased: ExactResult = exact(4, naiveSwap, { ordinaryRuns: 20_000 });
  expect(exact(5, fisherYates)).toBeExactlyFair();
  expect(biased).not.toBeExactlyFair();
  expect(() => expect(biased).toBeExactlyFair()).toThrow(biased.text);
});
