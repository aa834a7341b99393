// What is shown while a shuffle runs: where its cards came so far. The verdict is the engine's, from its own counts.

const told = 100;  // milliseconds from one picture to the next
const slowTrials = 4000;

/** So many shuffles are allowed so many seconds after the beginning. */
function allowed(seconds) {
  return 8 * Math.exp(2 * seconds);
}

export class Tally {
  #deckSize;
  #positions;
  #permutations;
  #indexOfPermutation;
  #trials = 0;
  #untilAsked = 1;
  #stride = 1;
  #start = performance.now();
  #asked = this.#start;
  #told = 0;
  #slowly;
  #tell;

  /** permutations: all permutations of the deck in the engine's turn, or null where they are too many to be shown. */
  constructor(deckSize, permutations, slowly, tell) {
    this.#deckSize = deckSize;
    this.#positions = new Uint32Array(deckSize * deckSize);
    this.#slowly = slowly;
    this.#tell = tell;
    if (permutations === null) return;
    this.#permutations = new Uint32Array(permutations.length);
    this.#indexOfPermutation = new Map(permutations.map((permutation, index) => [this.#key(permutation), index]));
  }

  add(deck) {
    const n = this.#deckSize;
    if (deck?.length === n) {
      for (let position = 0; position < n; ++position) ++this.#positions[position * n + deck[position]];
      if (this.#permutations !== undefined) ++this.#permutations[this.#indexOfPermutation.get(this.#key(deck))];
    }
    ++this.#trials;
    if (--this.#untilAsked === 0) this.#askClock();
    if (this.#slowly) this.#wait();
  }

  #key(permutation) {
    let key = 0;
    for (let position = 0; position < permutation.length; ++position) key = key * 8 + permutation[position];
    return key;
  }

  // The clock is asked seldom where shuffles are fast.
  #askClock() {
    const now = performance.now();
    if (now - this.#asked < 5) this.#stride = Math.min(2 * this.#stride, 4096);
    else if (now - this.#asked > 50) this.#stride = Math.max(1, this.#stride >> 2);
    this.#asked = now;
    this.#untilAsked = this.#stride;
    this.#tellAt(now);
  }

  #wait() {
    let now = performance.now();
    while (this.#trials > allowed((now - this.#start) / 1000)) {
      this.#tellAt(now);
      now = performance.now();
    }
    this.#slowly = this.#trials < slowTrials;
  }

  #tellAt(now) {
    if (now - this.#told < told) return;
    this.#told = now;
    this.#tell({ trials: this.#trials, positions: this.#positions, permutations: this.#permutations });
  }
}
