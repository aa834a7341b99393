#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/tail.hpp"
#include "core/verdict/certificate.hpp"

namespace fairshuffle {

std::vector<BetRecord> bet_records(const Tally& whole, bool dependent, double confidence) {
  std::vector<BetRecord> records;
  std::size_t values = 0;
  for (const BetCounts::Counted& counted : whole.bets.all()) {
    BetRecord& record = records.emplace_back();
    record.name = counted.bet.name;
    record.confidence = confidence;
    const std::vector<double> distribution = bet_distribution(counted.bet, whole.deck_size);
    record.mean_fair = mean_of_distribution(distribution);
    for (std::size_t value = 0; value < distribution.size(); ++value) {
      if (distribution[value] == 0) continue;
      record.values.push_back({.value = value_name(counted.bet, value),
                               .fair = distribution[value],
                               .count = counted.by_value[value],
                               .lower = {},
                               .upper = {}});
      record.mean += static_cast<double>(value) * static_cast<double>(counted.by_value[value]);
    }
    values += record.values.size();
    if (whole.trials > 0) record.mean /= static_cast<double>(whole.trials);
  }
  if (dependent || whole.trials == 0) return records;
  // The highest confidence below 1 leaves an error that a double can still share out.
  const double error = std::max(1 - confidence, std::numeric_limits<double>::epsilon());
  for (BetRecord& record : records) {
    for (BetValue& value : record.values) {
      const Interval interval =
          clopper_pearson(value.count, whole.trials, error / static_cast<double>(values));
      value.lower = interval.lower;
      value.upper = interval.upper;
    }
  }
  return records;
}

namespace {

BetView view_of(std::span<const std::uint64_t> counts, std::vector<double> fair) {
  return {{counts.begin(), counts.end()}, std::move(fair)};
}

std::vector<double> uniform(std::size_t cells) {
  return std::vector<double>(cells, 1 / static_cast<double>(cells));
}

std::vector<BetView> views_of_multiset(const MultisetCounts& counts) {
  std::vector<BetView> views;
  std::vector<double> fair;
  for (const int size : counts.sizes()) fair.push_back(static_cast<double>(size) / counts.deck_size());
  for (std::size_t cell = 0; cell < counts.sites().size(); cell += fair.size()) {
    views.push_back(view_of(counts.sites().subspan(cell, fair.size()), fair));
  }
  if (const std::size_t all = counts.arrangements().size(); all > 0) {
    views.push_back(view_of(counts.arrangements(), uniform(all)));
  }
  return views;
}

}  // namespace

std::vector<BetView> bet_views(const Tally& tally) {
  if (tally.multiset) return views_of_multiset(*tally.multiset);
  std::vector<BetView> views;
  // Of those families the first halves: the positions of a card, and what follows one or the boundary.
  for (const std::string_view name : {"cards", "neighbours"}) {
    const BetFamily& family = *find_family(name);
    std::uint64_t left = family.size({}, tally.deck_size).members / 2;
    family.visit(tally, [&](std::span<const std::uint64_t> counts) {
      if (left == 0) return;
      views.push_back(view_of(counts, uniform(counts.size())));
      --left;
    });
  }
  views.push_back(view_of(tally.fixed_points.by_value(), fixed_points_distribution(tally.deck_size)));
  views.push_back(view_of(tally.cycles.by_value(), cycles_distribution(tally.deck_size)));
  views.push_back(view_of(tally.parity.by_value(), uniform(2)));
  return views;
}

ViewReader::ViewReader(const Multiset& multiset, int deck_size) {
  if (!multiset.is_plain()) reader_.emplace(multiset, deck_size);
}

std::size_t ViewReader::cell(std::size_t view, std::span<const WideCard> permutation) {
  const std::size_t cards = permutation.size();
  if (reader_) {
    const std::span<const Symbol> at_sites = reader_->read(permutation);
    return view < cards ? at_sites[view] : static_cast<std::size_t>(reader_->rank());
  }
  const auto place_of = [permutation](std::size_t card) {
    return static_cast<std::size_t>(std::ranges::find(permutation, static_cast<WideCard>(card)) -
                                    permutation.begin());
  };
  if (view < cards) return place_of(view);
  if (const std::size_t card = view - cards; card <= cards) {
    const std::size_t behind = card == cards ? 0 : place_of(card) + 1;
    const std::size_t next = behind == cards ? cards : permutation[behind];
    return next - (next > card ? 1 : 0);
  }
  if (view == 2 * cards + 1) return static_cast<std::size_t>(fixed_points(permutation));
  const auto cycles = static_cast<std::size_t>(cycle_count(permutation));
  return view == 2 * cards + 2 ? cycles : (cards - cycles) % 2;
}

namespace {

/// Cells that are alike.
struct Cells {
  double trials;  ///< in all of them
  double fair;    ///< of all of them; 0 where they are so rare that they add nothing to a share

  double ratio() const { return fair > 0 ? trials / fair : std::numeric_limits<double>::infinity(); }
};

std::vector<Cells> cells_of(const BetView& view) {
  std::vector<Cells> cells;
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    cells.push_back({static_cast<double>(view.counts[cell]), view.fair[cell]});
  }
  return cells;
}

std::vector<Cells> cells_of_permutations(const Tally& tally) {
  std::vector<Cells> cells;
  const auto all = static_cast<double>(permutation_count(tally.deck_size));
  double came = 0;
  tally.for_each_permutation_count([&](std::uint64_t count, std::uint64_t permutations) {
    came += static_cast<double>(permutations);
    cells.push_back({static_cast<double>(count) * static_cast<double>(permutations),
                     static_cast<double>(permutations) / all});
  });
  if (came < all) cells.push_back({0, (all - came) / all});
  return cells;
}

// The trials in the first cells that have this share together, the last of them in part.
double trials_in_share(std::span<const Cells> cells, double share) {
  double trials = 0;
  for (const Cells& each : cells) {
    const double part = each.fair > 0 ? std::min(1.0, share / each.fair) : 1;
    trials += part * each.trials;
    share -= part * each.fair;
    if (share <= 0 && each.fair > 0) break;
  }
  return trials;
}

// True where a set of the view's cells can have fared as the bet did.
bool can_be_on(std::vector<Cells> cells, const Bet& bet, std::uint64_t trials) {
  std::ranges::sort(cells, {}, &Cells::ratio);
  const double rarest = trials_in_share(cells, bet.share);
  std::ranges::reverse(cells);
  const double commonest = trials_in_share(cells, bet.share);
  const auto hits = static_cast<double>(bet.hits), chosen_on = static_cast<double>(trials - bet.judged);
  const double rounding = 1e-9 * static_cast<double>(trials);
  return rarest - chosen_on <= hits + rounding && hits <= commonest - bet.share * chosen_on + rounding;
}

// True where the share is of no set of permutations.
bool is_of_no_permutations(double share, int deck_size) {
  if (deck_size > largest_countable_deck_size) return false;
  const double permutations = share * static_cast<double>(permutation_count(deck_size));
  // Shares are added up of up to n! that are each a rounding away.
  return std::abs(permutations - std::round(permutations)) > 1e-3;
}

}  // namespace

std::optional<Contradiction> contradiction_of_chosen_bet(const Bet& bet, const Tally& whole) {
  if (is_of_no_permutations(bet.share, whole.deck_size)) {
    return Contradiction{"/evidence/bet/share",
                         fmt::format("is {}, which no set of the {} permutations has", bet.share,
                                     with_commas(permutation_count(whole.deck_size)))};
  }
  if (whole.counts_permutations() && can_be_on(cells_of_permutations(whole), bet, whole.trials)) return {};
  for (const BetView& view : bet_views(whole)) {
    if (can_be_on(cells_of(view), bet, whole.trials)) return {};
  }
  return Contradiction{"/evidence/bet/hits",
                       fmt::format("is {} of {}, which by the counts no bet of its share can have",
                                   with_commas(bet.hits), with_commas(bet.judged))};
}

namespace {

// Of the family, or of the named bets where it is null.
void fill_in(const BetFamily* family, const Tally& whole, double tolerance, FamilyRecord& record) {
  const bool is_of_bets = family == nullptr;
  record.members =
      is_of_bets ? whole.bets.all().size() : family->size(whole.deck_multiset(), whole.deck_size).members;
  record.trials_for_tolerance = is_of_bets ? trials_for_named_bets(whole, tolerance, record.confidence)
                                           : trials_for_family(*family, whole.deck_size, tolerance,
                                                               record.confidence, whole.deck_multiset());
  const FamilyBound bound = is_of_bets ? bound_named_bets(whole, record.confidence)
                                       : bound_family(*family, whole, record.confidence);
  record.degrees_of_freedom = bound.degrees_of_freedom;
  record.statistic = bound.statistic;
  record.tv_upper = bound.tv_upper;
  if (whole.trials == 0) return;
  record.farthest = is_of_bets ? whole.bets.all()[bound.farthest].bet.name
                               : family->member_name(whole.deck_size, bound.farthest);
}

// How the farthest member of a family would go on.
struct Course {
  double chi_square_distance =
      0;                // from fair, as far as its statistic is above what chance makes of the largest
  bool is_off = false;  // by more than chance makes of the largest in one of a thousand fair runs
};
Course course_of(const FamilyRecord& family, double trials) {
  if (family.degrees_of_freedom == 0 || trials == 0) return {};
  const double df = family.degrees_of_freedom, members = static_cast<double>(family.members);
  const double excess = family.statistic - median_of_largest(df, family.members);
  // Where cells expect fewer, large sums come more often than the tail of chi-square says.
  constexpr double fewest_expected = 5;
  const bool has_tail = trials >= fewest_expected * (df + 1);
  return {.chi_square_distance = std::max(0.0, excess / trials),
          .is_off = has_tail && members * chi_squared_upper_tail(family.statistic, df).p < 1e-3};
}

// The number of trials, where the family goes on so, at which its bound is within the tolerance; infinite
// where it never is.
double trials_to_bound(const FamilyRecord& family, const Course& course, double trials, double tolerance) {
  if (family.family != named_bets_family.name) {
    return trials_for_counts(family.degrees_of_freedom, family.members, course.chi_square_distance, tolerance,
                             family.confidence);
  }
  // What is above the distance itself, at most half the root of chi-square distance, goes down with the root
  // of the trials.
  const double distance = std::sqrt(course.chi_square_distance) / 2;
  if (!family.tv_upper || distance >= tolerance) return std::numeric_limits<double>::infinity();
  const double times = (*family.tv_upper - distance) / (tolerance - distance);
  return trials * times * times;
}

}  // namespace

std::vector<FamilyRecord> family_records(const Tally& whole, const std::vector<std::string>& asked,
                                         bool dependent, double confidence, double tolerance) {
  if (!whole.multiset && whole.deck_size < smallest_large_deck) return {};
  std::vector<const BetFamily*> families;
  if (whole.multiset) {
    families = multiset_families_of(whole.deck_multiset(), whole.deck_size);
  } else {
    // What is counted on request is bounded where it was asked for.
    for (const BetFamily& family : all_families()) {
      if (is_counted(family, whole)) families.push_back(&family);
    }
  }
  if (!whole.bets.empty()) families.push_back(nullptr);  // the named bets
  std::vector<FamilyRecord> records;
  for (const BetFamily* family : families) {
    FamilyRecord& record = records.emplace_back();
    record.family = family == nullptr ? named_bets_family.name : family->name;
    record.asked = std::ranges::find(asked, record.family) != asked.end();
  }
  if (whole.multiset) records.front().asked = true;
  const auto of_asked = static_cast<std::size_t>(std::ranges::count_if(records, &FamilyRecord::asked));
  const std::size_t of_others = records.size() - of_asked;
  // A tenth for the others, as where two forms of a bound share an error.
  const SplitConfidence split = split_confidence(confidence);
  for (std::size_t index = 0; index < records.size(); ++index) {
    FamilyRecord& record = records[index];
    record.confidence = !record.asked    ? shared_confidence(split.of_distance, of_others)
                        : of_others == 0 ? shared_confidence(confidence, of_asked)
                                         : shared_confidence(split.of_statistic, of_asked);
    fill_in(families[index], whole, tolerance, record);
    if (dependent) record.tv_upper.reset();
  }
  return records;
}

std::optional<double> bound_of_asked(std::span<const FamilyRecord> families) {
  std::optional<double> largest;
  for (const FamilyRecord& family : families) {
    if (!family.asked) continue;
    if (!family.tv_upper) return std::nullopt;
    largest = std::max(largest.value_or(0), *family.tv_upper);
  }
  return largest;
}

TrialsToDecide trials_for_asked(std::span<const FamilyRecord> families, std::uint64_t trials,
                                double tolerance, double alpha_per_test) {
  const auto made = static_cast<double>(trials);
  double to_bound = 0, to_reject = std::numeric_limits<double>::infinity();
  for (const FamilyRecord& family : families) {
    if (!family.asked || (family.tv_upper && *family.tv_upper <= tolerance)) continue;
    const Course course = course_of(family, made);
    if (!course.is_off && family.trials_for_tolerance > made) {
      to_bound = std::max(to_bound, family.trials_for_tolerance);
      continue;
    }
    to_bound = std::max(to_bound, trials_to_bound(family, course, made, tolerance));
    if (!course.is_off) continue;
    const double alpha_of_member = alpha_per_test / static_cast<double>(family.members);
    const double rejecting =
        trials_needed(family.degrees_of_freedom, alpha_of_member, 0.999, course.chi_square_distance);
    if (rejecting > made) to_reject = std::min(to_reject, rejecting);
  }
  if (to_reject < to_bound) return {to_reject, Verdict::biased};
  return {to_bound, Verdict::fair};
}

std::optional<double> trials_for_fair_families(int deck_size, const Multiset& multiset,
                                               std::span<const std::string> asked, double tolerance,
                                               double confidence) {
  if (!multiset.is_plain()) {
    const double of_asked = split_confidence(confidence).of_statistic;
    const BetFamily& first = *multiset_families_of(multiset, deck_size).front();
    return trials_for_family(first, deck_size, tolerance, of_asked, multiset);
  }
  std::vector<const BetFamily*> families;
  for (const std::string& name : asked) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) return std::nullopt;
    if (deck_size <= family->largest_deck) families.push_back(family);
  }
  if (families.empty()) return std::nullopt;
  const double of_each = shared_confidence(split_confidence(confidence).of_statistic, families.size());
  double most = 0;
  for (const BetFamily* family : families) {
    most = std::max(most, trials_for_family(*family, deck_size, tolerance, of_each));
  }
  return most;
}

}  // namespace fairshuffle
