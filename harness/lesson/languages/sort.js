// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py. A fifth word is how
// many decks are sorted before those that are printed.
const [mode, n, faces, trials, before = 0] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const script = [];
let played = 0;

function toss() {
  let drawn;
  if (mode === 'decks') {
    drawn = Math.floor(Math.random() * faces);
  } else {
    if (played === script.length) script.push(0);
    drawn = script[played++];
  }
  return faces === 2 ? 2 * drawn - 1 : drawn - 1;
}

const lines = [];
for (let trial = 0; mode === 'distribution' || trial < before + trials; ++trial) {
  const deck = Array.from({length: n}, (_, card) => card).sort(() => toss());
  lines.push(played + ' ' + deck.join(' '));
  if (mode === 'decks') {
    if (trial < before) lines.length = 0;
    continue;
  }
  played = 0;
  while (script.length > 0 && script[script.length - 1] === faces - 1) script.pop();
  if (script.length > 0) {
    ++script[script.length - 1];
  } else if (trial < before) {
    lines.length = 0;
  } else {
    break;
  }
}
console.log(lines.join('\n'));
