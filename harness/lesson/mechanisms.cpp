// Why shuffles are fair or not: a table for each kind of them.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/lesson/lesson.hpp"

namespace fairshuffle {

namespace {

// Draws that do not give all values equally often.

constexpr Consequence remainders[]{
    {"a value below W mod b is drawn", "(floor(W/b) + 1)/W", "1/b"},
    {"another value is drawn", "floor(W/b)/W", "1/b"},
};

constexpr Consequence stretches[]{
    {"the first value is drawn", "ceil(W/b)/W", "1/b"},
    {"the last value is drawn", "floor(W/b)/W", "1/b"},
};

constexpr Consequence half_ends[]{
    {"the first or the last value is drawn", "1/(2 (b - 1))", "1/b"},
    {"a value between them is drawn", "1/(b - 1)", "1/b"},
};

// Shuffles that give each place its card by a draw, or all of them by one, and the slips made there.

// Why n! divides no power of n for any n > 2.
constexpr std::string_view factor_before_n = "n! has the factor n - 1, which shares no prime with n";

constexpr Consequence uniform[]{{"a given permutation comes", "1/n!", "1/n!"}};

constexpr Consequence last_card_leaves[]{
    {"the last card is at home", "0", "1/n"},
    {"a given permutation that can come does", "1/((n - 1) (n - 1)!)", "1/n!"},
};

constexpr Consequence one_short[]{
    {"the last card is at home", "0", "1/n"},
    {"the last card ends at another given position", "1/(n - 1)", "1/n"},
};

constexpr Consequence two_short[]{
    {"the last card is at home", "0", "1/n"},
};

constexpr Consequence whole_deck_last[]{
    {"card 0 is at home", "2 (n - 1)/n^2", "1/n"},
    {"card 0 is at position 1", "1/n", "1/n"},
};

constexpr Consequence naive[]{
    {"card i ends at position j < i", "((1 - 1/n)^i + (1 - 1/n)^(n - 1 - j))/n", "1/n", "i = 1, j = 0"},
    {"card i ends at position j >= i", "((1 - 1/n)^i + (1 - 1/n)^(n - 1 - j) - (1 - 1/n)^(n - 1 + i - j))/n",
     "1/n", "i = 1, j = 1"},
};

constexpr Consequence one_cycle[]{
    {"a given card is at home", "0", "1/n"},
    {"it is at another given position", "1/(n - 1)", "1/n"},
    {"a given permutation of one cycle comes", "1/(n - 1)!", "1/n!"},
};

constexpr Consequence last_step_missing[]{
    {"card 0 is at home", "2/n", "1/n"},
    {"card 0 is at position 1", "0", "1/n"},
    {"a given permutation that can come does", "2/n!", "1/n!"},
};

constexpr Consequence first_step_missing[]{
    {"the last card is at home", "1", "1/n"},
    {"another card is at a given position before it", "1/(n - 1)", "1/n"},
    {"a given permutation that can come does", "1/(n - 1)!", "1/n!"},
};

constexpr Consequence dealt_twice[]{
    {"cards that are dealt twice", "min(slip, floor((n - 1)/3))", "0"},
};

constexpr std::string_view going_up =
    "It goes up the deck: when the first i cards are in uniform order, the next one takes any of i + 1 "
    "positions with the same chance and the card there moves to the end: then each order of i + 1 cards has "
    "chance 1/i! × 1/(i + 1) = 1/(i + 1)!, and so on up to n.";

constexpr Mechanism card_by_card[]{
    {"fisher-yates", "", uniform,
     "Each deal takes any of the cards left with the same chance: 1/n for the first, 1/(n - 1) for the "
     "second, and so on. Every permutation is one sequence of such deals, so all permutations have the same "
     "chance."},
    {"durstenfeld", "", uniform,
     "Going down, each position takes any of the cards not yet placed with the same chance: 1/n at the last "
     "one, 1/(n - 1) at the one before, and so on. The cards placed tell which draws were made, so each of "
     "the n! sequences of draws leads to a permutation of its own."},
    {"durstenfeld", "first-below-last", last_card_leaves,
     "The first step alone never draws the last position itself: the last card must leave its position "
     "and never comes back, for no later step touches it. All permutations that move it have the same "
     "chance."},
    {"durstenfeld",
     "always-below-n-1",
     one_short,
     "No draw is ever n - 1, so the first step must move the last card away for good. The steps after it "
     "draw over all positions that are left, those that are done with among them: a naive swap of n - 1 "
     "cards, down to position 1.",
     {"(n - 1)^(n - 1)", "n! has the factor n, which shares no prime with n - 1"}},
    {"durstenfeld", "always-below-n-2", two_short,
     "No draw is ever n - 1 or n - 2, so the first two steps must move the last two cards away for good. The "
     "steps after them draw over all positions that are left, those that are done with among them."},
    {"durstenfeld", "last-below-n", whole_deck_last,
     "Until the last step all is well: card 0 lies at position 0, where it was never drawn, or where it was "
     "put for good. The last step should toss a coin for the first two cards, and swaps position 1 with any "
     "of n instead: card 0 stays at position 0 too often."},
    {"durstenfeld-up", "", uniform, going_up},
    {"inside-out", "", uniform, going_up},
    {"pick-from-all", "", uniform,
     "One draw below n!, and each number it can give names a permutation of its own."},
    {"std-shuffle",
     "",
     {},
     "The standard asks that each of the n! permutations have the same chance, and leaves the way to the "
     "library. "
     "That takes words of the source itself, out of sight, so no formula here proves it: counts must tell."},
    {"std-random-shuffle", "", uniform, going_up},
    {"naive-swap",
     "",
     naive,
     "Step j puts any card into position j with chance 1/n, as is fair. But each later step i takes it away "
     "again with chance 1/n and puts there what lies at i: card i itself with chance (1 - 1/n)^i, where a "
     "fair deck has it with 1/n.",
     {"n^n", factor_before_n}},
    {"sattolo", "", one_cycle,
     "No step ever draws its own position, so at every step the card must leave it: the (n - 1)! "
     "sequences of draws make just the (n - 1)! permutations that are one cycle through all cards, and no "
     "card is ever at home."},
    {"skip-last", "last", last_step_missing,
     "The two cards left in front are not swapped any more: n!/2 sequences of draws, each with a permutation "
     "of its own, and the other half of the permutations never comes. Card 0 moves only when it is drawn, to "
     "a position from 2 on where it stays: it never lies at position 1."},
    {"skip-last", "first", first_step_missing,
     "Only the first step could have moved the last card. Without it that card is always at home, and the n "
     "- 1 others are shuffled fairly: (n - 1)! permutations instead of n!."},
    {"deal-hands", "", dealt_twice,
     "Durstenfeld's order is handed out from the front: without a slip each position once, which moves no "
     "card. With a slip the third hand of floor((n - 1)/3) cards starts too early, on cards that were dealt "
     "already; as many others are never dealt."},
};

// Shuffles that mix a deck little by little: by keys, swaps, insertions, cuts and riffles.

constexpr std::string_view factor_3 = "n! has the factor 3, and no power of 2 has";

constexpr Consequence nothing[]{
    {"the sorted deck comes", "1", "1/n!"},
    {"a given card is at home", "1", "1/n"},
    {"it is at another given position", "0", "1/n"},
};

constexpr Consequence keys_of_any_number[]{
    {"card 0 stays before card 1", "1/2 + 1/(2 keys)", "1/2"},
    {"the sorted deck comes", "C(keys + n - 1, n)/keys^n", "1/n!"},
    {"the reversed deck comes", "C(keys, n)/keys^n", "1/n!"},
};

constexpr Consequence random_keys[]{
    {"card 0 stays before card 1", "1/2 + 1/2^(bits + 1)", "1/2"},
    {"the sorted deck comes", "C(2^bits + n - 1, n)/2^(bits n)", "1/n!"},
    {"the reversed deck comes", "C(2^bits, n)/2^(bits n)", "1/n!"},
};

constexpr Consequence pairs[]{
    {"a given card is at home", "1/n + (1 - 1/n)(1 - 2/n)^k", "1/n"},
    {"it is at another given position", "1/n - (1 - 2/n)^k/n", "1/n"},
};

constexpr Consequence inserted[]{
    {"card 1 is before card 0", "(1 - sum(j = 2..n: (-1)^j (j - 1) C(n, j) (1 - j/n)^rounds))/2", "1/2"},
    {"mean rounds until the deck is in uniform order", "sum(j = 2..n: n/j)", ""},
};

constexpr Consequence squared[]{
    {"a given card is at home", "2/n", "1/n"},
    {"it is at another given position", "(1 - 2/n)/(n - 1)", "1/n"},
    {"the permutation is even", "1", "1/2"},
};

constexpr Consequence cut_once[]{
    {"a given card is at a given position", "1/n", "1/n"},
    {"card 1 comes directly after card 0", "1 - 1/n", "1/n"},
    {"a given permutation that can come does", "1/n", "1/n!"},
};

constexpr Consequence riffled[]{
    {"the sorted deck comes", "C(2^m + n - 1, n)/2^(m n)", "1/n!"},
    {"a given permutation of r rising sequences comes", "C(2^m + n - r, n)/2^(m n)", "1/n!", "r = 2"},
    {"the reversed deck comes", "C(2^m, n)/2^(m n)", "1/n!"},
};

constexpr Consequence shelved[]{
    {"the sorted deck comes",
     "2 sum(a = 0..n - 1: C((2 shelves)^passes/2 + n - 1 - a, n) C(n - 1, a))/(2 shelves)^(passes n)",
     "1/n!"},
    {"a given permutation of p peaks comes",
     "2^(2p + 1) sum(a = p..n - 1 - p: C((2 shelves)^passes/2 + n - 1 - a, n) C(n - 1 - 2p, a - p))/(2 "
     "shelves)^(passes n)",
     "1/n!", "p = 1", 3},
    {"the reversed deck comes",
     "2 sum(a = 0..n - 1: C((2 shelves)^passes/2 + n - 1 - a, n) C(n - 1, a))/(2 shelves)^(passes n)",
     "1/n!"},
};

constexpr Consequence thrown_over[]{
    {"one pass leaves card 1 directly behind card 0", "1 - 1/length", "1/n"},
    {"one pass leaves the deck as it is", "(1 - 1/length)^(n - 1)", "1/n!"},
    {"one pass reverses the deck", "1/length^(n - 1)", "1/n!"},
};

constexpr Consequence piled[]{
    {"one pass puts the last card dealt on top", "1/min(piles, n)", "1/n"},
    {"one pass makes a given permutation of those it can", "1/(min(piles, n))!", "1/n!"},
};

constexpr Consequence piled_in_order[]{
    {"a given permutation that can come does", "1", "1/n!"},
};

constexpr Mechanism mixing[]{
    {"identity", "", nothing,
     "Nothing moves: one permutation of n! comes, always, and it is the one that went in."},
    {"random-key-sort",
     "",
     random_keys,
     "Two cards have equal keys with chance 1/2^bits, and then the sort leaves the one in front that was in "
     "front: every pair of cards rather keeps its order than turns it.",
     {"2^(bits n)", factor_3}},
    {"random-key-sort", "keys", keys_of_any_number,
     "Two cards have equal keys with chance 1/keys, and then the sort leaves the one in front that was in "
     "front: every pair of cards rather keeps its order than turns it."},
    {"swap-pairs",
     "",
     pairs,
     "Each swap sends a given card to a random place, perhaps its own, with chance 2/n and else leaves it. "
     "After k swaps it was never sent with chance (1 - 2/n)^k: then it is at home, and else it is anywhere "
     "with the same chance.",
     {"n^(2k)", factor_before_n}},
    {"draw-insert",
     "",
     inserted,
     "Card 1 stays behind card 0 until it is taken out itself. For that all cards below it must go above it, "
     "one with chance 2/n a round, the next with 3/n, and so on up to n/n, its own turn. From then on the "
     "deck is in uniform order; before, half of the permutations cannot come.",
     {"n^rounds", factor_before_n}},
    {"applied-twice", "", squared,
     "The deck is dealt through its own order, and a permutation applied twice is always even: an odd one "
     "never comes. A card is home again when its cycle had one card or two, and each length from 1 to n has "
     "chance 1/n."},
    {"random-cut", "", cut_once,
     "One draw of n values makes n permutations, and there are n!. Each card is at each position just as "
     "often, but the cards stay a circle: card 1 follows card 0 unless the cut goes between them."},
    {"riffle",
     "",
     riffled,
     "m riffles are one riffle of 2^m packets: m coins a card, 2^(m n) equally likely paths. A permutation "
     "in which r sequences of successive cards rise needs r - 1 of the cuts where they meet; the others may "
     "lie anywhere, in C(2^m + n - r, n) ways: the better mixed, the fewer, and none where r > 2^m.",
     {"2^(m n)", factor_3}},
    {"shelf", "", shelved,
     "Each card goes to a random shelf, and a coin puts it on top of what lies there or below it. So down a "
     "shelf the cards fall to the one that came first and rise from there: s shelves, one below the other, "
     "have at most s - 1 peaks, cards between two lower ones. Permutations of more peaks never come, and "
     "those of few come too often. A pass over s shelves and one over t are one over 2 s t."},
    {"overhand", "", thrown_over,
     "Each gap between two cards is cut with chance 1/length, and the packets between the cuts are thrown "
     "over each other: the last one comes first, and within a packet nothing changes. Two neighbours part "
     "only where the gap between them is cut, and what comes between them then is the end of one packet and "
     "the beginning of another. So order is lost gap by gap, where a riffle loses it everywhere at once."},
    {"smoosh",
     "",
     {},
     "Each card has a key: its place, and noise from a bell of standard deviation sigma places. Two cards d "
     "places apart have keys whose noise differs by a bell of sigma times the root of 2: they change order "
     "where that is beyond d, nearly half of the time while d is far less than sigma, and hardly ever from 3 "
     "sigma on. So what lay near stays near, unless sigma is far larger than the deck."},
    {"piles", "", piled,
     "Where each card goes is known before it is dealt: card i lies in pile i mod piles, below the cards "
     "that come later. Chance is only in which pile is taken up when, one order of piles! a pass. Who knows "
     "the number of piles knows each pile card by card."},
    {"piles", "in-order", piled_in_order,
     "Where each card goes is known before it is dealt, and so is where its pile goes: there is no chance in "
     "it. It parts neighbours, which looks like mixing, but one permutation comes, always."},
};

// Sorts whose comparator tosses a coin.

// The coin has f answers, one of which moves a card: of yes, no and equal, too, only one does.

constexpr Consequence by_insertion[]{
    {"the last card ends at position j > 0", "(f - 1)/f^(n - j)", "1/n", "j = 1"},
    {"the last card ends at the front", "1/f^(n - 1)", "1/n"},
    {"the sorted deck comes", "(f - 1)^(n - 1)/f^(n - 1)", "1/n!"},
    {"the reversed deck comes", "1/f^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_merging[]{
    {"the first half stays before the second", "(f - 1)^floor(n/2)/f^floor(n/2)", "1/C(n, floor(n/2))"},
    {"the second half comes before the first", "1/f^ceil(n/2)", "1/C(n, floor(n/2))"},
};

constexpr Consequence by_partition[]{
    {"the last card ends at position j", "C(n - 1, j) (f - 1)^(n - 1 - j)/f^(n - 1)", "1/n", "j = 0"},
    {"the sorted deck comes", "1/f^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_bisection[]{
    {"the last card is at home",
     "(1 - (1 + (f - 1)^(n - 1))/f^(n - 1)) (f - 1)^floor(log2(n))/f^floor(log2(n)) + (f - 1)^(n - 1)/f^(n - "
     "1)",
     "1/n"},
    {"the last card ends at the front",
     "(1 - (1 + (f - 1)^(n - 1))/f^(n - 1))/f^(1 + floor(log2(n - 1))) + 1/f^(n - 1)", "1/n"},
};

constexpr Consequence by_halving[]{
    {"the last card is at home", "(f - 1)^floor(log2(n))/f^floor(log2(n))", "1/n"},
    {"the last card ends at the front", "1/f^(1 + floor(log2(n - 1)))", "1/n"},
};

constexpr Consequence by_php[]{
    {"the sorted deck comes", "(f - 1)^(n - 1)/f^(n - 1)", "1/n!"},
};

constexpr Mechanism by_coin(std::string_view choice, std::string_view words,
                            std::span<const Consequence> consequences = {}) {
  return {"comparator-sort",
          choice,
          consequences,
          words,
          {},
          "The coin has f answers, and one of them moves a card. Every chance is a whole number of powers of "
          "1/f, and 1/n! is none (n > 2), for n! has the factors 2 and 3."};
}

constexpr Mechanism coin_sorts[]{
    by_coin("insertion",
            "Each card goes towards the front while the coin says so: it stays with chance 1 - 1/f, and each "
            "card that it passes has chance 1/f. The last cards stay near the end.",
            by_insertion),
    by_coin("merge",
            "A merge takes from the right half with chance 1/f, and else from the left one, however many "
            "cards each has left, until one half is used up and the rest of the other follows as it is.",
            by_merging),
    by_coin("quick",
            "Every other card goes before the last one with chance 1/f, so that one lands where n - 1 tosses "
            "send it: near an f-th of the way down, hardly ever at the end.",
            by_partition),
    by_coin("tim",
            "A run at the start that falls goes on with chance 1/f, and is turned round; one that rises goes "
            "on with 1 - 1/f. The cards after it are put in by halving, each time into the front half with "
            "chance 1/f: only a power of 2 has all places equally far.",
            by_bisection),
    by_coin("php",
            "Three cards are sorted by two or three tosses, and each further one goes towards the front "
            "while the coin says so, with chance 1/f, from the seventh on in steps of two: the last cards "
            "stay near the end.",
            by_php),
    by_coin("intro",
            "From 4 to 16 cards each goes towards the front while the coin says so, with chance 1/f: the "
            "last cards stay near the end. Two and three cards are swapped pair by pair, and more than 16 "
            "are parted first."),
    by_coin("old-v8",
            "Up to 10 cards are inserted: each goes towards the front while the coin says so, with chance "
            "1/f, and the last ones stay near the end. More are parted first, by one of them.",
            by_insertion),
    by_coin("pdq",
            "Up to 12 cards are inserted: each goes towards the front while the coin says so, with chance "
            "1/f, and the last ones stay near the end. More are parted first, by one of them.",
            by_insertion),
    by_coin("binary",
            "Each card is put in by halving, each time into the front half with chance 1/f: only a power of "
            "2 has all places equally far. With f = 2 the first two cards lie fairly, the third does not.",
            by_halving),
};

std::string choice_of(const SampleSetup& setup) {
  std::string choice;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!is_told(*setup.shuffle, setup.options, option)) continue;
    // How many answers a coin has is a number in formulas.
    if ((info.choices.empty() && info.instead_of.empty()) || info.name == "coin") continue;
    if (!choice.empty()) choice += ' ';
    choice +=
        info.choices.empty() ? info.name : info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return choice;
}

}  // namespace

DrawMechanism draw_mechanism_of(const SampleSetup& setup) {
  const std::string_view name = setup.draw->info.name;
  const WordUse use = setup.draw->word_use(*setup.source);
  if (use == WordUse::several) return {};
  if (use == WordUse::remainder) {
    return {.words =
                "A remainder deals the W words out to the b values in turn, and W mod b of them get one word "
                "more than the others.",
            .consequences = remainders};
  }
  if (name == "rounded-double") {
    return {.words =
                "Rounding gives every value the numbers within 1/2 of it, but the first and the last have "
                "such numbers on one side only (all but for the last digit, since words are whole).",
            .consequences = half_ends};
  }
  if (name == "multiply-shift") {
    return {.words =
                "Each value is made by one stretch of the W words, W/b long where that is a whole number, "
                "and else rounded up or down.",
            .consequences = stretches};
  }
  return {.words =
              "Each value is made by one stretch of the W words, and W/b of them would be fair; a stretch is "
              "a word or a few longer or shorter, as the digits of a double have it."};
}

std::string_view chosen_word(const SampleSetup& setup) {
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!info.choices.empty()) return info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return "";
}

const Mechanism& mechanism_of(const SampleSetup& setup) {
  const std::string choice = choice_of(setup);
  for (const std::span<const Mechanism> table :
       std::array<std::span<const Mechanism>, 3>{card_by_card, mixing, coin_sorts}) {
    const auto found = std::ranges::find_if(table, [&](const Mechanism& mechanism) {
      return mechanism.shuffle == setup.shuffle->name && mechanism.choice == choice;
    });
    if (found != table.end()) return *found;
  }
  throw std::invalid_argument("mechanism_of: none of " + std::string(setup.shuffle->name) + " " + choice);
}

}  // namespace fairshuffle
