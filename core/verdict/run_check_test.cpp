// Is evidence that no run of a plan brings told, at the trial and the pair where it begins to be so? And what
// a run comes to.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/plan.hpp"
#include "core/verdict/judge.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Told = std::vector<std::string>;

Told told(const std::vector<Contradiction>& contradictions) {
  Told all;
  for (const Contradiction& each : contradictions) all.push_back(each.where + ": " + each.sentence);
  return all;
}

RunSettings settings_of(std::uint64_t max_trials) {
  RunSettings settings;
  settings.max_trials = max_trials;
  settings.fixed_trials = true;
  return settings;
}

// Of a target whose blocks are each one stream.
Evidence evidence_of_trials(std::uint64_t trials, std::uint64_t pairs,
                            std::vector<std::uint64_t> invalid = {}) {
  Evidence evidence;
  evidence.trials = trials;
  evidence.repeats.pairs = pairs;
  evidence.invalid_trials = invalid.size();
  for (const std::uint64_t trial : invalid)
    evidence.witnesses.push_back({.trial = trial, .permutation = {}, .row = ""});
  return evidence;
}

TargetRecord record_of(const char* name, std::optional<Verdict> verdict,
                       std::optional<Verdict> expected = {}) {
  TargetRecord record;
  record.name = name;
  record.verdict = verdict;
  record.expected = expected;
  return record;
}

}  // namespace

TEST_CASE(
    "trials come to a look, those that are recorded up to the limit, and fewer where one from outside "
    "broke") {
  const RunSettings settings = settings_of(2'400);
  PlannedTarget target = target_of(3);
  const auto of = [&](const Evidence& evidence) {
    return told(contradictions_of(settings, target, evidence));
  };
  CHECK(of(evidence_of_trials(2'400, 2'399)).empty());
  CHECK(of(evidence_of_trials(2'399, 2'398)) ==
        Told{"/evidence/trials: is 2,399, but the look comes at 2,400"});
  target.facts.may_end = true;
  CHECK(of(evidence_of_trials(2'399, 2'398)) ==
        Told{"/evidence/trials: is 2,399, but the look comes at 2,400"});
  CHECK(of(evidence_of_trials(2'399, 2'397, {2'398})).empty());
  target.facts.recorded = true;
  CHECK(of(evidence_of_trials(2'399, 2'398)).empty());
  CHECK(of(evidence_of_trials(2'400, 2'399)).empty());
  CHECK(of(evidence_of_trials(2'401, 2'400)) == Told{"/evidence/trials: is 2,401, but the limit is 2,400"});
}

TEST_CASE("recorded trials have one look, and others the first one that has as many") {
  RunSettings settings = settings_of(1'000'000);
  settings.fixed_trials = false;
  PlannedTarget target = target_of(3);
  const auto look = [&](std::uint64_t trials) {
    return look_of(settings, target, evidence_of_trials(trials, 0));
  };
  CHECK(look(2'400) == 1);
  CHECK(look(2'401) == 2);
  CHECK(look(3'600) == 2);
  target.facts.recorded = true;
  CHECK(look(2'400) == 1);
  CHECK(look(3'600) == 1);
}

TEST_CASE("a run that was ended early has any trials up to its limit, and is judged after all looks") {
  RunSettings settings = settings_of(40'000);
  settings.fixed_trials = false;
  const PlannedTarget target = target_of(3);
  Evidence evidence = evidence_of_trials(16'384, 16'383);
  CHECK(told(contradictions_of(settings, target, evidence)).empty());
  evidence = evidence_of_trials(5'000, 4'999);
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/trials: is 5,000, but the look comes at 5,400"});
  evidence.ended_early = true;
  CHECK(told(contradictions_of(settings, target, evidence)).empty());
  CHECK(look_of(settings, target, evidence) == LookSchedule(40'000, false).unscheduled());
}

TEST_CASE("pairs follow each other within a stream: a run, a block, or one of the block's 64 lanes") {
  const RunSettings settings = settings_of(40'000);
  PlannedTarget target = target_of(3);
  const auto of = [&](std::uint64_t pairs) {
    return told(contradictions_of(settings, target, evidence_of_trials(40'000, pairs)));
  };
  const auto says = [](const char* found, const char* due) {
    return Told{std::string("/evidence/repeats/pairs: is ") + found +
                ", but 40,000 trials in blocks of 16,384 have " + due};
  };
  CHECK(of(39'997).empty());  // three blocks
  CHECK(of(39'998) == says("39,998", "39,997"));
  CHECK(of(39'996) == says("39,996", "39,997"));
  target.facts.in_sequence = true;
  CHECK(of(39'999).empty());
  CHECK(of(39'997) == says("39,997", "39,999"));
  target.facts = {.in_lanes = true, .permutations_counted = true};
  CHECK(of(40'000 - 3 * 64).empty());
  CHECK(of(40'000 - 3 * 64 + 1) == says("39,809", "39,808"));
}

TEST_CASE("an invalid trial parts the pairs that it is in, each once") {
  const RunSettings settings = settings_of(40'000);
  PlannedTarget target = target_of(3);
  // The pairs that are left, where all invalid trials are known.
  const auto are_left = [&](const std::vector<std::uint64_t>& invalid, std::uint64_t pairs) {
    CAPTURE(pairs);
    const auto of = [&](std::uint64_t count) {
      return told(contradictions_of(settings, target, evidence_of_trials(40'000, count, invalid)));
    };
    CHECK(of(pairs).empty());
    for (const std::uint64_t wrong : {pairs - 1, pairs + 1}) {
      REQUIRE(of(wrong).size() == 1);
      CHECK(of(wrong)[0].starts_with("/evidence/repeats/pairs: is "));
      CHECK(of(wrong)[0].find(" are invalid have ") != std::string::npos);
    }
  };
  are_left({5}, 39'997 - 2);
  are_left({0}, 39'997 - 1);
  are_left({39'999}, 39'997 - 1);
  are_left({5, 6}, 39'997 - 3);
  are_left({5, 7}, 39'997 - 4);
  are_left({16'383}, 39'997 - 1);  // the last of a block
  are_left({16'384}, 39'997 - 1);  // the first of the next
  are_left({16'383, 16'384}, 39'997 - 2);
  target.facts.in_sequence = true;
  are_left({16'384}, 39'999 - 2);
  are_left({16'383, 16'384}, 39'999 - 3);
  // In lanes nobody knows which pairs: two for each at most.
  target.facts = {.in_lanes = true, .permutations_counted = true};
  const auto in_lanes = [&](std::uint64_t pairs) {
    return told(contradictions_of(settings, target, evidence_of_trials(40'000, pairs, {5, 6})));
  };
  CHECK(in_lanes(39'808).empty());
  CHECK(in_lanes(39'804).empty());
  CHECK(in_lanes(39'803) == Told{"/evidence/repeats/pairs: is 39,803, but 40,000 trials of which 2 are "
                                 "invalid have 39,804 to 39,808"});
  CHECK(in_lanes(39'809).size() == 1);
}

TEST_CASE("a bet is judged on the second halves of the blocks") {
  const auto judged_of = [](std::uint64_t trials) {
    PlannedTarget target = target_of(3);
    target.facts.in_sequence = true;
    std::uint64_t judged = 0;
    const auto fits = [&] {
      Evidence evidence = evidence_of_trials(trials, trials - 1);
      evidence.bet = {.share = 0.5, .hits = 0, .judged = judged};
      return contradictions_of(settings_of(trials), target, evidence).empty();
    };
    while (judged < trials && !fits()) ++judged;
    return judged;
  };
  CHECK(judged_of(100) == 50);
  CHECK(judged_of(101) == 51);
  CHECK(judged_of(16'384) == 8'192);
  CHECK(judged_of(16'385) == 8'193);
  CHECK(judged_of(16'387) == 8'194);
}

TEST_CASE("a bet of a shuffle that was cut off is judged on what was run of second halves") {
  const auto judged_of = [](std::uint64_t trials, std::uint64_t max_trials, bool writes_rows = false) {
    PlannedTarget target = target_of(3);
    target.facts.in_sequence = true;
    target.facts.writes_rows = writes_rows;
    RunSettings settings = settings_of(max_trials);
    settings.fixed_trials = false;
    std::uint64_t judged = 0;
    const auto fits = [&] {
      Evidence evidence = evidence_of_trials(trials, trials - 1);
      evidence.ended_early = true;
      evidence.bet = {.share = 0.5, .hits = 0, .judged = judged};
      const auto told_of = told(contradictions_of(settings, target, evidence));
      return std::ranges::none_of(
          told_of, [](const std::string& each) { return each.find("/bet/judged") != std::string::npos; });
    };
    while (judged < trials && !fits()) ++judged;
    return judged;
  };
  CHECK(judged_of(2'399, 100'000) == 1'199);
  CHECK(judged_of(2'400, 100'000) == 1'200);
  CHECK(judged_of(3'000, 100'000) == 1'200);
  CHECK(judged_of(3'001, 100'000) == 1'201);
  CHECK(judged_of(16'384 + 8'192, 100'000) == 8'192);
  CHECK(judged_of(16'384 + 8'193, 100'000) == 8'193);
  CHECK(judged_of(3'000, 100'000, true) == 1'500);
}

TEST_CASE("permutations are counted where limits say so, and of a large deck as many are kept as have room") {
  PlannedTarget target = target_of(3);
  target.facts.permutations_counted = false;
  CHECK(told(contradictions_of(settings_of(2'400), target, evidence_of_trials(2'400, 2'399))) ==
        Told{"/facts/permutations_counted: is false, where a run of these limits counts them"});
  target = target_of(13);
  target.facts.permutations_counted = true;
  CHECK(told(contradictions_of(settings_of(2'400), target, evidence_of_trials(2'400, 2'399))) ==
        Told{"/facts/permutations_counted: is true, where a run of these limits does not count them"});
  target.facts.permutations_counted = false;
  RunSettings settings = settings_of(4'100);
  settings.birthday_slots = 4'096;
  Evidence evidence = evidence_of_trials(4'100, 4'099);
  evidence.birthday.one_in = 4;  // half of 4,096 slots are enough for 1,025 trials, not for 2,050
  CHECK(contradictions_of(settings, target, evidence).empty());
  evidence.birthday.one_in = 2;
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/birthday/one_in: is 2, where one permutation in 4 is kept of 4,100 trials"});
  settings.certify = {"cards", "flop"};
  evidence.birthday.one_in = 4;
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/tables/top-three: is missing, where a bet family that is asked reads it"});
  evidence.tables["top-three"] = {1};
  CHECK(contradictions_of(settings, target, evidence).empty());
  settings.certify = {"cards"};
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/tables/top-three: is there, where no bet family that is asked reads it"});
}

TEST_CASE("a verdict stands beside no error, and rows are those of targets from outside") {
  const RunSettings settings = settings_of(2'400);
  PlannedTarget target = target_of(3);
  Evidence evidence = evidence_of_trials(2'400, 2'397, {7});
  CHECK(contradictions_of(settings, target, evidence).empty());
  evidence.error = "It crashed.";
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/error: is there beside a verdict"});
  evidence.error.clear();
  evidence.unread = true;
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/unread: is true, where nothing was left to read"});
  target.facts.recorded = true;
  CHECK(contradictions_of(settings, target, evidence).empty());
  evidence.trials = 2'399;
  evidence.repeats.pairs = 2'396;
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/unread: is true, where nothing was left to read"});
  evidence.unread = false;
  evidence.witnesses[0].row = "1 1 2";
  CHECK(told(contradictions_of(settings, target, evidence)) ==
        Told{"/evidence/invalid/witnesses/0/row: is there, though a target that is built in writes no rows"});
  target.facts.may_end = true;
  CHECK(contradictions_of(settings, target, evidence).empty());
}

TEST_CASE("of a target that failed nothing is kept but how far it came") {
  const RunSettings settings = settings_of(2'400);
  const PlannedTarget target = target_of(3);
  Evidence honest;
  honest.trials = 2'400;
  honest.error = "It crashed.";
  CHECK(contradictions_of_failed(settings, target, honest).empty());
  const auto where = [&](const std::function<void(Evidence&)>& change) {
    Evidence evidence = honest;
    change(evidence);
    const Told all = told(contradictions_of_failed(settings, target, evidence));
    REQUIRE(all.size() == 1);
    constexpr std::string_view end = ": is there, though nothing was judged";
    return all[0].ends_with(end) ? all[0].substr(0, all[0].size() - end.size()) : all[0];
  };
  CHECK(where([](Evidence& e) { e.trials = 2'401; }) == "/evidence/trials: is 2,401, but the limit is 2,400");
  CHECK(where([](Evidence& e) { e.permutations = {1}; }) == "/evidence/permutations");
  CHECK(where([](Evidence& e) { e.permutation_histogram = {{1, 1}}; }) == "/evidence/permutation_histogram");
  CHECK(where([](Evidence& e) { e.positions = {{1}}; }) == "/evidence/positions");
  CHECK(where([](Evidence& e) { e.neighbours = {{1}}; }) == "/evidence/neighbours");
  CHECK(where([](Evidence& e) { e.fixed_points = {1}; }) == "/evidence/fixed_points");
  CHECK(where([](Evidence& e) { e.cycles = {1}; }) == "/evidence/cycles");
  CHECK(where([](Evidence& e) { e.parity = {1}; }) == "/evidence/parity");
  CHECK(where([](Evidence& e) { e.subsets = {1}; }) == "/evidence/subsets");
  CHECK(where([](Evidence& e) { e.tables["top-two"] = {1}; }) == "/evidence/tables");
  CHECK(where([](Evidence& e) { e.bets["top"] = {1}; }) == "/evidence/bets");
  CHECK(where([](Evidence& e) { e.table_histograms["top-five"] = {}; }) == "/evidence/table_histograms");
  CHECK(where([](Evidence& e) { e.pair_positions.emplace(); }) == "/evidence/pair_positions");
  CHECK(where([](Evidence& e) { e.multiset.emplace(); }) == "/evidence/multiset");
  for (const auto& change : std::vector<std::function<void(SuccessiveEvidence&)>>{
           [](SuccessiveEvidence& q) { q.pairs = 1; }, [](SuccessiveEvidence& q) { q.permutations = {1}; },
           [](SuccessiveEvidence& q) { q.positions = {{1}}; },
           [](SuccessiveEvidence& q) { q.fixed_points = {1}; }, [](SuccessiveEvidence& q) { q.cycles = {1}; },
           [](SuccessiveEvidence& q) { q.parity = {1}; },
           [](SuccessiveEvidence& q) { q.tables["peaks"] = {1}; },
           [](SuccessiveEvidence& q) { q.successive.cycles = {1}; },
           [](SuccessiveEvidence& q) { q.successive.fixed_points = {1}; },
           [](SuccessiveEvidence& q) { q.apart.cycles = {1}; },
           [](SuccessiveEvidence& q) { q.apart.fixed_points = {1}; }}) {
    CHECK(where([&](Evidence& e) { change(e.successive); }) == "/evidence/successive");
  }
  CHECK(where([](Evidence& e) { e.repeats.pairs = 1; }) == "/evidence/repeats");
  CHECK(where([](Evidence& e) { e.repeats.equal = 1; }) == "/evidence/repeats");
  CHECK(where([](Evidence& e) { e.birthday.one_in = 2; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.kept = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.distinct = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.again = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.distance = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.at_distance = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.birthday.repeats_at_distance = 1; }) == "/evidence/birthday");
  CHECK(where([](Evidence& e) { e.bet = {.share = 0.5, .hits = 0, .judged = 0}; }) == "/evidence/bet");
  CHECK(where([](Evidence& e) { e.invalid_trials = 1; }) == "/evidence/invalid");
  CHECK(where([](Evidence& e) { e.witnesses.resize(1); }) == "/evidence/invalid");
  CHECK(where([](Evidence& e) { e.unread = true; }) == "/evidence/unread");
}

TEST_CASE("a run is the worst of its results, unless a control came out wrong or a target could not be run") {
  using enum Verdict;
  const auto concluded_of = [](std::vector<TargetRecord> results, std::vector<TargetRecord> controls = {}) {
    RunRecord run;
    run.results = std::move(results);
    run.controls = std::move(controls);
    conclude(run);
    return run;
  };
  CHECK(concluded_of({}).verdict == fair);
  CHECK(concluded_of({record_of("a", fair), record_of("b", inconclusive)}).verdict == inconclusive);
  CHECK(concluded_of({record_of("a", biased), record_of("b", inconclusive)}).verdict == biased);
  CHECK(concluded_of({record_of("a", biased), record_of("b", invalid), record_of("c", fair)}).verdict ==
        invalid);
  CHECK(concluded_of({record_of("a", fair)}, {record_of("c", biased, biased)}).verdict == fair);
  CHECK(concluded_of({record_of("a", fair)}, {record_of("c", inconclusive, fair)}).note.empty());
  RunRecord run = concluded_of({record_of("a", fair)}, {record_of("c", fair, biased)});
  CHECK_FALSE(run.verdict);
  CHECK(run.note == "The control c came out fair where biased was due: this run has no verdict.");
  run = concluded_of({record_of("a", {})}, {record_of("c", {}, biased)});
  CHECK(run.note == "The control c came out as a failure where biased was due: this run has no verdict.");
  run = concluded_of({record_of("a", {}), record_of("b", biased), record_of("c", {})});
  CHECK_FALSE(run.verdict);
  CHECK(run.note == "Incomplete: 2 of 3 targets could not be run.");

  Plan plan;
  plan.seed = 5;
  plan.targets = {target_of(3), target_of(4), target_of(5)};
  for (std::size_t index = 0; index < 3; ++index)
    plan.targets[index].name = std::string(1, static_cast<char>('a' + index));
  plan.targets[2].expected = biased;
  plan.controls = 1;
  run = concluded(plan, {record_of("", fair), record_of("", inconclusive), record_of("", biased)});
  CHECK(run.seed == 5);
  CHECK(run.verdict == inconclusive);
  REQUIRE(run.results.size() == 2);
  REQUIRE(run.controls.size() == 1);
  CHECK(run.results[1].name == "b");
  CHECK(run.results[1].target.deck_size == 4);
  CHECK(run.controls[0].name == "c");
  plan.controls = 0;
  CHECK(concluded(plan, {record_of("", fair), record_of("", fair), record_of("", fair)}).controls.empty());
}
