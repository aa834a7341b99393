// Whole numbers of any size, and the fractions between two numbers.

export function greatestDivisor(one, other) {
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

export function leastMultiple(one, other) {
  return one / greatestDivisor(one, other) * other;
}

/** The fraction of the smallest denominator strictly between two numbers of [0, 1], by their continued fractions. */
export function fractionBetween(low, high) {
  const whole = Math.floor(low);
  if (whole + 1 < high) return { top: whole + 1, bottom: 1 };
  // Between 1 / (high - whole) and 1 / (low - whole), where low may be whole itself.
  const { top, bottom } = low === whole ? { top: Math.floor(1 / (high - whole)) + 1, bottom: 1 }
                                        : fractionBetween(1 / (high - whole), 1 / (low - whole));
  return { top: whole * top + bottom, bottom: top };
}
