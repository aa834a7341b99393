// A few cards that lie side by side and move to where they are put.

/** Cards 0 to n - 1 in places 0 to n - 1. */
export class Stage {
  #cards;

  constructor(place, deckSize) {
    this.#cards = Array.from({ length: deckSize }, (_, card) =>
      Object.assign(document.createElement('span'), { className: `card card${card}`, textContent: card }));
    const spots = this.#cards.map((_, position) => {
      const spot = Object.assign(document.createElement('span'), { className: 'spot', textContent: position });
      spot.style.setProperty('--place', position);
      return spot;
    });
    place.style.setProperty('--cards', deckSize);
    place.replaceChildren(...spots, ...this.#cards);
  }

  /** deck: the card at each position. */
  lay(deck) {
    deck.forEach((card, position) => {
      const moved = this.#cards[card];
      const isMoving = moved.style.getPropertyValue('--place') !== String(position);
      moved.style.setProperty('--place', position);
      // Of two that change places one passes in front of the other.
      moved.classList.toggle('moving', isMoving);
    });
  }
}
