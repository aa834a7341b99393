// How many shuffles it takes until each mistake is caught, by runs of the engine.
import { Engine } from './engine.mjs';
import { withCommas } from './numbers.mjs';

const runners = [
  ['Off by one', 'sattolo'], ['Sort with a coin', 'comparator-sort'], ['Rounded index', 'rounded-index'],
  ['Swap with any', 'naive-swap'], ['Swap 6 pairs', 'swap-pairs:k=6'], ['5 riffles', 'riffle:m=5'],
  ['Swap 8 pairs', 'swap-pairs:k=8'], ['Swap 10 pairs', 'swap-pairs:k=10'], ['8 riffles', 'riffle:m=8'],
  ['Sort by keys of 8 bits', 'random-key-sort:bits=8'], ['Swap 12 pairs', 'swap-pairs:k=12'], ['Swap 14 pairs', 'swap-pairs:k=14'],
  ['Fisher and Yates', 'durstenfeld'],
];
const maxTrials = 2_000_000;
const deckSize = 5;

const part = (id) => document.getElementById(id);
const start = part('race-start'), stop = part('race-stop'), told = part('race-told');

let engine;

export function openRace() {
  const lanes = runners.map(([name]) => {
    const item = document.createElement('li');
    const lane = Object.assign(document.createElement('span'), { className: 'lane' });
    lane.append(document.createElement('i'));
    const figure = Object.assign(document.createElement('span'), { className: 'figure' });
    item.append(Object.assign(document.createElement('span'), { textContent: name }), lane, figure);
    return { item, bar: lane.firstChild, figure };
  });
  part('race').append(...lanes.map(({ item }) => item));
  start.addEventListener('click', () => race(lanes));
  stop.addEventListener('click', () => {
    end();
    told.textContent = 'Stopped.';
    start.focus();
  });
}

async function race(lanes) {
  for (const { item, bar, figure } of lanes) {
    item.className = '';
    bar.style.width = '0';
    figure.textContent = '';
  }
  start.disabled = true;
  stop.disabled = false;
  const mine = engine = new Engine();
  let caught = 0;
  for (const [index, [name, target]] of runners.entries()) {
    told.textContent = `${name} …`;
    const options = { deckSize, maxTrials, tolerance: 0.0001, untilDecided: true, seed: Math.floor(Math.random() * 2 ** 32) };
    const { verdict, evidence } = await mine.certify(target, options);
    if (mine !== engine) return;
    const { item, bar, figure } = lanes[index];
    const isCaught = verdict === 'biased';
    caught += isCaught;
    item.className = isCaught ? '' : 'uncaught';
    // A hundred shuffles at the left end, all that are run at the right one.
    bar.style.width = `${100 * Math.log(evidence.trials / 100) / Math.log(maxTrials / 100)}%`;
    figure.textContent = isCaught ? withCommas(evidence.trials) : `not in ${withCommas(evidence.trials)}`;
  }
  told.textContent = `${caught} of ${runners.length} were caught. The scale is logarithmic.`;
  end();
}

function end() {
  engine?.end();
  engine = undefined;
  start.disabled = false;
  stop.disabled = true;
}
