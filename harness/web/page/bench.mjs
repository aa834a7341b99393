// "Is your shuffle fair?": the editor, a run of it, and what is seen of that run.
import { PermutationBars } from './bars.mjs';
import { keep, kept, linesOfLoops, mark, text, write } from './editor.mjs';
import { Grid, toneOf } from './grid.mjs';
import { Looks } from './looks.mjs';
import { standardErrors, withCommas } from './numbers.mjs';
import { Proof } from './proof.mjs';
import { Run } from './run.mjs';
import { samples } from './samples.mjs';
import { offerTree } from './tree.mjs';
import { showVerdict } from './verdict.mjs';

const largestWithBars = 5;
const limits = [2, 3, 4, 6, 10, 20];  // standard errors at which the colours begin

const part = (id) => document.getElementById(id);
const [sample, size, slowly, run, stop, trialsTold, fault, verdict, found, gridTold, permutationsFigure, numbers] =
  ['sample', 'size', 'slowly', 'run', 'stop', 'trials', 'fault', 'verdict', 'found', 'grid-told', 'permutations-figure', 'numbers'].map(part);

let grid, bars, looks, shown, running;

/** engine answers for what is known of permutations, and writes lessons. */
export function openBench(engine) {
  const proof = new Proof(part('proof'), offerTree);
  sample.append(...samples.map(({ name }) => new Option(name)));
  sample.addEventListener('change', () => {
    write(samples[sample.selectedIndex].code);
    keep();
    end();
    forget();
    proof.prove(text());
  });
  slowly.checked = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  size.addEventListener('input', () => {
    end();
    forget();
  });
  stop.addEventListener('click', () => {
    stopByHand();
    run.focus();
  });
  part('bench').addEventListener('submit', (event) => {
    event.preventDefault();
    begin(engine);
  });
  part('code').addEventListener('input', () => {
    stopByHand();
    proof.prove(text());
  });
  write(kept() ?? samples[0].code);
  forget();
  proof.prove(text());
  // Nobody asked for this run: it is there to be seen, and is not read out.
  if (slowly.checked) begin(engine, 'off');
}

function stopByHand() {
  if (running === undefined) return;
  end();
  tell(`Stopped after ${withCommas(shown?.trials ?? 0)} shuffles, without a verdict.`);
}

function forget() {
  const n = size.valueAsNumber;
  part('size-told').textContent = n;
  shown = undefined;
  bars = undefined;
  grid = new Grid(part('grid'), n, pointAt);
  looks = new Looks(part('looks'));
  for (const element of [verdict, found]) {
    element.replaceChildren();
    element.className = 'verdict';
  }
  for (const element of [permutationsFigure, numbers]) element.hidden = true;
  for (const element of [gridTold, trialsTold, fault]) element.textContent = '';
  mark([]);
}

async function begin(engine, live = 'polite') {
  end();
  forget();
  verdict.ariaLive = live;
  const n = size.valueAsNumber;
  run.disabled = true;
  stop.disabled = false;
  trialsTold.textContent = 'The engine is being opened …';
  const mine = running = { stop() {} };
  let permutations = null;
  if (n <= largestWithBars) {
    try {
      const distribution = await engine.exact('durstenfeld', n);
      permutations = distribution.permutations.map(({ permutation }) => permutation);
    } catch (error) {
      end();
      return fail(error.message, []);
    }
    if (running !== mine) return;
    bars = new PermutationBars(part('permutations'), permutations);
  }
  running = new Run({ code: text(), deckSize: n, permutations, slowly: slowly.checked }, {
    progress: ({ trials, positions, permutations: counts }) => {
      looks.count(trials);
      paint({ trials, count: (position, card) => positions[position * n + card], permutations: counts });
    },
    stands: (state) => looks.stand(state),
    judged(result) {
      end();
      looks.decided(result);
      // Of a large deck they are what was counted, and not told twice.
      const positions = result.positions ?? result.evidence.positions;
      if (positions.length === n) {
        paint({ trials: result.evidence.trials, count: (position, card) => positions[position][card],
                permutations: result.evidence.permutations });
        listNumbers(positions);
      }
      showVerdict(verdict, found, result, n, engine);
    },
    failed({ message, line }) {
      end();
      fail(line === undefined ? message : `Line ${line}: ${message}`, line === undefined ? [] : [line], message);
    },
    hung() {
      end();
      const loops = linesOfLoops();
      fail('A shuffle did not come back, so it was ended. ' + (loops.length === 0 ? 'Does it wait for something, or fill the memory?' :
        `Does ${loops.length === 1 ? 'the loop' : 'a loop'} in line ${loops.join(', ')} never end?`), loops, 'never ends?');
    },
  });
}

function end() {
  running?.stop();
  running = undefined;
  run.disabled = false;
  stop.disabled = true;
  if (shown === undefined) trialsTold.textContent = '';
}

/** said: what stands in the first of the lines. */
function fail(sentence, lines, said) {
  fault.textContent = sentence;
  mark(lines, said);
}

function tell(sentence) {
  const paragraph = document.createElement('p');
  paragraph.textContent = sentence;
  verdict.replaceChildren(paragraph);
}

function paint(counts) {
  shown = counts;
  const n = size.valueAsNumber, { trials, count } = counts;
  trialsTold.textContent = `${withCommas(trials)} shuffles`;
  let worst = { errors: 0 };
  const errorsAt = (position, card) => standardErrors(count(position, card), trials, 1 / n);
  for (let position = 0; position < n; ++position) {
    for (let card = 0; card < n; ++card) {
      const errors = Math.abs(errorsAt(position, card));
      if (errors > worst.errors) worst = { errors, position, card };
    }
  }
  const label = worst.errors < limits[0] ? `Every card as often at every position as is fair, after ${trials} shuffles`
    : `Farthest from fair after ${trials} shuffles: ${cell(worst.position, worst.card)}`;
  grid.paint((position, card) => toneOf(errorsAt(position, card), limits),
             (position, card) => withCommas(count(position, card)), label);
  if (bars !== undefined && counts.permutations?.length > 0) {
    permutationsFigure.hidden = false;
    bars.paint(counts.permutations, trials, (permutations, fair) => toneOf(standardErrors(permutations, trials, fair / trials), limits));
  }
}

function cell(position, card) {
  return `card ${card} at position ${position} ${withCommas(shown.count(position, card))} times, ` +
    `${withCommas(Math.round(shown.trials / size.valueAsNumber))} is fair`;
}

function pointAt(position, card) {
  gridTold.textContent = position === undefined || shown === undefined ? '' : cell(position, card);
}

function listNumbers(positions) {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  const headed = (row, words, scope) => row.append(Object.assign(document.createElement('th'), { textContent: words, scope }));
  headed(head, 'position', 'col');
  positions.forEach((_, card) => headed(head, `card ${card}`, 'col'));
  const body = table.createTBody();
  positions.forEach((counts, position) => {
    const row = body.insertRow();
    headed(row, position, 'row');
    for (const count of counts) row.insertCell().textContent = withCommas(count);
  });
  numbers.hidden = false;
  numbers.querySelector('div').replaceChildren(table);
}
