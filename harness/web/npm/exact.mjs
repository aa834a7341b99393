// The exact distribution of a function's shuffles, and its lesson: the engine follows the paths of its draws.
import { answering, runOf, withClockStopped } from './draws.mjs';

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
  const told = () => engine.askOfCode(door, request, (deckSize, answer) => runOf(shuffle, deckSize, answer));
  return answering(node, () => {
    try {
      return told();
    } catch (error) {
      throw isOfRepeats(error) ? blamed(error, told) : error;
    }
  });
}

const isOfRepeats = (error) => /^exact: the same draws end otherwise/.test(error?.message);

// What differs from run to run: the clock, where nothing does while it is stopped. As many runs are to tell, lest what shows in few
// of them is laid to it.
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
