"""C++ text cut into tokens, as far as breaking a line on purpose needs it."""
import re
from dataclasses import dataclass

# In this order: what may hold the sign of another comes first. A raw string ends with its own delimiter.
PATTERN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<string>(?:u8|[uUL])?R"(?P<delimiter>[^(\s]*)\(.*?\)(?P=delimiter)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
  | (?P<character>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign><<=|>>=|<=>|\.\.\.|->\*|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S)
    """,
    re.DOTALL | re.VERBOSE,
)
DIRECTIVE = re.compile(r"^[ \t]*\#(?:\\\n|[^\n])*", re.MULTILINE)


@dataclass(frozen=True)
class Token:
    kind: str  # string, character, number, name or sign
    text: str
    start: int
    end: int


def tokens_of(text):
    """All tokens but comments and preprocessor lines."""
    blank = DIRECTIVE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return [Token(match.lastgroup if match.lastgroup != "delimiter" else "string", match.group(), match.start(), match.end())
            for match in PATTERN.finditer(blank) if match.lastgroup != "comment"]


def closing(tokens, at):
    """The index of the bracket that closes the one at `at`."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    wanted = []
    for index in range(at, len(tokens)):
        token = tokens[index]
        if token.kind != "sign":
            continue
        if token.text in pairs:
            wanted.append(pairs[token.text])
        elif wanted and token.text == wanted[-1]:
            wanted.pop()
            if not wanted:
                return index
    return len(tokens) - 1
