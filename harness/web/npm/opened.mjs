// The engine in node: the module is read from the file beside this one, at once.
import { readFileSync } from 'node:fs';

import createEngine from './fairshuffle-engine.mjs';
import { openEngineNow } from './engine.mjs';

export const engine = openEngineNow(createEngine, new WebAssembly.Module(readFileSync(new URL('./fairshuffle-engine.wasm', import.meta.url))));
