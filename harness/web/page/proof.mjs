// "Exact, 3 and 4 cards": what is typed is followed path by path, in a worker that is ended with it.
import { startedWorker } from './engine.mjs';
import { points } from './numbers.mjs';

const lettersOfFraction = 16;
const pause = 250, patience = 4000;  // milliseconds: in typing, and for an answer

/** Tells in `place` of what prove() is given last; found(tree) is told the paths of three cards, or undefined. */
export class Proof {
  #place;
  #found;
  #timer;
  #spare;
  #running;

  constructor(place, found) {
    this.#place = place;
    this.#found = found;
  }

  prove(code) {
    this.#end();
    this.#place.replaceChildren();
    this.#found(undefined);
    this.#timer = setTimeout(() => this.#begin(code), pause);
  }

  async #begin(code) {
    const mine = this.#running = this.#spare ?? this.#started();
    this.#spare = undefined;
    mine.hear = ({ followed, isFollowed, fault }) => {
      // What is no JavaScript yet is being typed.
      if (fault !== undefined && !fault.isUnread) this.#tell(fault.message.replace(/^\w*Error: exact: /, '').replace('use certify', 'press Run'));
      if (followed !== undefined) this.#tellOf(followed);
      if (!isFollowed && fault === undefined) return;
      this.#stop(mine);
      // Where a shuffle was, it may have left anything; the next one finds a worker that is ready.
      this.#spare = this.#started();
      this.#spare.worker.then((worker) => worker.postMessage({ kind: 'warm' }), () => {});
    };
    this.#timer = setTimeout(() => {
      this.#end();
      this.#tell('Too long to be followed, or without an end.');
    }, patience);
    (await mine.worker.catch(() => undefined))?.postMessage({ kind: 'follow', code });
  }

  #tellOf({ deckSize, told: { verdict, sentence, distribution: { tv: { fraction, value } } }, tree }) {
    if (tree !== undefined) this.#found(tree);
    this.#tell(`${deckSize} cards: ${verdict}, TV ${fraction.length <= lettersOfFraction ? fraction : points(value)}`, sentence);
  }

  #started() {
    const trial = { hear() {} };
    trial.worker = startedWorker((told) => trial.hear(told), (fault) => trial.hear({ fault }));
    return trial;
  }

  #end() {
    clearTimeout(this.#timer);
    if (this.#running !== undefined) this.#stop(this.#running);
    this.#running = undefined;
  }

  #stop(trial) {
    clearTimeout(this.#timer);
    trial.hear = () => {};
    trial.worker.then((worker) => worker.terminate(), () => {});
  }

  /** more: for who wants to know. */
  #tell(words, more) {
    const made = (name, text) => Object.assign(document.createElement(name), { textContent: text.replaceAll(' %', '\u00a0%') });
    if (more === undefined) return this.#place.append(made('p', words));
    const folded = document.createElement('details');
    folded.append(made('summary', words), made('p', more));
    this.#place.append(folded);
  }
}
