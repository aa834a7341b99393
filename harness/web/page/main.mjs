// The page. What needs the engine waits until it is near to be seen.
import { openBench } from './bench.mjs';
import { openCurves } from './curves.mjs';
import { Engine } from './engine.mjs';
import { openRace } from './race.mjs';
import { openSteps } from './steps.mjs';
import { openTree } from './tree.mjs';

const engine = new Engine();
openBench(engine);
openRace();

function whenNear(id, open) {
  const near = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    open(engine).catch(({ message }) => title.after(Object.assign(document.createElement('p'), { textContent: message })));
  }, { rootMargin: '400px' });
  const title = document.getElementById(id);
  near.observe(title);
}
whenNear('tree-title', openTree);
whenNear('steps-title', openSteps);
whenNear('curve-title', openCurves);

engine.version().then((version) => {
  document.getElementById('made-by').textContent =
    `fairshuffle ${version}, compiled for this page. Every count and every chance was found while you looked.`;
});
