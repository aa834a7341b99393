#include "core/exact/paths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/exact/pieces.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

using Cards = std::span<Card>;

// Its words are one more than what every number up to 46 divides.
struct Words {
  using result_type = std::uint64_t;
  static constexpr result_type count = 9'419'588'158'802'421'600U;

  Paths& paths;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return count; }
  result_type operator()() { return paths.draw(DrawKind::word, count); }
};

std::uint64_t below(Paths& paths, std::uint64_t bound) {
  return paths.draw(DrawKind::below, bound);
}

template <class Body>
Paths::Shuffle shuffle_of(Body body) {
  return [body](Paths& paths, int deck_size) {
    std::array<Card, 8> cards{};
    const Cards deck = Cards(cards).first(static_cast<std::size_t>(deck_size));
    std::iota(deck.begin(), deck.end(), Card{0});
    body(deck, paths);
    return checked_rank_of(deck);
  };
}

template <class Body>
Outcomes followed(int deck_size, Body body, const PathLimits& limits = {}) {
  return Paths(deck_size, shuffle_of(body), limits).follow();
}

template <class Body>
std::string refusal(int deck_size, Body body, const PathLimits& limits = {}) {
  try {
    followed(deck_size, body, limits);
  } catch (const PathsRefused& error) {
    return error.what();
  }
  return "";
}

// From the last card down, each swapped with one up to it that `pick` picks.
template <class Pick>
auto fisher_yates(Pick pick) {
  return [pick](Cards deck, Paths& paths) {
    for (std::size_t last = deck.size(); last-- > 1;) std::swap(deck[last], deck[pick(paths, last + 1)]);
  };
}

void naive_swap(Cards deck, Paths& paths) {
  for (Card& card : deck) std::swap(card, deck[below(paths, deck.size())]);
}

void library_shuffle(Cards deck, Paths& paths) {
  Words words{paths};
  std::shuffle(deck.begin(), deck.end(), words);
}

void sort_by_keys(Cards deck, Paths& paths) {
  std::array<std::uint64_t, 8> keys{};
  for (const Card card : deck) keys[card] = Words{paths}();
  std::ranges::sort(deck, {}, [&](Card card) { return keys[card]; });
}

bool is_exactly_fair(const Outcomes& outcomes) {
  return outcomes.unfollowed == 0 && is_uniform(outcomes.distribution);
}

}  // namespace

TEST_CASE("bounded draws are one branch for each value, and what comes of them is proven") {
  const Outcomes fair = followed(5, fisher_yates(below));
  CHECK(is_exactly_fair(fair));
  CHECK(fair.paths == 120);
  CHECK(fair.ordinary_runs == 0);
  const Outcomes three = followed(3, naive_swap);
  CHECK(three.paths == 27);
  CHECK(three.distribution.denominator == 27);
  const std::array<int, 6> due{4, 5, 5, 5, 4, 4};
  CHECK(std::ranges::equal(three.distribution.weight, due));
  CHECK(to_text(total_variation(followed(5, naive_swap).distribution)) == "3157/37500");
  const Outcomes six = followed(6, naive_swap);
  CHECK(six.paths == 46'656);
  CHECK(to_text(total_variation(six.distribution)) == "2285/23328");
}

TEST_CASE("a sort by coin has paths of many lengths, which are added up exactly") {
  // Insertion from the end: a card goes on down as long as the coin says so.
  const Outcomes coins = followed(3, [](Cards deck, Paths& paths) {
    for (std::size_t card = 1; card < deck.size(); ++card) {
      for (std::size_t at = card; at > 0 && below(paths, 2) == 1; --at) std::swap(deck[at], deck[at - 1]);
    }
  });
  CHECK(coins.paths == 6);
  CHECK(probability_of(coins.distribution, 0) == Fraction(1, 4));
  CHECK(to_text(total_variation(coins.distribution)) == "1/6");
}

TEST_CASE("a loop that draws again is followed down to a chance that is told") {
  // Half of all draws are redrawn: the paths alone are enough.
  const auto redraws = [](Paths& paths, std::uint64_t bound) {
    std::uint64_t value = 0;
    while ((value = below(paths, 4)) >= bound) {
    }
    return value;
  };
  const Outcomes two = followed(2, fisher_yates(redraws));
  CHECK(two.unfollowed > 0);
  CHECK(Fraction(two.unfollowed, two.distribution.denominator) < Fraction(1, 1 << 20));
  CHECK(two.distribution.weight[0] == two.distribution.weight[1]);
  // Five of eight values are redrawn, in turn for each card: those that go on alike are one branch.
  const Outcomes three = followed(3, fisher_yates([](Paths& paths, std::uint64_t bound) {
                                    std::uint64_t value = 0;
                                    while ((value = below(paths, 8)) >= bound) {
                                    }
                                    return value;
                                  }));
  CHECK(three.ordinary_runs == 100'000);
  CHECK(three.unfollowed > 0);
  CHECK(Fraction(three.unfollowed, three.distribution.denominator) < Fraction(1, 100'000));
  CHECK(std::ranges::all_of(three.distribution.weight,
                            [&](const Integer& weight) { return weight == three.distribution.weight[0]; }));
}

TEST_CASE("paths that go on alike are followed once, and loops down to 2^-60, also where words are drawn") {
  const auto redraws = [](Paths& paths, std::uint64_t bound) {
    std::uint64_t value = 0;
    while ((value = paths.draw(DrawKind::word, std::uint64_t{1} << 32) & 7) >= bound) {
    }
    return value;
  };
  const Outcomes five = followed(5, fisher_yates(redraws));
  CHECK(five.paths == 120);
  CHECK(five.ordinary_runs == 100'000);
  CHECK(five.unfollowed > 0);
  CHECK(five.distribution.denominator >= (five.unfollowed << 60));
  CHECK(std::ranges::all_of(five.distribution.weight,
                            [&](const Integer& weight) { return weight == five.distribution.weight[0]; }));
  // So many values of a draw lead to few states.
  const Outcomes bytes =
      followed(4, fisher_yates([](Paths& paths, std::uint64_t bound) { return below(paths, 256) % bound; }));
  CHECK(bytes.paths == 24);
  CHECK(to_text(probability_of(bytes.distribution, 0)) == "85/2048");
}

TEST_CASE("a weighted draw has a branch for each alternative, of its chance") {
  const auto insertion = [](Cards deck, Paths& paths) {
    for (std::size_t card = 1; card < deck.size(); ++card) {
      for (std::size_t at = card; at > 0 && paths.draw_weighted("1 999") == 0; --at)
        std::swap(deck[at], deck[at - 1]);
    }
  };
  const Outcomes coins = followed(3, insertion);
  CHECK(coins.paths == 6);
  CHECK(coins.ordinary_runs == 0);
  CHECK(coins.unfollowed == 0);
  CHECK(probability_of(coins.distribution, 5) == Fraction(1, 1'000'000'000));
  // Beside a word its alternatives are states.
  const Outcomes both = followed(3, [&](Cards deck, Paths& paths) {
    if (paths.draw_weighted("1 2 3") == 1) std::swap(deck[0], deck[Words{paths}() % 3]);
  });
  CHECK(both.ordinary_runs == 100'000);
  CHECK(probability_of(both.distribution, 0) == Fraction(7, 9));
  CHECK_THROWS_AS(followed(2, [](Cards, Paths& paths) { paths.draw_weighted("1 0"); }),
                  std::invalid_argument);
}

TEST_CASE("paths that are few and equally likely can be told one by one") {
  Paths naive(3, shuffle_of([](Cards deck, Paths& draws) {
                for (Card& card : deck) {
                  draws.see(deck);
                  std::swap(card, deck[below(draws, 3)]);
                }
              }));
  naive.follow();
  const std::vector<EqualPath> each = naive.equal_paths(27);
  REQUIRE(each.size() == 27);
  CHECK(each[9].decks == std::vector<std::string>{"0 1 2", "1 0 2", "0 1 2"});
  CHECK(each[9].rank == 5);
  CHECK(path_text(each[5].draws) == "0 of 3, 1 of 3, 2 of 3");
  CHECK(naive.equal_paths(26).empty());
  Paths scaled(3, shuffle_of(fisher_yates([](Paths& paths, std::uint64_t bound) {
                 return paths.draw(DrawKind::word, std::uint64_t{1} << 32) * bound >> 32;
               })));
  scaled.follow();
  CHECK(scaled.equal_paths(6).size() == 6);
  CHECK(scaled.equal_paths(5).empty());
  Paths coins(3, shuffle_of([](Cards deck, Paths& paths) {
                if (below(paths, 2) == 0 && below(paths, 2) == 0) std::ranges::reverse(deck);
              }));
  coins.follow();
  CHECK(coins.equal_paths(1000).empty());
}

TEST_CASE("words are cut where the code goes on otherwise: std::shuffle is followed as it is") {
  for (const int deck_size : cases({3, 4, 5, 6, 8})) {
    CAPTURE(deck_size);
    const Outcomes shuffled = followed(deck_size, library_shuffle);
    CHECK(is_exactly_fair(shuffled));
    CHECK(shuffled.paths == permutation_count(deck_size));
    CHECK(shuffled.ordinary_runs == 100'000);
  }
  const Outcomes naive = followed(5, [](Cards deck, Paths& paths) {
    Words words{paths};
    std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
    for (Card& card : deck) std::swap(card, deck[any(words)]);
  });
  CHECK(to_text(total_variation(naive.distribution)) == "3157/37500");
}

TEST_CASE("words taken modulo are told apart by their remainders, scaled ones by where they end") {
  CHECK(is_exactly_fair(
      followed(5, fisher_yates([](Paths& paths, std::uint64_t bound) { return Words{paths}() % bound; }))));
  const auto unit = [](Paths& paths) {
    return static_cast<double>(paths.draw(DrawKind::unit, std::uint64_t{1} << 53)) * 0x1p-53;
  };
  const Outcomes scaled =
      followed(5, fisher_yates([&](Paths& paths, std::uint64_t bound) {
                 return static_cast<std::size_t>(unit(paths) * static_cast<double>(bound));
               }));
  CHECK(is_exactly_fair(scaled));
  CHECK(std::ranges::find(scaled.widths, DrawWidth{53, "scaled-double", 5}) != scaled.widths.end());
  const Outcomes rounded =
      followed(4, fisher_yates([&](Paths& paths, std::uint64_t bound) {
                 return static_cast<std::size_t>(std::lround(unit(paths) * static_cast<double>(bound - 1)));
               }));
  CHECK(to_text(total_variation(rounded.distribution)) == "1/6");
  // Of another modulus than a deck's, all remainders are told apart.
  const Outcomes bits = followed(3, fisher_yates([](Paths& paths, std::uint64_t bound) {
                                   return (paths.draw(DrawKind::word, std::uint64_t{1} << 32) & 0xff) % bound;
                                 }));
  CHECK(to_text(total_variation(bits.distribution)) == "1/384");
  const Outcomes narrow = followed(3, fisher_yates([](Paths& paths, std::uint64_t bound) {
                                     return paths.draw(DrawKind::word, std::uint64_t{1} << 31) % bound;
                                   }));
  CHECK(is_exactly_fair(narrow));
  CHECK(std::ranges::find(narrow.widths, DrawWidth{31, "modulo", 3}) != narrow.widths.end());
  CHECK(is_exactly_fair(followed(4, [](Cards deck, Paths& paths) {
    Words words{paths};
    std::uniform_real_distribution<double> real;
    for (std::size_t last = deck.size(); last-- > 1;)
      std::swap(deck[last], deck[static_cast<std::size_t>(real(words) * static_cast<double>(last + 1))]);
  })));
}

TEST_CASE("of few words the ends are taken as they are, and one half is not what lies two words beside it") {
  const auto chance = [](std::uint64_t size, std::uint64_t end) {
    const Outcomes of = followed(2, [=](Cards deck, Paths& paths) {
      if (paths.draw(DrawKind::word, size) < end) std::swap(deck[0], deck[1]);
    });
    return probability_of(of.distribution, 1);
  };
  CHECK(chance(40'000, 20'000) == Fraction(1, 2));
  CHECK(chance(40'000, 20'002) == Fraction(20'002, 40'000));
  CHECK(chance(1 << 16, 65'535) == Fraction(65'535, 65'536));
  CHECK(chance(1 << 16, 21'846) == Fraction(1, 3));
  CHECK(chance(std::uint64_t{1} << 32, (std::uint64_t{1} << 31) + 2) == Fraction(1, 2));
}

TEST_CASE("a piece that no probe hits, and a state that few continuations show, are found by ordinary runs") {
  // What was drawn first matters for one continuation in a hundred.
  const Outcomes thrice = followed(3, [](Cards deck, Paths& paths) {
    int lucky = 0;
    for (int draw = 0; draw < 3; ++draw) lucky += Words{paths}() < Words::count / 10;
    if (lucky == 3) std::ranges::reverse(deck);
  });
  CHECK(thrice.ordinary_runs == 100'000);
  CHECK(probability_of(thrice.distribution, 5) == Fraction(1, 1000));
  const Outcomes rare = followed(3, [](Cards deck, Paths& paths) {
    library_shuffle(deck, paths);
    if (Words{paths}() < Words::count / 1000) std::ranges::sort(deck);
  });
  CHECK(rare.ordinary_runs == 100'000);
  CHECK(to_text(total_variation(rare.distribution)) == "1/1200");
}

TEST_CASE(
    "random keys and words that are used neither in pieces nor by remainders are refused, not believed") {
  for (const int deck_size : {2, 3, 4, 8}) {
    CAPTURE(deck_size);
    CHECK(refusal(deck_size, sort_by_keys).find("not piecewise constant in single draws") !=
          std::string::npos);
  }
  CHECK(refusal(
            4, fisher_yates([](Paths& paths, std::uint64_t bound) { return (Words{paths}() >> 16) % bound; }))
            .find("not piecewise constant in single draws") != std::string::npos);
}

TEST_CASE("state that outlives a run, and numbers from elsewhere, show where the same draws end otherwise") {
  unsigned calls = 0;
  CHECK(refusal(3, [&calls](Cards deck, Paths& paths) {
          std::swap(deck[0], deck[below(paths, 3)]);
          if (++calls % 5 == 0) std::swap(deck[1], deck[2]);
        }).starts_with("exact: the same draws end otherwise the second time: is a deck or a generator kept"));
  const auto rarely = [&calls](Cards deck, Paths& paths) {
    std::swap(deck[0], deck[below(paths, 3)]);
    if (++calls % 15'000 == 0) std::swap(deck[1], deck[2]);
  };
  CHECK(refusal(3, rarely).find("the same draws end otherwise") != std::string::npos);
  // The number of repeats is told. Each path is repeated once at least.
  calls = 0;
  CHECK(followed(3, rarely, {.repeats = 1}).repeats == 3);
  CHECK(followed(3, [](Cards, Paths&) {}).repeats == 100'000);
  // Where nothing is drawn, it is repeated the more often.
  CHECK(refusal(2, [&calls](Cards deck, Paths&) {
          if (++calls % 5000 == 0) std::ranges::reverse(deck);
        }).find("the same draws end otherwise") != std::string::npos);
  // It is the better sentence also for what looks like chance.
  CHECK(refusal(4, [&calls](Cards deck, Paths& paths) {
          std::swap(deck[0], deck[(Words{paths}() >> 16) % 4]);
          std::swap(deck[1], deck[++calls % 4]);
        }).find("the same draws end otherwise") != std::string::npos);
  std::mt19937 own(1);
  CHECK(
      refusal(4, [&own](Cards deck, Paths&) { std::ranges::shuffle(deck, own); }).ends_with("(draws: none)"));
  bool asks_three = false;
  CHECK(refusal(3, [&asks_three](Cards, Paths& paths) {
          below(paths, asks_three ? 3 : 2);
          asks_three = !asks_three;
        }).find("the same draws end otherwise") != std::string::npos);
}

TEST_CASE("code without end and paths without number are refused, with the draws or the numbers of paths") {
  CHECK(refusal(3, [](Cards, Paths& paths) {
          while (below(paths, 2) < 2) {
          }
        }).starts_with("exact: a path has more than 10,000 draws (draws: 0 of 2, 0 of 2, "));
  CHECK(refusal(3, [](Cards, Paths& paths) {
          below(paths, std::uint64_t{1} << 40);
        }).starts_with("exact: a draw has 1,099,511,627,776 values, more than can be followed (draws: "));
  PathLimits few;
  few.paths = 1000;
  CHECK(
      refusal(5, naive_swap, few) ==
      "exact: there are 3,125 paths of 5 cards, of which 1,000 are followed at most; there are 4 at 2 cards, "
      "27 at 3 cards, 256 at 4 cards, about 54,000 at 6");
  // Code for decks of one size is not counted at others.
  CHECK(refusal(
            5,
            [](Cards deck, Paths& paths) {
              if (deck.size() != 5) throw std::runtime_error("no");
              naive_swap(deck, paths);
            },
            few) == "exact: there are 3,125 paths of 5 cards, of which 1,000 are followed at most");
  // Whether another card is drawn depends on the last one, so that some paths do not tell how many there are.
  CHECK(refusal(
            4,
            [](Cards deck, Paths& paths) {
              for (std::size_t draw = 0; draw < 9 && below(paths, 3) != 0; ++draw)
                std::swap(deck[0], deck[1]);
            },
            few)
            .starts_with("exact: after 1,000 paths of 4 cards "));
  CHECK(refusal(3, [](Cards, Paths& paths) { below(paths, 1'000'001); }) ==
        "exact: a draw has 1,000,001 values, more than can be followed (draws: none)");
  PathLimits late;
  late.is_over = [] { return true; };
  CHECK(refusal(6, naive_swap, late)
            .starts_with("exact: after 1 paths of 6 cards 100 % of their chance is left; there are 4 at 2 "));
  CHECK_THROWS_AS(Paths(9, nullptr), std::invalid_argument);
}

TEST_CASE("pieces that no time was left to check are refused, never taken for proven") {
  for (unsigned most = 0; most < 480; ++most) {
    CAPTURE(most);
    unsigned asked = 0;
    PathLimits late;
    late.is_over = [&asked, most] { return ++asked > most; };
    try {
      const Outcomes outcomes = followed(3, library_shuffle, late);
      CHECK(outcomes.ordinary_runs > 0);
    } catch (const PathsRefused& error) {
      CHECK(std::string(error.what()).starts_with("exact: after "));
    }
  }
}

TEST_CASE(
    "what is no permutation is counted as invalid, and what the code throws comes out with its draws there") {
  const Outcomes invalid =
      followed(2, [](Cards deck, Paths& paths) { deck[0] = static_cast<Card>(below(paths, 3)); });
  CHECK(invalid.paths == 3);
  CHECK(invalid.distribution.invalid == 2);
  Paths paths(3, [](Paths& draws, int) -> std::uint64_t {
    if (below(draws, 3) == 2) throw std::runtime_error("mine");
    return 0;
  });
  CHECK_THROWS_WITH(paths.follow(), "mine");
  CHECK(path_text(paths.path()) == "2 of 3");
  CHECK(path_text({{DrawKind::word, 32, 7}, {DrawKind::unit, 4, 1}}) == "word 7, 0.25");
}
