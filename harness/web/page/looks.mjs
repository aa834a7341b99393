// Where a run stands: the looks that it passed undecided, on a logarithmic scale of shuffles, and the one that may decide it.
import { roundly, withCommas } from './numbers.mjs';
import { heads } from './verdict.mjs';
import { element, picture } from './svg.mjs';

const width = 486, height = 26, middle = 9, left = 7, right = 7;
const least = 1000;

export class Looks {
  #place;
  #passed = new Map();  // shuffles by number of the look
  #at;
  #done;
  #first;  // the verdict that the run would have had at its first look to decide, while it is measured
  #svg = picture(width, height, 'Looks');

  constructor(place) {
    this.#place = place;
    place.replaceChildren();
  }

  /** state: what the engine tells while it runs. */
  stand({ look, trials, trials_of_look: due, trials_at_most: last, trials_if_fair: ifFair, first_verdict: first }) {
    this.#first = first ?? undefined;
    this.#at = { look, trials, due, end: ifFair ?? last, isFair: ifFair !== null };
    this.#passed.set(look, due);
    this.#draw();
  }

  /** The shuffles that ran so far: they are told oftener than the looks. */
  count(trials) {
    if (this.#at === undefined || this.#done !== undefined) return;
    this.#at.trials = Math.min(trials, this.#at.due);
    this.#draw();
  }

  /** The verdict came at this look. */
  decided({ verdict, look, evidence: { trials } }) {
    this.#passed.set(look, trials);
    this.#done = verdict;
    this.#at = { look, trials, due: trials, end: Math.max(trials, this.#at?.end ?? 0), isFair: verdict === 'fair' };
    this.#draw();
  }

  get words() {
    if (this.#at === undefined) return '';
    const { look, due, end, isFair } = this.#at;
    const first = this.#first === undefined ? '' : `${heads[this.#first.verdict]} That was clear after ${withCommas(this.#first.trials)} shuffles`;
    if (this.#done !== undefined) return first === '' ? `The verdict came at look ${look}.` : `${first}.`;
    if (first !== '') return `${first}; more of them measure how much.`;
    const passed = look === 1 ? 'No look yet' : look === 2 ? 'One look, not decided' : `${look - 1} looks, not decided`;
    return `${passed}; the next at ${withCommas(due)} shuffles. ` +
      (isFair ? `If all is fair, that is sure at about ${roundly(end)}.` : `The last one is at ${roundly(end)}.`);
  }

  #x(trials) {
    const share = Math.log(Math.max(trials, least) / least) / Math.log(Math.max(this.#at.end, 10 * least) / least);
    return left + Math.min(share, 1) * (width - left - right);
  }

  #draw() {
    const { look, trials, end } = this.#at;
    const dots = [...this.#passed].filter(([number]) => number < look || this.#done !== undefined).map(([number, count]) =>
      element('circle', { cx: this.#x(count), cy: middle, r: number === look ? 6.5 : 3.5,
                          class: number === look ? `look ${this.#done}` : 'look' }));
    const goal = this.#x(end);
    this.#svg.replaceChildren(
      element('line', { x1: left, x2: width - right, y1: middle, y2: middle, class: 'track' }),
      element('line', { x1: left, x2: this.#x(trials), y1: middle, y2: middle, class: 'track run' }),
      ...(this.#first === undefined ? [] : [element('circle', { cx: this.#x(this.#first.trials), cy: middle, r: 6.5,
                                                                class: `look ${this.#first.verdict}` })]),
      element('line', { x1: goal, x2: goal, y1: middle - 7, y2: middle + 7, class: 'end' }), ...dots);
    this.#svg.setAttribute('aria-label', this.words);
    const told = Object.assign(document.createElement('p'), { className: 'remark', textContent: this.words });
    this.#place.replaceChildren(this.#svg, told);
  }
}
