// The package in node: the module is read from the file beside this one, at once.
import { readFileSync } from 'node:fs';

import createEngine from './fairshuffle-engine.mjs';
import { functionsOf } from './certify.mjs';
import { openEngineNow } from './engine.mjs';

const module = new WebAssembly.Module(readFileSync(new URL('./fairshuffle-engine.wasm', import.meta.url)));

export const { certify, certifyTarget, exact, explain, catalogue } = functionsOf(openEngineNow(createEngine, module));
export { assertFair, matchers, Result } from './certify.mjs';
