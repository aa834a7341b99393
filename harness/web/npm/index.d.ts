/** A shuffle of a deck 0..n-1: in place, or by returning another array. Not async. */
export type Shuffle = (deck: number[]) => ArrayLike<number> | void;

export interface Budgets {
  /** Probability that this call finds a fair shuffle biased, in (0, 1); 1e-6. */
  alpha?: number;
  /** Of each bound on the bias, in (0, 1); 0.999. */
  confidence?: number;
  /** The largest bias that passes as fair, as a total variation distance, in (0, 1]; 0.01, which is '1%', for functions, 0.001 for targets. */
  tolerance?: number | string;
  /** So many trials, judged once, instead of looks. */
  trials?: number;
  /** Trials at which an undecided shuffle is inconclusive; 100,000,000 for functions. */
  maxTrials?: number;
  /** Whether to stop at the first look that decides, though the bias is not measured well by then. */
  untilDecided?: boolean;
  /** Seconds after which what came is judged. */
  maxSeconds?: number;
  /** Only these tests. */
  tests?: string[];
  /** Bets that the tolerance is asked of, in decks of 13 cards and more. */
  families?: string[];
  /** Bets to watch: "cards=0-3,places=0-6,name=TEXT", or ready lists of them: "bridge". */
  bets?: string[];
  /** Whether to count where any two cards lie, in decks of 13 cards and more. */
  pairs?: boolean;
  /** What stands in quotation marks before the target's name in reports: a line of up to 100 characters. */
  label?: string;
  /** Called at most twenty times a second; a run ends early, and is judged, where it returns false. */
  onProgress?: (state: Progress) => boolean | void;
}

export interface Progress {
  look: number;
  trials: number;
  trials_of_look: number;
  trials_at_most: number;
  trials_if_fair: number | null;
  /** What was decided at which trials, while the bias is still measured. */
  first_verdict: { verdict: 'fair' | 'biased' | 'inconclusive' | 'invalid'; trials: number } | null;
}

export interface CertifyOptions extends Budgets {
  /** 'never': the deck is shuffled again and again, and relative permutations are counted; 'always'. */
  reset?: 'always' | 'never';
  /** So many first cards are watched as a set, too. */
  marked?: number;
  /** What the report calls the shuffle; the function's name. */
  name?: string;
  /** What `exact` found of it, of two to six cards: it stands beside the trials in reports. */
  proof?: ExactResult;
}

export type Verdict = 'fair' | 'biased' | 'inconclusive' | 'invalid';

export class Result {
  readonly verdict: Verdict;
  /** Whether the verdict is 'fair'. */
  readonly fair: boolean;
  /** The verdict in a line: "Biased: looks like sattolo; card 0 never lands at position 0; 79 to 86 points". */
  readonly headline: string;
  readonly sentence: string;
  /** The report as a terminal shows it. */
  readonly text: string;
  readonly trials: number;
  readonly invalidTrials: number;
  /** What a report says under the verdict, line by line: { name: 'How much', text: 'no bet on the order gains ...' }. */
  readonly facts: { name: string; text: string }[];
  /**
   * Bounds on the total variation distance from uniform, null where there is none, of the bets that covers names: 'permutations', all
   * that there are; of larger decks fewer, such as 'positions' or 'cards,pairs-order', or 'nothing', where so few trials bound none.
   */
  readonly bias: { covers: string; lower: number | null; upper: number | null };
  /** The lower bound of all bets, where bias covers fewer; null elsewhere. */
  readonly biasOfWholeDeck: { covers: string; lower: number } | null;
  /** positions[position][card]: how often the card lay there. */
  readonly positions: number[][];
  /** The mistake that the counts fit, in a sentence. */
  readonly diagnosis: string | null;
  /** All of it, as reports/schema/report.schema.json has it. */
  readonly report: any;
  toString(): string;
  toJSON(): any;
}

/**
 * Runs the shuffle until it is known to be fair or biased. deckSize: 1 to 128.
 * Throws TypeError and RangeError for bad input, and whatever the shuffle throws.
 */
export function certify(deckSize: number, shuffle: Shuffle, options?: CertifyOptions): Result;

/** Runs a shuffle of the catalogue: 'swap-pairs:k=6,n=5'. The seed decides every trial. */
export function certifyTarget(
  target: string, options?: Budgets & { seed?: number | string; deckSize?: number; controls?: boolean }): Result;

/** The exact distribution of a shuffle of the catalogue. */
export function exact(target: string, options?: { n?: number; steps?: boolean; compare?: string }): any;

export interface PathLimits {
  /** So many runs of the function with numbers drawn at random are to end as its paths foretell; 100,000. */
  ordinaryRuns?: number;
  /** Seconds after which paths are followed no further, and the call throws; 10. */
  maxSeconds?: number;
  /** Paths that are followed at most; 5,000,000. */
  maxPaths?: number;
  /** What the text calls the shuffle; the function's name. */
  name?: string;
}

export class ExactResult {
  /** 'exactly': no draw but node's randomInt and single bytes, whose every value has a path. */
  readonly verdict: 'exactly fair' | 'exactly biased' | 'fair as far as checked' | 'biased as far as checked' | 'inconclusive' | 'invalid';
  /** Whether every permutation is equally likely, as far as the paths and the ordinary runs see. */
  readonly fair: boolean;
  readonly sentence: string;
  /** The sentence, and the distribution as a terminal shows it. */
  readonly text: string;
  /** Every probability as a fraction, as exact has it of a shuffle of the catalogue, with paths, equals and what was not followed. */
  readonly distribution: any;
  toString(): string;
  toJSON(): any;
}

/**
 * The exact distribution of a function's shuffles of 2 to 8 cards. Its draws (Math.random, crypto.getRandomValues and
 * randomUUID, node's randomInt, randomBytes and randomFillSync) are answered, path by path. What the function throws gets `draws`,
 * the answers that led there. Throws an Error for code that is not piecewise constant in single draws, or whose decks do not repeat
 * with the draws.
 */
export function exact(deckSize: number, shuffle: Shuffle, options?: PathLimits): ExactResult;

/** The lesson of a shuffle of the catalogue. */
export function explain(
  target: string, options?: { n?: number; seed?: number | string; format?: 'text' | 'markdown' | 'html' }): string;

/** That of a function as `exact` takes it: what it comes to, every path of three cards, and where the paths pile up. */
export function explain(deckSize: number, shuffle: Shuffle, options?: PathLimits & { format?: 'text' | 'markdown' | 'html' }): string;

/** The shuffles that can be named. */
export function catalogue(): { name: string; sentence: string; options: { name: string; range: string }[] }[];

/** Throws an AssertionError that says why a result is not fair. */
export function assertFair(result: Result | ExactResult): void;

type Matcher<R = Result> = (result: R) => { pass: boolean; message: () => string };

/** For expect.extend. */
export const matchers: {
  toBeFair: Matcher; toBeBiased: Matcher; toBeInvalid: Matcher; toBeInconclusive: Matcher; toBeExactlyFair: Matcher<ExactResult>;
};

export interface FairshuffleMatchers<R> {
  toBeFair(): R;
  toBeBiased(): R;
  toBeInvalid(): R;
  toBeInconclusive(): R;
  /** Of a result of exact of a function. */
  toBeExactlyFair(): R;
}
