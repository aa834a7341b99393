// Sorts whose comparator tosses a coin.
#include "harness/lesson/mechanisms/tables.hpp"

namespace fairshuffle::detail {

namespace {

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

constexpr Consequence by_halving[]{
    {"the last card is at home", "1/2^floor(log2(n))", "1/n"},
    {"the last card ends at the front", "1/2^(1 + floor(log2(n - 1)))", "1/n"},
};

constexpr Consequence by_halving_of_three[]{
    {"the last card is at home", "2^floor(log2(n))/3^floor(log2(n))", "1/n"},
    {"the last card ends at the front", "1/3^(1 + floor(log2(n - 1)))", "1/n"},
};

constexpr Consequence by_php[]{
    {"the sorted deck comes", "1/2^(n - 1)", "1/n!"},
};

constexpr Consequence by_php_of_three[]{
    {"the sorted deck comes", "2^(n - 1)/3^(n - 1)", "1/n!"},
};

constexpr Mechanism coin_sorts[]{
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
     .choice = "binary",
     .words =
         "Each card is put in by halving: a place that h halvings lead to has chance 1/2^h, and only a "
         "power of 2 has all places equally far. The first two cards lie fairly, the third does not. Every "
         "chance is a sum of powers of 1/2, and 1/n! is none (n > 2), for n! has the factor 3.",
     .consequences = by_halving},
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
    {.shuffle = "comparator-sort",
     .choice = "binary three",
     .words =
         "Each card is put in by halving, each time into the front half with chance 1/3: the last cards stay "
         "near the end. Every chance is a whole number of powers of 1/3, and 1/n! is none (n > 1), for n! "
         "has the factor 2.",
     .consequences = by_halving_of_three},
};

}  // namespace

std::span<const Mechanism> coin_sort_mechanisms() {
  return coin_sorts;
}

}  // namespace fairshuffle::detail
