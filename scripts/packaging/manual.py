#!/usr/bin/env python3
"""Writes the manual pages, in man(7), from the program's help and manual.txt. Usage: manual.py PROGRAM FOLDER DATE

manual.txt holds what the help has no room for, by page and section: a line is a paragraph of the description, "name: meaning",
or of the examples "what it shows: command"."""
import pathlib
import re
import subprocess
import sys
import textwrap

PROGRAM, FOLDER, DATE = sys.argv[1:]
TEXT = pathlib.Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
FURTHER = {name: lines.split("\n")[:-1] for name, lines in re.findall(r"^\[(.+)\]\n((?:[^[\n].*\n)+)", TEXT, re.MULTILINE)}
MEANINGS_BEGIN = 24  # the column of the help


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def offered(*typed):
    """The words that may stand there, and their meanings."""
    return [(line + "\t").split("\t")[:2] for line in run("complete", "--", *typed).splitlines()]


def escaped(text):
    """Every hyphen is one that can be typed and copied."""
    return text.replace("\\", "\\e").replace("-", "\\-")


def lines(text):
    """So short that escapes leave them below 80 bytes; one that began with a dot would be a request to the formatter."""
    wrapped = textwrap.wrap(text, 66, break_on_hyphens=False, break_long_words=False)
    return "".join(re.sub(r"^(?=[.'])", r"\\&", escaped(line)) + "\n" for line in wrapped)


def shown(text):
    """What is typed as it is in bold, what is to be replaced in italics: FILE|-"""
    return "|".join(f"\\f{'I' if re.search('[A-Z]', word) else 'B'}{escaped(word)}\\fR" for word in text.split("|"))


def entry(term, meaning):
    return f".TP\n{term}\n{lines(meaning)}"


def option(term, meaning):
    words, _, value = term.partition(" ")
    if not words.startswith("-"):
        return entry(shown(words) + (" ..." if "..." in value else ""), meaning)
    return entry(", ".join(map(shown, words.split(","))) + (value and " " + shown(value)), meaning)


def further(command, section):
    told = FURTHER.get(f"{command} {section}", [])
    if section == "DESCRIPTION":
        return "".join(".PP\n" + lines(line) for line in told)
    pairs = [line.split(": ", 1) for line in told]
    if section == "EXAMPLES":
        entries = [f"{lines(meaning)}.PP\n.RS 4\n.nf\n{escaped(typed)}\n.fi\n.RE\n" for meaning, typed in pairs]
    else:
        entries = [entry(f"\\fB{escaped(name)}\\fR", meaning) for name, meaning in pairs]
    return f".SH {section}\n" + (".PP\n" if section == "EXAMPLES" else "").join(entries) if entries else ""


def targets():
    sections = [word for word, _ in offered("list", "")]
    text = ".SH TARGETS\n" + lines(
        "A target is name[:key=value,...], as in swap-pairs:k=10,source=msvc-rand,draw=modulo. The name is that of a shuffle; "
        "it takes its own options, which 'fairshuffle list shuffles' tells, and these:")
    for word, meaning in offered("certify", "NAME:"):
        key, values = word[len("NAME:"):-1], [value.split("=")[1] for value, _ in offered("certify", word)]
        is_listed = f"{key}s" in sections
        value = "NAME" if is_listed else "|".join(values) or "N"
        text += entry(f"\\fB{key}=\\fR" + shown(value), meaning + (f"; see 'fairshuffle list {key}s'" if is_listed else ""))
    return text


def parsed(text):
    """Of a help its first sentence, its usage, its entries by heading, and what stands below them."""
    about, usage, rest = re.match(r"(.*)\nUsage: (.*)\n((?:.*\n)*)", text).groups()
    groups, below = {}, []
    for line in rest.splitlines():
        if re.fullmatch("[A-Z][a-z ]*:", line):
            entries = groups[line[:-1]] = []
        elif line.startswith(" " * MEANINGS_BEGIN):
            entries[-1][1] = line.strip()
        elif line.startswith("  "):
            end = MEANINGS_BEGIN if line[MEANINGS_BEGIN - 1:MEANINGS_BEGIN] == " " else len(line)
            entries.append([line[:end].strip(), line[end:]])
        elif line:
            below.append(line)
    return about, usage, groups, " ".join(below).removesuffix(".").split("Exit codes: ")


def help_of(command):
    """With all options."""
    shown = run(*filter(None, [command]), "--help")
    return run(command, "--help-all") if "--help-all" in shown else shown


def page(command, pages):
    """That of the program for no command."""
    name = f"fairshuffle-{command}" if command else "fairshuffle"
    about, usage, groups, (more, codes) = parsed(help_of(command))
    text = f'.TH {escaped(name.upper())} 1 {DATE} "{run("--version").strip()}" "User Commands"\n'
    sentence = re.sub(r"^fairshuffle |\.$", "", about)
    text += ".SH NAME\n" + lines(f"{name} - {sentence[0].lower()}{sentence[1:]}")
    text += ".SH SYNOPSIS\n" + re.sub("[A-Z]+|[a-z][a-z ]*[a-z]", lambda words: shown(words[0]), usage.replace("OPTIONS]", "OPTION]...")) + "\n"
    text += ".SH DESCRIPTION\n" + lines(about.removesuffix(".") + ".") + (more and ".PP\n" + lines(more))
    text += further(command or name, "DESCRIPTION")
    if not command:
        commands = [entry(f"\\fBfairshuffle\\-{each}\\fR(1)", meaning) for each, meaning in groups.pop("Subcommands")]
        text += ".SH COMMANDS\n" + "".join(commands)
    groups.pop("Examples", None)  # manual.txt has others
    text += ".SH OPTIONS\n"
    for heading, entries in groups.items():
        text += "" if heading == "Options" else f".SS {heading}\n"
        text += "".join(option(*each) for each in entries)
    text += "" if command else targets()
    text += ".SH EXIT STATUS\n" + "".join(entry(shown(code[0]), code[2:]) for code in codes.split("; "))
    text += "".join(further(command or name, section) for section in ("ENVIRONMENT", "FILES", "EXAMPLES"))
    others = [f".BR {escaped(each)} (1)" for each in pages if each != name]
    return text + ".SH SEE ALSO\n" + ",\n".join(others) + "\n"


def main():
    commands = [word for word, _ in offered("")]
    pages = sorted(["fairshuffle", *(f"fairshuffle-{command}" for command in commands)])
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for command in ["", *commands]:
        name = f"fairshuffle-{command}" if command else "fairshuffle"
        (folder / f"{name}.1").write_text(page(command, pages), encoding="utf-8")


main()
