// The sentences on records of every kind against the file of them: what is said, and what is left out.
#include <array>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TestRecord rejecting(const char* name, const char* test, double log10_p, double p_value = 0) {
  TestRecord record;
  record.name = name;
  record.test = test;
  record.applied = record.rejected = true;
  record.degrees_of_freedom = 5;
  record.log10_p = log10_p;
  record.p_value = p_value;
  return record;
}

TargetRecord biased_by(std::vector<TestRecord> tests) {
  TargetRecord record;
  record.name = "naive-swap:n=3";
  record.target.deck_size = 3;
  record.verdict = Verdict::biased;
  record.evidence.trials = 12'345;
  record.evidence.permutations = {2000, 2100, 2200, 2015, 2015, 2015};
  record.position_counts = {{4000, 4100, 4245}, {4245, 4000, 4100}, {4100, 4245, 4000}};
  record.tests = std::move(tests);
  record.bias.covers = "permutations";
  record.bias.confidence = 0.999;
  record.bias.tv_lower = 0.0123;
  record.bias.tv_upper = 0.0456;
  return record;
}

struct Case {
  std::string name;
  TargetRecord record;
};

Case of(std::string name, TargetRecord record, const std::function<void(TargetRecord&)>& change) {
  change(record);
  return {std::move(name), std::move(record)};
}

/// Adds a case to a list: the record with a change.
using Add = std::function<void(std::string name, const TargetRecord& record,
                               const std::function<void(TargetRecord&)>& change)>;

const WorstCell cell{
    .card = 2, .position = 1, .count = 5000, .expected = 4115, .ratio = 1.215, .standard_errors = 16.9};

void add_biased_permutations(const Add& add) {
  const TargetRecord permutations = biased_by({rejecting("permutations", "permutations", -12.5, 3.2e-13)});
  add("permutations", permutations, [](TargetRecord&) {});
  add("lower bound alone", permutations, [](TargetRecord& r) { r.bias.tv_upper.reset(); });
  add("upper bound alone", permutations, [](TargetRecord& r) { r.bias.tv_lower = 0; });
  add("no bound", permutations, [](TargetRecord& r) { r.bias.tv_upper = r.bias.tv_lower = std::nullopt; });
  add("of positions", permutations, [](TargetRecord& r) { r.bias.covers = "positions"; });
  add("of positions, not from below", permutations, [](TargetRecord& r) {
    r.bias.covers = "positions";
    r.bias.tv_lower = 0;
  });
  add("missing permutations", permutations, [](TargetRecord& r) { r.missing_permutations = 4; });
  add("no missing permutations", permutations, [](TargetRecord& r) { r.missing_permutations = 0; });
  for (const double ratio : {2., 1.999, 1.215, 0.75, 0.}) {
    add(fmt::format("a cell at {}", ratio), permutations, [&](TargetRecord& r) {
      r.worst = {cell};
      r.worst[0].ratio = ratio;
      r.worst[0].count = ratio == 0 ? 0 : 5000;
    });
  }
  add("a constant card", permutations, [](TargetRecord& r) {
    r.position_counts = {{12'345, 0, 0}, {0, 6000, 6345}, {0, 6345, 6000}};
  });
  add("all constant", permutations, [](TargetRecord& r) {
    r.position_counts = {{12'345, 0, 0}, {0, 12'345, 0}, {0, 0, 12'345}};
  });
}

void add_biased_by_tests(const Add& add) {
  add("by neighbours", biased_by({rejecting("neighbours", "neighbours", -9, 1e-9)}), [](TargetRecord&) {});
  add("by parity", biased_by({rejecting("parity", "parity", -9, 1e-9)}), [](TargetRecord&) {});
  add("by cycles, which permutations repeat",
      biased_by({rejecting("cycles", "cycles", -9, 1e-9), rejecting("mean cycles", "cycles", -19, 1e-19),
                 rejecting("permutations", "permutations", -5000)}),
      [](TargetRecord&) {});
  add("by parts",
      biased_by({rejecting("single cards (2,1)", "components", -400),
                 rejecting("parity (1,1,1)", "components", -8, 1e-8)}),
      [](TargetRecord&) {});
  add("by the e-value", biased_by({rejecting("e-value", "e-value", -8, 1e-8)}), [](TargetRecord&) {});
  add("the same twice",
      biased_by({rejecting("permutations", "permutations", -12, 1e-12),
                 rejecting("positions", "positions", -13, 1e-13)}),
      [](TargetRecord& r) { r.tests[1].same_as = "permutations"; });
  add("too regular", biased_by({rejecting("permutations", "permutations", -12, 1e-12)}),
      [](TargetRecord& r) { r.tests[0].tail = Tail::lower; });
  add("too regular, two",
      biased_by({rejecting("permutations", "permutations", -12, 1e-12),
                 rejecting("positions", "positions", -8, 1e-8)}),
      [](TargetRecord& r) { r.tests[0].tail = r.tests[1].tail = Tail::lower; });
  add("uneven and too regular",
      biased_by({rejecting("permutations", "permutations", -12, 1e-12),
                 rejecting("positions", "positions", -8, 1e-8)}),
      [](TargetRecord& r) { r.tests[0].tail = Tail::lower; });
  for (const std::uint64_t equal : {0U, 1U, 4000U}) {
    add(fmt::format("by {} repeats", equal), biased_by({rejecting("repeats", "repeats", -30, 1e-30)}),
        [&](TargetRecord& r) {
          r.evidence.repeats = {.pairs = 12'344, .equal = equal};
          r.tests[0].degrees_of_freedom = 0;
        });
  }
  for (const char* test : {"relative-order", "mean-positions", "inverse-relative-order", "mean-cards",
                           "strongest-pair", "strongest-inverse-pair"}) {
    add(fmt::format("by {}", test), biased_by({rejecting(test, test, -30, 1e-30)}), [&](TargetRecord& r) {
      r.target.deck_size = 13;
      r.evidence.permutations.clear();
      std::vector<std::uint64_t>& pairs =
          r.evidence.tables[std::string(test).find("inverse") == std::string::npos &&
                                    std::string(test) != "mean-cards"
                                ? "relative-order"
                                : "inverse-relative-order"];
      for (std::uint64_t pair = 0; pair < 78; ++pair)
        pairs.push_back(6172 + (pair * 37) % 200 - 100 + (pair == 30 ? 900 : 0));
      r.position_counts.assign(13, std::vector<std::uint64_t>(13, 949));
    });
  }
}

void add_seeds(const Add& add) {
  add("by seeds", biased_by({rejecting("birthday", "birthday", -70)}), [](TargetRecord& r) {
    r.target.deck_size = 52;
    r.evidence.permutations.clear();
    r.position_counts.assign(52, std::vector<std::uint64_t>(52, 237));
    r.evidence.birthday = {.one_in = 4, .kept = 3000, .distinct = 2500, .distance = 0};
    SeedSpaceRecord& seeds = r.seed_space.emplace();
    seeds.repeats = 500;
    seeds.expected_repeats = 1e-57;
    seeds.confidence = 0.999;
    seeds.estimate = {.log2_states = 16.5, .log2_lower = 16.25, .log2_upper = 16.75, .dense = false};
    seeds.log2_fewest_permutations = 15.5;
    r.bias.covers = "cards";
  });
}

void add_dependent(const Add& add) {
  for (const DependenceProof proof : {DependenceProof::repeats, DependenceProof::birthday,
                                      DependenceProof::successive, DependenceProof::samples}) {
    for (const DependenceShape shape :
         {DependenceShape::periodic, DependenceShape::never_repeated, DependenceShape::repeated,
          DependenceShape::fixed_step, DependenceShape::alternating, DependenceShape::known_mistake,
          DependenceShape::moved, DependenceShape::unclear}) {
      add(fmt::format("dependent, {} by {}", to_text(shape), to_text(proof)),
          biased_by({rejecting("successive-permutations", "successive", -40)}), [&](TargetRecord& r) {
            r.dependent = true;
            r.bias.tv_lower = r.bias.tv_upper = std::nullopt;
            r.evidence.repeats = {.pairs = 12'344, .equal = 3000};
            r.evidence.successive.pairs = 12'344;
            r.dependence_tests = {{.name = "cycles",
                                   .statistic = 99,
                                   .degrees_of_freedom = 2,
                                   .p_value = 1e-20,
                                   .log10_p = -20,
                                   .mean_successive = 1.5,
                                   .mean_apart = 1.75}};
            DependenceRecord& dependence = r.dependence.emplace();
            dependence.proof = proof;
            dependence.shape = shape;
            if (shape == DependenceShape::periodic) dependence.period = 64;
            if (shape != DependenceShape::moved && shape != DependenceShape::unclear)
              dependence.share = proof == DependenceProof::repeats ? 1 : 0.25;
            if (shape == DependenceShape::moved) dependence.cell = cell;
            if (shape == DependenceShape::known_mistake) {
              dependence.shuffle.emplace().fits.emplace_back().mistakes = {{"naive-swap:n=3", ""}};
              dependence.shuffle->distributions_fitting = 1;
              dependence.shuffle->mistakes_compared = 12;
            }
          });
    }
  }
}

void add_biased(std::vector<Case>& cases) {
  const Add add = [&cases](std::string name, const TargetRecord& record,
                           const std::function<void(TargetRecord&)>& change) {
    cases.push_back(of(std::move(name), record, change));
  };
  add_biased_permutations(add);
  add_biased_by_tests(add);
  add_seeds(add);
  add_dependent(add);
}

void add_others(std::vector<Case>& cases) {
  TargetRecord record = biased_by({});
  record.verdict = Verdict::fair;
  record.bias.tv_upper = 0.00091;
  cases.push_back({"fair", record});
  cases.push_back(of("fair of positions, few permutations at least", record, [](TargetRecord& r) {
    r.bias.covers = "cards,pairs-order";
    r.seed_space.emplace().log2_fewest_permutations = 36.1;
  }));
  cases.push_back(of("one card", record, [](TargetRecord& r) { r.target.deck_size = 1; }));
  record.verdict = Verdict::inconclusive;
  record.trials_to_decide = 7.25e6;
  cases.push_back({"open, within the tolerance", record});
  cases.push_back(of("open, above the tolerance", record, [](TargetRecord& r) { r.bias.tv_upper = 0.0012; }));
  cases.push_back(of("open, as biased as it looks", record, [](TargetRecord& r) {
    r.bias.tv_upper = 0.0012;
    r.decided_if = Verdict::biased;
  }));
  cases.push_back(of("open at the tolerance", record, [](TargetRecord& r) { r.bias.tv_upper = 0.001; }));
  cases.push_back(of("open without bound", record, [](TargetRecord& r) { r.bias.tv_upper.reset(); }));
  cases.push_back(of("open as dependent", record, [](TargetRecord& r) {
    r.dependent = true;
    r.bias.tv_upper.reset();
    r.trials_to_decide.reset();
  }));
  cases.push_back(of("open for ever", record, [](TargetRecord& r) { r.trials_to_decide.reset(); }));
  record.verdict = Verdict::invalid;
  record.evidence.invalid_trials = 7;
  cases.push_back({"invalid without a witness", record});
  record.evidence.witnesses = {{.trial = 1233, .permutation = {3, 1, 2}, .row = ""},
                               {.trial = 2000, .permutation = {}, .row = "x"}};
  cases.push_back({"invalid", record});
  record.facts.writes_rows = true;
  record.evidence.witnesses[0].row = "3 1 2";
  for (const char* base : {"0", "1"}) {
    cases.push_back(of(fmt::format("rows from {}", base), record, [&](TargetRecord& r) {
      r.target.options = {{"format", "text"}, {"base", base}};
    }));
  }
  cases.push_back(of("rows that begin elsewhere", record, [](TargetRecord& r) {
    r.evidence.witnesses[0].permutation = {1, 2, 4};
  }));
  cases.push_back(of("rows of two cards", record, [](TargetRecord& r) {
    r.evidence.witnesses[0].permutation = {1, 2};
  }));
  cases.push_back(of("a row of one card, of a deal of two", record, [](TargetRecord& r) {
    r.target.multiset.dealt = 2;
    r.evidence.witnesses[0].permutation = {1};
  }));
  cases.push_back(of("a row of two cards, of a deal of two", record, [](TargetRecord& r) {
    r.target.multiset.dealt = 2;
    r.evidence.witnesses[0].permutation = {1, 1};
  }));
  cases.push_back(of("words", record, [](TargetRecord& r) {
    r.target.options = {{"format", "tokens"}, {"deck", "a b c"}};
  }));
  record.verdict.reset();
  record.evidence.error = "It crashed.";
  cases.push_back({"failed", record});
  for (const RunRecord& run : {example_run(), example_findings()}) {
    for (const TargetRecord& result : run.results) cases.push_back({"example " + result.name, result});
  }
}

std::string words_of(Case each, const Budget& budget) {
  put_in_words(budget, each.record);
  const TargetRecord& record = each.record;
  std::string text = fmt::format("{}:\n  {}\n", each.name, record.sentence);
  if (record.verdict == Verdict::biased) {
    text += fmt::format("  looks like: {}\n", likeness(record));
    text +=
        fmt::format("  looked at: {}\n  parts: {}\n  constant: {}\n  seeds: {}\n", looked_at(record),
                    component_words(record.components), constant_cards(record), seed_words(record, budget));
    if (only_repeats_reject(record)) text += fmt::format("  repeats: {}\n", repeat_words(record));
  }
  if (record.dependent)
    text += fmt::format("  looks: {}\n  cause: {}\n", dependence_words(record).looks,
                        dependence_words(record).cause);
  if (record.diagnosis) text += fmt::format("  diagnosis: {}\n", record.diagnosis->sentence);
  return text;
}

std::vector<GoldenText> goldens() {
  std::vector<Case> cases;
  add_biased(cases);
  add_others(cases);
  std::string text;
  for (const Case& each : cases) text += words_of(each, Budget{});
  text += words_of(cases.front(), {.alpha = 1e-5, .confidence = 0.95, .tolerance = 0.05});
  return {{"sentences.txt", text}};
}

}  // namespace

TEST_CASE("every kind of record has its golden sentences, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when sentences are meant to change.
TEST_CASE("the golden sentences are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("one bound is not told as several") {
  TargetRecord record = biased_by({rejecting("permutations", "permutations", -30)});
  const auto sentence = [&record] {
    put_in_words({.alpha = 1e-6, .confidence = 0.999, .tolerance = 0.01}, record);
    return record.sentence;
  };
  CHECK(sentence().find(" How much: the best bet gains at least 1.2, at most 4.6 points over a fair deck "
                        "(99.9 % each). ") != std::string::npos);
  record.bias.tv_lower = 0;
  CHECK(sentence().find(" How much: no bet on the order gains more than 4.6 points over a fair deck (99.9 "
                        "%); more trials would measure it. ") != std::string::npos);
  record.bias.tv_lower = 0.0123;
  record.bias.covers = "positions";
  CHECK(sentence().find(
            " How much: the best bet gains at least 1.2 points over a fair deck (99.9 %). No bet on "
            "where one card lies gains more than 4.6 points (99.9 %). ") != std::string::npos);
}

TEST_CASE("where some families are bounded, those that are not are told by name") {
  TargetRecord record;
  record.target.deck_size = 52;
  record.verdict = Verdict::inconclusive;
  record.evidence.trials = 20'000;
  record.families.resize(3);
  for (std::size_t family = 0; family < 3; ++family) {
    record.families[family].family = std::array{"cards", "flop", "hole-cards"}[family];
    record.families[family].asked = family < 2;
  }
  record.families[0].tv_upper = 0.043;
  // As many as the other's there are already.
  record.families[0].trials_for_tolerance = 20'001;
  record.families[1].trials_for_tolerance = 20'000;
  const auto by_family = [&record] { return clauses_of(record, {}).by_family; };
  CHECK(by_family().find(
            ": cards 4.3 (at most 0.1 from 20,000 trials on, if fair), flop not bounded; not asked "
            "for: hole-cards not bounded") != std::string::npos);
  put_in_words({}, record);
  CHECK(
      record.sentence ==
      "Inconclusive: no test rejects fairness in 20,000 trials. How much: not bounded by the tests that ran. "
      "Undecided: the tolerance is 0.1 points.");
}

TEST_CASE("a target without a verdict has no sentence") {
  TargetRecord record;
  record.sentence = "as it was";
  put_in_words({}, record);
  CHECK(record.sentence == "as it was");
}

TEST_CASE("no card is blamed where single decks are even") {
  const auto blames_a_card = [](TargetRecord record) {
    record.worst = {
        {.card = 0, .position = 1, .count = 900, .expected = 1000, .ratio = 0.9, .standard_errors = -5}};
    put_in_words(Budget{}, record);
    return record.sentence.find("card 0 is ") != std::string::npos;
  };
  CHECK(blames_a_card(biased_by({rejecting("positions", "positions", -30)})));
  CHECK_FALSE(blames_a_card(biased_by({rejecting("successive-permutations", "successive", -40)})));
}
