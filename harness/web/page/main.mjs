// The page. What needs the engine waits until it is near to be seen.
import { openBench } from './bench.mjs';
import { openCurves } from './curves.mjs';
import { Program } from './engine.mjs';
import { openRace } from './race.mjs';
import { openSteps } from './steps.mjs';
import { openTree } from './tree.mjs';

const program = new Program();
openBench(program);
openRace();

function whenNear(id, open) {
  const near = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    open(program).catch(({ message }) => title.after(Object.assign(document.createElement('p'), { textContent: message })));
  }, { rootMargin: '400px' });
  const title = document.getElementById(id);
  near.observe(title);
}
whenNear('tree-title', openTree);
whenNear('steps-title', openSteps);
whenNear('curve-title', openCurves);

program.text(['--version']).then((version) => {
  document.getElementById('made-by').textContent =
    `${version.trim()}, compiled for this page. Every count and every chance was found while you looked.`;
});
