// Lays out the package for npm: node pack.mjs GLUE.js MODULE.wasm PACKAGE.json PROGRAM.js PROGRAM.wasm FOLDER, of the engine and
// of the program. What jest reads with require() is made of the modules that all others import.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [glue, wasm, manifest, programGlue, programWasm, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(here)) {
  if (/\.(mjs|cjs|d\.ts|md)$/.test(name) && name !== 'pack.mjs') copyFileSync(join(here, name), join(folder, name));
}
copyFileSync(manifest, join(folder, 'package.json'));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
copyFileSync(wasm, join(folder, 'fairshuffle-engine.wasm'));
copyFileSync(programGlue, join(folder, 'fairshuffle-program.cjs'));
copyFileSync(programWasm, join(folder, 'fairshuffle-program.wasm'));

// Emscripten's glue ends with what makes it a module of the older kinds; node's __dirname is not there in the newer.
const text = readFileSync(glue, 'utf8');
const end = text.indexOf("if (typeof exports === 'object'");
if (end < 0) throw new Error(`${glue} does not end as emscripten's glue does`);
writeFileSync(join(folder, 'fairshuffle-engine.cjs'), text);
writeFileSync(join(folder, 'fairshuffle-engine.mjs'), `${nodeOfModule()}${text.slice(0, end)}export default createEngine;\n`);

for (const name of ['engine', 'draws', 'exact', 'certify']) {
  const module = readFileSync(join(here, `${name}.mjs`), 'utf8');
  writeFileSync(join(folder, `${name}.cjs`), required(module));
}

// The glue asks node for its modules by require.
function nodeOfModule() {
  return `const isNode = typeof process === 'object' && typeof process.versions?.node === 'string';
const require = isNode ? (await import('node:module')).createRequire(import.meta.url) : undefined;
const __dirname = '.', __filename = 'fairshuffle-engine.mjs';
`;
}

function required(module) {
  const exported = [];
  const body = module
    .replace(/^import (\{[^}]*\}) from '\.\/(\w+)\.mjs';$/gm, (_, names, file) => `const ${names} = require('./${file}.cjs');`)
    .replace(/^export (async function|function|class|const) (\w+)/gm, (_, kind, name) => {
      exported.push(name);
      return `${kind} ${name}`;
    });
  if (/^(import|export) /m.test(body)) throw new Error('a module imports or exports in a way that is not understood here');
  return `${body}\nmodule.exports = { ${exported.join(', ')} };\n`;
}
