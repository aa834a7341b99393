// The engine's verdict in its own words, with the way to the lesson of what it found and what a fair one does not cover.
import { showLesson } from './lesson.mjs';
import { withCommas } from './numbers.mjs';

export const heads = {
  fair: 'Fair.',
  biased: 'Not fair.',
  inconclusive: 'Not decided.',
  invalid: 'That is no shuffle.',
};

const mostShown = 500;  // letters
// A fit with a smaller p is worth no name.
const poorFit = 0.01;
// For a terminal: the command that writes a lesson, which a button opens here, and what its options would add.
const command = /: fairshuffle explain \S+$/, ofOptions = 'By family';

// No line begins with the sign.
const unbroken = (words) => words.replaceAll(' %', '\u00a0%');

const sentenceOf = (text) => `${unbroken(text[0].toUpperCase() + text.slice(1))}.`;

function made(name, words) {
  return Object.assign(document.createElement(name), { textContent: words });
}

// What stands beside the picture; all else below it.
const first = ['How much', 'Where'];

/** place: of the word, and what it says first; found: of the rest. */
export function showVerdict(place, found, result, deckSize, engine) {
  place.className = found.className = `verdict ${result.verdict}`;
  const facts = document.createElement('dl');
  const tell = (name, ...content) => {
    const told = document.createElement('dd');
    told.append(...content);
    facts.append(made('dt', name), told);
  };
  const { invalid } = result.evidence;
  for (const witness of invalid.witnesses.slice(0, 2)) {
    tell('A deck', witness.row ?? witness.permutation.join(' '));
  }
  for (const { name, text } of result.facts) {
    if (name !== ofOptions && !first.includes(name)) tell(name, unbroken(text.replace(command, '')));
  }
  const fits = (result.diagnosis?.fits ?? []).filter(({ p_value: p }) => p >= poorFit).flatMap(({ mistakes }) => mistakes).slice(0, 3);
  if (fits.length > 0) {
    tell('Lessons', ...fits.map(({ target }) => {
      const button = made('button', `${target}: the lesson`);
      button.type = 'button';
      button.className = 'link';
      button.addEventListener('click', () => showLesson(engine, target, deckSize));
      return button;
    }));
  }
  if (result.verdict === 'fair') tell('Not covered', ...result.blind_spots.map((spot) => made('p', spot)));
  tell('Seen in', `${withCommas(result.evidence.trials)} shuffles, at look ${result.look}`);
  place.replaceChildren(made('h2', heads[result.verdict] ?? result.verdict),
                        ...result.facts.filter(({ name }) => first.includes(name)).map(({ text }) => made('p', sentenceOf(text))));
  found.replaceChildren(facts, inFull(unbroken(result.sentence)));
}

// Of a large deck it names dozens of tests.
function inFull(sentence) {
  const words = Object.assign(made('p', sentence), { className: 'remark' });
  if (sentence.length <= mostShown) return words;
  const folded = document.createElement('details');
  folded.append(made('summary', 'The verdict in full'), words);
  return folded;
}
