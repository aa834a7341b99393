#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/successive.hpp"
#include "core/verdict/certificate.hpp"

namespace fairshuffle {

namespace {

// Less is what rounding leaves of what a test does not see.
constexpr double least_seen = 1e-12;

// For means of few numbers, which are neither normal nor have the variance of a fair shuffle's: as for rare
// cards, whose number has a Poisson distribution, of mean 1 under fairness and more by the bias; other means
// take fewer trials. Their tail is heavier by its skewness (Cornish and Fisher 1938: at 1e-9 the quantile
// lies 1.5 sqrt(N) trials farther out).
double trials_of_mean(double noncentrality_needed, double noncentrality_of_trial) {
  const double bias = std::sqrt(noncentrality_of_trial);
  const double wider = -normal_upper_quantile(PowerRecord{}.power) * (std::sqrt(1 + bias) - 1);
  const double root = (std::sqrt(noncentrality_needed) + wider) / bias;
  return root * root + 1.5 * root;
}

// By the applied test of these findings that takes fewest trials.
class Trials {
 public:
  explicit Trials(const Findings& findings)
      : findings_(findings), level_(findings.alpha_at_look / static_cast<double>(findings.family)) {}

  /// Nothing where no test looked for it. `of`: what stands before the names of its tests.
  std::optional<MistakeInReach> that_show(const VisibleMistake& mistake, const std::string& of = "") {
    std::optional<MistakeInReach> soonest;
    for (const Sight& sight : mistake.sights) {
      const TestRecord* test = applied_test(findings_.tests, of + sight.test);
      if (test == nullptr || sight.noncentrality < least_seen) continue;
      const double needed = noncentrality(sight.degrees_of_freedom, sight.cells);
      const double trials = sight.test.starts_with("mean ") ? trials_of_mean(needed, sight.noncentrality)
                                                            : needed / sight.noncentrality;
      if (!soonest || trials < soonest->trials) {
        soonest = {.target = mistake.target, .found_by = test->name, .trials = trials};
      }
    }
    return soonest;
  }

 private:
  // Each takes a search.
  double noncentrality(double degrees_of_freedom, double cells) {
    const auto [found, is_new] = needed_.try_emplace({degrees_of_freedom, cells}, 0);
    if (is_new) found->second = noncentrality_needed(degrees_of_freedom, level_ / cells, PowerRecord{}.power);
    return found->second;
  }

  const Findings& findings_;
  double level_;
  std::map<std::pair<double, double>, double> needed_;
};

// Of each line the hardest that is found and the nearest that is not.
void add_line(const std::vector<std::optional<MistakeInReach>>& line, double trials, PowerRecord& record) {
  const MistakeInReach *hardest_found = nullptr, *nearest_missed = nullptr;
  for (const std::optional<MistakeInReach>& each : line) {
    if (!each) continue;
    if (each->trials > trials) {
      if (nearest_missed == nullptr || each->trials < nearest_missed->trials) nearest_missed = &*each;
    } else if (hardest_found == nullptr || each->trials > hardest_found->trials) {
      hardest_found = &*each;
    }
  }
  if (hardest_found != nullptr) record.found.push_back(*hardest_found);
  if (nearest_missed != nullptr) record.missed.push_back(*nearest_missed);
}

// Of what other draws do to a deck that is carried on, too, the lists would only grow longer.
bool is_told_carried(const VisibleMistake& mistake) {
  return mistake.target.find("draw=") == std::string::npos;
}

// The number of trials that have so many relative permutations where `trials` had `successive`: nearly every
// one of the first has one, later one in so many.
double trials_with_successive(double needed, double trials, double successive) {
  constexpr double first = trials_of_all_successive;
  const double share = std::min(successive, first) / std::min(trials, first), of_first = share * first;
  if (needed <= of_first) return needed / share;
  double later = share_of_later_successive;
  if (trials > first) later = std::max(later, (successive - of_first) / (trials - first));
  return first + (needed - of_first) / later;
}

// In how many trials what shows in so many relative permutations shows.
std::optional<MistakeInReach> by_successive(std::optional<MistakeInReach> in_reach, double trials,
                                            std::uint64_t successive, std::string_view carried = "") {
  if (!in_reach || successive == 0) return std::nullopt;
  in_reach->trials = trials_with_successive(in_reach->trials, trials, static_cast<double>(successive));
  in_reach->target += carried;
  return in_reach;
}

// The smallest number for which a condition holds that holds for all larger ones.
template <class Holds>
std::uint64_t smallest(std::uint64_t from, Holds holds) {
  std::uint64_t step = 1;
  while (!holds(from + step - 1)) step *= 2;
  std::uint64_t below = step / 2, at = step;
  while (at - below > 1) {
    const std::uint64_t middle = below + (at - below) / 2;
    (holds(from + middle - 1) ? at : below) = middle;
  }
  return from + at - 1;
}

// Starts from one of 2^8, 2^9 ... states, by permutations that come again (core/README.md 2.14): at least so
// many that `birthday` rejects, unless a Poisson number of their mean is smaller, with the tails that bound
// theirs.
void add_starting_states(const Findings& findings, int deck_size, double trials,
                         const BirthdayCounts& counted, PowerRecord& record) {
  if (applied_test(findings.tests, birthday_test.name) == nullptr || counted.kept == 0) return;
  const double level = findings.alpha_at_look / static_cast<double>(findings.family);
  const auto one_in = static_cast<double>(counted.one_in);
  // How many states are kept nobody counted, as in the test.
  const auto kept_of = [one_in](double states, double deviations) {
    const double kept = states / one_in;
    return std::max(1.0, one_in == 1 ? kept : kept + deviations * std::sqrt(kept));
  };
  const double due = mean_repeats(counted.kept, kept_of(number_of_permutations(deck_size), -6));
  const std::uint64_t enough =
      smallest(static_cast<std::uint64_t>(std::ceil(due + 1)), [due, level](std::uint64_t repeats) {
        return 2 * poisson_upper_tail(static_cast<double>(repeats), due).p <= level;
      });
  const double missed = 1 - record.power;
  double needed = static_cast<double>(enough) + 1;
  while (poisson_lower_tail(static_cast<double>(enough - 1), needed).p > missed) needed *= 1.001;
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock.seeding.kind = SeedingKind::per_shuffle_random;
  const std::string target = target_text(setup);
  std::vector<std::optional<MistakeInReach>> line;
  for (int bits = 8; bits < 63; ++bits) {
    const double mean = mean_repeats(counted.kept, kept_of(std::ldexp(1, bits), 6));
    if (mean <= 0) break;
    // Pairs grow with the square of the trials, and of more trials fewer are kept.
    const double more = needed / mean;
    line.push_back(MistakeInReach{.target = fmt::format("{},seeds=2^{}", target, bits),
                                  .found_by = std::string(birthday_test.name),
                                  .trials = trials * (more <= 1 || one_in == 1 ? std::sqrt(more) : more)});
  }
  add_line(line, trials, record);
}

// A clock that reads the same for two shuffles in turn: every second deck is the one before.
void add_slow_clock(const Findings& findings, int deck_size, double trials, PowerRecord& record) {
  if (applied_test(findings.tests, repeats_test.name) == nullptr) return;
  const double level = findings.alpha_at_look / static_cast<double>(findings.family);
  const double chance = 1 / number_of_permutations(deck_size);
  const std::uint64_t needed = smallest(2, [chance, level](std::uint64_t made) {
    return binomial_two_sided(made / 2, made - 1, chance).p <= level;
  });
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock.seeding.kind = SeedingKind::per_shuffle_clock;
  add_line({MistakeInReach{.target = target_text(setup) + ",clock=s,rate=2",
                           .found_by = std::string(repeats_test.name),
                           .trials = static_cast<double>(needed)}},
           trials, record);
}

}  // namespace

std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials,
                                        const CountedDependence& dependence) {
  if (deck_size < smallest_large_deck || trials == 0) return std::nullopt;
  PowerRecord record;
  Trials needed(findings);
  const auto made = static_cast<double>(trials);
  const auto add_mistakes = [&record, made](const LineOfMistakes& mistakes, const auto& in_reach) {
    std::vector<std::optional<MistakeInReach>> line;
    for (const VisibleMistake& mistake : mistakes) line.push_back(in_reach(mistake));
    add_line(line, made, record);
  };
  const auto by_itself = [&needed](const VisibleMistake& mistake) { return needed.that_show(mistake); };
  const auto in_turn = [&](const VisibleMistake& mistake) {
    return by_successive(needed.that_show(mistake, "successive-"), made, dependence.successive);
  };
  const auto carried_on = [&](const VisibleMistake& mistake) {
    return is_told_carried(mistake) ? by_successive(needed.that_show(mistake, "successive-"), made,
                                                    dependence.successive, " carried from deck to deck")
                                    : std::nullopt;
  };
  const VisibleMistakes& visible = visible_mistakes(deck_size);
  for (const LineOfMistakes& line : visible.lines) {
    add_mistakes(line, by_itself);
    add_mistakes(line, carried_on);
  }
  add_mistakes(visible.sorts, by_itself);
  for (const LineOfMistakes& seeds : visible.seeds) add_mistakes(seeds, in_turn);
  add_slow_clock(findings, deck_size, made, record);
  add_starting_states(findings, deck_size, made, dependence.birthday, record);
  std::ranges::stable_sort(record.found, std::ranges::greater{}, &MistakeInReach::trials);
  std::ranges::stable_sort(record.missed, {}, &MistakeInReach::trials);
  return record;
}

}  // namespace fairshuffle
