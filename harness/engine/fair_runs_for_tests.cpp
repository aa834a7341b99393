// fair_runs and independent_runs, of whole_runs_for_tests.hpp.
#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/diagnosis/suspects.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"
#include "core/statistics/tail.hpp"
#include "harness/engine/whole_runs_for_tests.hpp"

namespace fairshuffle {

namespace {

// Every biased shuffle with its standard options, and with every word of its options.
std::vector<SampleSetup> biased_shuffles(int deck_size) {
  std::vector<SampleSetup> setups;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (deck_size < shuffle.smallest_deck || deck_size > shuffle.largest_deck) continue;
    const SampleSetup standard = setup_for_test(shuffle.name, deck_size);
    if (shuffle.truth == Truth::biased) setups.push_back(standard);
    for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
      if (shuffle.options[option].choices.empty()) continue;
      for (std::int64_t word = 0; word <= shuffle.options[option].largest; ++word) {
        if (word == standard.options[option]) continue;
        setups.push_back(standard);
        setups.back().options[option] = word;
      }
    }
  }
  return setups;
}

// Of 52 cards. Hands of five are not: they take more trials than these runs have.
OneRun all_asked_for() {
  const std::vector<int> aces{0, 13, 26, 39}, suit{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  OneRun how;
  how.certify = {"cards", "pairs-order", "hole-cards", "flop", "pairs", "bets"};
  how.bets = {
      {.name = "aces in the hole", .cards = aces, .places = {0, 1}},
      {.name = "aces of hand 1", .cards = aces, .places = suit},
      {.name = "first suit of hand 1", .cards = suit, .places = suit},
      {.kind = NamedBet::Kind::poker, .name = "the top five", .cards = {}, .places = {0, 1, 2, 3, 4}}};
  how.pairs = true;
  return how;
}

}  // namespace

RunsFigures fair_runs(const RunsPlan& plan) {
  constexpr double alpha = 0.05;
  constexpr std::array shuffles{"durstenfeld", "durstenfeld-up", "inside-out", "fisher-yates", "std-shuffle"};
  struct Kind {
    int deck_size;
    std::string_view asked = {};
    OneRun how = {};
  };
  const Kind kinds[]{{3}, {5}, {8}, {20}, {52}, {52, ", all that can be asked for", all_asked_for()}};
  RunsFigures figures;
  std::uint64_t seed = plan.seed;
  for (const Kind& kind : kinds) {
    const std::uint64_t runs = plan.runs * shuffles.size();
    std::atomic<std::uint64_t> alarms = 0;
    for_each_replicate(runs, plan.threads, [&](std::uint64_t run) {
      OneRun how = kind.how;
      how.seed = seed + run;
      how.alpha = alpha;
      const TargetRecord record = ran(shuffles[run % shuffles.size()], kind.deck_size, how);
      alarms += record.verdict == Verdict::biased;
    });
    seed += runs;
    figures.push_back(
        {.of = fmt::format("five fair shuffles, n = {}{}", kind.deck_size, kind.asked),
         .figure = fmt::format("{} of {} biased: {:.2f} %, alpha is {:g} %", alarms.load(), runs,
                               100 * static_cast<double>(alarms) / static_cast<double>(runs), 100 * alpha),
         .holds = binomial_upper_tail(alarms, runs, alpha).p >= least_believable_p});
  }
  return figures;
}

// A proof by samples has p < 1e-12, two of them a run, so that even 10^5 runs call none dependent by chance.
RunsFigures independent_runs(const RunsPlan& plan) {
  RunsFigures figures;
  std::uint64_t seed = plan.seed;
  for (const int deck_size : {5, 52}) {
    for (const SampleSetup& setup : biased_shuffles(deck_size)) {
      const std::string target = target_text(setup);
      std::atomic<std::uint64_t> dependent = 0, biased = 0;
      for_each_replicate(plan.runs, plan.threads, [&](std::uint64_t run) {
        const TargetRecord record =
            ran(target, deck_size, {.seed = seed + run, .max_trials = 16'384, .fixed_trials = run % 2 == 1});
        dependent += record.dependent;
        biased += record.verdict == Verdict::biased;
      });
      seed += plan.runs;
      figures.push_back(
          {.of = target,
           .figure = fmt::format("{} of {} dependent, {} biased", dependent.load(), plan.runs, biased.load()),
           .holds = dependent == 0});
    }
  }
  return figures;
}

}  // namespace fairshuffle
