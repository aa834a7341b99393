#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/records_for_tests.hpp"
#include "reports/comparison_report.hpp"

using namespace fairshuffle;

namespace {

TargetRecord with_counts(int deck_size, std::vector<std::uint64_t> by_rank) {
  return record_of_counts("durstenfeld:n=3", deck_size, std::move(by_rank));
}

TargetRecord with_pairs(TargetRecord record, std::uint64_t pairs, std::uint64_t equal) {
  record.evidence.repeats.pairs = pairs, record.evidence.repeats.equal = equal;
  return record;
}

// As the only target of a comparison, at 99.9 % confidence.
std::string words_on_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed = false) {
  RunRecord old_run, new_run;
  old_run.results = {before};
  new_run.results = {after};
  new_run.seed = old_run.seed + (same_seed ? 0 : 1);
  const Comparison comparison = compared(old_run, new_run);
  return compared_counts_words(comparison.targets.at(0), comparison);
}

const TargetRecord counts_of_16k = with_counts(3, {2731, 2702, 2788, 2690, 2745, 2728});
const TargetRecord counts_of_32k = with_counts(3, {5502, 5431, 5389, 5520, 5466, 5460});
const TargetRecord counts_of_naive = with_counts(3, {2430, 3011, 3040, 3022, 2437, 2444});

}  // namespace

TEST_CASE("counts that agree or do not are told with their p-value and the confidence") {
  CHECK(words_on_counts(counts_of_16k, counts_of_32k) == "The counts of permutations agree (p = 0.62).");
  CHECK(words_on_counts(counts_of_16k, counts_of_naive) ==
        "The counts of permutations do not agree (p = 1.2e-19): with 99.9 % confidence the distribution "
        "changed.");
}

TEST_CASE("over how much the confidence holds is told where more than one thing was tested") {
  const auto words = [](TestedTogether tested) {
    Comparison comparison;
    comparison.confidence = 0.999;
    comparison.tested = tested;
    return distribution_changed_words("They differ", FoundIn::neither, comparison);
  };
  CHECK(words({.targets = 1, .bets = 0}) == "They differ: with 99.9 % confidence the distribution changed.");
  CHECK(words({.targets = 0, .bets = 1}) == "They differ: with 99.9 % confidence the distribution changed.");
  CHECK(words({.targets = 3, .bets = 0}) ==
        "They differ: with 99.9 % confidence over all 3 targets the distribution changed.");
  CHECK(words({.targets = 1, .bets = 1}) ==
        "They differ: with 99.9 % confidence over all 2 comparisons the distribution changed.");
}

TEST_CASE("what the seeds or a recording let expect is told before the answer") {
  CHECK(words_on_counts(counts_of_16k, counts_of_16k, true) == "The same seed gave the same counts.");
  CHECK(words_on_counts(counts_of_16k, counts_of_16k) ==
        "The counts are the very same though the seeds differ, as where chance does not come from the seed.");
  std::vector<std::uint64_t> moved_counts = counts_of_16k.evidence.permutations;
  moved_counts[0] += 1, moved_counts[1] -= 1;
  TargetRecord before = counts_of_16k, after = with_counts(3, moved_counts);
  CHECK(words_on_counts(before, after, true)
            .starts_with("The same seed gave other counts: the program or the shuffle changed. The counts of "
                         "permutations agree (p = "));
  CHECK(words_on_counts(before, after).starts_with("The counts of permutations agree (p = "));
  before.facts = after.facts = {.writes_rows = true, .may_end = true};
  CHECK(words_on_counts(before, after, true)
            .starts_with("The same seed gave other counts: the program or the shuffle changed, or does not "
                         "take its chance from the seed. The counts of permutations agree (p = "));
  CHECK(words_on_counts(counts_of_16k, counts_of_32k, true) ==
        "The seed is the same: if nothing changed, the runs share the trials of the shorter one, which makes "
        "p too large. The counts of permutations agree (p = 0.62).");
  before = counts_of_16k, after = counts_of_32k;
  before.facts = after.facts = {.writes_rows = true, .may_end = true};
  CHECK(words_on_counts(before, after, true) ==
        "The seed is the same: where chance comes from it, the runs share trials, which makes p too large. "
        "The counts of permutations agree (p = 0.62).");
  before.facts = after.facts = {.recorded = true, .writes_rows = true, .may_end = true};
  CHECK(words_on_counts(before, after, true) ==
        "Where one recording goes on from the other, the trials that they share make p too large. The counts "
        "of permutations agree (p = 0.62).");
  CHECK(words_on_counts(before, before, true) == "The counts are the very same, as of the same recording.");
}

TEST_CASE("where trials are dependent, the sentence says that this alone may be why counts do not agree") {
  TargetRecord dependent_run = with_pairs(counts_of_naive, 16'000, 8'000);
  dependent_run.dependent = true;
  CHECK(words_on_counts(counts_of_16k, dependent_run) ==
        "The counts of permutations do not agree (p = 1.2e-19), but the trials of NEW are not independent "
        "draws from one distribution, and that alone may make p so small: the distribution need not have "
        "changed.");
  CHECK(words_on_counts(dependent_run, counts_of_16k)
            .find("trials of OLD are not independent draws from one distribution") != std::string::npos);
  CHECK(reports_named(FoundIn::neither).empty());
  CHECK(reports_named(FoundIn::both) == "OLD and NEW");
}

TEST_CASE("repeats that tell two runs apart are told with their numbers, and those that agree are named") {
  const TargetRecord plain = with_pairs(counts_of_16k, 16'000, 2'670);
  const std::string differ = words_on_counts(plain, with_pairs(counts_of_32k, 32'000, 3'200));
  CHECK(differ.starts_with("The repeats do not agree (p = "));
  CHECK(differ.ends_with(
      "; successive trials are equal in 2,670 of 16,000 pairs in OLD and in 3,200 of 32,000 pairs in NEW): "
      "with 99.9 % confidence the distribution changed, or trials hang together as they did not."));
  CHECK(words_on_counts(plain, with_pairs(counts_of_32k, 32'000, 5'333)) ==
        "The counts of permutations and of repeats agree (p = 1).");
  CHECK(words_on_counts(plain, with_pairs(counts_of_naive, 16'000, 2'670)) ==
        "The counts of permutations do not agree (p = 2.3e-19): with 99.9 % confidence the distribution "
        "changed.");
  TargetRecord cut = with_pairs(counts_of_32k, 32'000, 16'000);
  cut.dependent = true;
  const std::string dependent_repeats = words_on_counts(plain, cut);
  CHECK(dependent_repeats.starts_with("The repeats do not agree (p < 1e-300"));
  CHECK(dependent_repeats.ends_with(
      "but the trials of NEW are not independent draws from one distribution, and that alone may make p so "
      "small: the distribution need not have changed."));
}

TEST_CASE("counts of positions are told as such, with the place where they differ most") {
  std::vector<std::uint64_t> few(24, 20), shifted(24, 20);
  few[3] = 19;
  shifted[0] = 400;
  const std::string words = words_on_counts(with_counts(4, few), with_counts(4, shifted));
  CHECK(words.starts_with("The counts of cards by position do not agree (p = "));
  CHECK(words.find(", most clearly at ") != std::string::npos);
  CHECK(strongest_row_words({.of_card = false, .index = 3}) == "position 3");
  CHECK(strongest_row_words({.of_card = true, .index = 7}) == "card 7");
}

TEST_CASE("counts that cannot be compared are told with the reason, and those without a verdict not at all") {
  CHECK(words_on_counts(counts_of_16k, with_counts(4, std::vector<std::uint64_t>(24, 100))) ==
        "The counts are not compared: the deck has 3 cards in OLD and 4 in NEW.");
  CHECK(words_on_counts(with_counts(1, {9}), with_counts(1, {8})) ==
        "The counts are not compared: one card has one permutation.");
  CHECK(words_on_counts(with_counts(3, {1, 2, 3, 1, 2, 3}), counts_of_16k) ==
        "The counts are not compared: 12 trials in OLD and 16,384 in NEW are too few.");
  TargetRecord invalid = with_counts(3, {0, 0, 0, 0, 0, 0});
  invalid.evidence.trials = invalid.evidence.invalid_trials = 600;
  CHECK(words_on_counts(counts_of_16k, invalid) == "The counts are not compared: NEW has no valid trial.");
  CHECK(words_on_counts(invalid, counts_of_16k) == "The counts are not compared: OLD has no valid trial.");
  TargetRecord unjudged = counts_of_16k;
  unjudged.verdict.reset();
  CHECK(words_on_counts(counts_of_16k, unjudged).empty());
}
