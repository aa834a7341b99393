// Fisher-Yates; JavaScript has no shuffle of its own. node shuffle.js TRIALS N
// Math.random can't be seeded: every run differs, and the seed is ignored.
const { writeFileSync } = require("fs");
const [trials, n] = process.argv.slice(2).map(Number);
let rows = "";
for (let trial = 1; trial <= trials; trial++) {
  const deck = [...Array(n).keys()];
  for (let i = n - 1; i > 0; i--) {
    const k = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[k]] = [deck[k], deck[i]];
  }
  rows += deck.join(" ") + "\n";
  if (rows.length < 65536 && trial < trials) continue;
  try { writeFileSync(1, rows); } catch { process.exit(); }  // nobody reads any more
  rows = "";
}
