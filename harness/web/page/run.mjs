// One run of the visitor's shuffle, in a worker that is ended with it.
import { startedWorker } from './engine.mjs';

// The first shuffles come back at once, or never. Later the engine may judge for a while between two of them.
const patienceAtFirst = 3000;
const patience = 30_000;

// What is no JavaScript has its line in what a worker of nothing else tells, and there alone.
function lineOfFault(code) {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  return new Promise((done) => {
    worker.onerror = (event) => {
      event.preventDefault();
      done({ message: event.message.replace(/^Uncaught /, ''), line: event.lineno });
    };
    setTimeout(done, patienceAtFirst);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
}

export class Run {
  #code;
  #worker;
  #watch;
  #isOver = false;
  #listener;

  /**
   * listener: progress(counts), stands(state of the engine), judged(result), failed({message, line}), hung(). One of the last
   * three is called, once.
   */
  constructor(task, listener) {
    this.#code = task.code;
    this.#listener = listener;
    startedWorker((told) => this.#hear(told), (fault) => this.#finish('failed', fault)).then((worker) => {
      this.#worker = worker;
      if (this.#isOver) return worker.terminate();
      worker.postMessage({ kind: 'judge', ...task });
    }, (error) => this.#finish('failed', { message: error.message }));
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#watch);
    this.#worker?.terminate();
  }

  #hear({ isBegun, progress, state, judged, fault }) {
    if (this.#isOver) return;
    clearTimeout(this.#watch);
    if (judged !== undefined) return this.#finish('judged', judged);
    if (fault?.isUnread) return lineOfFault(this.#code).then((found) => this.#finish('failed', found ?? fault));
    if (fault !== undefined) return this.#finish('failed', fault);
    this.#waitFor(isBegun ? patienceAtFirst : patience);
    if (progress !== undefined) this.#listener.progress(progress);
    if (state !== undefined) this.#listener.stands(state);
  }

  #waitFor(milliseconds) {
    this.#watch = setTimeout(() => this.#finish('hung'), milliseconds);
  }

  #finish(how, what) {
    if (this.#isOver) return;
    this.stop();
    this.#listener[how](what);
  }
}
