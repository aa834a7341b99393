// The engine's verdict in words, with the way to the lesson of what it found.
import { showLesson } from './lesson.mjs';
import { points, withCommas } from './numbers.mjs';

const heads = {
  fair: 'Fair.',
  biased: 'Not fair.',
  inconclusive: 'Not decided.',
  invalid: 'That is no shuffle.',
};

const mostShown = 500;  // letters

function made(name, words) {
  return Object.assign(document.createElement(name), { textContent: words });
}

export function showVerdict(place, result, deckSize, engine) {
  place.className = `verdict ${result.verdict}`;
  const facts = document.createElement('dl');
  const tell = (name, ...content) => {
    const told = document.createElement('dd');
    told.append(...content);
    facts.append(made('dt', name), told);
  };
  const { invalid } = result.evidence;
  for (const witness of invalid.witnesses.slice(0, 2)) {
    tell('A deck', witness.row ?? witness.order.join(' '));
  }
  const bounds = boundsOf(result.bias ?? {});
  if (bounds !== '') tell('How much', bounds);
  if (result.worst.length > 0 && result.verdict === 'biased') tell('Where', whereOf(result.worst[0]));
  const fits = (result.diagnosis?.fits ?? []).flatMap(({ mistakes }) => mistakes).slice(0, 3);
  if (fits.length > 0) {
    tell('It fits', ...fits.map(({ target }) => {
      const button = made('button', `${target}: the lesson`);
      button.type = 'button';
      button.className = 'link';
      button.addEventListener('click', () => showLesson(engine, target, deckSize));
      return button;
    }));
  }
  tell('Seen in', `${withCommas(result.evidence.trials)} shuffles, at look ${result.look}`);
  place.replaceChildren(made('h2', heads[result.verdict] ?? result.verdict),
                        ...(result.linked ? [made('p', 'Each deck begins where the last one ended: it is not put back in order.')] : []),
                        facts, inFull(result.sentence));
}

// Of a large deck it names dozens of tests.
function inFull(sentence) {
  const words = Object.assign(made('p', sentence), { className: 'remark' });
  if (sentence.length <= mostShown) return words;
  const folded = document.createElement('details');
  folded.append(made('summary', 'The verdict in full'), words);
  return folded;
}

function boundsOf({ tv_lower: lower, tv_upper: upper, confidence }) {
  const told = (share) => points(Number(share.toPrecision(2)));
  const sure = confidence === null || confidence === undefined ? '' : ` (${Math.floor(confidence * 1000) / 10} % sure)`;
  if (lower > 0 && upper > 0) return `the best bet on the order gains at least ${told(lower)}, at most ${told(upper)}${sure}`;
  if (upper > 0) return `no bet on the order gains more than ${told(upper)}${sure}`;
  return lower > 0 ? `the best bet on the order gains at least ${told(lower)}${sure}` : '';
}

function whereOf({ card, position, ratio }) {
  const far = Number((100 * Math.abs(ratio - 1)).toPrecision(2));
  return `card ${card} lands at position ${position} ${far} % too ${ratio > 1 ? 'often' : 'rarely'}`;
}
