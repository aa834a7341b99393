// Every path of three cards, and one of them taken draw by draw: its cards move as they do in the shuffle.
import { lessonOf } from './lesson.mjs';
import { Player } from './player.mjs';
import { Stage } from './stage.mjs';
import { element, picture } from './svg.mjs';

const shuffles = [['naive-swap', 'Swap with any'], ['durstenfeld', 'Fisher and Yates'], ['sattolo', 'Off by one'],
                  ['swap-pairs:k=1', 'Swap one pair']];
const deckSize = 3;
const pace = 1100;  // milliseconds
const side = 17, row = 24, top = 34;
// On a phone the decks on the way are dots: the one that is reached lies above the tree, in large.
const wide = { width: 720, left: 6, gridLeft: 380, gap: 1.5 * side, hasDecks: true };
const narrow = { width: 350, left: 8, gridLeft: 178, gap: 0.4 * side, hasDecks: false };
const isNarrow = matchMedia('(max-width: 42rem)');
const radius = 4.5;  // of a dot

const part = (id) => document.getElementById(id);
const [choice, back, next, play, step, told, stageAt] =
  ['tree-shuffle', 'tree-back', 'tree-next', 'tree-play', 'tree-step', 'tree-told', 'tree-cards'].map(part);

const mine = new Option('Your shuffle', 'mine');
let tree, path, done, marks, stage, ofMine;
let take = () => {};

/** The tree of the visitor's own shuffle, or undefined where there is none. */
export function offerTree(found) {
  const wasChosen = mine.selected;
  ofMine = found;
  if (found !== undefined) choice.append(mine);
  else mine.remove();
  if (wasChosen) take();
}

export async function openTree(engine) {
  choice.prepend(...shuffles.map(([target, name]) => new Option(name, target)));
  choice.selectedIndex = 0;
  const show = (found, words, remark) => {
    told.textContent = words;
    part('tree-remark').textContent = remark;
    tree = found;
    draw();
    takePath();
  };
  take = async () => {
    if (choice.value === mine.value) return show(ofMine, `Your shuffle has ${ofMine.paths.length} paths, each as likely as any other.`, '');
    const lesson = await lessonOf(engine, choice.value, deckSize);
    const beginning = 'Every path';
    const figure = lesson.figure(beginning);
    show(figure.tree, lesson.paragraph(beginning), figure.remark);
  };
  const player = new Player(play, pace, goOn);
  const byHand = (step) => () => {
    player.stop();
    step();
  };
  choice.addEventListener('change', byHand(() => take().catch(({ message }) => { told.textContent = message; })));
  back.addEventListener('click', byHand(() => go(done - 1)));
  next.addEventListener('click', byHand(goOn));
  stage = new Stage(stageAt, deckSize);
  await take();
  isNarrow.addEventListener('change', () => {
    draw();
    markTaken();
  });
  play.disabled = false;
}

function goOn() {
  if (done < path.draws.length) go(done + 1);
  else takePath();
}

function takePath() {
  path = tree.paths[Math.floor(Math.random() * tree.paths.length)];
  go(0);
}

function go(count) {
  done = count;
  back.disabled = done === 0;
  next.disabled = false;
  next.textContent = done < path.draws.length ? 'Next draw' : 'New path';
  const deck = path.decks[done];
  stage.lay(deck.split(' ').map(Number));
  if (done === 0) {
    step.textContent = `The deck lies in order: ${deck}. ${path.draws.length} ${path.draws.length === 1 ? 'draw' : 'draws'} to come.`;
  } else {
    const moved = deck === path.decks[done - 1] ? 'and nothing moves' : `and the deck becomes ${deck}`;
    step.textContent = `Draw ${done} gives ${path.draws[done - 1]}, ${moved}.`;
    if (done === path.draws.length) step.textContent += ` ${waysTo(path.outcome)}`;
  }
  markTaken();
}

function waysTo(outcome) {
  const ways = tree.paths.filter((other) => other.outcome === outcome).length;
  return ways === 1 ? 'No other path ends there.' : `${ways} of the ${tree.paths.length} paths end there.`;
}

const startsLike = (one, other, level) => one.draws.slice(0, level).every((value, index) => value === other.draws[index]);

// Branches of a level, each in the middle of the paths through it.
function nodesOf(level) {
  const nodes = [];
  tree.paths.forEach((each, index) => {
    if (index === 0 || !startsLike(each, tree.paths[index - 1], level)) nodes.push({ path: each, first: index });
    nodes.at(-1).last = index;
  });
  for (const node of nodes) node.y = top + row * ((node.first + node.last) / 2 + 0.5);
  return nodes;
}

function draw() {
  const form = isNarrow.matches ? narrow : wide;
  const levels = tree.paths[0].draws.length;
  const height = top + row * tree.paths.length + 34;
  const svg = picture(form.width, height, `All ${tree.paths.length} paths, and the permutations that they end in`);
  const pitch = (form.gridLeft - form.left - form.gap - 3 * side) / Math.max(levels, 1);
  marks = [];
  const edges = element('g'), decks = element('g');
  for (let level = 0; level <= levels; ++level) {
    const x = form.left + level * pitch, parents = level === 0 ? [] : nodesOf(level - 1);
    const isDeck = form.hasDecks || level === levels;
    for (const node of nodesOf(level)) {
      const frame = isDeck ? framedDeck(decks, x, node.y, node.path.decks[level]) : framedDot(decks, x, node.y);
      marks.push({ element: frame, path: node.path, level, name: 'here', isNode: true });
      if (level === 0) continue;
      const parent = parents.find(({ last }) => node.first <= last);
      const from = x - pitch + (form.hasDecks ? 3 * side + 4 : radius + 3), to = x - (isDeck ? 4 : radius + 3), bend = (to - from) / 2;
      const edge = element('path', { class: 'edge', d: `M${from} ${parent.y}C${from + bend} ${parent.y} ${to - bend} ${node.y} ${to} ${node.y}` });
      edges.append(edge);
      marks.push({ element: edge, path: node.path, level, name: 'edge taken', plain: 'edge' });
    }
  }
  svg.append(edges, decks, ...ends(form));
  part('tree').replaceChildren(svg);
}

// Both give the frame that tells that a path is there.
function framedDeck(into, x, y, deck) {
  const frame = element('rect', { x: x - 2, y: y - side / 2 - 2, width: 3 * side + 4, height: side + 4, rx: 4, fill: 'none' });
  into.append(...deckAt(x, y, deck), frame);
  return frame;
}

function framedDot(into, x, y) {
  const frame = element('circle', { cx: x, cy: y, r: radius + 2.5, fill: 'none' });
  into.append(element('circle', { cx: x, cy: y, r: radius, class: 'dot' }), frame);
  return frame;
}

function deckAt(x, y, text) {
  return text.split(' ').flatMap((card, index) => [
    element('rect', { x: x + index * side + 0.5, y: y - side / 2, width: side - 1, height: side, rx: 2, class: `card${card}` }),
    element('text', { x: x + (index + 0.5) * side, y: y + 4, 'text-anchor': 'middle', class: `on${card}` }, card)]);
}

// A column for each permutation, a square in it for each path that ends there.
function ends({ width, gridLeft, hasDecks }) {
  const pitch = (width - gridLeft) / tree.outcomes.length;
  const bottom = top + row * tree.paths.length, fair = tree.paths.length / tree.outcomes.length;
  return tree.outcomes.flatMap((name, outcome) => {
    const x = gridLeft + (outcome + 0.5) * pitch;
    const paths = tree.paths.filter((each) => each.outcome === outcome).length;
    const tone = paths > fair ? 'often4' : paths < fair ? 'rare4' : 'even';
    const squares = tree.paths.flatMap((each, index) => {
      if (each.outcome !== outcome) return [];
      const square = element('rect', { x: x - side / 2, y: top + row * (index + 0.5) - side / 2, width: side, height: side, rx: 3, class: tone });
      const frame = element('rect', { x: x - side / 2 - 3, y: top + row * (index + 0.5) - side / 2 - 3, width: side + 6,
                                      height: side + 6, rx: 4, fill: 'none' });
      marks.push({ element: frame, path: each, level: each.draws.length, name: 'here', isNode: true });
      return [square, frame];
    });
    return [element('line', { x1: x, x2: x, y1: top, y2: bottom, class: 'axis' }),
            element('text', { x, y: 18, 'text-anchor': 'middle', class: 'faint' }, hasDecks ? name : name.replaceAll(' ', '')), ...squares,
            element('text', { x, y: bottom + 22, 'text-anchor': 'middle', style: 'font-weight:600;font-size:15px' }, paths)];
  });
}

function markTaken() {
  for (const { element: marked, path: of, level, name, plain = '', isNode } of marks) {
    const isTaken = level <= done && startsLike(of, path, level) && (!isNode || level === done);
    marked.setAttribute('class', isTaken ? name : plain);
  }
}
