#include "core/verdict/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/positions.hpp"

namespace fairshuffle {

namespace {

// What the bet of a view promises to gain, of the counts that it is chosen on. What it shows there, the sum
// of max(x, 0) with x = O/N - p, is too much: a cell is bet on because noise helped it across zero. How much
// too much is a sum over the cells near zero, whatever the distribution is. Empty cells that are equally
// likely may be added together.
class Promise {
 public:
  explicit Promise(std::uint64_t trials) : trials_(static_cast<double>(trials)) {}

  void add(double count, double fair, double cells = 1) {
    const double expected = trials_ * fair;
    const double above = count - expected;
    if (expected >= 5) {
      // For a normal x of standard error s, by Stein's lemma, s^2 times the density of x at zero, here the
      // share of a window of half width h around it.
      constexpr double half_width = 0.75;
      const double s = std::sqrt(expected * (1 - fair));
      const double optimism = std::abs(above) < half_width * s ? s / (2 * half_width) : 0;
      sum_ += cells * (std::max(above, 0.0) - optimism);
    } else if (above > 0) {
      // Of rare cells exactly: each trial is judged by a bet that the others have chosen.
      sum_ += cells * ((above > 1 ? count : 0) - expected);
    }
  }

  double gain() const { return sum_ / trials_; }

 private:
  double trials_;
  double sum_ = 0;
};

double promise_of(const BetView& view, std::uint64_t trials) {
  Promise promise(trials);
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    promise.add(static_cast<double>(view.counts[cell]), view.fair[cell]);
  }
  return promise.gain();
}

/// The finest view of all, read from the counters and never copied.
struct PermutationsView {
  double promise = 0;
  Bet bet;
};

PermutationsView view_of_permutations(const Tally& choosing, const Tally& judging) {
  const auto permutations = static_cast<double>(choosing.permutations->size());
  const double fair = 1 / permutations;
  const double average = static_cast<double>(choosing.trials) / permutations;
  Promise promise(choosing.trials);
  std::uint64_t came = 0, chosen = 0;
  Bet bet{.judged = judging.trials};
  for_each_permutation(choosing.permutations->first_part(), &judging.permutations->first_part(),
                       [&](std::uint64_t, std::uint64_t in_choosing, std::uint64_t in_judging) {
                         const auto count = static_cast<double>(in_choosing);
                         promise.add(count, fair);
                         ++came;
                         if (count <= average) return;
                         ++chosen;
                         bet.hits += in_judging;
                       });
  promise.add(0, fair, permutations - static_cast<double>(came));
  bet.share = static_cast<double>(chosen) / permutations;
  return {promise.gain(), bet};
}

HitPlaces places_in_permutations(const FirstDecks& kept, const Tally& choosing) {
  std::multimap<std::uint64_t, std::size_t> by_rank;
  for (std::size_t index = 0; index < kept.trials().size(); ++index) {
    const std::vector<Card> permutation(kept.deck(index).begin(), kept.deck(index).end());
    by_rank.emplace(rank_of(permutation), index);
  }
  const double average =
      static_cast<double>(choosing.trials) / static_cast<double>(choosing.permutations->size());
  std::vector<bool> hits(by_rank.size());
  auto next = by_rank.begin();
  choosing.permutations->for_each([&](std::uint64_t permutation, std::uint64_t count) {
    for (; next != by_rank.end() && next->first <= permutation; ++next)
      hits[next->second] = next->first == permutation && static_cast<double>(count) > average;
  });
  return hit_places(kept.trials(), hits);
}

HitPlaces places_in_view(const FirstDecks& kept, const Tally& choosing, std::size_t view,
                         const BetView& chosen_from) {
  ViewReader reader(choosing.deck_multiset(), choosing.deck_size);
  const auto trials = static_cast<double>(choosing.trials);
  std::vector<bool> hits;
  for (std::size_t index = 0; index < kept.trials().size(); ++index) {
    const std::size_t cell = reader.cell(view, kept.deck(index));
    hits.push_back(static_cast<double>(chosen_from.counts[cell]) > trials * chosen_from.fair[cell]);
  }
  return hit_places(kept.trials(), hits);
}

}  // namespace

Bet chosen_bet(const Tally& choosing, const Tally& judging, const FirstDecks* kept) {
  if (choosing.trials == 0 || judging.trials == 0) return {.judged = judging.trials};
  const std::vector<BetView> chosen_from = bet_views(choosing);
  std::vector<double> promises;
  for (const BetView& view : chosen_from) promises.push_back(promise_of(view, choosing.trials));
  const auto most = std::ranges::max_element(promises);
  const auto best = static_cast<std::size_t>(most - promises.begin());
  if (choosing.permutations && judging.permutations) {
    PermutationsView permutations = view_of_permutations(choosing, judging);
    if (permutations.promise > *most) {
      if (kept != nullptr) permutations.bet.places = places_in_permutations(*kept, choosing);
      return permutations.bet;
    }
  }
  const BetView judged_by = bet_views(judging)[best];
  Bet bet = bet_on_frequent_cells(chosen_from[best].counts, judged_by.counts, judged_by.fair);
  if (kept != nullptr) bet.places = places_in_view(*kept, choosing, best, chosen_from[best]);
  return bet;
}

namespace {

// The standard deviation of an estimated chi-square distance under fairness.
double noise_of_chi_square_distance(double degrees_of_freedom, std::uint64_t trials) {
  return std::sqrt(2 * degrees_of_freedom) / static_cast<double>(trials);
}

ComponentRecord record_of(CountedPart counted) {
  const TestResult& result = counted.result;
  return {.partition = std::move(counted.component.partition),
          .name = std::move(counted.component.name),
          .judged_by = result.name,
          .dimension = counted.component.dimension,
          .applied = result.applied,
          .statistic = result.statistic,
          .degrees_of_freedom = result.degrees_of_freedom,
          .p_value = result.p_value.p,
          .log10_p = result.p_value.log10_p,
          .chi_square_distance = counted.component.chi_square_distance,
          .share = {}};
}

}  // namespace

std::vector<ComponentRecord> component_records(const Tally& whole, const Findings& findings) {
  std::vector<ComponentRecord> components;
  if (!whole.permutations || whole.deck_size < 2 || whole.deck_size > largest_deck_of_components ||
      whole.trials < 2) {
    return components;
  }
  double chi_square_distance = 0, degrees_of_freedom = 0;
  for (CountedPart& counted : counted_parts(whole)) {
    chi_square_distance += counted.component.chi_square_distance;
    degrees_of_freedom += static_cast<double>(counted.component.dimension * counted.component.dimension);
    components.push_back(record_of(std::move(counted)));
  }
  const bool shares =
      findings.verdict == Verdict::biased && !findings.dependent &&
      chi_square_distance > 3 * noise_of_chi_square_distance(degrees_of_freedom, whole.trials);
  if (shares) {
    for (ComponentRecord& component : components)
      component.share = component.chi_square_distance / chi_square_distance;
  }
  return components;
}

namespace {

// The statistic of a test bounds the bias where its tail is honest at the error of the bound, whether or not
// it is at the level that the test itself is held to.
const TestRecord* measured_test(std::span<const TestRecord> tests, std::string_view name, double confidence) {
  const TestRecord* test = test_named(tests, name);
  if (test == nullptr || test->degrees_of_freedom == 0) return nullptr;
  return test->applied || 1 - confidence >= detail::honest_level_of_few_trials ? test : nullptr;
}

// (n-1) sum (P - 1/n)^2, which the positions test measures, is the sum over the n cards of (n-1)/n times the
// chi-square distance of the card's own distribution over n positions. Each component is at most the sum, so
// a card's chi-square distance is at most n/(n-1) times what is measured.
double chi_square_distance_of_one_card(int deck_size) {
  return static_cast<double>(deck_size) / (deck_size - 1);
}

double distance_of_permutations(const Tally& whole) {
  DistanceOfCounts permutations(permutation_count(whole.deck_size), whole.trials);
  whole.for_each_permutation_count([&permutations](std::uint64_t count, std::uint64_t of_permutations) {
    permutations.add(count, of_permutations);
  });
  return permutations.distance();
}

// Of the card whose places lie farthest from uniform.
double distance_of_positions(const Tally& whole) {
  double farthest = 0;
  auto cards = whole.deck_size;  // which come before the positions in their family
  for_each_deviation(*find_family("cards"), whole, [&](const BetFamily::Deviation& places) {
    if (cards-- > 0) farthest = std::max(farthest, places.distance);
  });
  return farthest;
}

// The names of the families that are asked, as --certify takes them.
std::string asked_families(std::span<const FamilyRecord> families) {
  std::string names;
  for (const FamilyRecord& family : families) {
    if (family.asked) names += (names.empty() ? "" : ",") + family.family;
  }
  return names;
}

// A large deck is bounded by its families, whatever was tested.
BiasRecord bound_by_families(const Tally& whole, std::span<const TestRecord> tests,
                             std::span<const FamilyRecord> families, bool dependent, double confidence) {
  BiasRecord bias;
  bias.confidence = confidence;
  if (whole.multiset) bias.lower_covers = "arrangements";
  bias.tv_upper = bound_of_asked(families);
  if (bias.tv_upper || dependent) bias.covers = asked_families(families);
  const TestRecord* positions = measured_test(tests, "positions", confidence);
  if (positions != nullptr && whole.trials >= 2) {
    bias.chi_square_distance =
        chi_square_distance_unbiased(positions->statistic, positions->degrees_of_freedom, whole.trials);
  }
  return bias;
}

// Of small decks, whose relative permutations have a test for each component: those of single cards, which is
// applied first.
bool successive_were_seen(const Findings& findings, const CountedDeck& deck) {
  const bool asked = std::ranges::any_of(
      findings.tests, [](const TestRecord& record) { return record.test == successive_test.name; });
  if (!asked || deck.size < 2) return true;
  return applied_test(findings.tests, deck.size == 2 ? "successive-permutations" : "successive-positions") !=
         nullptr;
}

// What bounds the bias of a deck that is no large one: the permutations, where they are counted, else where
// any one card lies.
struct Measure {
  explicit Measure(const CountedDeck& deck)
      : deck_size(deck.size), by_permutations(deck.permutations_counted) {
    const std::uint64_t permutations = by_permutations ? permutation_count(deck_size) : 0;
    degrees_of_freedom =
        by_permutations ? static_cast<double>(permutations) - 1 : (deck_size - 1.0) * (deck_size - 1);
    scale = by_permutations ? 1 : std::sqrt(chi_square_distance_of_one_card(deck_size));
    const TrialRule rule =
        by_permutations ? detail::equal_cells_rule(permutations) : detail::table_rule(deck_size);
    fewest = static_cast<double>(rule.fewest_for_any_level);
  }

  double trials_if_fair(double tolerance, double confidence) const {
    const SplitConfidence split = split_confidence(confidence);
    const double certificate =
        trials_for_certificate(degrees_of_freedom, tolerance / scale, split.of_statistic);
    if (by_permutations) return certificate;
    const auto cards = static_cast<std::uint64_t>(deck_size);
    return std::min(certificate,
                    trials_for_certificate_of_distance(cards, cards, tolerance, split.of_distance));
  }

  int deck_size;
  bool by_permutations;
  double degrees_of_freedom, scale;
  double fewest;  // where its test applies at any level: core/README.md 2.8
};

}  // namespace

BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests,
                      std::span<const FamilyRecord> families, bool dependent, double confidence) {
  if (!families.empty()) return bound_by_families(whole, tests, families, dependent, confidence);
  BiasRecord bias;
  bias.confidence = confidence;
  if (whole.deck_size == 1) {
    // One card has one permutation: there is nothing to bet on.
    bias.covers = "permutations";
    bias.chi_square_distance = bias.tv_lower = bias.tv_upper = 0.0;
    return bias;
  }
  const TestRecord* permutations = measured_test(tests, "permutations", confidence);
  const TestRecord* measured =
      permutations != nullptr ? permutations : measured_test(tests, "positions", confidence);
  if (measured == nullptr || whole.trials < 2) {
    bias.covers = "nothing";
    return bias;
  }
  bias.covers = measured->name;
  bias.chi_square_distance =
      chi_square_distance_unbiased(measured->statistic, measured->degrees_of_freedom, whole.trials);
  if (dependent) return bias;
  const SplitConfidence split = split_confidence(confidence);
  const double scale =
      permutations != nullptr ? 1 : std::sqrt(chi_square_distance_of_one_card(whole.deck_size));
  const double by_statistic = scale * tv_upper_bound(measured->statistic, measured->degrees_of_freedom,
                                                     whole.trials, split.of_statistic);
  const double distance =
      permutations != nullptr ? distance_of_permutations(whole) : distance_of_positions(whole);
  const auto tables = permutations != nullptr ? 1 : static_cast<std::uint64_t>(whole.deck_size);
  bias.tv_upper =
      std::min(by_statistic, tv_upper_bound_of_distance(distance, tables, whole.trials, split.of_distance));
  return bias;
}

bool may_certify(const Findings& findings, const CountedDeck& deck) {
  if (!findings.bias.tv_upper) return false;
  if (deck.permutations_counted) {
    const bool tested = deck.size == 1 || applied_test(findings.tests, "permutations") != nullptr;
    // Decks that are dependent may have the most even counts: no pass before their relative permutations are
    // looked at.
    return findings.bias.covers == "permutations" && tested && successive_were_seen(findings, deck);
  }
  const auto is_applied = [&](const TestInfo& test) {
    if (hypotheses_of(test, deck) == 0) return true;
    if (test.needs_marked_cards || test.needs_bets || test.is_bounded_apart) return true;
    const auto is_of_test = [&test](const TestRecord& record) { return record.test == test.name; };
    return std::ranges::any_of(findings.tests, is_of_test) &&
           std::ranges::all_of(findings.tests, [&](const TestRecord& record) {
             return record.applied || !is_of_test(record);
           });
  };
  return std::ranges::all_of(all_tests(), is_applied) && std::ranges::all_of(multiset_tests(), is_applied);
}

std::optional<TrialsToDecide> trials_to_decide(const Findings& findings, const CountedDeck& deck,
                                               std::uint64_t trials, double tolerance) {
  const bool is_plain = deck.multiset.is_plain();
  const bool tested =
      !is_plain ||
      test_named(findings.tests, deck.permutations_counted ? "permutations" : "positions") != nullptr;
  if (deck.size < 2 || findings.dependent || !tested) return std::nullopt;
  const Measure measure(deck);
  const BiasRecord& bias = findings.bias;
  const double alpha_per_test = findings.alpha_at_look / static_cast<double>(findings.family);
  const double tolerated_chi_square_distance = 4 * tolerance * tolerance / (measure.scale * measure.scale);
  // A number of trials that there are already decides nothing.
  const auto yet_to_come = [&](TrialsToDecide deciding) -> std::optional<TrialsToDecide> {
    deciding.trials = std::max(measure.fewest, deciding.trials);
    if (!(deciding.trials > static_cast<double>(trials)) || std::isinf(deciding.trials)) return std::nullopt;
    return deciding;
  };
  if (bias.chi_square_distance &&
      *bias.chi_square_distance > tolerated_chi_square_distance +
                                      3 * noise_of_chi_square_distance(measure.degrees_of_freedom, trials)) {
    const double needed =
        trials_needed(measure.degrees_of_freedom, alpha_per_test, 0.999, *bias.chi_square_distance);
    if (const auto rejecting = yet_to_come({needed, Verdict::biased})) return rejecting;
  }
  if (!findings.families.empty()) {
    return yet_to_come(trials_for_asked(findings.families, trials, tolerance, alpha_per_test));
  }
  double certificate = measure.trials_if_fair(tolerance, bias.confidence);
  if (certificate <= static_cast<double>(trials) && bias.chi_square_distance) {
    // It would have been enough of a fair deck: these counts go on as they did.
    certificate = trials_for_counts(measure.degrees_of_freedom, 1, std::max(0.0, *bias.chi_square_distance),
                                    tolerance / measure.scale, bias.confidence);
  }
  return yet_to_come({certificate, Verdict::fair});
}

std::optional<double> trials_if_fair(const CountedDeck& deck, std::span<const std::string> certify,
                                     double tolerance, double confidence) {
  if (deck.size < 2 || tolerance <= 0) return std::nullopt;
  const Measure measure(deck);
  std::optional<double> trials;
  if (!deck.permutations_counted && (deck.size >= smallest_large_deck || !deck.multiset.is_plain())) {
    trials = trials_for_fair_families(deck.size, deck.multiset, certify, tolerance, confidence);
  } else {
    trials = measure.trials_if_fair(tolerance, confidence);
  }
  return trials ? std::optional(std::max(measure.fewest, *trials)) : std::nullopt;
}

}  // namespace fairshuffle
