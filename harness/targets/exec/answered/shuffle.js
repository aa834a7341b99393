// A shuffle whose Math.random is answered. fairshuffle exact --exec 'node shuffle.js {n}'
const fs = require("fs");
const byte = Buffer.alloc(1);
const line = () => {
  let text = "";
  while (fs.readSync(0, byte, 0, 1) && byte[0] !== 10) text += String.fromCharCode(byte[0]);
  return text || process.exit();
};
Math.random = () => (fs.writeSync(1, "unit\n"), Number(line()));
for (;;) {
  const deck = [...Array(Number(process.argv[2])).keys()];
  for (let last = deck.length - 1; last > 0; --last) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  fs.writeSync(1, deck.join(" ") + "\n");
}
