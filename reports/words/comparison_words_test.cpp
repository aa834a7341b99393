#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/records_for_tests.hpp"
#include "reports/comparison_report.hpp"

using namespace fairshuffle;

namespace {

const std::vector<std::uint64_t> old_counts{2731, 2702, 2788, 2690, 2745, 2728},
    agreeing_counts{2600, 2800, 2750, 2720, 2790, 2724}, differing_counts{2430, 3011, 3040, 3022, 2437, 2444};

TargetRecord judged(const std::string& name, std::optional<Verdict> verdict,
                    const std::vector<std::uint64_t>& by_rank = old_counts) {
  TargetRecord record = record_of_counts(name, 3, by_rank);
  record.verdict = verdict;
  if (!verdict) record.evidence.error = "it crashed";
  return record;
}

RunRecord run_with(std::vector<TargetRecord> results, std::uint64_t seed = 1) {
  RunRecord run;
  run.seed = seed;
  run.results = std::move(results);
  return run;
}

Comparison moved(std::optional<Verdict> before, std::optional<Verdict> after) {
  return compared(run_with({judged("a:n=3", before)}), run_with({judged("a:n=3", after)}));
}

// With each bet won that often; the counts and the seed are others in NEW.
TargetRecord with_bets(const std::vector<std::uint64_t>& by_rank, std::uint64_t met,
                       const std::vector<NamedBet>& bets) {
  TargetRecord record = record_of_counts("a:n=3", 3, by_rank);
  record.bets = bets;
  for (const NamedBet& bet : bets) {
    record.bet_records.push_back(
        {.name = bet.name,
         .values = {{.value = "0", .fair = 0.7, .count = 16'384 - met, .lower = {}, .upper = {}},
                    {.value = "1", .fair = 0.3, .count = met, .lower = {}, .upper = {}}}});
  }
  return record;
}

std::string words_on(const TargetRecord& before, const TargetRecord& after) {
  return comparison_words(compared(run_with({before}, 1), run_with({after}, 2)));
}

}  // namespace

TEST_CASE("how the verdict moved is told in words") {
  using enum Verdict;
  const auto words = [](std::optional<Verdict> before, std::optional<Verdict> after) {
    return moved_verdict_words(moved(before, after).targets[0]);
  };
  CHECK(words(fair, biased) == "Became biased: OLD found it fair.");
  CHECK(words({}, invalid) == "Became invalid: OLD found it without a verdict.");
  CHECK(words(fair, fair) == "Still fair.");
  CHECK(words(biased, fair) == "Was biased and is fair.");
  CHECK(words(biased, invalid) == "Was biased and is invalid.");
  CHECK(words(fair, {}) == "Was fair and is without a verdict: it crashed.");
  CHECK(words({}, {}) == "Still without a verdict: it crashed.");
  CHECK(comparison_words(moved(biased, fair)) ==
        "No target became biased. Other changes of the verdict: 1. The same seed gave the same counts.");
}

TEST_CASE("of whatever became biased the summary says so first") {
  using enum Verdict;
  for (const std::optional<Verdict> before : {std::optional(fair), std::optional(inconclusive), {}}) {
    for (const Verdict after : {biased, invalid}) {
      CHECK(comparison_words(moved(before, after)).starts_with("Became biased: 1 of 1 targets."));
    }
  }
}

TEST_CASE("an error with a full stop of its own ends in one") {
  TargetRecord died = judged("a:n=3", {});
  died.evidence.error = "The program broke off. It exited with status 1.";
  const auto words = [](std::vector<TargetRecord> before, std::vector<TargetRecord> after) {
    return moved_verdict_words(
        compared(run_with(std::move(before)), run_with(std::move(after))).targets.back());
  };
  const TargetRecord fair = judged("a:n=3", Verdict::fair), other = judged("b:n=3", Verdict::fair);
  CHECK(words({fair}, {died}) ==
        "Was fair and is without a verdict: The program broke off. It exited with status 1.");
  CHECK(words({died}, {died}) == "Still without a verdict: The program broke off. It exited with status 1.");
  CHECK(
      words({other}, {other, died}) ==
      "Only NEW has it, and there it is without a verdict: The program broke off. It exited with status 1.");
}

TEST_CASE("what only one report has is told, of each target and in all") {
  using enum Verdict;
  const Comparison comparison =
      compared(run_with({judged("a:n=3", fair), judged("b:n=3", fair), judged("c:n=3", biased)}),
               run_with({judged("d:n=3", fair), judged("c:n=3", biased), judged("a:n=3", biased)}));
  CHECK(moved_verdict_words(comparison.targets[1]) == "Only OLD has it, where it was fair.");
  CHECK(moved_verdict_words(comparison.targets[3]) == "Only NEW has it, and there it is fair.");
  CHECK(
      comparison_words(comparison) ==
      "Became biased: 1 of 4 targets. The same seed gave the same counts. Targets in OLD only: 1. Targets in "
      "NEW only: 1.");
}

TEST_CASE("targets whose counts do not agree are counted") {
  CHECK(words_on(judged("a:n=3", Verdict::fair), judged("a:n=3", Verdict::biased, differing_counts)) ==
        "Became biased: 1 of 1 targets. Targets whose counts do not agree: 1 of 1.");
  const auto named = [](const char* name, const std::vector<std::uint64_t>& by_rank) {
    return record_of_counts(name, 3, by_rank);
  };
  CHECK(comparison_words(compared(
            run_with({named("a:n=3", old_counts), named("b:n=3", old_counts), named("c:n=3", old_counts)}, 1),
            run_with({named("a:n=3", agreeing_counts), named("b:n=3", old_counts),
                      named("c:n=3", differing_counts)},
                     2))) == "No target became biased. Targets whose counts do not agree: 1 of 3.");
}

TEST_CASE("the same counts of several targets for several reasons are told without them") {
  TargetRecord log = judged("log:n=3", Verdict::fair);
  log.facts = {.recorded = true, .writes_rows = true, .may_end = true};
  const RunRecord run = run_with({judged("a:n=3", Verdict::fair), log});
  CHECK(comparison_words(compared(run, run)) == "No target became biased. All counts are the very same.");
}

TEST_CASE("the summary says how named bets came out") {
  const NamedBet bet{
      .kind = NamedBet::Kind::count, .name = "first", .cards = {0}, .places = {0}, .deck_size = 0};
  NamedBet lost = bet;
  lost.name = "lost";
  CHECK(words_on(with_bets(old_counts, 5'400, {bet, lost}), with_bets(agreeing_counts, 6'000, {bet})) ==
        "No target became biased. Named bets that do not come out alike: 1 of 1. Named bets in one report "
        "only: 1.");
  const auto words = [](const std::vector<std::uint64_t>& after, std::uint64_t met,
                        const std::vector<NamedBet>& bets) {
    return words_on(with_bets(old_counts, 5'400, bets), with_bets(after, met, bets));
  };
  CHECK(words(agreeing_counts, 6'000, {bet, lost}) ==
        "No target became biased. Named bets that do not come out alike: 2 of 2.");
  CHECK(words(agreeing_counts, 5'410, {bet}) == "No target became biased. All counts agree.");
  CHECK(words(old_counts, 5'400, {bet})
            .ends_with("though the seeds differ, as where chance does not come from the seed."));
  // The very same permutations with other answers to a bet are not the very same counts.
  CHECK(words(old_counts, 5'410, {bet}) == "No target became biased. All counts agree.");
}

TEST_CASE("a target of NEW without a verdict and a wrong control of NEW are told in the summary") {
  CHECK(comparison_words(moved(Verdict::fair, {})).ends_with(" Targets without a verdict in NEW: 1 of 1."));
  const std::vector<TargetRecord> both{judged("a:n=3", Verdict::fair), judged("b:n=3", Verdict::fair)};
  std::vector<TargetRecord> one_failed = both;
  one_failed[1] = judged("b:n=3", {});
  CHECK(comparison_words(compared(run_with(both), run_with(one_failed)))
            .ends_with(" Targets without a verdict in NEW: 1 of 2."));
  RunRecord before = run_with(both), after = before;
  after.controls = {judged("a:n=3", Verdict::fair)};
  after.controls[0].expected = Verdict::biased;
  CHECK(comparison_words(compared(before, after))
            .ends_with(" A control of NEW came out wrong, so none of its verdicts counts."));
}

TEST_CASE("of records that cannot be compared it is told what they hold") {
  const auto words = [](const RunRecord& before, const RunRecord& after) {
    return not_comparable_words(why_not_comparable(before, after).value(), before, after);
  };
  const RunRecord three = run_with({judged("a:n=3", Verdict::fair)});
  RunRecord many = run_with({});
  for (const char* name : {"b:n=3", "c:n=3", "d:n=3", "e:n=3", "f:n=3"}) {
    many.results.push_back(judged(name, Verdict::fair));
  }
  many.results[1].target.deck_size = 7;
  CHECK(words(three, many) ==
        "no target is in both: the first has a:n=3 (decks of 3), the second b:n=3, c:n=3, d:n=3 and 2 more "
        "(decks of 3, 7)");
  CHECK(words(run_with({}), three) ==
        "no target is in both: the first has none, the second a:n=3 (decks of 3)");
  RunRecord four = three;
  four.results[0].target.deck_size = 4;
  CHECK(words(three, four) ==
        "no target has the same number of cards in both: the first has a:n=3 (decks of 3), the second a:n=3 "
        "(decks of 4)");
}
