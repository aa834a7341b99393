// The package in node.
import { functionsOf } from './certify.mjs';
import { engine } from './opened.mjs';

export const { certify, certifyTarget, exact, explain, catalogue } = functionsOf(engine);
export { assertFair, matchers, Result } from './certify.mjs';
