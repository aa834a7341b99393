// The exact distribution of a function's shuffles, and its lesson: the engine follows the paths of its draws.
import { answering, runOf, wasClockRead } from './draws.mjs';

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

/** What the engine answers by 'exact' or 'explain' to a request of fairshuffle_exact_code. node: as for answering. */
export function askOfCode(engine, door, request, shuffle, node) {
  return answering(node, () => {
    try {
      return engine.askOfCode(door, request, (deckSize, answer) => runOf(shuffle, deckSize, answer));
    } catch (error) {
      if (/^exact: the same draws end otherwise/.test(error?.message)) error.message += hintsTo(error.message);
      throw error;
    }
  });
}

// No more than is known of the two runs.
function hintsTo(difference) {
  return (wasClockRead() ? '. The shuffle read the clock, which is put forward for every run' : '') +
    (difference.endsWith('(draws: none)') ? ". None of its draws is answered: was Math.random taken before, as lodash does? Then " +
      "import 'fairshuffle/answerable' first" : '');
}
