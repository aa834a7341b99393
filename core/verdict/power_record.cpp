#include "core/verdict/power_record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/diagnosis/visible_runs.hpp"
#include "core/order/order.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/occupancy.hpp"
#include "core/statistics/repeats.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/quotient_stream.hpp"

namespace fairshuffle {

namespace {

// Less is what rounding leaves of what a test does not see.
constexpr double least_seen = 1e-12;

// For means of few numbers, which are neither normal nor have the variance of a fair shuffle's: as for rare
// cards, whose number has a Poisson law, of mean 1 under fairness and more by the bias; other means take
// fewer trials. Their tail is heavier by its skewness (Cornish and Fisher 1938: at 1e-9 the quantile lies 1.5
// sqrt(N) trials farther out).
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
      const TestRecord* test = test_named(findings_.tests, of + sight.test);
      if (test == nullptr || !test->applied || sight.noncentrality < least_seen) continue;
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
class Line {
 public:
  void add(const std::optional<MistakeInReach>& in_reach, double trials) {
    if (!in_reach) return;
    if (in_reach->trials <= trials) {
      if (!hardest_found_ || in_reach->trials > hardest_found_->trials) hardest_found_ = in_reach;
    } else if (!nearest_missed_ || in_reach->trials < nearest_missed_->trials) {
      nearest_missed_ = in_reach;
    }
  }
  void end(PowerRecord& record) const {
    if (hardest_found_) record.found.push_back(*hardest_found_);
    if (nearest_missed_) record.missed.push_back(*nearest_missed_);
  }

 private:
  std::optional<MistakeInReach> hardest_found_, nearest_missed_;
};

// Of what other draws do to a deck that is carried on, too, the lists would only grow longer.
bool is_told_carried(const VisibleMistake& mistake) {
  return mistake.target.find("draw=") == std::string::npos;
}

// The number of trials that have so many quotients where `trials` had `quotients`: nearly every one of the
// first has one, later one in so many.
double trials_with_quotients(double needed, double trials, double quotients) {
  constexpr double first = trials_of_all_quotients;
  const double share = std::min(quotients, first) / std::min(trials, first), of_first = share * first;
  if (needed <= of_first) return needed / share;
  double later = share_of_later_quotients;
  if (trials > first) later = std::max(later, (quotients - of_first) / (trials - first));
  return first + (needed - of_first) / later;
}

std::optional<MistakeInReach> by_quotients(std::optional<MistakeInReach> in_reach, double trials,
                                           std::uint64_t quotients) {
  if (!in_reach || quotients == 0) return std::nullopt;
  in_reach->trials = trials_with_quotients(in_reach->trials, trials, static_cast<double>(quotients));
  return in_reach;
}

std::optional<MistakeInReach> carried_on(std::optional<MistakeInReach> in_reach, double trials,
                                         std::uint64_t quotients) {
  in_reach = by_quotients(std::move(in_reach), trials, quotients);
  if (in_reach) in_reach->target += " carried from deck to deck";
  return in_reach;
}

double poisson_at_most(std::uint64_t count, double mean) {
  return chi_squared_upper_tail(2 * mean, 2 * static_cast<double>(count) + 2).p;
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

// Starts from one of 2^8, 2^9 ... states, by orders that come again (core/README.md 2.14): at least so many
// that `birthday` rejects, unless a Poisson number of their mean is smaller, with the tails that bound
// theirs.
void add_starting_states(const Findings& findings, int deck_size, double trials,
                         const BirthdayCounts& counted, PowerRecord& record) {
  const TestRecord* test = test_named(findings.tests, birthday_test.name);
  if (test == nullptr || !test->applied || counted.kept == 0) return;
  const double level = findings.alpha_at_look / static_cast<double>(findings.family);
  const auto one_in = static_cast<double>(counted.one_in);
  // How many states are kept nobody counted, as in the test.
  const auto kept_of = [one_in](double states, double deviations) {
    const double kept = states / one_in;
    return std::max(1.0, one_in == 1 ? kept : kept + deviations * std::sqrt(kept));
  };
  const double due = mean_repeats(counted.kept, kept_of(number_of_orders(deck_size), -6));
  const std::uint64_t enough =
      smallest(static_cast<std::uint64_t>(std::ceil(due + 1)), [due, level](std::uint64_t repeats) {
        return 2 * chi_squared_lower_tail(2 * due, 2 * static_cast<double>(repeats)).p <= level;
      });
  const double missed = 1 - record.power;
  double needed = static_cast<double>(enough) + 1;
  while (poisson_at_most(enough - 1, needed) > missed) needed *= 1.001;
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock.seeding.kind = SeedingKind::per_shuffle_random;
  const std::string target = target_text(setup);
  Line line;
  for (int bits = 8; bits < 63; ++bits) {
    const double mean = mean_repeats(counted.kept, kept_of(std::ldexp(1, bits), 6));
    if (mean <= 0) break;
    // Pairs grow with the square of the trials, and of more trials fewer are kept.
    const double more = needed / mean;
    line.add(MistakeInReach{.target = fmt::format("{},seeds=2^{}", target, bits),
                            .found_by = std::string(birthday_test.name),
                            .trials = trials * (more <= 1 || one_in == 1 ? std::sqrt(more) : more)},
             trials);
  }
  line.end(record);
}

// A clock that reads the same for two shuffles in turn: every second deck is the one before.
void add_slow_clock(const Findings& findings, int deck_size, double trials, PowerRecord& record) {
  const TestRecord* test = test_named(findings.tests, repeats_test.name);
  if (test == nullptr || !test->applied) return;
  const double level = findings.alpha_at_look / static_cast<double>(findings.family);
  const double chance = 1 / number_of_orders(deck_size);
  const std::uint64_t needed = smallest(2, [chance, level](std::uint64_t made) {
    return binomial_two_sided(made / 2, made - 1, chance).p <= level;
  });
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock.seeding.kind = SeedingKind::per_shuffle_clock;
  Line line;
  line.add(MistakeInReach{.target = target_text(setup) + ",clock=s,rate=2",
                          .found_by = std::string(repeats_test.name),
                          .trials = static_cast<double>(needed)},
           trials);
  line.end(record);
}

}  // namespace

std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials,
                                        const CountedLinks& links) {
  if (deck_size < smallest_large_deck || trials == 0) return std::nullopt;
  PowerRecord record;
  Trials needed(findings);
  const auto made = static_cast<double>(trials);
  for (const LineOfMistakes& line : visible_mistakes(deck_size)) {
    Line single, carried;
    for (const VisibleMistake& mistake : line) {
      single.add(needed.that_show(mistake), made);
      if (!is_told_carried(mistake)) continue;
      carried.add(carried_on(needed.that_show(mistake, "quotient "), made, links.quotients), made);
    }
    single.end(record);
    carried.end(record);
  }
  Line sorts;
  for (const VisibleMistake& sort : visible_sorts(deck_size)) sorts.add(needed.that_show(sort), made);
  sorts.end(record);
  for (const LineOfMistakes& seeds : visible_seeds(deck_size)) {
    Line in_turn;
    for (const VisibleMistake& each : seeds) {
      in_turn.add(by_quotients(needed.that_show(each, "quotient "), made, links.quotients), made);
    }
    in_turn.end(record);
  }
  add_slow_clock(findings, deck_size, made, record);
  add_starting_states(findings, deck_size, made, links.birthday, record);
  std::ranges::stable_sort(record.found, std::ranges::greater{}, &MistakeInReach::trials);
  std::ranges::stable_sort(record.missed, {}, &MistakeInReach::trials);
  return record;
}

}  // namespace fairshuffle
