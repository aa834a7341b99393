#include "core/verdict/link.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis/diagnosis.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/homogeneity.hpp"
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

// Larger decks have no test for each part: what a number of the quotients shows may lie in any.
bool all_tables_are_tested(std::span<const TestRecord> tests) {
  constexpr std::array tables{"positions", "neighbours", "parity", "fixed-points", "cycles"};
  return std::ranges::all_of(tables, [&](const char* name) { return is_applied(tests, name); });
}

bool quotients_prove_it(int deck_size, std::span<const TestRecord> tests) {
  const bool uneven = std::ranges::any_of(
      tests, [](const TestRecord& test) { return is_of_single_decks(test) && rejects_as_uneven(test); });
  if (uneven) return false;
  if (deck_size > largest_deck_of_quotient_orders) {
    return all_tables_are_tested(tests) && std::ranges::any_of(tests, [](const TestRecord& test) {
             return !is_of_single_decks(test) && rejects_as_uneven(test);
           });
  }
  if (rejects_as_uneven(tests, repeats_test.name)) return is_applied(tests, "orders");
  return std::ranges::any_of(tests, [tests](const TestRecord& test) {
    return is_of_quotients(test) && rejects_as_uneven(test) &&
           is_applied(tests, std::string_view(test.name).substr(of_quotient.size()));
  });
}

std::vector<LinkTest> compared_samples(const QuotientCounts& quotients) {
  std::vector<LinkTest> tests;
  const auto compare = [&tests](const char* name, const NumberCounts& successive, const NumberCounts& apart) {
    const auto some = [](const NumberCounts& counts) {
      return std::ranges::any_of(counts.by_value(), [](std::uint64_t count) { return count > 0; });
    };
    if (!some(successive) || !some(apart)) return;
    const Homogeneity result = homogeneity(successive.by_value(), apart.by_value());
    tests.push_back({.name = name,
                     .statistic = result.pearson.statistic,
                     .degrees_of_freedom = result.pearson.degrees_of_freedom,
                     .p_value = result.upper_tail.p,
                     .log10_p = result.upper_tail.log10_p});
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
  if (quotients_prove_it(whole.deck_size, findings.tests)) return LinkProof::quotients;
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

void describe(const Tally& whole, const Findings& findings, double confidence, LinkRecord& link) {
  constexpr double notable_share = 0.1, much = 0.25;
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  const Tally quotients = tally_of_quotients(whole);
  const double repeated = share_of(whole.repeats.equal, whole.repeats.pairs);
  const double one_step = quotients.trials > 0 && whole.deck_size > 1 ? share_of_one_step(quotients) : 0;
  const bool uneven = std::ranges::any_of(findings.tests, [](const TestRecord& test) {
    return is_of_quotients(test) && rejects_as_uneven(test);
  });
  if (repeats != nullptr && repeats->rejected && repeats->tail == Tail::lower && !uneven) {
    link.shape = LinkShape::never_repeated;
    link.share = repeated;
  } else if (repeated >= notable_share || !uneven) {
    link.shape = repeated > 0 ? LinkShape::repeated : LinkShape::unclear;
    if (repeated > 0) link.share = repeated;
  } else if (one_step >= much) {
    link.shape = LinkShape::fixed_step;
    link.share = one_step;
  } else {
    if (can_be_diagnosed(quotients)) link.shuffle = diagnose(quotients, confidence);
    const std::vector<WorstCell> cells = worst_cells(quotients, 6);
    if (link.shuffle && !fits_well(*link.shuffle)) link.shuffle.reset();
    if (link.shuffle) {
      link.shape = LinkShape::known_mistake;
    } else if (quotients.parity.by_value()[0] == 0) {
      link.shape = LinkShape::alternating;
    } else if (!cells.empty()) {
      link.shape = LinkShape::moved;
      link.cell = cells.front();
    }
  }
}

}  // namespace

void find_link(const Tally& whole, double confidence, Findings& findings) {
  findings.link_tests = compared_samples(whole.quotients);
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
