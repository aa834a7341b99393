// The worker: has the engine, answers for the program, and runs the visitor's shuffle, which can only harm this worker.
import { functionsOf } from '../npm/certify.mjs';
import { answering } from '../npm/draws.mjs';
import { openEngineNow } from '../npm/engine.mjs';
import { askOfCode } from '../npm/exact.mjs';
import { Tally } from './tally.mjs';

// Before the engine has a shuffle it is tried so often, or so many milliseconds: one that never comes back is found out then.
const timesTried = 200, timeTried = 300;
// As one types.
const sizesFollowed = [3, 4], limitsOfPaths = { ordinary_runs: 8000, max_seconds: 1 };
const sizeOfTree = 3;
let engine, functions;

const tasks = {
  open({ module }) {
    engine = openEngineNow(createEngine, module);
    functions = functionsOf(engine);
  },

  version: ({ id }) => tell({ id, answer: engine.list().version }),
  exact: ({ id, target, options }) => tell({ id, answer: functions.exact(target, options) }),
  explain: ({ id, target, options }) => tell({ id, answer: functions.explain(target, options) }),
  certify: ({ id, target, options }) => tell({ id, answer: functions.certifyTarget(target, options).report.results[0] }),

  judge({ code, deckSize, permutations, slowly }) {
    tell({ isBegun: true });
    withShuffle(code, importScripts, (shuffle) => {
      const end = performance.now() + timeTried;
      for (let tried = 0; tried < timesTried && performance.now() < end; ++tried) {
        shuffle(Array.from({ length: deckSize }, (_, card) => card));
      }
      tell({ isTried: true });
      const tally = new Tally(deckSize, permutations, slowly, (progress) => tell({ progress }));
      const counted = (deck) => {
        const returned = shuffle(deck);
        tally.add(returned === undefined ? deck : returned);
        return returned;
      };
      const onProgress = (state) => tell({ state });
      const { report, facts } = functions.certify(deckSize, counted, { name: 'shuffle', maxTrials: 20_000_000, onProgress });
      tell({ judged: { ...report.results[0], facts } });
    });
  },

  // What has run once is quick, and the engine knows of mistakes by then.
  warm() {
    const turn = (deck) => { if (Math.random() < 0.25) deck.reverse(); };
    for (const n of sizesFollowed) askOfCode(engine, 'exact', { n, ...limitsOfPaths }, turn);
  },

  // What takes Math.random for itself as it is loaded takes one that is answered.
  follow({ code }) {
    withShuffle(code, (address) => answering(undefined, () => importScripts(address)), (shuffle) => {
      for (const deckSize of sizesFollowed) {
        const told = askOfCode(engine, 'exact', { n: deckSize, ...limitsOfPaths }, shuffle);
        tell({ followed: { deckSize, told, tree: deckSize === sizeOfTree ? treeOf(shuffle) : undefined } });
      }
      tell({ isFollowed: true });
    });
  },
};

// work(the visitor's shuffle); what it throws, and what is no shuffle, is told.
function withShuffle(code, load, work) {
  let shuffle;
  self.takeShuffle = (found) => { shuffle = found; };
  const address = URL.createObjectURL(new Blob([code, "\n;takeShuffle(typeof shuffle === 'function' ? shuffle : undefined);"],
                                               { type: 'text/javascript' }));
  try {
    load(address);
    if (shuffle === undefined) return tell({ fault: { message: 'There is no function named shuffle.' } });
    work(shuffle);
  } catch (error) {
    tell({ fault: faultOf(error, address) });
  }
}

// Of its lesson: every path of three cards, undefined where they are many, or a deck on the way is none.
function treeOf(shuffle) {
  const lesson = JSON.parse(askOfCode(engine, 'explain', { n: sizeOfTree, ...limitsOfPaths, format: 'json' }, shuffle).text);
  const tree = lesson.sections.flatMap(({ blocks }) => blocks).find(({ figure }) => figure?.tree !== undefined)?.figure.tree;
  return tree?.paths.every(({ decks }) => !decks.includes('?')) ? tree : undefined;
}

function tell(what) {
  self.postMessage(what);
}

// In words, with the line of the visitor's code that it comes from.
function faultOf(error, address) {
  if (!(error instanceof Error)) return { message: `It threw ${String(error)}.` };
  const at = String(error.stack).indexOf(`${address}:`);
  // Firefox tells the line of what is no JavaScript here, others not at all.
  const line = at >= 0 ? Number.parseInt(error.stack.slice(at + address.length + 1), 10)
               : error.fileName === address ? error.lineNumber : undefined;
  return { message: `${error.name}: ${error.message}`, line, isUnread: line === undefined && error instanceof SyntaxError };
}

self.onmessage = ({ data }) => {
  try {
    tasks[data.kind](data);
  } catch (error) {
    if (data.id === undefined) throw error;
    tell({ id: data.id, error: error.message });
  }
};
