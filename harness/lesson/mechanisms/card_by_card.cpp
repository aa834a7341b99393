// Shuffles that give each place its card by a draw, or all of them by one, and the slips made there.
#include "harness/lesson/mechanisms/tables.hpp"

namespace fairshuffle::detail {

namespace {

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

constexpr Consequence dealt_twice[]{
    {"cards that are dealt twice", "min(slip, floor((n - 1)/3))", "0"},
};

constexpr Mechanism card_by_card[]{
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
    {.shuffle = "deal-hands",
     .choice = "",
     .words =
         "Durstenfeld's order is handed out from the front: without a slip each position once, which moves "
         "no card. With a slip the third hand of floor((n - 1)/3) cards starts too early, on cards that "
         "were dealt already; as many others are never dealt.",
     .consequences = dealt_twice},
};

}  // namespace

std::span<const Mechanism> card_by_card_mechanisms() {
  return card_by_card;
}

}  // namespace fairshuffle::detail
