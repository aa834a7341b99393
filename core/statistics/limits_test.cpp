// From which trials on permutations are counted, which arguments are just taken and which are not, and the
// far tails of sums by a second way to the same formula.
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Cells = std::vector<std::uint64_t>;

// What an argument is refused with; empty where it is taken.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// (1 - Phi(w)) / phi(w), by Laplace's continued fraction.
long double mills(long double w) {
  long double below = w;
  for (int term = 400; term > 0; --term) below = w + term / below;
  return 1 / below;
}

// log10 of P(so many heads or more of so many throws), by Lugannani and Rice with the half of a step taken
// off, the cumulants of a coin being known in closed form.
double log10_of_heads(std::uint64_t throws, std::uint64_t heads) {
  const auto n = static_cast<long double>(throws);
  const long double x = (static_cast<long double>(heads) - 0.5L) / n, t = std::log(x / (1 - x));
  const long double k = -std::log(2 * (1 - x)), w = std::sqrt(2 * n * (t * x - k));
  const long double u = 2 * std::sinh(t / 2) * std::sqrt(n * x * (1 - x));
  const long double factor = mills(w) - 1 / w + 1 / u;
  const long double log_p = -w * w / 2 - std::log(2 * std::numbers::pi_v<long double>) / 2 + std::log(factor);
  return static_cast<double>(log_p / std::numbers::ln10_v<long double>);
}

}  // namespace

TEST_CASE("permutations need five trials each and 2,400, and to be certified as many as their bound takes") {
  CHECK(fewest_trials_for_permutations(3) == 2'400);
  CHECK(fewest_trials_for_permutations(5) == 2'400);
  CHECK(fewest_trials_for_permutations(6) == 3'600);
  CHECK(fewest_trials_for_permutations(10) == 18'144'000);
  // Five cards: 119 degrees of freedom, of which the bound by the statistic has nine tenths of the error.
  const double lambda = noncentrality_upper_limit(119, 119, 0.9991);
  CHECK(fewest_trials_to_certify_permutations(5, 0.001, 0.999) == static_cast<std::uint64_t>(lambda / 4e-6));
  CHECK(fewest_trials_to_certify_permutations(5, 1, 0.999) == 2'400);
  CHECK(fewest_trials_to_certify_permutations(5, 0, 0.999) == 10'000'000'000'000'000'000U);
  CHECK(fewest_trials_to_certify_permutations(5, 1e-12, 0.999) == 10'000'000'000'000'000'000U);
}

TEST_CASE("permutations are counted up to ten cards, of eleven and twelve where they can be certified") {
  constexpr std::uint64_t all = std::uint64_t{1} << 53;
  for (const int deck_size : {1, 2, 9}) {
    const auto counting = permutation_counting_for(deck_size, 1, 0.001, 0.999);
    REQUIRE(counting.has_value());
    CHECK(counting->width == CounterWidth::wide);
    CHECK(counting->most_listed == 0);
  }
  const auto ten = permutation_counting_for(10, 1, 0.001, 0.999);
  REQUIRE(ten.has_value());
  CHECK(ten->width == CounterWidth::wide);
  CHECK(ten->most_listed == 56'700);  // 10! / 64
  for (const int deck_size : {11, 12}) {
    const std::uint64_t fewest = fewest_trials_to_certify_permutations(deck_size, 0.01, 0.999);
    CHECK_FALSE(permutation_counting_for(deck_size, fewest - 1, 0.01, 0.999));
    const auto counting = permutation_counting_for(deck_size, fewest, 0.01, 0.999);
    REQUIRE(counting.has_value());
    CHECK(counting->width == CounterWidth::narrow);
    CHECK(counting->most_listed == (deck_size == 11 ? 623'700 : 7'484'400));
  }
  CHECK_FALSE(permutation_counting_for(13, all, 0.001, 0.999));
}

TEST_CASE("decks, cells and trials are taken up to the ends of their ranges, and refused beyond in words") {
  CHECK(refusal([] { detail::equal_cells_statistic("f", Cells{3, 3}, 6); }).empty());
  CHECK(refusal([] { detail::equal_cells_statistic("f", Cells{6}, 6); }) ==
        "f: cells must be 2 to 12!, was 1");
  CHECK(refusal([] {
          detail::equal_cells_statistic("f", Cells{0, 0}, 0);
        }) == "f: trials must be at least 1, was 0");
  CHECK(refusal([] {
          detail::equal_cells_statistic("f", Cells{3, 4}, 6);
        }) == "f: the table holds 7 counts where 6 trials make 6");
  constexpr std::uint64_t most = std::uint64_t{1} << 53, most_of_many = std::uint64_t{1} << 49;
  CHECK(refusal([] { detail::equal_cells_statistic("f", Cells{most, 0}, most); }).empty());
  CHECK(refusal([] {
          detail::equal_cells_statistic("f", Cells{most + 1, 0}, most + 1);
        }).starts_with("f: trials must be at most 2^53, was 9007199254740"));
  const auto with_cells = [](std::uint64_t cells, std::uint64_t trials) {
    return refusal([=] {
      detail::equal_cells_statistic(
          "f",
          detail::CellSums{
              .cells = cells, .counted = trials, .sum_of_squares = static_cast<Wide>(trials) * trials},
          trials);
    });
  };
  CHECK(with_cells(4'000'000, most).empty());
  CHECK(with_cells(4'000'001, most_of_many).empty());
  CHECK(with_cells(4'000'001, most_of_many + 1)
            .starts_with("f: trials must be at most 2^49 for so many cells"));
  CHECK(with_cells(479'001'600, 5).empty());
  CHECK(with_cells(479'001'601, 5).starts_with("f: cells must be 2 to 12!"));

  const Tally none(3, 0), one(1, 0), two = tally_of_counts(2, Cells{2, 1});
  CHECK(refusal([&] { positions_statistic(one); }) ==
        "positions_statistic: deck_size must be at least 2, was 1");
  CHECK(refusal([&] { positions_statistic(none); }) ==
        "positions_statistic: trials must be at least 1, was 0");
  CHECK(refusal([&] { positions_statistic(two); }).empty());
  CHECK(refusal([&] { neighbours_test.statistic(one); }) ==
        "neighbours_statistic: deck_size must be at least 2, was 1");
  CHECK(refusal([&] { neighbours_test.statistic(none); }) ==
        "neighbours_statistic: trials must be at least 1, was 0");
  CHECK(refusal([&] { neighbours_test.statistic(two); }).empty());
  CHECK(refusal([&] {
          permutations_statistic(Tally(11, 0));
        }).starts_with("permutations_statistic: deck_size must be one whose permutations are counted"));

  CHECK(refusal([] { lehmer_code_statistic(2, 1, Cells{1, 0}); }).empty());
  CHECK(refusal([] { lehmer_code_statistic(1, 1, Cells{}); }) ==
        "lehmer_code_statistic: deck_size must be at least 2, was 1");
  CHECK(refusal([] {
          lehmer_code_statistic(2, 0, Cells{0, 0});
        }) == "lehmer_code_statistic: trials must be at least 1, was 0");
  CHECK(refusal([] { relative_order_statistic(3, 1, Cells{1, 1, 1}); }).empty());
  CHECK(refusal([] {
          relative_order_statistic(3, 1, Cells{1, 2, 1});
        }) == "relative_order_statistic: count of a pair must be at most the trials, was 2");
  CHECK(refusal([] { relative_order_statistic(2, 1, Cells{1}); }) ==
        "relative_order_statistic: deck_size must be at least 3, was 2");
  CHECK(refusal([] {
          relative_order_statistic(3, 0, Cells{0, 0, 0});
        }) == "relative_order_statistic: trials must be at least 1, was 0");
  CHECK(refusal([] {
          relative_order_statistic(3, most + 1, Cells{0, 0, 0});
        }).starts_with("relative_order_statistic: trials must be at most 2^53"));
  CHECK(refusal([] { relative_order_statistic(3, most, Cells{0, 0, 0}); }).empty());
  CHECK(refusal([] { mean_positions_statistic(2, 1, Cells{1}); }).empty());
  CHECK(refusal([] { mean_positions_statistic(1, 1, Cells{}); }) ==
        "mean_positions_statistic: deck_size must be at least 2, was 1");
  CHECK(refusal([] { mean_positions_statistic(3, 1, Cells{1}); }) ==
        "mean_positions_statistic: pairs must be n (n - 1) / 2, was 1");
  CHECK(refusal([] { cyclic_differences_statistic(4, 3, Cells{4, 4, 4}); }).empty());
  CHECK(refusal([] {
          cyclic_differences_statistic(3, 3, Cells{3, 6});
        }) == "cyclic_differences_statistic: deck_size must be at least 4, was 3");
  CHECK(refusal([] {
          cyclic_differences_statistic(4, 0, Cells{0, 0, 0});
        }) == "cyclic_differences_statistic: trials must be at least 1, was 0");
  // Two hands of two of four cards: each trial has two pairs of hand mates.
  CHECK(refusal([] { hand_mates_statistic(4, 2, 3, Cells{1, 1, 1, 1, 1, 1}); }).empty());
  CHECK(refusal([] {
          hand_mates_statistic(4, 2, 3, Cells{2, 1, 1, 1, 1});
        }) == "hand_mates_statistic: cells must be one for each pair, was 5");
  CHECK(refusal([] { hand_mates_statistic(4, 2, 0, Cells(6)); }) ==
        "hand_mates_statistic: trials must be at least 1, was 0");
  for (const auto& [deck_size, hands] : {std::pair{4, 1}, {2, 2}, {5, 2}, {4, 4}, {9, 2}}) {
    CHECK(refusal([d = deck_size, h = hands] {
            hand_mates_statistic(d, h, 3, Cells(6));
          }).starts_with("hand_mates_statistic: hands must be two or more, equal, of two cards or more"));
  }

  CHECK(refusal([] { mean_repeats(most, 1); }).empty());
  CHECK(refusal([] { mean_repeats(most + 1, 1); }).starts_with("mean_repeats: trials must be at most 2^53"));
  CHECK(refusal([] { mean_repeats(1, 0.99); }) ==
        "mean_repeats: cells must be at least 1 and finite, was 0.99");
  CHECK(refusal([] { mean_repeats(1, std::numeric_limits<double>::infinity()); }) ==
        "mean_repeats: cells must be at least 1 and finite, was inf");
  CHECK(refusal([] {
          variance_of_repeats(most + 1, 1);
        }).starts_with("variance_of_repeats: trials must be at most 2^53"));

  CHECK(refusal([&] { counted_parts(two); }).empty());
  CHECK(refusal([] { counted_parts(tally_of_counts(3, Cells{1})); }) ==
        "counted_parts: trials must be at least 2, was 1");
  CHECK(refusal([] { counted_parts(tally_of_counts(1, Cells{5})); }) ==
        "counted_parts: deck_size must be 2 to 8, its permutations counted, was 1");
  CHECK(refusal([] {
          counted_parts(tally_of_counts(9, Cells{5}));
        }).starts_with("counted_parts: deck_size must be 2 to 8"));

  CHECK(refusal([] {
          homogeneity(Cells{1, 2}, Cells{0, 0});
        }) == "homogeneity: trials must be at least 1, was 0");
  CHECK(refusal([] { homogeneity(Cells{1, 0}, Cells{0, 1}); }).empty());
  CHECK(refusal([] { homogeneity(Cells{most, 0}, Cells{0, 1}); }).empty());
  CHECK(refusal([] {
          homogeneity(Cells{most, 1}, Cells{0, 1});
        }) == "homogeneity: trials must be at most 2^53, was 1");
  CHECK(refusal([] {
          homogeneity(Cells{most + 1}, Cells{1});
        }).starts_with("homogeneity: trials must be at most 2^53, was 9"));
  CHECK(refusal([] {
          homogeneity(Cells{1, 2}, Cells{1});
        }) == "homogeneity: cells must be as many in both samples, at least 1, was 1");

  const Cells half{1, 1};
  CHECK(refusal([] { tv_lower_bound(Bet{.share = 0.5, .hits = 5, .judged = 5}, 0.9); }).empty());
  CHECK(refusal([] { tv_lower_bound(Bet{.share = 0.5, .hits = 6, .judged = 5}, 0.9); }) ==
        "tv_lower_bound: hits must be at most the trials judged, was 6");
  CHECK(refusal([&] { bet_on_frequent_cells(half, half, std::vector<double>{1}); }) ==
        "bet_on_frequent_cells: fair must have as many cells as the counts");
  CHECK(refusal([&] {
          bet_on_frequent_cells(half, Cells{1}, std::vector<double>{0.5, 0.5});
        }) == "bet_on_frequent_cells: cells in judging must be as many as in choosing, was 1");
}

TEST_CASE(
    "a test without cells to compare has no degrees of freedom and p = 1, as a result that was not applied") {
  const Homogeneity nothing;
  CHECK((nothing.pearson.statistic == 0 && nothing.pearson.degrees_of_freedom == 0 &&
         nothing.upper_tail.p == 1));
  CHECK_FALSE(nothing.pooled);
  CHECK((HomogeneityOfPositions{}.index == 0 && !HomogeneityOfPositions{}.of_card));
  const TestResult result;
  CHECK((result.statistic == 0 && result.degrees_of_freedom == 0 && result.honest_from_level == 0));
  for (const TailProbability& tail : {result.p_value, result.upper_tail, result.lower_tail}) {
    CHECK(tail.p == 1);
    CHECK(tail.log10_p == 0);
  }
  CHECK_FALSE(result.applied);
  CHECK(std::string(to_text(Tail::lower)) == "lower");
  CHECK(std::string(to_text(Tail::upper)) == "upper");
  const Bet bet;
  CHECK((bet.share == 0 && bet.hits == 0 && bet.judged == 0));
}

TEST_CASE(
    "the tails of a coin's sum are Lugannani and Rice's to the last figure, just above thirty deviations and "
    "below") {
  const std::vector<double> coin{0.5, 0.5};
  // Half of them and w sqrt(n) / 2 more lie about w standard deviations above.
  for (const std::uint64_t throws : {10'000U, 1'000'000U}) {
    for (const double w : {2.5, 5., 12., 25., 29.5, 30.2, 31., 33., 36.5}) {
      const double above = w * std::sqrt(static_cast<double>(throws)) / 2;
      const auto heads = throws / 2 + static_cast<std::uint64_t>(above);
      CAPTURE(w);
      const double expected = log10_of_heads(throws, heads);
      REQUIRE(expected > -299);
      const SumTails tails = tails_of_sum(coin, throws, heads);
      CHECK(std::abs(tails.upper.log10_p - expected) < 3e-12 * std::abs(expected));
      CHECK(std::abs(tails_of_sum(coin, throws, throws - heads).lower.log10_p - expected) <
            3e-12 * std::abs(expected));
      CHECK(std::abs(tails.upper.p / std::pow(10, expected) - 1) < 1e-9);
    }
  }
}
