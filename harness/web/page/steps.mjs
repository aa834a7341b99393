// The exact chances of cards by positions after each step, of three shuffles side by side.
import { Grid, toneOf } from './grid.mjs';
import { points } from './numbers.mjs';

const deckSize = 6;
const shuffles = [['durstenfeld', 'Fisher and Yates'], ['naive-swap', 'Swap with any'], ['swap-pairs:k=12', 'Swap random pairs']];
const limits = [1e-12, 0.02, 0.08, 0.2, 0.5, 1.5];  // of the fair chance: even is exactly even
const pace = 700;  // milliseconds

const part = (id) => document.getElementById(id);
const slider = part('steps'), play = part('steps-play');

let rows = [], playing;

export async function openSteps(engine) {
  const place = part('steps-grids');
  rows = await Promise.all(shuffles.map(async ([target, name]) => {
    const law = await engine.exact(target, deckSize, true);
    const figure = document.createElement('figure'), told = document.createElement('p');
    const title = Object.assign(document.createElement('h3'), { textContent: name });
    const spot = document.createElement('div');
    figure.append(title, spot, told);
    place.append(figure);
    told.className = 'remark';
    return { name, told, grid: new Grid(spot, deckSize), steps: [inOrder(), ...law.steps] };
  }));
  slider.max = Math.max(...rows.map(({ steps }) => steps.length)) - 1;
  slider.addEventListener('input', () => {
    stop();
    show();
  });
  play.addEventListener('click', () => (playing === undefined ? start() : stop()));
  show();
}

function inOrder() {
  return { positions: Array.from({ length: deckSize }, (_, position) =>
    Array.from({ length: deckSize }, (_, card) => (card === position ? 1 : 0))) };
}

function show() {
  const step = slider.valueAsNumber;
  part('steps-count').textContent = step;
  for (const { name, told, grid, steps } of rows) {
    const last = steps.length - 1;
    const { positions, tv } = steps[Math.min(step, last)];
    const percent = (position, card) => Math.round(100 * positions[position][card]);
    const where = step === 0 ? 'In order.' : step < last ? `After ${step} of ${last} steps.` : `Done after ${last} steps.`;
    const bias = tv === undefined ? '' : tv.fraction === '0' ? ' Exactly fair: every order is equally likely.'
      : ` The best bet on the order gains ${points(tv.value)}.`;
    told.textContent = where + bias;
    grid.paint((position, card) => toneOf(positions[position][card] * deckSize - 1, limits), percent,
               `${name}: chances of ${deckSize} cards by positions, in percent. ${told.textContent}`);
  }
}

function start() {
  if (slider.valueAsNumber === Number(slider.max)) slider.value = 0;
  show();
  play.textContent = 'Pause';
  playing = setInterval(() => {
    slider.value = slider.valueAsNumber + 1;
    show();
    if (slider.value === slider.max) stop();
  }, pace);
}

function stop() {
  clearInterval(playing);
  playing = undefined;
  play.textContent = 'Play';
}
