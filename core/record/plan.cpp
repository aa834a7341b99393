#include "core/record/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/numbers.hpp"
#include "core/tally/birthday.hpp"

namespace fairshuffle {

namespace {

constexpr std::array<std::uint64_t, 5> first_looks{2'400, 3'600, 5'400, 8'000, 12'000};
constexpr std::array verdict_words{"fair", "biased", "inconclusive", "invalid"};

// 2^(half_steps / 2), rounded: 1, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32 ...
std::uint64_t blocks_after(int half_steps) {
  const double power = std::ldexp(half_steps % 2 == 0 ? 1.0 : std::numbers::sqrt2, half_steps / 2);
  return static_cast<std::uint64_t>(std::llround(power));
}

}  // namespace

LookSchedule::LookSchedule(std::uint64_t max_trials, bool fixed) : share_(1) {
  if (!fixed) {
    for (const std::uint64_t trials : first_looks) {
      if (trials < max_trials) trials_.push_back(trials);
    }
    for (int half_steps = 0;; ++half_steps) {
      if (half_steps == 1) continue;  // as many blocks as before
      const std::uint64_t trials = trials_per_block * blocks_after(half_steps);
      if (trials >= max_trials) break;
      trials_.push_back(trials);
    }
    share_ = 1 / (static_cast<double>(trials_.size()) + 2);
  }
  trials_.push_back(max_trials);
}

const char* to_text(Verdict verdict) {
  return verdict_words[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_from_text(std::string_view text) {
  for (std::size_t verdict = 0; verdict < verdict_words.size(); ++verdict) {
    if (text == verdict_words[verdict]) return static_cast<Verdict>(verdict);
  }
  return std::nullopt;
}

std::uint64_t trials_to_measure(const RunSettings& settings, const PlannedTarget& target) {
  constexpr std::uint64_t few = trials_per_block, more = 8 * few, most = 64 * few;
  constexpr int largest_played = 64;
  if (settings.until_decided || target.facts.recorded || target.facts.writes_rows) return 0;
  const bool is_small = target.target.deck_size <= largest_counted_deck_size;
  std::uint64_t trials = target.target.deck_size <= largest_played ? more : few;
  if (target.facts.may_end) {
    trials = is_small ? more : few;
  } else if (is_small) {
    trials = target.facts.in_lanes ? most : most / 2;
  }
  return std::min(settings.max_trials, trials);
}

std::vector<const TestInfo*> tests_for(const RunSettings& settings, const PlannedTarget& target) {
  std::vector<const TestInfo*> tests;
  for (const std::string& name : settings.tests) {
    const TestInfo* test = find_test(name);
    if (test == nullptr || !test->of_multiset(target.target.multiset, target.target.deck_size)) continue;
    if (test->needs_marked_cards && target.target.marked == 0) continue;
    if ((test->needs_bets && target.bets.empty()) || (test->needs_pairs && !target.pairs)) continue;
    const bool counts_table = test->needs_table == nullptr ||
                              std::ranges::find(target.tables, test->needs_table) != target.tables.end();
    if (!counts_table) continue;
    const bool is_of_larger = test->smallest_deck >= smallest_birthday_deck;
    if (is_of_larger && target.target.deck_size < test->smallest_deck) continue;
    tests.push_back(test);
  }
  return tests;
}

void plan_on_deck(const RunSettings& settings, PlannedTarget& target) {
  target.bets = bets_on_deck(settings.bets, target.target.deck_size, target.target.multiset);
  const bool is_large = target.target.deck_size >= smallest_large_deck &&
                        !is_wide_deck(target.target.deck_size) && target.target.multiset.is_plain();
  target.pairs = settings.pairs && is_large;
  target.tables = is_large ? asked_by(settings.certify).tables : AskedTables{};
}

CountedDeck counted_deck(const PlannedTarget& target) {
  return {.size = target.target.deck_size,
          .marked = target.target.marked,
          .permutations_counted = target.facts.permutations_counted,
          .bet_hypotheses = hypotheses_of_bets(target.bets, target.target.deck_size),
          .pairs_counted = target.pairs,
          .tables = target.tables,
          .multiset = target.target.multiset};
}

}  // namespace fairshuffle
