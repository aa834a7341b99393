// How the bias falls with the number of swaps and of riffles, exactly.
import { lessonOf } from './lesson.mjs';
import { points } from './numbers.mjs';
import { element, picture } from './svg.mjs';

const width = 460, height = 270, left = 44, right = 12, top = 12, bottom = 30;
const small = 0.01;

async function byExactDistribution(engine, target, deckSize) {
  const distribution = await engine.exact(target, deckSize, true);
  return distribution.steps.map(({ step, tv }) => ({ times: step, distance: tv.value }));
}

/** A slider on a curve; kinds: by name of the deck, what gives its points. */
class CurveChoice {
  #id;
  #what;
  #points;
  #asked = 0;

  constructor(id, what, kinds, chosen) {
    this.#id = id;
    this.#what = what;
    const size = this.#part('-size');
    size.append(...Object.keys(kinds).map((name) => new Option(name)));
    size.value = chosen;
    const take = async () => {
      const asked = ++this.#asked;
      let curve;
      try {
        curve = await kinds[size.value]();
      } catch (error) {
        this.#part('-told').textContent = error.message;
        return;
      }
      if (asked !== this.#asked) return;
      this.#points = curve;
      const slider = this.#part('');
      const before = slider.valueAsNumber;
      slider.min = curve[0].times;
      slider.max = curve.at(-1).times;
      slider.value = before === 1 ? Math.min(5, curve.at(-1).times) : before;
      this.#show(slider.valueAsNumber);
    };
    size.addEventListener('change', take);
    this.#part('').addEventListener('input', (event) => this.#points && this.#show(event.target.valueAsNumber));
    take();
  }

  #part(ending) {
    return document.getElementById(this.#id + ending);
  }

  #show(times) {
    const chosen = this.#points.find((point) => point.times === times);
    const first = this.#points.find(({ distance }) => distance < small);
    this.#part('-count').textContent = times;
    this.#part('-told').textContent = `${times} ${this.#what(times)}: the best bet on the order gains ${points(chosen.distance)}. ` +
      (first === undefined ? `${this.#points.at(-1).times} are not enough for less than ${points(small)}.`
        : `The first to come below ${points(small)}: ${first.times}.`);
    this.#draw(chosen);
  }

  #draw(chosen) {
    const all = this.#points, last = all.at(-1).times, first = all[0].times;
    const x = (times) => left + (times - first) / Math.max(last - first, 1) * (width - left - right);
    const y = (distance) => top + (1 - distance) * (height - top - bottom);
    const svg = picture(width, height, `A curve from ${points(all[0].distance)} at ${first} down to ` +
                                       `${points(all.at(-1).distance)} at ${last}`);
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      svg.append(element('line', { x1: left, x2: width - right, y1: y(share), y2: y(share), class: 'axis' }),
                 element('text', { x: left - 8, y: y(share) + 4, 'text-anchor': 'end', class: 'faint' }, share * 100));
    }
    const everySo = Math.ceil(all.length / 12);
    all.forEach(({ times }, index) => {
      if (index % everySo === 0) svg.append(element('text', { x: x(times), y: height - 10, 'text-anchor': 'middle', class: 'faint' }, times));
    });
    svg.append(element('line', { x1: x(chosen.times), x2: x(chosen.times), y1: y(chosen.distance), y2: y(0), class: 'rod' }),
               element('path', { class: 'curve', d: all.map(({ times, distance }, index) =>
                 `${index === 0 ? 'M' : 'L'}${x(times)} ${y(distance)}`).join('') }));
    for (const point of all) {
      svg.append(element('circle', { cx: x(point.times), cy: y(point.distance), r: point === chosen ? 6.5 : 3.5,
                                     class: point === chosen ? 'dot chosen' : 'dot' }));
    }
    this.#part('-curve').replaceChildren(svg);
  }
}

export async function openCurves(engine) {
  const swaps = Object.fromEntries([3, 4, 5, 6, 7].map((n) =>
    [n, () => byExactDistribution(engine, `swap-pairs:k=${4 * n}`, n)]));
  new CurveChoice('swaps', (times) => (times === 1 ? 'swap' : 'swaps'), swaps, '5');
  // Of a whole deck the lesson has the formula's numbers.
  const wholeDeck = async () => (await lessonOf(engine, 'riffle', 3)).figure('How many riffles').curve.points;
  const riffles = Object.fromEntries([4, 5, 6, 7].map((n) => [n, () => byExactDistribution(engine, 'riffle:m=12', n)]));
  new CurveChoice('riffles', (times) => (times === 1 ? 'riffle' : 'riffles'), { ...riffles, 52: wholeDeck }, '52');
}
