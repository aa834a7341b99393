// Every step of a shuffle at once: a small coloured matrix of cards by positions for each.
import { element, picture } from './svg.mjs';

const pitch = 60, side = 52, top = 6, under = 22;

export class Strip {
  #svg;
  #frame;
  #last;

  /** tones[step][position][card]: names of colours. room: the steps that there is room for. chosen(step) is called with one pointed at. */
  constructor(place, tones, room, label, chosen) {
    this.#last = tones.length - 1;
    this.#svg = picture(room * pitch, top + side + under, label);
    tones.forEach((matrix, step) => {
      const cell = side / matrix.length, x = step * pitch + (pitch - side) / 2;
      const film = element('g', { class: 'film' });
      film.append(element('rect', { x: step * pitch, y: 0, width: pitch, height: top + side + under, class: 'touch' }));
      matrix.forEach((row, position) => row.forEach((tone, card) =>
        film.append(element('rect', { x: x + card * cell, y: top + position * cell, width: cell - 0.6, height: cell - 0.6, class: tone }))));
      film.append(element('text', { x: x + side / 2, y: top + side + 17, 'text-anchor': 'middle', class: 'faint' }, step));
      film.addEventListener('click', () => chosen(step));
      this.#svg.append(film);
    });
    this.#frame = element('rect', { y: top - 4, width: side + 7, height: side + 7, rx: 5, class: 'here' });
    this.#svg.append(this.#frame);
    place.replaceChildren(this.#svg);
  }

  show(step) {
    this.#frame.setAttribute('x', Math.min(step, this.#last) * pitch + (pitch - side) / 2 - 3.5);
  }
}
