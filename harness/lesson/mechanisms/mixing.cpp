// Shuffles that mix a deck little by little: by keys, swaps, insertions, cuts and riffles.
#include "harness/lesson/mechanisms/tables.hpp"

namespace fairshuffle::detail {

namespace {

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

constexpr Consequence shelved[]{
    {"the sorted deck comes",
     "2 sum(a = 0..n - 1: C((2 shelves)^passes/2 + n - 1 - a, n) C(n - 1, a))/(2 shelves)^(passes n)",
     "1/n!"},
    {"a given order of p peaks comes",
     "2^(2p + 1) sum(a = p..n - 1 - p: C((2 shelves)^passes/2 + n - 1 - a, n) C(n - 1 - 2p, a - p))"
     "/(2 shelves)^(passes n)",
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
    {"one pass makes a given order of those it can", "1/(min(piles, n))!", "1/n!"},
};

constexpr Consequence piled_in_order[]{
    {"a given order that can come does", "1", "1/n!"},
};

constexpr Mechanism mixing[]{
    {.shuffle = "identity",
     .choice = "",
     .words = "Nothing moves: one order of n! comes, always, and it is the one that went in.",
     .consequences = nothing},
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
    {.shuffle = "shelf",
     .choice = "",
     .words =
         "Each card goes to a random shelf, and a coin puts it on top of what lies there or below it. So "
         "down "
         "a shelf the cards fall to the one that came first and rise from there: s shelves, one below the "
         "other, have at most s - 1 peaks, cards between two lower ones. Orders of more peaks never come, "
         "and "
         "those of few come too often. A pass over s shelves and one over t are one over 2 s t.",
     .consequences = shelved},
    {.shuffle = "overhand",
     .choice = "",
     .words =
         "Each gap between two cards is cut with chance 1/length, and the packets between the cuts are "
         "thrown over each other: the last one comes first, and within a packet nothing changes. Two "
         "neighbours part only where the gap between them is cut, and what comes between them then is the "
         "end of one packet and the beginning of another. So order is lost gap by gap, where a riffle loses "
         "it everywhere at once.",
     .consequences = thrown_over},
    {.shuffle = "smoosh",
     .choice = "",
     .words =
         "Each card has a key: its place, and noise from a bell of standard deviation sigma places. Two "
         "cards "
         "d places apart have keys whose noise differs by a bell of sigma times the root of 2: they change "
         "order where that is beyond d, nearly half of the time while d is far less than sigma, and hardly "
         "ever from 3 sigma on. So what lay near stays near, unless sigma is far larger than the deck.",
     .consequences = {}},
    {.shuffle = "piles",
     .choice = "",
     .words =
         "Where each card goes is known before it is dealt: card i lies in pile i mod piles, below the cards "
         "that come later. Chance is only in which pile is taken up when, one order of piles! a pass. Who "
         "knows the number of piles knows each pile card by card.",
     .consequences = piled},
    {.shuffle = "piles",
     .choice = "in-order",
     .words = "Where each card goes is known before it is dealt, and so is where its pile goes: there is no "
              "chance in it. It parts neighbours, which looks like mixing, but one order comes, always.",
     .consequences = piled_in_order},
};

}  // namespace

std::span<const Mechanism> mixing_mechanisms() {
  return mixing;
}

}  // namespace fairshuffle::detail
