// The exact distribution of a function's shuffles: the engine follows the paths of its draws.
import { answering, decksOn, runOf, withClockStopped } from './draws.mjs';

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

/** What the engine answers to the request of fairshuffle_exact_code. node: as for answering. */
export function exactOf(engine, request, shuffle, node) {
  const told = (asked) => engine.exactCode(asked, (deckSize, answer) => runOf(shuffle, deckSize, answer));
  return answering(node, () => {
    try {
      return told(request);
    } catch (error) {
      throw isOfRepeats(error) ? blamed(error, () => told({ ...request, ordinary_runs: 1000 })) : error;
    }
  });
}

const isOfRepeats = (error) => /^exact: the same draws end otherwise/.test(error?.message);

// What differs from run to run: the clock, where nothing does while it is stopped.
function blamed(error, again) {
  try {
    withClockStopped(again);
  } catch (other) {
    if (isOfRepeats(other)) {
      if (error.message.endsWith('(draws: none)')) {
        error.message += ". None of its draws is answered: was Math.random taken before, as lodash does? Then import " +
          "'fairshuffle/answerable' first";
      }
      return error;
    }
  }
  return new Error('exact: the same draws end otherwise at other times, so the clock is read: use certify');
}

/**
 * All paths as a picture draws them, of as many draws and of whole decks; undefined where they are not so. paths: as the engine
 * answers them.
 */
export function treeOf(deckSize, shuffle, paths, node) {
  const outcomes = permutationsOf(Array.from({ length: deckSize }, (_, card) => card)).map((deck) => deck.join(' '));
  const drawn = [];
  paths.forEach((path, index) => {
    const before = paths[index - 1] ?? [], parted = path.findIndex((value, level) => value !== before[level]);
    // Which branch each draw takes: the first, but where the paths before it have taken some.
    drawn.push(path.map((_, level) => (level < parted ? drawn[index - 1][level] : level === parted && index > 0 ? drawn[index - 1][level] + 1 : 0)));
  });
  const decksOf = answering(node, () => paths.map((path) => decksOn(shuffle, deckSize, path)));
  const isWhole = (decks) => decks.length === paths[0].length + 1 && decks.every((deck) => outcomes.includes(deck));
  if (paths.length === 0 || !decksOf.every(isWhole)) return undefined;
  return { paths: decksOf.map((decks, index) => ({ draws: drawn[index], decks, outcome: outcomes.indexOf(decks.at(-1)) })), outcomes };
}

function permutationsOf(cards) {
  if (cards.length === 0) return [[]];
  return cards.flatMap((card) => permutationsOf(cards.filter((other) => other !== card)).map((rest) => [card, ...rest]));
}
