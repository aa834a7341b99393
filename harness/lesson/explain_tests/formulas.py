"""Formulas as lessons print them, made into Python by their tokens and evaluated in fractions."""
import math
import re
from fractions import Fraction

FUNCTIONS = {"C", "floor", "ceil", "min", "log2", "sum"}
NAMES = {"F": Fraction, "factorial": lambda x: math.factorial(int(x)), "C": lambda a, b: Fraction(math.comb(int(a), int(b))),
         "floor": lambda x: Fraction(math.floor(x)), "ceil": lambda x: Fraction(math.ceil(x)), "min": min,
         # Only ever asked for its floor.
         "log2": lambda x: Fraction(math.floor(x).bit_length() - 1), "sum": sum}


def python_of(formula):
    tokens = re.findall(r"\.\.|\d+|[A-Za-z]\w*|[-+/^!(),:=]", formula)
    written, opened, last_opened = [], [], 0
    for token, after in zip(tokens, tokens[1:] + [""]):
        if token == "(":
            opened.append(len(written))
        if token == "!":
            written.insert(last_opened if written[-1] == ")" else len(written) - 1, "factorial(")
            written.append(")")
        elif token == "..":
            written.append(", 1 + ")
        elif token.isdigit():
            written.append(f"F({token})")
        else:
            written.append("**" if token == "^" else token)
        if token == ")":
            last_opened = opened.pop()
        is_factor = re.fullmatch(r"\w+|[)!]", token) and token not in FUNCTIONS
        if is_factor and re.fullmatch(r"\w+|\(", after):
            written.append("*")
    text = "".join(written)
    # Python has a sum's term before its range.
    return re.sub(r"sum\((\w)=(.*?), 1 \+ (.*?):(.*)\)", lambda found: python_sum(*found.groups()), text)


def python_sum(index, first, last, rest):
    """Of what follows the colon only the term belongs to the sum; the rest stands behind it."""
    depth, end = 0, len(rest)
    for at, character in enumerate(rest + ")"):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            end = at
            break
    tail = rest[end:] + ")" if end < len(rest) else ")"
    return f"sum(({rest[:end]}) for {index} in map(F, range(int({first}), int(1 + {last})))" + tail


def value(formula, **variables):
    # Fraction ** Fraction is exact where the exponent is whole.
    return Fraction(eval(python_of(formula), {**NAMES, **{name: Fraction(of) for name, of in variables.items()}}))
