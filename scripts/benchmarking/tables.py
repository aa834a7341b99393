"""Prints rows as text or as Markdown."""
from requirements import SIZES, SMALL_SIZES


def number(value):
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def bound(value):
    return f"{value:g}"


def required_text(row):
    if not row.required:
        return ""
    sign = ">=" if row.at_least else "<="
    bounds = [bound(value) for value in row.required.values()]
    if len(set(bounds)) == 1:
        bounds = bounds[:1]
    large = [size for size in row.required if size in SIZES and size not in SMALL_SIZES]
    of = f" at {' / '.join(map(str, large))}" if large else ""
    return f"{sign} {' / '.join(bounds)}{of}{row.unit if row.unit != 'x' else ''}"


def verdict(row):
    if not row.required:
        return ""
    missed = row.missed()
    if not missed:
        return "met"
    if missed == ["program"]:
        return "missed"
    judged = set(row.required) & set(row.values)
    return "missed" if len(missed) == len(judged) else "missed at n = " + ", ".join(map(str, missed))


def sized_table(title, rows, judged):
    heads = [title] + [f"n = {size}" for size in SIZES] + (["required", ""] if judged else [])
    lines = []
    for row in rows:
        cells = [row.text] + [number(row.values[size]) + row.unit if size in row.values else "" for size in SIZES]
        lines.append(cells + ([required_text(row), verdict(row)] if judged else []))
    return heads, lines


def program_table(rows):
    heads = ["whole program", "", "required", ""]
    return heads, [[row.text, number(row.values["program"]) + row.unit, required_text(row), verdict(row)]
                   for row in rows]


def as_text(heads, lines):
    table = [[cell.replace("`", "") for cell in line] for line in [heads, *lines]]
    widths = [max(len(line[column]) for line in table) for column in range(len(heads))]

    def text_of(line):
        return "  ".join([line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])])

    return "\n".join(text_of(line).rstrip() for line in table) + "\n"


def as_markdown(heads, lines):
    rule = ["---"] + ["--:"] * (len(heads) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [heads, rule, *lines]) + "\n"
