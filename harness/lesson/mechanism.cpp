#include "harness/lesson/mechanism.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/shuffle/registry.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view factor_before_n = "n! has the factor n - 1, which shares no prime with n";
constexpr std::string_view factor_3 = "n! has the factor 3, and no power of 2 has";

constexpr Consequence uniform[]{{"a given order comes", "1/n!", "1/n!"}};

constexpr Consequence last_card_leaves[]{
    {"the last card is at home", "0", "1/n"},
    {"a given order that can come does", "1/((n - 1) (n - 1)!)", "1/n!"},
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

constexpr Consequence naive[]{
    {"card i ends at position j < i", "((1 - 1/n)^i + (1 - 1/n)^(n - 1 - j))/n", "1/n", "i = 1, j = 0"},
    {"card i ends at position j >= i", "((1 - 1/n)^i + (1 - 1/n)^(n - 1 - j) - (1 - 1/n)^(n - 1 + i - j))/n",
     "1/n", "i = 1, j = 1"},
};

constexpr Consequence one_cycle[]{
    {"a given card is at home", "0", "1/n"},
    {"it is at another given position", "1/(n - 1)", "1/n"},
    {"a given order of one cycle comes", "1/(n - 1)!", "1/n!"},
};

constexpr Consequence last_step_missing[]{
    {"card 0 is at home", "2/n", "1/n"},
    {"card 0 is at position 1", "0", "1/n"},
    {"a given order that can come does", "2/n!", "1/n!"},
};

constexpr Consequence first_step_missing[]{
    {"the last card is at home", "1", "1/n"},
    {"another card is at a given position before it", "1/(n - 1)", "1/n"},
    {"a given order that can come does", "1/(n - 1)!", "1/n!"},
};

constexpr Consequence inserted[]{
    {"card 1 is before card 0", "(1 - sum(j = 2..n: (-1)^j (j - 1) C(n, j) (1 - j/n)^rounds))/2", "1/2"},
    {"mean rounds until the deck is in uniform order", "sum(j = 2..n: n/j)", ""},
};

constexpr Consequence squared[]{
    {"a given card is at home", "2/n", "1/n"},
    {"it is at another given position", "(1 - 2/n)/(n - 1)", "1/n"},
    {"the order is even", "1", "1/2"},
};

constexpr Consequence cut_once[]{
    {"a given card is at a given position", "1/n", "1/n"},
    {"card 1 comes directly after card 0", "1 - 1/n", "1/n"},
    {"a given order that can come does", "1/n", "1/n!"},
};

constexpr Consequence riffled[]{
    {"the sorted deck comes", "C(2^m + n - 1, n)/2^(m n)", "1/n!"},
    {"a given order of r rising sequences comes", "C(2^m + n - r, n)/2^(m n)", "1/n!", "r = 2"},
    {"the reversed deck comes", "C(2^m, n)/2^(m n)", "1/n!"},
};

constexpr Consequence by_insertion[]{
    {"the last card ends at position j > 0", "1/2^(n - j)", "1/n", "j = 1"},
    {"the last card ends at the front", "1/2^(n - 1)", "1/n"},
    {"the sorted deck comes", "1/2^(n - 1)", "1/n!"},
    {"the reversed deck comes", "1/2^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_merging[]{
    {"the first half stays before the second", "1/2^floor(n/2)", "1/C(n, floor(n/2))"},
    {"the second half comes before the first", "1/2^ceil(n/2)", "1/C(n, floor(n/2))"},
};

constexpr Consequence by_partition[]{
    {"the last card ends at position j", "C(n - 1, j)/2^(n - 1)", "1/n", "j = 0"},
    {"the sorted deck comes", "1/2^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_bisection[]{
    {"the last card is at home", "(1 - 1/2^(n - 2))/2^floor(log2(n)) + 1/2^(n - 1)", "1/n"},
    {"the last card ends at the front", "(1 - 1/2^(n - 2))/2^(1 + floor(log2(n - 1))) + 1/2^(n - 1)", "1/n"},
};

constexpr Consequence by_insertion_of_three[]{
    {"the last card ends at position j > 0", "2/3^(n - j)", "1/n", "j = 1"},
    {"the last card ends at the front", "1/3^(n - 1)", "1/n"},
    {"the sorted deck comes", "2^(n - 1)/3^(n - 1)", "1/n!"},
    {"the reversed deck comes", "1/3^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_merging_of_three[]{
    {"the first half stays before the second", "2^floor(n/2)/3^floor(n/2)", "1/C(n, floor(n/2))"},
    {"the second half comes before the first", "1/3^ceil(n/2)", "1/C(n, floor(n/2))"},
};

constexpr Consequence by_partition_of_three[]{
    {"the last card ends at position j", "C(n - 1, j) 2^(n - 1 - j)/3^(n - 1)", "1/n", "j = 0"},
    {"the sorted deck comes", "1/3^(n (n - 1)/2)", "1/n!"},
};

constexpr Consequence by_bisection_of_three[]{
    {"the last card is at home",
     "(1 - (1 + 2^(n - 1))/3^(n - 1)) 2^floor(log2(n))/3^floor(log2(n)) + 2^(n - 1)/3^(n - 1)", "1/n"},
    {"the last card ends at the front",
     "(1 - (1 + 2^(n - 1))/3^(n - 1))/3^(1 + floor(log2(n - 1))) + 1/3^(n - 1)", "1/n"},
};

constexpr Consequence by_php[]{
    {"the sorted deck comes", "1/2^(n - 1)", "1/n!"},
};

constexpr Consequence by_php_of_three[]{
    {"the sorted deck comes", "2^(n - 1)/3^(n - 1)", "1/n!"},
};

constexpr Consequence dealt_twice[]{
    {"cards that are dealt twice", "min(slip, floor((n - 1)/3))", "0"},
};

constexpr Mechanism mechanisms[]{
    {.shuffle = "fisher-yates",
     .choice = "",
     .words =
         "Each deal takes any of the cards left with the same chance: 1/n for the first, 1/(n - 1) for the "
         "second, and so on. Every order is one sequence of such deals, so all orders have the same chance.",
     .consequences = uniform},
    {.shuffle = "durstenfeld",
     .choice = "",
     .words =
         "Going down, each position takes any of the cards not yet placed with the same chance: 1/n at the "
         "last one, 1/(n - 1) at the one before, and so on. The cards placed tell which draws were made, "
         "so each of the n! sequences of draws leads to an order of its own.",
     .consequences = uniform},
    {.shuffle = "durstenfeld",
     .choice = "first-below-last",
     .words =
         "The first step alone draws below `last`, which is never `last`: the last card must leave its "
         "position "
         "and never comes back, for no later step touches it. All orders that move it have the same chance.",
     .consequences = last_card_leaves},
    {.shuffle = "durstenfeld",
     .choice = "always-below-n-1",
     .words =
         "No draw is ever n - 1, so the first step must move the last card away for good. The steps after it "
         "draw over all positions that are left, those that are done with among them: a naive swap of n - 1 "
         "cards, down to position 1.",
     .consequences = one_short,
     .never = {"(n - 1)^(n - 1)", "n! has the factor n, which shares no prime with n - 1"}},
    {.shuffle = "durstenfeld",
     .choice = "always-below-n-2",
     .words = "No draw is ever n - 1 or n - 2, so the first two steps must move the last two cards away for "
              "good. The "
              "steps after them draw over all positions that are left, those that are done with among them.",
     .consequences = two_short},
    {.shuffle = "durstenfeld",
     .choice = "last-below-n",
     .words = "Until the last step all is well: card 0 lies at position 0, where it was never drawn, or "
              "where it was "
              "put for good. The last step should toss a coin for the first two cards, and swaps position 1 "
              "with any "
              "of n instead: card 0 stays at position 0 too often.",
     .consequences = whole_deck_last},
    {.shuffle = "identity",
     .choice = "",
     .words = "Nothing moves: one order of n! comes, always, and it is the one that went in.",
     .consequences = nothing},
    {.shuffle = "durstenfeld-up",
     .choice = "",
     .words =
         "When the first i cards are in uniform order, the next one takes any of i + 1 positions with the "
         "same chance and the card there moves to the end: then each order of i + 1 cards has chance "
         "1/i! × 1/(i + 1) = 1/(i + 1)!, and so on up to n.",
     .consequences = uniform},
    {.shuffle = "inside-out",
     .choice = "",
     .words =
         "When i cards are in uniform order, the next one takes any of i + 1 places with the same chance "
         "and its holder moves to the end: then each order of i + 1 cards has chance "
         "1/i! × 1/(i + 1) = 1/(i + 1)!, and so on up to n.",
     .consequences = uniform},
    {.shuffle = "pick-from-all",
     .choice = "",
     .words = "One draw below n!, and each number it can give names an order of its own.",
     .consequences = uniform},
    {.shuffle = "std-shuffle",
     .choice = "",
     .words = "The standard asks that each of the n! orders have the same chance, and leaves the way to the "
              "library. That takes words of the source itself, out of sight, so no formula here proves it: "
              "counts must tell."},
    {.shuffle = "std-random-shuffle",
     .choice = "",
     .words =
         "The library goes up the deck: when the first i cards are in uniform order, the next one takes any "
         "of i + 1 positions with the same chance, and each order of i + 1 cards has chance "
         "1/i! × 1/(i + 1) = 1/(i + 1)!, and so on up to n.",
     .consequences = uniform},
    {.shuffle = "random-key-sort",
     .choice = "",
     .words =
         "Two cards have equal keys with chance 1/2^bits, and then the sort leaves the one in front that was "
         "in front: every pair of cards rather keeps its order than turns it.",
     .consequences = random_keys,
     .never = {"2^(bits n)", factor_3}},
    {.shuffle = "random-key-sort",
     .choice = "keys",
     .words = "Two cards have equal keys with chance 1/keys, and then the sort leaves the one in front that "
              "was in "
              "front: every pair of cards rather keeps its order than turns it.",
     .consequences = keys_of_any_number},
    {.shuffle = "swap-pairs",
     .choice = "",
     .words =
         "Each swap sends a given card to a random place, perhaps its own, with chance 2/n and else leaves "
         "it. After k swaps it was never sent with chance (1 - 2/n)^k: then it is at home, and else it is "
         "anywhere with the same chance.",
     .consequences = pairs,
     .never = {"n^(2k)", factor_before_n}},
    {.shuffle = "naive-swap",
     .choice = "",
     .words =
         "Step j puts any card into position j with chance 1/n, as is fair. But each later step i takes it "
         "away again with chance 1/n and puts there what lies at i: card i itself with chance "
         "(1 - 1/n)^i, where a fair deck has it with 1/n.",
     .consequences = naive,
     .never = {"n^n", factor_before_n}},
    {.shuffle = "sattolo",
     .choice = "",
     .words =
         "A draw below `last` is never `last`, so at every step the card must leave its position: the "
         "(n - 1)! sequences of draws make just the (n - 1)! orders that are one cycle through all cards, "
         "and no card is ever at home.",
     .consequences = one_cycle},
    {.shuffle = "skip-last",
     .choice = "last",
     .words =
         "The two cards left in front are not swapped any more: n!/2 sequences of draws, each with an order "
         "of its own, and the other half of the orders never comes. Card 0 moves only when it is drawn, "
         "to a position from 2 on where it stays: it never lies at position 1.",
     .consequences = last_step_missing},
    {.shuffle = "skip-last",
     .choice = "first",
     .words =
         "Only the first step could have moved the last card. Without it that card is always at home, and "
         "the n - 1 others are shuffled fairly: (n - 1)! orders instead of n!.",
     .consequences = first_step_missing},
    {.shuffle = "draw-insert",
     .choice = "",
     .words =
         "Card 1 stays behind card 0 until it is taken out itself. For that all cards below it must go above "
         "it, one with chance 2/n a round, the next with 3/n, and so on up to n/n, its own turn. From "
         "then on the deck is in uniform order; before, half of the orders cannot come.",
     .consequences = inserted,
     .never = {"n^rounds", factor_before_n}},
    {.shuffle = "applied-twice",
     .choice = "",
     .words =
         "The deck is dealt through its own order, and an order applied twice is always even: an odd one "
         "never comes. A card is home again when its cycle had one card or two, and each length from 1 to n "
         "has chance 1/n.",
     .consequences = squared},
    {.shuffle = "random-cut",
     .choice = "",
     .words = "One draw of n values makes n orders, and there are n!. Each card is at each position just as "
              "often, but the cards stay a circle: card 1 follows card 0 unless the cut goes between them.",
     .consequences = cut_once},
    {.shuffle = "riffle",
     .choice = "",
     .words =
         "m riffles are one riffle of 2^m packets: m coins a card, 2^(m n) equally likely paths. An order in "
         "which r sequences of successive cards rise needs r - 1 of the cuts where they meet; the others "
         "may lie anywhere, in C(2^m + n - r, n) ways: the better mixed, the fewer, and none where r > 2^m.",
     .consequences = riffled,
     .never = {"2^(m n)", factor_3}},
    {.shuffle = "comparator-sort",
     .choice = "insertion",
     .words =
         "Each card goes towards the front while the coin says so: it stays with chance 1/2, passes one card "
         "with 1/4, two with 1/8. The last cards stay near the end. Every chance is a sum of powers of "
         "1/2, and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_insertion},
    {.shuffle = "comparator-sort",
     .choice = "merge",
     .words =
         "A merge takes from either half with chance 1/2, however many cards each has left, until one half "
         "is used up and the rest of the other follows as it is. Every chance is a sum of powers of 1/2, "
         "and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_merging},
    {.shuffle = "comparator-sort",
     .choice = "quick",
     .words =
         "Every other card goes before the last one with chance 1/2, so that one lands where n - 1 tosses "
         "send it: in the middle, hardly ever at an end. Every chance is a sum of powers of 1/2, and 1/n! "
         "is none (n > 2), for n! has the factor 3.",
     .consequences = by_partition},
    {.shuffle = "comparator-sort",
     .choice = "tim",
     .words =
         "Equal coins at the start are a run, which stays or is turned round, with chance 1/2^(n - 2) as far "
         "as the last card. Else that card is put in by halving: a place that h halvings lead to has chance "
         "1/2^h, and only a power of 2 has all places equally far. Every chance is a sum of powers of 1/2, "
         "and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_bisection},
    {.shuffle = "comparator-sort",
     .choice = "php",
     .words = "Three cards are sorted by two or three tosses, and each further one goes towards the front "
              "while the "
              "coin says so, from the seventh on in steps of two: the last cards stay near the end. Every "
              "chance is "
              "a sum of powers of 1/2, and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_php},
    {.shuffle = "comparator-sort",
     .choice = "intro",
     .words = "From 4 to 16 cards each goes towards the front while the coin says so: insertion, where the "
              "last cards "
              "stay near the end. Two and three cards are swapped pair by pair, and more than 16 are parted "
              "first. "
              "Every chance is a sum of powers of 1/2, and 1/n! is none (n > 2), for n! has the factor 3."},
    {.shuffle = "comparator-sort",
     .choice = "old-v8",
     .words =
         "Up to 10 cards are inserted: each goes towards the front while the coin says so, and the last ones "
         "stay near the end. More are parted first, around one that lands near the middle. Every chance is a "
         "sum of powers of 1/2, and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_insertion},
    {.shuffle = "comparator-sort",
     .choice = "pdq",
     .words =
         "Up to 12 cards are inserted: each goes towards the front while the coin says so, and the last ones "
         "stay near the end. More are parted first, around one that lands near the middle. Every chance is a "
         "sum of powers of 1/2, and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_insertion},
    {.shuffle = "comparator-sort",
     .choice = "insertion three",
     .words = "Each card goes towards the front while the coin says so, with chance 1/3 a step, for of "
              "equals none "
              "moves: it stays with chance 2/3. The last cards stay near the end. Every chance is a whole "
              "number of "
              "powers of 1/3, and 1/n! is none (n > 1), for n! has the factor 2.",
     .consequences = by_insertion_of_three},
    {.shuffle = "comparator-sort",
     .choice = "merge three",
     .words = "A merge takes from the right half with chance 1/3 and from the left with 2/3, equals among "
              "them, until "
              "one half is used up: the first half is rather in front. Every chance is a whole number of "
              "powers of "
              "1/3, and 1/n! is none (n > 1), for n! has the factor 2.",
     .consequences = by_merging_of_three},
    {.shuffle = "comparator-sort",
     .choice = "quick three",
     .words = "Every other card goes before the last one with chance 1/3, so that one lands about a third of "
              "the way "
              "down, hardly ever at the end. Every chance is a whole number of powers of 1/3, and 1/n! is "
              "none (n > "
              "1), for n! has the factor 2.",
     .consequences = by_partition_of_three},
    {.shuffle = "comparator-sort",
     .choice = "tim three",
     .words = "A run that rises goes on with chance 2/3, one that falls with 1/3. Where it ends, the cards "
              "after it "
              "are put in by halving, each time into the front half with chance 1/3: they stay near the end. "
              "Every "
              "chance is a whole number of powers of 1/3, and 1/n! is none (n > 1), for n! has the factor 2.",
     .consequences = by_bisection_of_three},
    {.shuffle = "comparator-sort",
     .choice = "php three",
     .words = "Of equals PHP puts the card first that came first, so two cards change their order with "
              "chance 1/3 and "
              "keep it with 2/3: the deck rather stays as it was. Every chance is a whole number of powers "
              "of 1/3, "
              "and 1/n! is none (n > 1), for n! has the factor 2.",
     .consequences = by_php_of_three},
    {.shuffle = "comparator-sort",
     .choice = "intro three",
     .words =
         "From 4 to 16 cards each goes towards the front while the coin says so, with chance 1/3 a step: the "
         "last cards stay near the end. Two and three cards are swapped pair by pair, and more than 16 are "
         "parted first. Every chance is a whole number of powers of 1/3, and 1/n! is none (n > 1), for n! "
         "has "
         "the factor 2."},
    {.shuffle = "comparator-sort",
     .choice = "old-v8 three",
     .words =
         "Up to 10 cards are inserted: each goes towards the front with chance 1/3 a step, and the last ones "
         "stay near the end. More are parted first, in those before, equal to and after one of them. Every "
         "chance is a whole number of powers of 1/3, and 1/n! is none (n > 1), for n! has the factor 2.",
     .consequences = by_insertion_of_three},
    {.shuffle = "comparator-sort",
     .choice = "pdq three",
     .words =
         "Up to 12 cards are inserted: each goes towards the front with chance 1/3 a step, and the last ones "
         "stay near the end. More are parted first. Every chance is a whole number of powers of 1/3, and "
         "1/n! "
         "is none (n > 1), for n! has the factor 2.",
     .consequences = by_insertion_of_three},
    {.shuffle = "deal-hands",
     .choice = "",
     .words =
         "Durstenfeld's order is handed out from the front: without a slip each position once, which moves "
         "no card. With a slip the third hand of floor((n - 1)/3) cards starts too early, on cards that "
         "were dealt already; as many others are never dealt.",
     .consequences = dealt_twice},
};

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

}  // namespace

std::string_view chosen_word(const SampleSetup& setup) {
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!info.choices.empty()) return info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return "";
}

std::string choice_of(const SampleSetup& setup) {
  std::string choice;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!is_told(*setup.shuffle, setup.options, option)) continue;
    if (info.choices.empty() && info.instead_of.empty()) continue;
    if (!choice.empty()) choice += ' ';
    choice +=
        info.choices.empty() ? info.name : info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return choice;
}

const Mechanism& mechanism_of(const SampleSetup& setup) {
  const std::string choice = choice_of(setup);
  const auto found = std::ranges::find_if(mechanisms, [&](const Mechanism& mechanism) {
    return mechanism.shuffle == setup.shuffle->name && mechanism.choice == choice;
  });
  if (found == std::end(mechanisms)) {
    throw std::invalid_argument("mechanism_of: none of " + std::string(setup.shuffle->name) + " " + choice);
  }
  return *found;
}

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

}  // namespace fairshuffle
