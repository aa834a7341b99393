// The engine, unpacked once from this page, and workers that have it.

let unpacked;

/** Its compiled module and the address of the worker's code. */
function opened() {
  return unpacked ??= Promise.all([
    stream('packed-engine').arrayBuffer().then((bytes) => WebAssembly.compile(bytes)),
    stream('packed-worker').text(),
  ]).then(([module, source]) => ({ module, address: URL.createObjectURL(new Blob([source], { type: 'text/javascript' })) }));
}

function stream(id) {
  const element = document.getElementById(id);
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  element.remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
}

/** A worker with the engine; failed is told the message and line of an error that nobody caught there. */
export async function startedWorker(told, failed) {
  const { module, address } = await opened();
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = (event) => {
    event.preventDefault();
    failed({ message: event.message.replace(/^Uncaught /, ''), line: event.lineno });
  };
  worker.postMessage({ kind: 'open', module });
  return worker;
}

/** The engine, asked one thing after another in a worker of its own; what it refuses is thrown. */
export class Engine {
  #worker;
  #waiting = new Map();
  #asked = 0;

  #ask(task) {
    this.#worker ??= startedWorker(
      ({ id, error, answer }) => {
        const { done, refused } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error === undefined) done(answer);
        else refused(new Error(error));
      },
      ({ message }) => {
        for (const { refused } of this.#waiting.values()) refused(new Error(message));
        this.#waiting.clear();
      });
    const id = ++this.#asked;
    return new Promise((done, refused) => {
      this.#waiting.set(id, { done, refused });
      this.#worker.then((worker) => worker.postMessage({ ...task, id }), refused);
    });
  }

  version() {
    return this.#ask({ kind: 'version' });
  }

  /** The exact distribution of a target of the catalogue; with steps, also after each step. */
  exact(target, deckSize, steps = false) {
    return this.#ask({ kind: 'exact', target, options: { n: deckSize, steps } });
  }

  /** The lesson of a target, as 'html' or 'json'. */
  explain(target, deckSize, format) {
    return this.#ask({ kind: 'explain', target, options: { n: deckSize, format } });
  }

  /** What came of a target. */
  certify(target, options) {
    return this.#ask({ kind: 'certify', target, options });
  }

  /** Ends what is running; nothing that was asked will be answered. */
  end() {
    this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
    this.#waiting.clear();
  }
}
