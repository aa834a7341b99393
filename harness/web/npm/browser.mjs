// The package in browsers and their workers: the module is fetched from beside this file.
import createEngine from './fairshuffle-engine.mjs';
import { functionsOf } from './certify.mjs';
import { openEngine } from './engine.mjs';

const address = new URL('./fairshuffle-engine.wasm', import.meta.url);

async function instantiated(imports) {
  const fetched = fetch(address);
  try {
    return await WebAssembly.instantiateStreaming(fetched, imports);
  } catch {
    // A server that does not say application/wasm.
    return WebAssembly.instantiate(await (await fetch(address)).arrayBuffer(), imports);
  }
}

const engine = await openEngine(createEngine, (imports, done) => {
  instantiated(imports).then(({ instance, module }) => done(instance, module));
  return {};
});

export const { certify, certifyTarget, exact, explain, catalogue } = functionsOf(engine);
export { assertFair, matchers, Result } from './certify.mjs';
export { ExactResult } from './exact.mjs';
