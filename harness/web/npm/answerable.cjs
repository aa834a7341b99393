// import 'fairshuffle/answerable' before what keeps Math.random for itself, as lodash does: exact answers that as well.
const { random } = Math, answered = Symbol.for('fairshuffle.answered');

function answerable() {
  return (answerable[answered] ?? random)();
}
answerable[answered] = undefined;
Math.random = answerable;
