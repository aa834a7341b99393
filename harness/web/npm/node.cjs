// The same for require(), which jest uses.
const { readFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const createEngine = require('./fairshuffle-engine.cjs');
const { functionsOf, assertFair, matchers, Result } = require('./certify.cjs');
const { openEngineNow } = require('./engine.cjs');
const { ExactResult } = require('./exact.cjs');

const module_ = new WebAssembly.Module(readFileSync(join(__dirname, 'fairshuffle-engine.wasm')));

module.exports = {
  ...functionsOf(openEngineNow(createEngine, module_), () => ({ crypto: require('node:crypto'), syncBuiltinESMExports })),
  assertFair, matchers, Result, ExactResult,
};
