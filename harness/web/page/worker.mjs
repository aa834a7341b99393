// The worker: has the engine, answers for the program, and runs the visitor's shuffle, which can only harm this worker.
import { functionsOf } from '../npm/certify.mjs';
import { openEngineNow } from '../npm/engine.mjs';
import { Tally } from './tally.mjs';

// Before the engine has a shuffle it is tried so often, or so many milliseconds: one that never comes back is found out then.
const timesTried = 200, timeTried = 300;
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
    let shuffle;
    tell({ isBegun: true });
    self.takeShuffle = (found) => { shuffle = found; };
    const address = URL.createObjectURL(new Blob([code, "\n;takeShuffle(typeof shuffle === 'function' ? shuffle : undefined);"],
                                                 { type: 'text/javascript' }));
    try {
      importScripts(address);
    } catch (error) {
      return tell({ fault: faultOf(error, address) });
    }
    if (shuffle === undefined) return tell({ fault: { message: 'There is no function named shuffle.' } });
    try {
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
    } catch (error) {
      tell({ fault: faultOf(error, address) });
    }
  },
};

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
