// The package in node.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { functionsOf } from './certify.mjs';
import { engine } from './opened.mjs';

export const { certify, certifyTarget, exact, explain, catalogue } = functionsOf(engine, { crypto, syncBuiltinESMExports });
export { assertFair, matchers, Result } from './certify.mjs';
export { ExactResult } from './exact.mjs';
