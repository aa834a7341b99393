// Makes the page of its parts: node pack.mjs GLUE.js MODULE.wasm PAGE.html. The same parts make the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const [glue, wasm, page] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), 'utf8');

/** One script of a module and all that it imports, each with names of its own. */
function scriptOf(entry) {
  const numbers = new Map(), scripts = [];
  const add = (file) => {
    if (numbers.has(file)) return numbers.get(file);
    const exported = [];
    const body = readFileSync(file, 'utf8')
      .replace(/^import (\{[^}]*\}) from '(\.[^']*)';$/gm, (_, names, other) => `const ${names} = module${add(join(dirname(file), other))};`)
      .replace(/^export (async function|function|class|const) (\w+)/gm, (_, kind, name) => {
        exported.push(name);
        return `${kind} ${name}`;
      });
    if (/^(import|export) /m.test(body)) throw new Error(`${file} imports or exports in a way that is not understood here`);
    numbers.set(file, numbers.size);
    scripts.push(`// ${relative(here, file)}\nconst module${numbers.get(file)} = (() => {\n${body}return { ${exported.join(', ')} };\n})();\n`);
    return numbers.get(file);
  };
  add(join(here, entry));
  const script = `'use strict';\n${scripts.join('')}`;
  if (/<\/script|<!--/i.test(script)) throw new Error(`${entry} would end the script that it stands in`);
  return script;
}

const packed = (bytes) => deflateRawSync(bytes, { level: 9 }).toString('base64');
// A worker is no module, so that it can load the visitor's script; its own names are not in that script's way.
const worker = `(() => {\n${readFileSync(glue, 'utf8')}\n${scriptOf('worker.mjs')}})();\n`;
const parts = { style: read('style.css'), script: `{\n${scriptOf('main.mjs')}}\n`, engine: packed(readFileSync(wasm)), worker: packed(worker) };
const html = read('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(page, html);
