// The package in node.
import { createRequire, syncBuiltinESMExports } from 'node:module';

import { functionsOf } from './certify.mjs';
import { engine } from './opened.mjs';

const require = createRequire(import.meta.url);

export const { certify, certifyTarget, exact, explain, catalogue } =
  functionsOf(engine, () => ({ crypto: require('node:crypto'), syncBuiltinESMExports }));
export { assertFair, matchers, Result } from './certify.mjs';
export { ExactResult } from './exact.mjs';
