// JavaScript in colours: no parser, the words and marks that an eye looks for.

const tokens = new RegExp([
  /(?<comment>\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))/,
  /(?<text>'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?)/,
  /(?<word>\b(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|function|if|import|in|instanceof|let|new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|yield)\b)/,
  /(?<number>\b\d[\w.]*|\b(?:true|false|null|undefined|NaN|Infinity)\b)/,
  /(?<called>[A-Za-z_$][\w$]*(?=\s*\())/,
  /[A-Za-z_$][\w$]*/,
].map(({ source }) => source).join('|'), 'g');

/** Lines of spans of {kind, text}; kind is undefined where nothing stands out. Their texts are the code's, none is left out. */
export function colouredLines(code) {
  const lines = [[]];
  const add = (kind, text) => text.split('\n').forEach((part, index) => {
    if (index > 0) lines.push([]);
    if (part !== '') lines.at(-1).push({ kind, text: part });
  });
  let end = 0;
  for (const token of code.matchAll(tokens)) {
    add(undefined, code.slice(end, token.index));
    add(Object.keys(token.groups).find((kind) => token.groups[kind] !== undefined), token[0]);
    end = token.index + token[0].length;
  }
  add(undefined, code.slice(end));
  return lines;
}
