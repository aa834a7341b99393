// What is promised of speed: the same in node and in browsers. Tells what is missed, and fails for none of it.

function tell(what, figure, unit, due, isMet) {
  console.log(`${what.padEnd(48)} ${figure.toPrecision(3).padStart(8)} ${unit}, ${due}: ${isMet ? 'met' : 'MISSED'}`);
}
export function atMost(what, figure, unit, most) {
  tell(what, figure, unit, `at most ${most}`, figure <= most);
}
function atLeast(what, figure, unit, least) {
  tell(what, figure, unit, `at least ${least}`, figure >= least);
}

// The fastest of three runs, in millions a second, without their beginning: a long run less a short one.
function speed(milliseconds, run, few, many) {
  run(few);  // until it is compiled at its best
  return Math.max(...[1, 2, 3].map(() => {
    const short = milliseconds(() => run(few));
    return (many - few) / (milliseconds(() => run(many)) - short) / 1000;
  }));
}

function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * (last + 1));
    const card = deck[last];
    deck[last] = deck[other];
    deck[other] = card;
  }
}

/** milliseconds(work) is what work takes; certify and certifyTarget are the package's. */
export function tellSpeeds({ certify, certifyTarget }, milliseconds) {
  const ofTarget = (target, few, many) =>
    speed(milliseconds, (trials) => certifyTarget(target, { trials, seed: 1 }), few, many);
  atLeast('durstenfeld, n = 5', ofTarget('durstenfeld:n=5', 1e7, 4e8), 'million trials/s', 200);
  console.log(`durstenfeld, n = 52 ${ofTarget('durstenfeld:n=52', 4e5, 2e6).toPrecision(3)} million trials/s`);

  for (const [cards, few, many, least] of [[5, 4e6, 4e7, 15], [52, 3e5, 1.5e6, 1.5]]) {
    const bare = new Array(cards);
    const alone = many / 1000 / milliseconds(() => {
      for (let trial = 0; trial < many; ++trial) {
        for (let card = 0; card < cards; ++card) bare[card] = card;
        fisherYates(bare);
      }
    });
    const rows = speed(milliseconds, (trials) => certify(cards, fisherYates, { trials }), few, many);
    atLeast(`rows of a function, n = ${cards}`, rows, 'million/s', least);
    console.log(`  the function alone, in a loop ${alone.toPrecision(3)} million/s`);
  }
}
