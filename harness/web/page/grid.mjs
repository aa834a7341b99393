// Cards by positions as a coloured grid: a row for each position, a column for each card.
import { element, picture } from './svg.mjs';

const margin = 26;
const most = 460;  // the grid itself

export class Grid {
  #deckSize;
  #cells = [];
  #texts = [];
  #svg;

  /** shows: called with a position and a card that the visitor points at, or with nothing. */
  constructor(place, deckSize, shows) {
    this.#deckSize = deckSize;
    const side = most / deckSize, gap = deckSize > 20 ? 0.5 : 2;
    this.#svg = picture(margin + most, margin + most, 'Cards by positions');
    const everySo = Math.ceil(deckSize / 13);
    for (let index = 0; index < deckSize; ++index) {
      if (index % everySo !== 0) continue;
      const middle = margin + (index + 0.5) * side;
      this.#svg.append(element('text', { x: middle, y: margin - 9, 'text-anchor': 'middle', class: 'faint' }, index),
                       element('text', { x: margin - 7, y: middle + 4, 'text-anchor': 'end', class: 'faint' }, index));
    }
    for (let position = 0; position < deckSize; ++position) {
      for (let card = 0; card < deckSize; ++card) {
        const x = margin + card * side, y = margin + position * side;
        const cell = element('rect', { x: x + gap / 2, y: y + gap / 2, width: side - gap, height: side - gap, class: 'even',
                                       rx: Math.min(5, side / 12) });
        if (shows !== undefined) cell.addEventListener('pointerenter', () => shows(position, card));
        this.#cells.push(cell);
        this.#svg.append(cell);
        if (deckSize > 8) continue;
        const text = element('text', { x: x + side / 2, y: y + side / 2 + 5, 'text-anchor': 'middle', 'pointer-events': 'none',
                                       style: 'font-size: 14px' });
        this.#texts.push(text);
        this.#svg.append(text);
      }
    }
    if (shows !== undefined) this.#svg.addEventListener('pointerleave', () => shows());
    place.replaceChildren(this.#svg);
  }

  /** tone: of a position and a card, the name of its colour. words: what is written there, in small decks. */
  paint(tone, words, label) {
    for (let position = 0, index = 0; position < this.#deckSize; ++position) {
      for (let card = 0; card < this.#deckSize; ++card, ++index) {
        const name = tone(position, card);
        if (this.#cells[index].getAttribute('class') !== name) this.#cells[index].setAttribute('class', name);
        if (this.#texts.length === 0) continue;
        this.#texts[index].textContent = words(position, card);
        this.#texts[index].setAttribute('class', `on-${name}`);
      }
    }
    this.#svg.setAttribute('aria-label', label);
  }
}

/** The colour of what lies so many steps above (or below) even; limits: at which the first to the sixth begins. */
export function toneOf(deviation, limits) {
  const depth = limits.filter((limit) => Math.abs(deviation) >= limit).length;
  return depth === 0 ? 'even' : `${deviation > 0 ? 'often' : 'rare'}${depth}`;
}
