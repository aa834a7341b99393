// Shuffles to begin with, as people write them.

const randomBelow = `const below = n => Math.floor(Math.random() * n);
`;

export const samples = [
  { name: 'Swap with any', code: `${randomBelow}
function shuffle(deck) {
  for (let i = 0; i < deck.length; i++) {
    const j = below(deck.length);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
` },
  { name: 'Fisher and Yates', code: `${randomBelow}
function shuffle(deck) {
  for (let last = deck.length - 1; last > 0; last--) {
    const j = below(last + 1);
    [deck[last], deck[j]] = [deck[j], deck[last]];
  }
}
` },
  { name: 'Swap a few pairs', code: `${randomBelow}
function shuffle(deck) {
  const swaps = 6;
  for (let k = 0; k < swaps; k++) {
    const i = below(deck.length), j = below(deck.length);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}
` },
  { name: 'Off by one', code: `${randomBelow}
function shuffle(deck) {
  for (let last = deck.length - 1; last > 0; last--) {
    const j = below(last);  // never last itself
    [deck[last], deck[j]] = [deck[j], deck[last]];
  }
}
` },
  { name: 'Sort with a coin', code: `function shuffle(deck) {
  deck.sort(() => Math.random() - 0.5);
}
` },
  { name: 'Three riffles', code: `const coin = () => Math.random() < 0.5;

function riffle(deck) {
  const cut = deck.filter(coin).length;
  const left = deck.slice(0, cut), right = deck.slice(cut);
  return deck.map(() => {
    const takesLeft = Math.random() * (left.length + right.length) < left.length;
    return (takesLeft ? left : right).shift();
  });
}

function shuffle(deck) {
  return riffle(riffle(riffle(deck)));
}
` },
  { name: 'Never put back', code: `${randomBelow}
// One deck for all shuffles: each begins where the last one ended.
let kept;

function shuffle(deck) {
  kept ??= [...deck];
  for (let i = 0; i < kept.length; i++) {
    const j = below(kept.length);
    [kept[i], kept[j]] = [kept[j], kept[i]];
  }
  return kept;
}
` },
];
