// A button that takes step after step, and is pressed again to pause.

export class Player {
  #button;
  #pace;
  #step;
  #timer;

  /** pace: milliseconds from one step to the next. step(): takes it; false where it was the last one. */
  constructor(button, pace, step) {
    this.#button = button;
    this.#pace = pace;
    this.#step = step;
    button.addEventListener('click', () => (this.#timer === undefined ? this.#start() : this.stop()));
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#button.textContent = 'Play';
  }

  #start() {
    this.#button.textContent = 'Pause';
    this.#timer = setInterval(() => this.#go(), this.#pace);
    this.#go();
  }

  #go() {
    if (this.#step() === false) this.stop();
  }
}
