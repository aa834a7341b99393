// Numbers as they are written here.

const whole = new Intl.NumberFormat('en');

export function withCommas(count) {
  return whole.format(count);
}

const round = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

export function roundly(count) {
  return count >= 1e6 ? `${round.format(count / 1e6)} million` : round.format(count);
}

/** A difference of probabilities, in points. */
export function points(distance) {
  return `${Number((100 * distance).toPrecision(3))} ${distance === 0.01 ? 'point' : 'points'}`;
}

/** Standard errors between a count and the fair one. */
export function standardErrors(count, trials, chance) {
  return trials === 0 ? 0 : (count - trials * chance) / Math.sqrt(trials * chance * (1 - chance));
}
