// The exact distribution of a function's shuffles, its draws answered, for the engine to tell of.
import { answering, now, Replays } from './draws.mjs';
import { Paths, TooMuch } from './paths.mjs';

const secondsOfSmaller = 1, runsOfSmaller = 1000;
const smaller = [2, 3, 4];

/** What the shuffles of a function come to, as far as was seen: verdict, fair, sentence, text, distribution. */
export class ExactResult {
  constructor(answer) {
    Object.assign(this, answer);
  }
  toString() {
    return this.sentence;
  }
  toJSON() {
    return this.distribution;
  }
}

/**
 * { outcomes, tree }: as the engine is asked, and all paths as they are drawn, where no more than treeOf are equally likely.
 * node: as for answering.
 */
export function outcomesOf(deckSize, shuffle, { ordinaryRuns = 100_000, maxSeconds = 10, maxPaths = 100_000, treeOf = 0 }, node) {
  const followed = (cards, seconds, runs) => {
    const paths = new Paths(cards, new Replays(cards, shuffle), { paths: maxPaths, until: now() + 1000 * seconds });
    paths.follow(runs);
    return paths;
  };
  return answering(node, () => {
    try {
      const paths = followed(deckSize, maxSeconds, ordinaryRuns);
      return { outcomes: { ...paths.outcomes(), ordinary_runs: ordinaryRuns }, tree: paths.tree(treeOf) };
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      const counts = [];
      try {
        for (const cards of smaller) {
          if (cards < deckSize) counts.push(followed(cards, Math.min(secondsOfSmaller, maxSeconds), runsOfSmaller).count);
        }
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
      }
      throw new RangeError(`exact: ${deckSize} cards take longer than ${maxSeconds} s, or more than ${maxPaths} paths one by one` +
                           `${toldOf(counts, deckSize)}: use certify`);
    }
  });
}

// How many paths smaller decks have, and by their growth, which grows alike, this one and one card more.
function toldOf(counts, deckSize) {
  if (counts.length === 0) return '';
  const told = ` (${counts.map((count, index) => `${smaller[index]} cards: ${count} paths`).join(', ')}`;
  if (counts.length < smaller.length) return `${told})`;
  const [two, three, four] = counts, quickening = four * two / three ** 2;
  let due = four, growth = four / three;
  const next = () => Number((due *= growth *= quickening).toPrecision(2));
  for (let cards = smaller.at(-1) + 1; cards < deckSize; ++cards) next();
  return `${told}, ${deckSize}: about ${next()}, ${deckSize + 1}: about ${next()})`;
}
