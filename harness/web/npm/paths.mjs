// The paths of a shuffle as it stands: the pieces of its draws on which the code goes on alike are found, added up, and held
// against ordinary runs of the same code.
//
// A state is where the code asks for its next draw. Two are one where the same further draws, several continuations, end
// alike: as many draws, the same deck. That is assumed, and so is that a piece goes on alike between its points. A run that
// ends otherwise than foretold shows a point or a continuation that tells apart what was held to be one, as a counterexample
// does where automata are learned (Angluin, Information and Computation 75, 1987); and all is found anew with it.
import { drawsAtMost, now, numbers, ofUnit, Stream } from './draws.mjs';
import { fractionBetween, greatestDivisor, leastMultiple } from './fractions.mjs';

const continuationsAtFirst = 4;
const cellsOfCard = 4;  // of the grid that pieces are sought on: half a card's share is never missed
const roundsAtMost = 12;
const triedOneByOne = 1024;  // values of a draw
const moduli = Array.from({ length: 64 }, (_, index) => index + 1), largerModuli = [100, 128, 256, 1000, 1024];
const samplesOfModulus = 24, samplesOfResidue = 3;
const bitsUnfollowed = 60n, bitsOfDenominator = 3000n;  // of what goes round in loops
const pathsTold = 1e12, boundTold = 1e6, lettersShown = 200;  // to the engine at most
const runsBetweenLooks = 256;  // at the clock
const timesReplayed = 10;  // of the first path of each state
const runsThatRepeat = 20;  // before anything but a deck or a generator that is kept is blamed
const chanceOfError = 0.001;  // that pieces were missed of more than the engine tells of so many ordinary runs

/** There is more to follow than is allowed. */
export class TooMuch extends Error {}

/** limits: { paths, until }, until by the clock now(). */
export class Paths {
  #deckSize;
  #replays;
  #limits;
  #random = numbers(1);
  #continuations = Array.from({ length: continuationsAtFirst }, (_, index) => new Stream(numbers(100 + index)));
  #points = [];
  #density = 1;
  #states;
  #root;
  #followed;
  #widths;

  constructor(deckSize, replays, limits) {
    this.#deckSize = deckSize;
    this.#replays = replays;
    this.#limits = limits;
  }

  /** Follows all paths, until so many ordinary runs end as foretold. */
  follow(ordinaryRuns) {
    for (let round = 0; ; ++round) {
      const missed = this.#explored() ?? this.#missed(this.#runsOf(ordinaryRuns, round), numbers(10_000 + round));
      if (missed === undefined) return;
      this.#density *= 2;
      if (missed.point !== undefined) this.#points.push(missed.point);
      if (missed.rest !== undefined) this.#continuations.push(new Stream(numbers(1000 + round), missed.rest));
      if (round === roundsAtMost) this.#refuse(missed.words);
    }
  }

  // Each round is tried by so many more runs that all of them together err as rarely as is told of one.
  #runsOf(ordinaryRuns, round) {
    return Math.ceil(ordinaryRuns * (1 + (round + 1) * Math.log(2) / -Math.log(chanceOfError)));
  }

  #inTime() {
    if (this.#followed > this.#limits.paths || now() > this.#limits.until) throw new TooMuch();
  }

  // What showed that a piece or a state is not one, or nothing.
  #explored() {
    this.#states = new Map();
    this.#widths = new Map();
    this.#followed = 0;
    const waiting = [];
    this.#root = this.#stateOf([], this.#keyOf([]), waiting);
    for (const state of waiting) {
      this.#inTime();
      this.#holdToRepeat(state.prefix, this.#continuations[0]);
      if (state.isEnd) continue;
      const missed = this.#findPieces(state, waiting);
      if (missed !== undefined) return missed;
    }
  }

  // What follows after these draws, as a text: the deck where there are no more.
  #keyOf(prefix) {
    let key = '';
    for (const continuation of this.#continuations) {
      const code = this.#replays.run(prefix, continuation), rest = this.#replays.drawn - prefix.length;
      if (rest < 0) this.#refuseToRepeat(prefix, continuation, code, code);
      if (rest === 0) return `=${code}`;
      if (key === '') key = String(this.#replays.sizes[prefix.length]);
      key += ` ${rest}:${code}`;
    }
    return key;
  }

  #stateOf(prefix, key, waiting) {
    let state = this.#states.get(key);
    if (state === undefined) {
      const isEnd = key.startsWith('=');
      state = isEnd ? { prefix, isEnd, code: Number(key.slice(1)) } : { prefix, isEnd, size: Number.parseInt(key, 10) };
      this.#states.set(key, state);
      waiting.push(state);
    }
    return state;
  }

  // Finds the pieces of a state's draw: { children, weights, denominator, childAt }.
  #findPieces(state, waiting) {
    const at = (number) => this.#keyOf([...state.prefix, number]);
    const childOf = (number, key) => this.#stateOf([...state.prefix, number], key, waiting);
    const { size } = state;
    let ways;
    if (size <= triedOneByOne) ways = [() => this.#residues(size, size, at, 1)];
    else if (size === ofUnit) ways = [() => this.#intervals(size, at)];
    else {
      const residues = (modulus) => () => this.#residues(size, modulus, at, Math.max(samplesOfResidue, samplesOfModulus / modulus));
      ways = [...moduli.map(residues), ...(isWord(size) ? [() => this.#intervals(size, at)] : []), ...largerModuli.map(residues)];
    }
    let found;
    for (const way of ways) {
      found = way();
      if (found.pieces !== undefined) break;
      this.#inTime();
    }
    if (found.point !== undefined) return found;
    if (found.pieces === undefined) this.#refuse(found.words ?? `Draw ${state.prefix.length + 1} parts neither by size nor by residues.`);
    const { pieces, denominator, indexAt, method } = found;
    this.#followed += pieces.length;
    const bits = Math.log2(size), bound = Number(denominator);
    if (method !== undefined && bound <= boundTold) this.#widths.set(`${bits} ${method} ${bound}`, { bits, method, bound });
    const children = pieces.map(({ number, key }) => childOf(number, key));
    Object.assign(state, {
      children, denominator, numbers: pieces.map(({ number }) => number), weights: pieces.map(({ weight }) => weight),
      childAt: (number) => children[indexAt(number)],
    });
  }

  // The values of a draw by what remains of them, of which `samples` are tried for each; of a draw's own size, the values. Words
  // are ideal: what their width adds is told beside.
  #residues(size, modulus, at, samples) {
    const pieces = [], table = [], byKey = new Map(), isIdeal = isWord(size) && modulus !== size;
    for (let residue = 0; residue < modulus; ++residue) {
      const values = Math.floor((size - residue - 1) / modulus) + 1;
      let piece;
      for (let sample = 0; sample < samples * (modulus === size ? 1 : this.#density); ++sample) {
        const value = residue + modulus * Math.floor(this.#random() * values);
        const number = (value + 0.5) / size, key = at(number);
        if (piece !== undefined && piece.key !== key) return {};
        piece ??= { number, key };
      }
      let index = byKey.get(piece.key);
      if (index === undefined) {
        byKey.set(piece.key, index = pieces.length);
        pieces.push({ ...piece, weight: 0n });
      }
      pieces[index].weight += isIdeal ? 1n : BigInt(values);
      table.push(index);
    }
    const method = isIdeal && modulus > 1 ? 'modulo' : undefined, denominator = BigInt(isIdeal ? modulus : size);
    return { method, pieces, denominator, indexAt: (number) => table[Math.floor(number * size) % modulus] };
  }

  // Intervals, whose ends are fractions of small denominators: both sides of each are tried.
  #intervals(size, at) {
    const margin = size === ofUnit ? 2 ** -48 : 2 / size, largest = Math.sqrt(1 / margin) / 16;
    const cells = cellsOfCard * this.#deckSize * this.#density;
    const grid = [...Array.from({ length: cells }, (_, cell) => (cell + this.#random()) / cells), ...this.#points];
    grid.sort((one, other) => one - other);
    const keys = grid.map(at), cuts = [];
    let tooFine;
    const part = (low, keyOfLow, high, keyOfHigh, isTried = false) => {
      if (keyOfLow === keyOfHigh || tooFine !== undefined) return;
      const { top, bottom } = fractionBetween(low, high), end = top / bottom;
      if (bottom > largest) {
        tooFine = `A draw parts at about ${low}, which is no fraction with a denominator up to ${Math.floor(largest)}.`;
      } else if (isTried || end - margin <= low || end + margin >= high) {
        const middle = (low + high) / 2, keyOfMiddle = at(middle);
        part(low, keyOfLow, middle, keyOfMiddle);
        part(middle, keyOfMiddle, high, keyOfHigh);
      } else {
        const keyBelow = at(end - margin), keyAbove = at(end + margin);
        part(low, keyOfLow, end - margin, keyBelow, true);
        if (keyBelow !== keyAbove) cuts.push({ top: BigInt(top), bottom: BigInt(bottom), end, key: keyAbove });
        part(end + margin, keyAbove, high, keyOfHigh, true);
      }
    };
    for (let index = 1; index < grid.length; ++index) part(grid[index - 1], keys[index - 1], grid[index], keys[index]);
    if (tooFine !== undefined) return { words: tooFine };
    const ends = [{ top: 0n, bottom: 1n, end: 0, key: keys[0] }, ...cuts, { top: 1n, bottom: 1n, end: 1 }];
    const denominator = ends.reduce((multiple, { bottom }) => leastMultiple(multiple, bottom), 1n);
    const pieces = [];
    for (let index = 0; index <= cuts.length; ++index) {
      const low = ends[index], high = ends[index + 1];
      // Any number inside, so that what compares draws parts at no small fraction later on.
      const number = low.end + (high.end - low.end) * (0.1 + 0.8 * this.#random());
      if (at(number) !== low.key) return { pieces, point: number, words: `Draws part more finely than at ${number}.` };
      pieces.push({ number, key: low.key, weight: high.top * (denominator / high.bottom) - low.top * (denominator / low.bottom) });
    }
    const indexAt = (number) => {
      let index = 0;
      while (index < cuts.length && number >= cuts[index].end) ++index;
      return index;
    };
    return { method: size !== ofUnit && denominator > 1n ? 'multiply-shift' : undefined, pieces, denominator, indexAt };
  }

  // Ordinary runs; what the first that ends otherwise than foretold shows.
  #missed(runs, random) {
    const stream = new Stream(random);
    for (let run = 0; run < runs; ++run) {
      if (run % runsBetweenLooks === 0) this.#inTime();
      stream.values.length = 0;
      const code = this.#replays.run([], stream);
      if (this.#foretold(stream.values) !== code) return this.#shownBy(stream.values, code);
    }
  }

  #foretold(values) {
    const { drawn, sizes } = this.#replays;
    let state = this.#root;
    for (let index = 0; index < drawn; ++index) {
      if (state.isEnd || state.size !== sizes[index]) return undefined;
      state = state.childAt(values[index]);
    }
    return state.code;
  }

  // The first draw whose piece does not go on as it does: from there on the end is another where the piece's own number is drawn.
  #shownBy(values, code) {
    const { drawn } = this.#replays, stream = new Stream(numbers(2), values);
    this.#holdToRepeat([], stream, code);
    const words = `An ordinary run ended otherwise than foretold: draws ${this.#replays.draws()}, deck ${this.#replays.deckOf(code)}.`;
    let state = this.#root;
    for (let index = 0; index < drawn && !state.isEnd; ++index) {
      const child = state.childAt(values[index]), rest = values.slice(index + 1, drawn);
      const end = this.#replays.run(child.prefix, new Stream(numbers(2), rest));
      if (end !== code || this.#replays.drawn - child.prefix.length !== rest.length) return { point: values[index], rest, words };
      state = child;
    }
    return this.#refuseToRepeat([], stream, code, code);
  }

  // The same draws are to give the same deck, also later.
  #holdToRepeat(prefix, stream, code = this.#replays.run(prefix, stream)) {
    const { drawn } = this.#replays;
    const differs = (again) => again !== code || this.#replays.drawn !== drawn;
    for (let time = 0; time < timesReplayed; ++time) {
      const again = time === 0 ? this.#replays.run(prefix, stream) : this.#replays.runLater(prefix, stream);
      if (differs(again)) this.#refuseToRepeat(prefix, stream, code, again);
    }
  }

  #refuseToRepeat(prefix, stream, code, again) {
    const replays = this.#replays, ends = (times, run) => Array.from({ length: times }, run);
    const isOfClock = ends(runsThatRepeat, () => replays.run(prefix, stream)).every((end) => end === code) &&
      ends(timesReplayed, () => replays.runLater(prefix, stream)).some((end) => end !== code);
    const draws = `the same draws (${replays.draws()})`;
    if (isOfClock) throw new Error(`exact: ${draws} give other decks at other times, so the clock is read: use certify`);
    throw new Error(`exact: ${draws} gave ${replays.deckOf(code)} and then ${again === code ? 'went on' : replays.deckOf(again)}. ` +
      (replays.drawn > 0 ? 'The deck ' : 'None of its draws is answered: was Math.random taken before, as lodash does? ' +
        "Then import 'fairshuffle/answerable' first. Or the deck ") +
      'is not reset between shuffles, a generator is kept between calls, or draws come from elsewhere: use certify');
  }

  #refuse(detail) {
    for (let run = 0; run < runsThatRepeat; ++run) this.#holdToRepeat([], new Stream(numbers(20_000 + run)));
    throw new Error(`exact: not piecewise constant in single draws (are random keys compared?): use certify. ${detail}`);
  }

  /** How many paths there are; those that come to a state again are not counted once more. */
  get count() {
    const counted = new Map();
    const of = (state) => {
      if (state.isEnd) return 1;
      if (!counted.has(state)) {
        counted.set(state, 0);
        counted.set(state, state.children.reduce((sum, child) => sum + of(child), 0));
      }
      return counted.get(state);
    };
    return Math.min(of(this.#root), pathsTold);
  }

  /** The weights of all decks over one denominator, as the engine is asked. */
  outcomes() {
    const ended = new Map(), add = (into, what, weight) => into.set(what, (into.get(what) ?? 0n) + weight);
    let denominator = 1n, unfollowed = 0n, waiting = new Map();
    const reach = (into, state, weight) => {
      if (state.isEnd) return add(ended, state.code, weight);
      add(into, state, weight);
      unfollowed += weight;
    };
    reach(waiting, this.#root, 1n);
    for (let step = 0; step < drawsAtMost && unfollowed << bitsUnfollowed > denominator; ++step) {
      const multiple = [...waiting.keys()].reduce((common, state) => leastMultiple(common, state.denominator), 1n);
      if (denominator * multiple >> bitsOfDenominator > 0n) break;
      for (const [code, weight] of ended) ended.set(code, weight * multiple);
      denominator *= multiple;
      unfollowed = 0n;
      const next = new Map();
      for (const [state, weight] of waiting) {
        const share = weight * (multiple / state.denominator);
        state.children.forEach((child, index) => reach(next, child, share * state.weights[index]));
      }
      waiting = next;
    }
    return this.#reduced(denominator, ended, unfollowed);
  }

  #reduced(denominator, ended, unfollowed) {
    const divisor = [...ended.values(), unfollowed].reduce(greatestDivisor, denominator);
    const told = (weight) => String(weight / divisor);
    const decks = [...ended].sort(([one], [other]) => one - other), invalid = decks.filter(([code]) => code < 0);
    const shown = () => this.#replays.deckOf(invalid.at(-1)[0]).slice(0, lettersShown);
    return {
      paths: this.count,
      denominator: told(denominator),
      weights: decks.filter(([code]) => code >= 0).map(([code, weight]) => [this.#replays.deckOf(code), told(weight)]),
      ...(invalid.length > 0 && { invalid: told(invalid.reduce((sum, [, weight]) => sum + weight, 0n)), shown: shown() }),
      ...(unfollowed > 0n && { unfollowed: told(unfollowed) }),
      ...(this.#widths.size > 0 && { widths: [...this.#widths.values()] }),
    };
  }

  /** All paths as a picture draws them, where they are no more than so many, equally likely, of as many draws and of whole decks. */
  tree(most) {
    if (this.count > most) return undefined;
    const paths = [], outcomes = permutationsOf(Array.from({ length: this.#deckSize }, (_, card) => card)).map((deck) => deck.join(' '));
    const isEven = ({ isEnd, children, weights, numbers }, draws, given) => {
      if (!isEnd) {
        return children.every((child, index) => weights[index] === weights[0] &&
          isEven(child, [...draws, index], [...given, numbers[index]]));
      }
      const decks = this.#replays.decksOn(given);
      paths.push({ draws, decks, outcome: outcomes.indexOf(decks.at(-1)) });
      return draws.length === paths[0].draws.length && decks.every((deck) => outcomes.includes(deck));
    };
    return isEven(this.#root, [], []) ? { paths, outcomes } : undefined;
  }
}

function isWord(size) {
  return Number.isInteger(Math.log2(size));
}

function permutationsOf(cards) {
  if (cards.length === 0) return [[]];
  return cards.flatMap((card) => permutationsOf(cards.filter((other) => other !== card)).map((rest) => [card, ...rest]));
}
