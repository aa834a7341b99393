// BIASED: a sort whose comparator tosses a coin. node random_comparator.js TRIALS N
// Math.random can't be seeded: every run differs, and the seed is ignored.
const { writeFileSync } = require("fs");
const [trials, n] = process.argv.slice(2).map(Number);
let rows = "";
for (let trial = 1; trial <= trials; trial++) {
  const deck = [...Array(n).keys()];
  deck.sort(() => Math.random() - 0.5);
  rows += deck.join(" ") + "\n";
  if (rows.length < 65536 && trial < trials) continue;
  try { writeFileSync(1, rows); } catch { process.exit(); }  // nobody reads any more
  rows = "";
}
