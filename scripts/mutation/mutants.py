"""The ways to break a line: one small change each, that a good test notices."""
from dataclasses import dataclass

from cpp_text import closing, tokens_of

# A sign is an operator of two sides where the formatter put blanks on both: elsewhere it may be a template's
# bracket, a pointer or a reference.
OTHER_SIGN = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    "&": "|", "|": "&", "^": "&", "|=": "&=", "&=": "|=", "^=": "|=", "<<": ">>", ">>": "<<",
}
KINDS = ("operator", "constant", "condition", "statement", "text")
# A statement that begins with one of these is no expression.
NO_EXPRESSION = {
    "return", "throw", "if", "for", "while", "do", "switch", "case", "default", "else", "try", "catch", "using", "namespace",
    "template", "class", "struct", "enum", "union", "public", "private", "protected", "const", "constexpr", "static", "auto",
    "inline", "explicit", "virtual", "friend", "typedef", "extern", "mutable", "unsigned", "signed", "int", "bool", "char",
    "double", "long", "short", "float", "void", "static_assert", "goto", "concept", "requires", "operator", "__extension__",
    "consteval", "constinit", "thread_local",
}
# Before a condition that a "?" ends.
BEFORE_CONDITION = {"(", "[", "{", "}", ",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "|=", "&=", "<<"}


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    source: str  # the line as it stands, without the blanks around it
    kind: str
    old: str
    new: str
    nth: int  # of the same changes on lines of the same text in this file, from 0
    start: int
    end: int

    @property
    def change(self):
        shown = [" ".join(part.split()) for part in (self.old, self.new)]
        return f"{shown[0]} -> {shown[1]}" if shown[1] else f"without {shown[0]}"

    @property
    def key(self):
        """Stays the same while the line does, wherever it moves to in its file."""
        return (self.path, self.source, self.change, self.nth)

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]


def mutants_of(path, text):
    """All mutants of a file, in the order of the text."""
    tokens = tokens_of(text)
    left_alone = regions_left_alone(tokens)
    found = []
    for change in (operators, constants, conditions, statements, texts):
        found += [each for each in change(text, tokens) if not any(a <= each[1] < b for a, b in left_alone)]
    found.sort(key=lambda each: (each[1], each[2], KINDS.index(each[0])))
    mutants, seen = [], {}
    for kind, start, end, new in found:
        line = text.count("\n", 0, start) + 1
        source = text.splitlines()[line - 1].strip()
        mutant = Mutant(path, line, source, kind, text[start:end], new, 0, start, end)
        nth = seen[mutant.key] = seen.get(mutant.key, -1) + 1
        mutants.append(Mutant(path, line, source, kind, text[start:end], new, nth, start, end))
    return mutants


def regions_left_alone(tokens):
    """What no test can see: assertions at compile time, attributes, template parameters, `= 0`."""
    regions = []
    for at, token in enumerate(tokens[:-2]):
        after = tokens[at + 1]
        if token.text == "static_assert" and after.text == "(":
            regions.append((token.start, tokens[closing(tokens, at + 1)].end))
        elif token.text == "[" and after.text == "[" and after.start == token.end:
            regions.append((token.start, tokens[closing(tokens, at)].end))
        elif token.text == "template" and after.text == "<":
            depth = 0
            for end in tokens[at + 1:]:
                depth += {"<": 1, ">": -1, ">>": -2}.get(end.text, 0)
                if depth <= 0:
                    regions.append((token.start, end.end))
                    break
        elif token.text == "=" and after.text == "0" and tokens[at + 2].text == ";" and \
                tokens[at - 1].text in (")", "const", "noexcept"):
            regions.append((token.start, tokens[at + 2].end))
    return regions


def operators(text, tokens):
    for token in tokens:
        if token.kind == "sign" and token.text in OTHER_SIGN and text[token.start - 1].isspace() and \
                text[token.end:token.end + 1].isspace():
            yield "operator", token.start, token.end, OTHER_SIGN[token.text]


def constants(_, tokens):
    for before, token in zip([None] + tokens, tokens):
        if token.text in ("true", "false"):
            yield "constant", token.start, token.end, "false" if token.text == "true" else "true"
        elif token.kind == "number":
            yield "constant", token.start, token.end, other_number(token.text)


def other_number(text):
    """One more, of a whole number; twice as much, of another, or 1 for 0."""
    is_hex = text.lower().startswith("0x")
    digits = text.replace("'", "")
    if "." in digits or (not is_hex and "e" in digits.lower()) or (is_hex and "p" in digits.lower()):
        is_zero = not any(digit in "123456789" for digit in digits.lower().split("e")[0])
        return "1.0" if is_zero else f"(2 * {text})"
    number = digits.rstrip("uUlLzZ")
    is_octal = number.startswith("0") and number.isdigit()
    return f"{(int(number, 8) if is_octal else int(number, 0)) + 1}{digits[len(number):]}"


def conditions(text, tokens):
    """Negated: those of if, while and `?`; and `!` left out."""
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.text in ("if", "while") and after and after.text == "(":
            end = closing(tokens, at + 1)
            # What is declared in a condition, or before one, can't be put into brackets.
            inside = [each.text for each in tokens[at + 2:end]]
            if ";" in inside or "=" in inside:
                continue
            yield negated(text, tokens[at + 2].start, tokens[end - 1].end)
        elif token.text == "?":
            begin = start_of_condition(tokens, at)
            yield negated(text, tokens[begin].start, tokens[at - 1].end)
        elif token.text == "!" and text[token.end] not in " =":
            yield "condition", token.start, token.end, ""


def negated(text, start, end):
    return "condition", start, end, f"!({text[start:end]})"


def start_of_condition(tokens, question):
    depth = 0
    for at in range(question - 1, -1, -1):
        text = tokens[at].text
        if text in (")", "]", "}"):
            if depth == 0 and text == "}":
                return at + 1
            depth += 1
        elif depth and text in ("(", "[", "{"):
            depth -= 1
        elif depth == 0 and (text in BEFORE_CONDITION or text in ("return", "case")):
            return at + 1
    return 0


def statements(text, tokens):
    """Left out: expressions that stand alone, jumps, and what is returned or thrown only on a condition."""
    begin, choices = 0, 0
    heads = set()  # where the brackets of if, for, while and switch close
    for at, token in enumerate(tokens):
        if token.text in ("if", "for", "while", "switch", "constexpr") and at + 1 < len(tokens) and tokens[at + 1].text == "(":
            heads.add(closing(tokens, at + 1))
        choices += token.text == "?"
        if token.text == ":" and choices > 0:
            choices -= 1
            continue
        # A brace within an expression begins no statement; what is left out from there on does not compile.
        if at in heads or token.text in ("{", "}", "else", ":", "do"):
            begin = at + 1
            continue
        if token.text != ";":
            continue
        choices = 0
        first = tokens[begin] if begin < at else None
        after_head = begin > 0 and ((begin - 1) in heads or tokens[begin - 1].text == "else")
        if first and is_left_out(tokens[begin:at], after_head):
            yield "statement", first.start, token.start, ""
        begin = at + 1


def is_left_out(statement, after_head):
    first = statement[0]
    if any(token.text == "reserve" for token in statement):
        return False  # room made ahead is speed alone
    if first.text in ("break", "continue"):
        return True
    if first.text in ("return", "throw"):
        return after_head
    if first.text in NO_EXPRESSION:
        return False
    if first.text in ("++", "--", "(", "*"):
        return True
    # Names in capitals are macros: no statements.
    if first.kind != "name" or first.text.isupper():
        return False
    # name.name(...), name::name(...), name[...] = ..., name += ...; and no `Type name`, `Type<...> name(...)`.
    at = 1
    while at < len(statement) and statement[at].text in (".", "->", "::"):
        at += 2
    return at < len(statement) and statement[at].text in (
        "(", "[", "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "<<", "++", "--")


def texts(text, tokens):
    for token in tokens:
        if token.kind == "string" and len(token.text) > 2 and "R\"" not in token.text[:4]:
            yield "text", token.end - 1, token.end - 1, "?"
