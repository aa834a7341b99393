#include "core/record/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

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

LookSchedule::LookSchedule(const RunSettings& settings)
    : LookSchedule(settings.max_trials, settings.fixed_trials, settings.went_on_at) {}

LookSchedule::LookSchedule(std::uint64_t max_trials, bool fixed, std::span<const std::uint64_t> went_on_at) {
  const std::uint64_t first_limit = went_on_at.empty() ? max_trials : went_on_at.front();
  if (!fixed) {
    trials_.assign(first_looks.begin(), first_looks.end());
    // As many blocks as the look before had, the second one would have.
    for (int half_steps = 0; trials_.back() < max_trials; half_steps += half_steps == 0 ? 2 : 1) {
      trials_.push_back(trials_per_block * blocks_after(half_steps));
    }
  }
  const std::vector<std::uint64_t> ladder = std::exchange(trials_, {});
  const auto climb_to = [&](std::uint64_t limit) {
    for (const std::uint64_t trials : ladder) {
      if (trials < limit && (trials_.empty() || trials > trials_.back())) trials_.push_back(trials);
    }
  };
  climb_to(first_limit);
  const double looks = static_cast<double>(trials_.size()) + 1, share = fixed ? 1 : 1 / (looks + 1);
  shares_.assign(trials_.size(), share);
  share_unscheduled_ = share;
  if (went_on_at.empty()) {
    trials_.push_back(max_trials);
    shares_.push_back(share);
    return;
  }
  share_unscheduled_ = share / 2;
  double step = 0;
  const auto share_looks = [&] {
    while (shares_.size() < trials_.size()) {
      ++step;
      shares_.push_back(share / ((step + 1) * (step + 2)));
    }
  };
  for (const std::uint64_t limit : went_on_at) {
    climb_to(limit);
    share_looks();
    // Of a later limit the share was spent where it was the last one.
    if (limit != first_limit) ++step;
    const std::uint64_t whole = whole_blocks(limit);
    if (whole > (trials_.empty() ? 0 : trials_.back())) trials_.push_back(whole);
    share_looks();
  }
  climb_to(max_trials);
  trials_.push_back(max_trials);
  share_looks();
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
