// The exact chances of cards by positions after each step, of three shuffles side by side: all steps at once, and one of them
// in numbers.
import { Grid, toneOf } from './grid.mjs';
import { points } from './numbers.mjs';
import { Player } from './player.mjs';
import { Strip } from './strip.mjs';

const deckSizes = [3, 4, 5, 6, 7];
const shuffles = [[() => 'durstenfeld', 'Fisher and Yates'], [() => 'naive-swap', 'Swap with any'],
                  [(n) => `swap-pairs:k=${2 * n}`, 'Swap random pairs']];
const limits = [1e-12, 0.02, 0.08, 0.2, 0.5, 1.5];  // of the fair chance: even is exactly even
const pace = 700;  // milliseconds

const part = (id) => document.getElementById(id);
const [slider, play, size, told] = ['steps', 'steps-play', 'steps-size', 'steps-told'].map(part);

let rows = [], deckSize;

export async function openSteps(engine) {
  size.append(...deckSizes.map((n) => new Option(n)));
  size.value = 6;
  const player = new Player(play, pace, () => {
    slider.value = slider.value === slider.max ? 0 : slider.valueAsNumber + 1;
    show();
    return slider.value !== slider.max;
  });
  const choose = (step) => {
    player.stop();
    slider.value = step;
    show();
  };
  slider.addEventListener('input', () => choose(slider.value));
  const take = async () => {
    player.stop();
    const asked = Number(size.value);
    const distributions = await Promise.all(shuffles.map(([target]) => engine.exact(target(asked), asked, true)));
    if (asked !== Number(size.value)) return;
    deckSize = asked;
    draw(distributions, choose);
    play.disabled = false;
  };
  size.addEventListener('change', () => take().catch(({ message }) => { told.textContent = message; }));
  await take();
}

function inPermutation() {
  return { positions: Array.from({ length: deckSize }, (_, position) =>
    Array.from({ length: deckSize }, (_, card) => (card === position ? 1 : 0))) };
}

const toneOfChance = (chance) => toneOf(chance * deckSize - 1, limits);

function draw(distributions, choose) {
  const room = Math.max(...distributions.map(({ steps }) => steps.length)) + 1;
  const titled = (name) => {
    const figure = document.createElement('figure'), spot = document.createElement('div');
    figure.append(Object.assign(document.createElement('h3'), { textContent: name }), spot);
    return { figure, spot };
  };
  rows = distributions.map((distribution, index) => {
    const [, name] = shuffles[index], steps = [inPermutation(), ...distribution.steps];
    const ofAll = titled(name), ofOne = titled(name);
    const strip = new Strip(ofAll.spot, steps.map(({ positions }) => positions.map((row) => row.map(toneOfChance))), room,
                            `${name}: the chances after each of ${distribution.steps.length} steps, in colours`, choose);
    const remark = Object.assign(document.createElement('p'), { className: 'remark' });
    ofOne.figure.append(remark);
    return { name, steps, strip, remark, grid: new Grid(ofOne.spot, deckSize), all: ofAll.figure, one: ofOne.figure };
  });
  part('steps-strips').replaceChildren(...rows.map(({ all }) => all));
  part('steps-grids').replaceChildren(...rows.map(({ one }) => one));
  slider.max = room - 1;
  told.textContent = toldOfAll();
  show();
}

function toldOfAll() {
  return `${deckSize} cards. ` + rows.map(({ name, steps }) => {
    const { tv } = steps.at(-1);
    return `${name}: ${tv.fraction === '0' ? 'exactly fair' : `the best bet still gains ${points(tv.value)}`} after ${steps.length - 1} steps.`;
  }).join(' ');
}

function show() {
  const step = slider.valueAsNumber;
  part('steps-count').textContent = step;
  for (const { name, remark, grid, steps, strip } of rows) {
    const last = steps.length - 1;
    const { positions, tv } = steps[Math.min(step, last)];
    const percent = (position, card) => Math.round(100 * positions[position][card]);
    const where = step === 0 ? 'In order.' : step < last ? `After ${step} of ${last} steps.` : `Done after ${last} steps.`;
    const bias = tv === undefined ? '' : tv.fraction === '0' ? ' Exactly fair: every permutation is equally likely.'
      : ` The best bet on the order gains ${points(tv.value)}.`;
    remark.textContent = where + bias;
    strip.show(step);
    grid.paint((position, card) => toneOfChance(positions[position][card]), percent,
               `${name}: chances of ${deckSize} cards by positions, in percent. ${remark.textContent}`);
  }
}
