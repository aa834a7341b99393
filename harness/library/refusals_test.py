#!/usr/bin/env python3
"""A deck that certify can't take is refused by the compiler with one sentence. Usage: refusals_test.py COMPILER INCLUDE"""
import subprocess
import sys

SOURCE = """
#include <array>
#include <fairshuffle/certify.hpp>
#include <memory>
#include <utility>
#include <vector>
struct Card {{ int number; }};
struct Deck {{
  std::vector<{card}> held;
  const std::vector<{card}>& cards() const {{ return held; }}
}};
int main() {{
  const auto shuffle = [](auto& deck) {{ using std::swap; (void)deck; }};
  {decks}
}}
"""
OF_COPY, OF_CARDS = "every trial gets a copy of the deck", "a card is told by a copy of it"
REFUSED = [
    ("std::unique_ptr<int>", "std::vector<std::unique_ptr<int>> deck; fairshuffle::certify(deck, shuffle);", OF_COPY),
    ("std::unique_ptr<int>", "std::array<std::unique_ptr<int>, 5> deck; fairshuffle::certify(deck, shuffle);", OF_COPY),
    ("std::unique_ptr<int>", "Deck deck; fairshuffle::certify(deck, shuffle);", OF_COPY),
    ("Card", "Deck deck; fairshuffle::certify(deck, shuffle);", OF_COPY),
    ("std::unique_ptr<int>", "fairshuffle::certify([] { return Deck(); }, shuffle);", OF_CARDS),
    ("Card", "fairshuffle::certify([] { return Deck(); }, shuffle);", OF_CARDS),
]
TAKEN = "Deck deck; fairshuffle::certify(deck, shuffle); fairshuffle::certify([] { return Deck(); }, shuffle);"


def errors(compiler, include, card, decks):
    compiled = subprocess.run([compiler, "-std=c++20", f"-I{include}", "-fsyntax-only", "-x", "c++", "-"],
                              input=SOURCE.format(card=card, decks=decks), capture_output=True, text=True, check=False)
    return [line for line in compiled.stderr.splitlines() if "error:" in line]


def main(compiler, include):
    taken = errors(compiler, include, "int", TAKEN)
    assert not taken, taken
    for card, decks, sentence in REFUSED:
        found = errors(compiler, include, card, decks)
        assert len(found) == 1 and "certify: " + sentence in found[0], (decks, found)
    print(f"{len(REFUSED)} decks refused, each with one sentence")


if __name__ == "__main__":
    main(*sys.argv[1:])
