#include "core/verdict/link.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis/diagnosis.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/cycles.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/neighbours.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view of_quotient = "quotient ";

bool is_of_quotients(const TestRecord& test) {
  return test.test == quotients_test.name;
}

bool is_of_single_decks(const TestRecord& test) {
  return !is_of_quotients(test) && test.test != repeats_test.name;
}

bool is_applied(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->applied;
}

// Larger decks have no test for each part: what a number of the quotients shows may lie in any, so whatever
// looks at single decks must have been able to, and have seen nothing. To see nothing takes no tail that is
// honest at the level of a look, so the tests are asked again.
bool all_tables_are_even(const Tally& whole) {
  constexpr double seen = 1e-4;
  constexpr std::array tables{&positions_test, &neighbours_test, &parity_test, &fixed_points_test,
                              &cycles_test};
  return std::ranges::all_of(tables, [&whole](const TestInfo* table) {
    return std::ranges::all_of(table->run(whole), [](const TestResult& result) {
      return result.applied && (result.tail == Tail::lower || result.p_value.p > seen);
    });
  });
}

bool quotients_prove_it(const Tally& whole, std::span<const TestRecord> tests) {
  const bool uneven = std::ranges::any_of(
      tests, [](const TestRecord& test) { return is_of_single_decks(test) && rejects_as_uneven(test); });
  if (uneven) return false;
  if (whole.deck_size > largest_deck_of_quotient_orders) {
    const auto rejects = [](const TestRecord& test) {
      return !is_of_single_decks(test) && rejects_as_uneven(test);
    };
    return std::ranges::any_of(tests, rejects) && all_tables_are_even(whole);
  }
  if (rejects_as_uneven(tests, repeats_test.name)) return is_applied(tests, "orders");
  return std::ranges::any_of(tests, [tests](const TestRecord& test) {
    return is_of_quotients(test) && rejects_as_uneven(test) &&
           is_applied(tests, std::string_view(test.name).substr(of_quotient.size()));
  });
}

double mean_of(const NumberCounts& counts) {
  double all = 0, sum = 0;
  for (std::size_t value = 0; value < counts.by_value().size(); ++value) {
    const auto count = static_cast<double>(counts.by_value()[value]);
    all += count;
    sum += count * static_cast<double>(value);
  }
  return sum / all;
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
                     .mean_successive = mean_of(successive),
                     .mean_apart = comparable ? mean_of(apart) : 0});
  };
  compare("fixed-points", quotients.successive.fixed_points, quotients.apart.fixed_points);
  compare("cycles", quotients.successive.cycles, quotients.apart.cycles);
  return tests;
}

bool samples_prove_it(std::span<const LinkTest> tests) {
  // Far below every level at which the tail of pooled cells is known to be right; what links decks makes p
  // far smaller still.
  constexpr double log10_level = -12;
  return std::ranges::any_of(tests, [](const LinkTest& test) { return test.log10_p < log10_level; });
}

std::optional<LinkProof> proof_of(const Tally& whole, const Findings& findings) {
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  // No law of independent trials has fewer equal pairs than the uniform one.
  if (repeats != nullptr && repeats->rejected && repeats->tail == Tail::lower) return LinkProof::repeats;
  if (trials_look_dependent(whole)) return LinkProof::repeats;
  if (quotients_prove_it(whole, findings.tests)) return LinkProof::quotients;
  if (samples_prove_it(findings.link_tests)) return LinkProof::samples;
  return std::nullopt;
}

double share_of(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
}

// The share of pairs whose quotient is one and the same order, not the sorted one; 0 where there is none.
// Above eight cards at least: each position must have its own most frequent card.
double share_of_one_step(const Tally& quotients) {
  if (quotients.orders) {
    const std::vector<std::uint64_t> counts = quotients.orders->by_rank();
    return share_of(*std::max_element(counts.begin() + 1, counts.end()), quotients.trials);
  }
  std::uint64_t least = quotients.trials;
  std::vector<Card> step;
  for (int position = 0; position < quotients.deck_size; ++position) {
    int commonest = 0;
    for (int card = 1; card < quotients.deck_size; ++card) {
      if (quotients.positions.at(position, card) > quotients.positions.at(position, commonest))
        commonest = card;
    }
    least = std::min(least, quotients.positions.at(position, commonest));
    step.push_back(static_cast<Card>(commonest));
  }
  return is_order(step) && !std::ranges::is_sorted(step) ? share_of(least, quotients.trials) : 0;
}

// Read as it is: quotients of a carried deck need no other reading, and among eight of them some law or other
// may look like a link of another kind.
bool fits_well(const DiagnosisRecord& diagnosis) {
  if (diagnosis.laws_fitting == 0) return false;
  const FittingLaw& likeliest = diagnosis.fits.front();
  return likeliest.p_value >= poor_fit && likeliest.mistakes.front().reading.empty();
}

// The quotients that move a card: what else equal decks make of them is not told twice. Of larger decks only
// the positions.
Tally moving_quotients(const Tally& whole) {
  Tally moving(whole.deck_size, 0);
  QuotientCounts& counts = moving.quotients;
  counts = whole.quotients;
  const bool by_order = !counts.orders.empty();
  const std::uint64_t equal =
      by_order ? counts.orders.front() : whole.quotients.fixed_points.by_value().back();
  counts.pairs -= equal;
  if (by_order) {
    counts.orders.front() = 0;
  } else {
    counts.positions = PositionCounts(whole.deck_size);
    for (int position = 0; position < whole.deck_size; ++position) {
      for (int card = 0; card < whole.deck_size; ++card) {
        counts.positions.add_at(
            static_cast<std::size_t>(position), static_cast<std::size_t>(card),
            whole.quotients.positions.at(position, card) - (position == card ? equal : 0));
      }
    }
  }
  return tally_of_quotients(moving);
}

void describe(const Tally& whole, const Findings& findings, double confidence, LinkRecord& link) {
  constexpr double notable_share = 0.1, much = 0.25, notable_errors = 6;
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  const Tally quotients = tally_of_quotients(whole), moving = moving_quotients(whole);
  const double one_step = moving.trials > 0 ? share_of_one_step(moving) : 0;
  const std::vector<WorstCell> cells =
      moving.trials > 0 ? worst_cells(moving, notable_errors) : std::vector<WorstCell>();
  const bool repeats_reject = repeats != nullptr && repeats->rejected;
  const bool too_few = repeats_reject && repeats->tail == Tail::lower;
  const bool too_many = !too_few && (repeats_reject || link.proof == LinkProof::repeats);
  const double repeated = share_of(whole.repeats.equal, whole.repeats.pairs);
  const bool uneven = std::ranges::any_of(findings.tests, [](const TestRecord& test) {
    return is_of_quotients(test) && rejects_as_uneven(test);
  });
  if (uneven && can_be_diagnosed(quotients)) link.shuffle = diagnose(quotients, confidence);
  if (link.shuffle && !fits_well(*link.shuffle)) link.shuffle.reset();
  if (link.shuffle) {
    link.shape = LinkShape::known_mistake;
  } else if (quotients.trials > 0 && quotients.parity.by_value()[0] == 0) {
    link.shape = LinkShape::alternating;
  } else if (too_many && (repeated >= notable_share || cells.empty())) {
    link.shape = LinkShape::repeated;
    link.share = repeated;
  } else if (one_step >= much) {
    link.shape = LinkShape::fixed_step;
    link.share = one_step * share_of(moving.trials, quotients.trials);
  } else if (too_few && cells.empty()) {
    link.shape = LinkShape::never_repeated;
    link.share = repeated;
  } else if (!cells.empty()) {
    link.shape = LinkShape::moved;
    link.cell = cells.front();
  }
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
  LinkRecord link;
  link.proof = *proof;
  describe(whole, findings, confidence, link);
  findings.link = std::move(link);
  findings.bias.phi2 = findings.bias.tv_lower = findings.bias.tv_upper = std::nullopt;
}

}  // namespace fairshuffle
