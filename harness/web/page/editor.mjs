// The editor: a text with numbered lines, in colours, some of the lines marked. What is typed into is a plain text field; the
// colours lie below it.
import { colouredLines } from './colours.mjs';

const part = (id) => document.getElementById(id);
const [code, lines, colours] = ['code', 'lines', 'colours'].map(part);

export function text() {
  return code.value;
}

export function write(value) {
  code.value = value;
  mark([]);
  code.scrollTop = 0;
}

// Where a browser keeps nothing for pages from files, nothing is kept.
const place = 'fairshuffle: your shuffle';

/** What was in the editor last, also where a shuffle took the whole page with it; undefined where nothing was. */
export function kept() {
  try {
    return localStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep() {
  try {
    localStorage.setItem(place, code.value);
  } catch {
    // It is full, or closed to this page.
  }
}

/** Marks the lines of these numbers; said stands behind the first of them. */
export function mark(numbers, said = '') {
  const all = colouredLines(code.value);
  const lineOf = (index) => {
    const line = document.createElement('div');
    if (numbers.includes(index + 1)) line.className = 'marked';
    return line;
  };
  lines.replaceChildren(...all.map((_, index) => Object.assign(lineOf(index), { textContent: index + 1 })));
  colours.replaceChildren(...all.map((spans, index) => {
    const line = lineOf(index);
    line.append(...spans.map(({ kind, text }) => coloured(kind, text)), index + 1 === numbers[0] ? coloured('said', `  ← ${said}`) : '\n');
    return line;
  }));
  if (numbers.length > 0) {
    const height = code.scrollHeight / all.length;
    if (numbers[0] * height > code.scrollTop + code.clientHeight) code.scrollTop = (numbers[0] - 3) * height;
  }
  follow();
}

function coloured(kind, text) {
  return kind === undefined ? text : Object.assign(document.createElement('span'), { className: kind, textContent: text });
}

function follow() {
  lines.scrollTop = colours.scrollTop = code.scrollTop;
  colours.scrollLeft = code.scrollLeft;
}

/** Lines that begin a loop, which may be the one that does not end. */
export function linesOfLoops() {
  return text().split('\n').flatMap((line, index) => (/^[^/]*\b(for|while|do)\b\s*[({]/.test(line) ? [index + 1] : []));
}

code.addEventListener('input', () => {
  mark([]);
  keep();
});
code.addEventListener('scroll', follow);
code.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) return code.form.requestSubmit();
  const line = code.value.slice(0, code.selectionStart).split('\n').at(-1);
  const indent = /^ */.exec(line)[0] + (/[{([]\s*$/.test(line) ? '  ' : '');
  // The one way to type that the browser can undo.
  document.execCommand('insertText', false, `\n${indent}`);
});
