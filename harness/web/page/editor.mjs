// The editor: a text with numbered lines, some of them marked.

const code = document.getElementById('code');
const lines = document.getElementById('lines');
let marked = new Set();

export function text() {
  return code.value;
}

export function write(value) {
  code.value = value;
  mark([]);
  code.scrollTop = 0;
}

export function mark(numbers) {
  marked = new Set(numbers);
  const count = code.value.split('\n').length;
  lines.replaceChildren(...Array.from({ length: count }, (_, index) => {
    const line = document.createElement('div');
    line.textContent = index + 1;
    if (marked.has(index + 1)) line.className = 'marked';
    return line;
  }));
  if (numbers.length > 0) {
    const height = code.scrollHeight / count;
    if (numbers[0] * height > code.scrollTop + code.clientHeight) code.scrollTop = (numbers[0] - 3) * height;
  }
  lines.scrollTop = code.scrollTop;
}

/** Lines that begin a loop, which may be the one that does not end. */
export function linesOfLoops() {
  return text().split('\n').flatMap((line, index) => (/^[^/]*\b(for|while|do)\b\s*[({]/.test(line) ? [index + 1] : []));
}

code.addEventListener('input', () => mark([]));
code.addEventListener('scroll', () => { lines.scrollTop = code.scrollTop; });
