// A bar for each order of a small deck, against the fair share.
import { element, picture } from './svg.mjs';

const width = 960, height = 190, top = 12, bottom = 22;

export class PermutationBars {
  #permutations;
  #bars;
  #svg;

  constructor(place, permutations) {
    this.#permutations = permutations;
    this.#svg = picture(width, height, 'Permutations');
    const pitch = width / permutations.length;
    this.#bars = permutations.map((permutation, index) => {
      const bar = element('rect', { x: index * pitch + pitch * 0.12, width: pitch * 0.76, y: height - bottom, height: 0,
                                    class: 'even' });
      bar.append(element('title', {}, permutation.join(' ')));
      this.#svg.append(bar);
      const isNamed = permutations.length <= 24 || index === 0 || index === permutations.length - 1;
      if (isNamed) {
        const anchor = permutations.length <= 24 ? 'middle' : index === 0 ? 'start' : 'end';
        const x = anchor === 'middle' ? (index + 0.5) * pitch : index === 0 ? 0 : width;
        this.#svg.append(element('text', { x, y: height - 5, 'text-anchor': anchor, class: 'faint' },
                                 permutation.join(permutations.length > 6 ? '' : ' ')));
      }
      return bar;
    });
    this.#svg.append(element('line', { x1: 0, x2: width, y1: this.#y(1), y2: this.#y(1), stroke: 'currentColor' }));
    place.replaceChildren(this.#svg);
  }

  // The fair share lies at half the height; what is more than twice as often touches the top.
  #y(share) {
    return height - bottom - (height - bottom - top) * Math.min(share / 2, 1);
  }

  paint(counts, trials, tone) {
    const fair = trials / this.#permutations.length;
    let least = 0, most = 0;
    counts.forEach((count, index) => {
      const y = this.#y(count / fair), bar = this.#bars[index];
      bar.setAttribute('y', y);
      bar.setAttribute('height', height - bottom - y);
      bar.setAttribute('class', tone(count, fair));
      if (count < counts[least]) least = index;
      if (count > counts[most]) most = index;
    });
    const told = (index) => `${this.#permutations[index].join(' ')} came ${counts[index]} times`;
    this.#svg.setAttribute('aria-label', `Of ${counts.length} permutations ${told(most)}, the most, and ${told(least)}, the least; ` +
                                         `${Math.round(fair)} times is fair.`);
  }
}
