#include "core/verdict/link.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/order/order.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/cycles.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/neighbours.hpp"
#include "core/statistics/occupancy.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "core/statistics/successive_fixed_points.hpp"
#include "core/statistics/successive_orders.hpp"
#include "core/statistics/successive_positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/mean_of_counts.hpp"
#include "core/verdict/link_shape.hpp"
#include "core/verdict/seed_space.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view of_quotient = "quotient ";
constexpr std::string_view cells_of_quotients = "quotient strongest-position";

bool is_of_quotients(std::string_view test) {
  return test == quotients_test.name;
}
bool is_of_quotients(const TestRecord& test) {
  return is_of_quotients(test.test);
}

// Of decks that come again, which says nothing of how they lie.
bool is_of_pairs(std::string_view test) {
  return test == repeats_test.name || test == birthday_test.name;
}

bool is_of_single_decks(std::string_view test) {
  return !is_of_quotients(test) && !is_of_pairs(test);
}

bool rejects_from_below(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->rejected && test->tail == Tail::lower;
}

bool is_applied(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->applied;
}

bool is_even(const TestResult& result, double level) {
  const bool regular = result.tail == Tail::lower && result.degrees_of_freedom > 0;
  return regular || result.p_value.p > level;
}

// Whether the test was able to look, and saw nothing. To see nothing takes no tail that is honest at the
// level of a look, so it is asked again.
bool sees_nothing(const TestInfo& test, const Tally& whole) {
  constexpr double seen = 1e-4;
  return std::ranges::all_of(results_of(test, whole), [](const TestResult& result) {
    return result.applied && is_even(result, seen);
  });
}

// Larger decks have no test for each part: what a number of the quotients shows may lie in any, so whatever
// looks at single decks must have seen nothing.
bool all_tables_are_even(const Tally& whole) {
  // Of some forty tests of large decks chance makes one of them see something at 1e-4 in every 250th run.
  constexpr double seen_of_large = 1e-6;
  constexpr std::array tables{&positions_test, &neighbours_test, &parity_test, &fixed_points_test,
                              &cycles_test};
  const bool all_even =
      std::ranges::all_of(tables, [&](const TestInfo* table) { return sees_nothing(*table, whole); });
  // Those of large decks need not be applied, but must not have seen anything either.
  return all_even && std::ranges::all_of(all_tests(), [&](const TestInfo& test) {
           return test.smallest_deck < smallest_large_deck ||
                  std::ranges::all_of(results_of(test, whole), [&](const TestResult& result) {
                    return is_even(result, seen_of_large);
                  });
         });
}

// Whether quotients show incomparably more than any test of single decks sees at whatever level. Tables of
// decks that are carried over waver more than those of independent ones, so that some see a little;
// independent decks of a law that they see so little of have quotients that are nearer to even than they are
// themselves. Where trials are too few for the tables of single decks, strongest cells stand for them, which
// are exact however few there are, and orders must not come again: a few orders may lie evenly in every cell,
// and as few quotients lead from one to the other.
bool quotients_outweigh_single_decks(const Tally& whole, std::span<const TestRecord> tests) {
  constexpr double times = 8, beyond = 50;
  double in_quotients = 0, in_decks = 0;
  for (const TestRecord& test : tests) {
    if (is_of_quotients(test) && rejects_as_uneven(test)) in_quotients = std::min(in_quotients, test.log10_p);
  }
  // Most targets have no such quotients, and need no test run again.
  if (in_quotients >= -beyond) return false;
  const bool comes_again = rejects_as_uneven(tests, birthday_test.name);
  for (const TestInfo& test : all_tests()) {
    if (!is_of_single_decks(test.name)) continue;
    const bool is_table = test.name == positions_test.name || test.name == neighbours_test.name;
    for (const TestResult& result : results_of(test, whole)) {
      if (is_table && !result.applied && comes_again) return false;
      if (result.applied && result.tail == Tail::upper) in_decks = std::min(in_decks, result.p_value.log10_p);
    }
  }
  return in_quotients < times * in_decks - beyond;
}

// Of larger decks the positions are enough where they show more than any law of independent trials could that
// a test of the positions of single decks can't see. Such a law has quotients of flat positions, too; but
// their table may spread more than a fair shuffle's: as if n - 1 of its degrees of freedom moved together,
// which n orders do that bring each card to each position once. A chi-square so spread has the n-1st root of
// the tail.
bool positions_prove_it(const Tally& whole, std::span<const TestRecord> tests) {
  constexpr double log10_level = -7, seen = 1e-4;
  if (whole.deck_size <= largest_deck_of_quotient_orders) return false;
  const TestRecord* of_decks = test_named(tests, positions_test.name);
  const TestRecord* of_pairs = test_named(tests, "quotient positions");
  if (of_decks == nullptr || of_pairs == nullptr || !of_decks->applied) return false;
  return (of_decks->tail == Tail::lower || of_decks->p_value > seen) && rejects_as_uneven(*of_pairs) &&
         of_pairs->log10_p < log10_level * (whole.deck_size - 1);
}

bool quotients_prove_it(const Tally& whole, const Findings& findings) {
  const std::span<const TestRecord> tests = findings.tests;
  if (positions_prove_it(whole, tests)) return true;
  if (whole.deck_size > largest_deck_of_quotient_orders && quotients_outweigh_single_decks(whole, tests))
    return true;
  const bool uneven = std::ranges::any_of(
      tests, [](const TestRecord& test) { return is_of_single_decks(test.test) && rejects_as_uneven(test); });
  if (uneven) return false;
  if (whole.deck_size > largest_deck_of_quotient_orders) {
    const bool explained = few_states_explain_repeats(whole, findings);
    const auto rejects = [explained](const TestRecord& test) {
      const bool is_of_links = is_of_quotients(test) || (test.test == repeats_test.name && !explained);
      return is_of_links && rejects_as_uneven(test);
    };
    return std::ranges::any_of(tests, rejects) && all_tables_are_even(whole);
  }
  // What is uneven enough to make pairs so often equal shows in the orders far more.
  if (rejects_as_uneven(tests, repeats_test.name)) return sees_nothing(orders_test, whole);
  return std::ranges::any_of(tests, [tests, &whole](const TestRecord& test) {
    return is_of_quotients(test) && rejects_as_uneven(test) &&
           is_applied(tests, std::string_view(test.name).substr(of_quotient.size())) &&
           (test.name != cells_of_quotients || sees_nothing(strongest_position_test, whole));
  });
}

std::vector<LinkTest> compared_samples(const QuotientCounts& quotients) {
  std::vector<LinkTest> tests;
  const auto compare = [&tests](const char* name, const NumberCounts& successive, const NumberCounts& apart) {
    const auto some = [](const NumberCounts& counts) {
      return std::ranges::any_of(counts.by_value(), [](std::uint64_t count) { return count > 0; });
    };
    if (!some(successive)) return;
    const bool comparable = some(apart);
    const Homogeneity result =
        comparable ? homogeneity(successive.by_value(), apart.by_value()) : Homogeneity();
    tests.push_back({.name = name,
                     .statistic = result.pearson.statistic,
                     .degrees_of_freedom = result.pearson.degrees_of_freedom,
                     .p_value = result.upper_tail.p,
                     .log10_p = result.upper_tail.log10_p,
                     .mean_successive = mean_of_counts(successive.by_value()),
                     .mean_apart = comparable ? mean_of_counts(apart.by_value()) : 0});
  };
  compare("fixed-points", quotients.successive.fixed_points, quotients.apart.fixed_points);
  compare("cycles", quotients.successive.cycles, quotients.apart.cycles);
  return tests;
}

// Of tails that need no more than to be within a factor of a million: those of pooled cells, or of laws that
// nobody knows. What links decks makes p far smaller still.
constexpr double log10_level_of_rough_tails = -12;

bool samples_prove_it(std::span<const LinkTest> tests) {
  return std::ranges::any_of(tests,
                             [](const LinkTest& test) { return test.log10_p < log10_level_of_rough_tails; });
}

// Whether more cards stay where they were from a trial to the next than between trials of any distance.
bool successive_trials_lie_nearer(const Tally& whole) {
  return successive_fixed_points(whole).log10_p < log10_level_of_rough_tails;
}

// Whether orders led to each other otherwise than between trials of any distance.
bool orders_follow_otherwise(const Tally& whole) {
  return successive_orders(whole).log10_p < log10_level_of_rough_tails;
}

// Whether some cards came to some positions from others otherwise than between trials of any distance. That
// of a cell is a bound for every law; of the table it is a chi-square's.
bool positions_follow_otherwise(const Tally& whole) {
  const SuccessivePositions successive = successive_positions(whole);
  return successive.log10_p_of_cell < -9 || successive.log10_p_of_table < log10_level_of_rough_tails;
}

// Whether so few trials brought an order that had come before as independent trials of no law do: fewest, in
// distribution, where all are equally likely (Wong and Yue 1973). The bound is that of `birthday`, which is
// not asked of decks so small.
bool orders_come_again_too_seldom(const Tally& whole, double log10_level) {
  std::uint64_t came = 0;
  whole.for_each_order_count([&came](std::uint64_t, std::uint64_t orders) { came += orders; });
  const auto again = static_cast<double>(whole.trials - came);
  const double due = mean_repeats(whole.trials, number_of_orders(whole.deck_size));
  // A Poisson number is at most r where a chi-square on 2 (r + 1) degrees of freedom is above twice its mean.
  return again <= due - 1 && chi_squared_upper_tail(2 * due, 2 * (again + 1)).log10_p < log10_level;
}

// Whether all orders came more evenly than independent trials of any law make them: the sum of the squares of
// their counts is smallest, in distribution, where all are equally likely (Rinott 1973), and then a
// chi-square from half a trial for an order on. Of three cards all six orders come equally often once in 1e8
// times.
bool orders_come_too_evenly(const Tally& whole) {
  constexpr double log10_level = -9;
  if (whole.deck_size < 4 || !whole.counts_orders()) return false;
  if (2 * whole.trials < order_count(whole.deck_size)) {
    return whole.deck_size < smallest_birthday_deck && orders_come_again_too_seldom(whole, log10_level);
  }
  const ChiSquared squares = orders_statistic(whole);
  return chi_squared_lower_tail(squares.statistic, squares.degrees_of_freedom).log10_p < log10_level;
}

std::optional<LinkProof> proof_of(const Tally& whole, const Findings& findings) {
  // No law of independent trials has fewer equal pairs than the uniform one.
  if (rejects_from_below(findings.tests, repeats_test.name)) return LinkProof::repeats;
  if (trials_look_dependent(whole)) return LinkProof::repeats;
  // Nor do the orders of any such law come again more seldom than those of the uniform one.
  if (rejects_from_below(findings.tests, birthday_test.name)) return LinkProof::birthday;
  const bool has_period = period_of(whole, findings).has_value();
  if (has_period && whole.birthday.at_distance == whole.birthday.again) return LinkProof::birthday;
  if (orders_come_too_evenly(whole)) return LinkProof::orders;
  if (quotients_prove_it(whole, findings)) return LinkProof::quotients;
  if (samples_prove_it(findings.link_tests) || successive_trials_lie_nearer(whole) ||
      orders_follow_otherwise(whole) || positions_follow_otherwise(whole)) {
    return LinkProof::samples;
  }
  // Decks that change little from trial to trial come again at some step more often than at others, too.
  if (has_period) return LinkProof::birthday;
  return std::nullopt;
}

}  // namespace

void look_at_quotients(const Tally& whole, Findings& findings) {
  findings.link_tests = compared_samples(whole.quotients);
  if (whole.quotients.pairs > 0 && whole.deck_size > largest_deck_of_quotient_orders) {
    findings.quotient_cells = worst_cells(tally_of_quotients(whole), 0);
  }
}

void find_link(const Tally& whole, double confidence, Findings& findings) {
  const std::optional<LinkProof> proof = proof_of(whole, findings);
  findings.linked = proof.has_value();
  if (!proof) return;
  findings.link = described_link(whole, findings, *proof, confidence);
  findings.bias.phi2 = findings.bias.tv_lower = findings.bias.tv_upper = std::nullopt;
  for (FamilyRecord& family : findings.families) family.tv_upper = std::nullopt;
}

}  // namespace fairshuffle
