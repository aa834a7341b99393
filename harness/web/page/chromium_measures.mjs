// What is promised of the package's start and speed, in Chromium: run in a folder where playwright-core is installed. PACKAGE
// is the package's folder, SPEEDS the module speeds.mjs, CHROMIUM the browser. Times are a clock's: other work on the machine
// makes them longer.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

const kinds = { mjs: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };

const server = createServer((request, response) => {
  const name = request.url.slice(1);
  response.setHeader('Content-Type', kinds[name.split('.').at(-1)] ?? 'text/plain');
  if (name === 'empty.html') return response.end('<!doctype html><title>empty</title><link rel="icon" href="data:,">');
  response.end(readFileSync(name === 'speeds.mjs' ? process.env.SPEEDS : join(process.env.PACKAGE, name)));
}).listen(0, '127.0.0.1');
const address = () => `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
async function emptyPage() {
  const page = await (await browser.newContext()).newPage();
  page.on('console', (message) => console.log(message.text()));
  await page.goto(`${address()}/empty.html`);
  return page;
}

const starts = [];
for (let start = 0; start < 7; ++start) {
  const page = await emptyPage();
  starts.push(await page.evaluate(async () => {
    const before = performance.now();
    await import('/browser.mjs');
    return performance.now() - before;
  }));
  await page.context().close();
}
const page = await emptyPage();
await page.evaluate(async (fastest) => {
  const { atMost, tellSpeeds } = await import('/speeds.mjs');
  atMost(`ready, in ${navigator.userAgent.match(/Chrom\w*\/\d+/)[0]}`, fastest, 'ms', 100);
  tellSpeeds(await import('/browser.mjs'), (work) => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
}, Math.min(...starts));
await browser.close();
server.close();
