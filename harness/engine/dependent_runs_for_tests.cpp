// dependent_runs, of whole_runs_for_tests.hpp.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"
#include "harness/engine/whole_runs_for_tests.hpp"

namespace fairshuffle {

namespace {

using Cards = std::vector<Card>;
using Words = std::mt19937_64;

struct Dependence {
  const char* name;
  void (*next)(Cards& deck, std::uint64_t trial, Words& words);
};

void fresh(Cards& deck, Words& words) {
  std::ranges::shuffle(deck, words);
}

// Each deck by itself is uniform from the first one on.
constexpr std::array dependences{
    Dependence{"a chain with holding",
               [](Cards& deck, std::uint64_t trial, Words& words) {
                 if (trial == 0 || words() % 4 != 0) fresh(deck, words);
               }},
    Dependence{"no successive repeats",
               [](Cards& deck, std::uint64_t trial, Words& words) {
                 const Cards before = deck;
                 do fresh(deck, words);
                 while (trial > 0 && deck == before);
               }},
    Dependence{"a fixed product",
               [](Cards& deck, std::uint64_t trial, Words& words) {
                 if (trial % 2 == 0) return fresh(deck, words);
                 std::rotate(deck.begin(), deck.begin() + 2, deck.end());
               }},
    Dependence{"top tied to the old bottom",
               [](Cards& deck, std::uint64_t trial, Words& words) {
                 const Card bottom = deck.back();
                 fresh(deck, words);
                 if (trial > 0) std::iter_swap(deck.begin(), std::ranges::find(deck, bottom));
               }},
    Dependence{"alternating parity",
               [](Cards& deck, std::uint64_t trial, Words& words) {
                 const bool was_even = is_even(deck);
                 fresh(deck, words);
                 if (trial > 0 && is_even(deck) == was_even) std::swap(deck[0], deck[1]);
               }},
};

}  // namespace

RunsFigures dependent_runs(const RunsPlan& plan) {
  constexpr std::array deck_sizes{5, 8, 20, 52};
  RunsFigures figures;
  std::uint64_t seed = plan.seed;
  for (const Dependence& dependence : dependences) {
    std::atomic<std::uint64_t> dependent = 0, bounded = 0, named = 0, passed = 0, unseen = 0;
    for_each_replicate(plan.runs, plan.threads, [&](std::uint64_t run) {
      const auto words = std::make_shared<Words>(seed + run);
      const TargetRecord record = ran(stream_target(deck_sizes[run % deck_sizes.size()],
                                                    [&dependence, words](Cards& deck, std::uint64_t trial) {
                                                      dependence.next(deck, trial, *words);
                                                    }),
                                      {.seed = seed + run});
      dependent += record.dependent;
      bounded += record.dependent && (record.bias.tv_upper || record.bias.tv_lower);
      named += record.diagnosis.has_value();
      passed += record.verdict == Verdict::fair;
      unseen += !record.dependent;
    });
    seed += plan.runs;
    figures.push_back(
        {.of = dependence.name,
         .figure = fmt::format(
             "{} of {} dependent, of these {} with a bound; {} with a diagnosis; {} not seen, of "
             "these {} fair",
             dependent.load(), plan.runs, bounded.load(), named.load(), unseen.load(), passed.load()),
         .holds = bounded == 0 && named == 0 && passed == 0});
  }
  return figures;
}

}  // namespace fairshuffle
