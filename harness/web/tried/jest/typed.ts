import { certify, exact } from 'fairshuffle';
import 'fairshuffle/answerable';
import 'fairshuffle/jest';

declare const result: ReturnType<typeof certify>;
export const fair: boolean = result.fair;

export const exactlyFair: boolean = exact(4, (deck) => deck.reverse(), { ordinaryRuns: 20_000, maxSeconds: 5, maxPaths: 1000 }).fair;
export const chances: any = exact('naive-swap', { n: 4 });
