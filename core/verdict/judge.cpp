#include "core/verdict/judge.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/likelihoods.hpp"
#include "core/record/deviations.hpp"
#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/permutations.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/dependence.hpp"

namespace fairshuffle {

namespace {

// The worst first: an invalid target says more than a biased one.
Verdict worst_of(std::span<const TargetRecord> results) {
  for (const Verdict verdict : {Verdict::invalid, Verdict::biased, Verdict::inconclusive}) {
    if (std::ranges::find(results, verdict, &TargetRecord::verdict) != results.end()) return verdict;
  }
  return Verdict::fair;
}

}  // namespace

void conclude(RunRecord& run) {
  run.verdict.reset();
  run.note.clear();
  for (const TargetRecord& control : run.controls) {
    if (control_outcome_of(control) == Outcome::as_due) continue;
    run.note =
        fmt::format("The control {} came out {} where {} was due: this run has no verdict.", control.name,
                    control.verdict ? to_text(*control.verdict) : "as a failure", to_text(*control.expected));
    return;
  }
  const auto failed =
      std::ranges::count_if(run.results, [](const TargetRecord& result) { return !result.verdict; });
  if (failed == 0) {
    run.verdict = worst_of(run.results);
  } else {
    run.note = run.results.size() == 1 ? "Incomplete: the target could not be run."
                                       : fmt::format("Incomplete: {} of {} targets could not be run.", failed,
                                                     run.results.size());
  }
}

RunRecord concluded(const Plan& plan, std::vector<TargetRecord> targets) {
  RunRecord run;
  static_cast<RunSettings&>(run) = plan;
  for (std::size_t index = 0; index < targets.size(); ++index) {
    static_cast<PlannedTarget&>(targets[index]) = plan.targets[index];
    const bool is_control = index + plan.controls >= targets.size();
    (is_control ? run.controls : run.results).push_back(std::move(targets[index]));
  }
  conclude(run);
  return run;
}

namespace {

// A record for each hypothesis of the test. One that is not honest at the smallest level that its p-value
// will be held against counts as not applied.
std::vector<TestRecord> records_of(const Tally& whole, const TestInfo& test, double lowest_level) {
  std::vector<TestRecord> records;
  for (TestResult& result : results_of(test, whole)) {
    if (result.applied && lowest_level < result.honest_from_level) {
      result.applied = false;
      result.reason = fmt::format(
          "too few {} for a chi-square tail to be honest at this look's share of the family-wise error rate",
          test.name == successive_test.name ? "pairs" : "trials");
    }
    records.push_back({.name = std::move(result.name),
                       .test = std::string(test.name),
                       .applied = result.applied,
                       .reason = std::move(result.reason),
                       .statistic = result.statistic,
                       .degrees_of_freedom = result.degrees_of_freedom,
                       .p_value = result.p_value.p,
                       .log10_p = result.p_value.log10_p,
                       .tail = result.tail,
                       .same_as = {},
                       .blind_to = std::string(test.blind_to),
                       .mean = result.mean});
  }
  return records;
}

// Says of each test that was applied which one before it is the same. Only tests of one hypothesis are others
// in disguise.
void find_disguised(int deck_size, std::vector<TestRecord>& records) {
  std::map<std::string_view, const TestRecord*> first;
  for (TestRecord& record : records) {
    if (!record.applied) continue;
    const TestInfo* test = find_test(record.test);
    if (test->hypotheses(deck_size) > 1) continue;
    const auto [found, is_first] = first.emplace(undisguised(*test, deck_size), &record);
    if (!is_first) record.same_as = found->second->name;
  }
}

// A record for each hypothesis of the target's tests, before Holm's method; those that are the same as one
// before them say so.
std::vector<TestRecord> test_records(const RunSettings& settings, const PlannedTarget& target,
                                     const Tally& whole, double lowest_level) {
  std::vector<TestRecord> records;
  for (const TestInfo* test : tests_for(settings, target)) {
    std::ranges::move(records_of(whole, *test, lowest_level), std::back_inserter(records));
  }
  find_disguised(whole.deck_size, records);
  return records;
}

// Whether an e-value over the known mistakes (core/README.md 5.5) is one of its tests: known from the plan
// alone, and not from what comes of it.
bool has_e_value(const RunSettings& settings, const PlannedTarget& target) {
  return target.facts.permutations_counted && target.target.deck_size >= smallest_deck_diagnosed &&
         target.target.deck_size <= largest_deck_diagnosed &&
         std::ranges::find(settings.tests, permutations_test.name) != settings.tests.end();
}

TestRecord e_value_record(const Tally& whole) {
  TestRecord record;
  record.name = record.test = e_value_name;
  record.blind_to = "what is far from every known mistake";
  if (whole.trials == 0) {
    record.reason = "there were no trials";
    return record;
  }
  const double log10_e = log10_e_value(whole);
  const TailProbability p = p_of_e_value(log10_e);
  record.applied = true;
  record.statistic = std::max(0.0, log10_e);
  record.p_value = p.p;
  record.log10_p = p.log10_p;
  return record;
}

Tally whole_of(const PlannedTarget& target, const Evidence& evidence) {
  EvidenceTally counted = tally_of(target, evidence);
  if (counted.tally) return *std::move(counted.tally);
  const Contradiction& first = counted.contradictions.front();
  throw std::invalid_argument(fmt::format("judge: {}: {} {}", target.name, first.where, first.sentence));
}

double confidence_at(const RunSettings& settings, const Look& look) {
  return 1 - (1 - settings.budget.confidence) * look.share;
}

std::string strongest_rejecting(std::span<const TestRecord> tests) {
  const auto strongest = std::ranges::min_element(
      tests, {}, [](const TestRecord& test) { return test.rejected ? test.log10_p : 1; });
  return strongest == tests.end() || !strongest->rejected ? "" : strongest->name;
}

// Permutations that are merely rare are not called missing: twenty were to be expected.
std::optional<std::uint64_t> missing_permutations(const Tally& whole) {
  if (!whole.counts_permutations()) return std::nullopt;
  std::uint64_t missing = permutation_count(whole.deck_size);
  if (whole.trials < 20 * missing) return std::nullopt;
  whole.for_each_permutation_count(
      [&missing](std::uint64_t, std::uint64_t permutations) { missing -= permutations; });
  return missing;
}

// What the relative permutations of a decided target show, and whether the trials of one whose tests may
// reject are dependent: those of an invalid one that are no permutations are not counted, and the others tell
// what they tell.
void find_links(const RunSettings& settings, const Tally& whole, Findings& findings) {
  if (whole.multiset) return;
  look_at_successive(whole, findings);
  const bool may_reject = findings.verdict == Verdict::biased || findings.verdict == Verdict::invalid;
  if (may_reject) find_link(whole, settings.budget.confidence, findings);
}

// Judges the bet of a decided target, and fills in all that goes with a verdict.
void settle(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence,
            const Tally& whole, Findings& findings) {
  findings.found_by = strongest_rejecting(findings.tests);
  if (takes_bet(whole.deck_size, findings.bias) && evidence.bet) {
    BiasRecord& bias = findings.bias;
    bias.tv_lower = tv_lower_bound(*evidence.bet, bias.confidence);
    // That the best bet gains nothing is true of any trials.
    if (*bias.tv_lower > 0 && evidence.bet->places) bias.withheld = hit_fault(*evidence.bet->places);
    if (bias.withheld) bias.tv_lower.reset();
  }
  if (findings.verdict == Verdict::inconclusive) {
    const auto deciding =
        trials_to_decide(findings, counted_deck(target), evidence.trials, settings.budget.tolerance);
    if (deciding) {
      findings.trials_to_decide = deciding->trials;
      findings.decided_if = deciding->verdict;
    }
  }
  if (findings.verdict == Verdict::fair || findings.verdict == Verdict::inconclusive) {
    const CountedDependence dependence{.successive = whole.successive.pairs, .birthday = whole.birthday};
    findings.power =
        whole.multiset ? std::nullopt : power_record(findings, whole.deck_size, evidence.trials, dependence);
  }
  if (whole.subsets) {
    findings.subset_counts.assign(whole.subsets->by_rank().begin(), whole.subsets->by_rank().end());
  }
  if (!whole.multiset) {
    findings.position_counts = whole.positions.by_position();
    // Where positions are rejected as a whole, the farthest cell is shown, be it clear or not.
    findings.worst = clear_cells(whole, rejects_as_uneven(findings.tests, "positions"));
  }
  findings.bet_records = bet_records(whole, findings.dependent, findings.bias.confidence);
  findings.seed_space = seed_space_of(whole, target.facts, findings, evidence.trials);
  findings.missing_permutations = missing_permutations(whole);
  findings.components = component_records(whole, findings);
  // A mistake is known by its counts of single decks: it makes them no more regular than chance does, and
  // what follows what says nothing of it.
  const bool uneven = single_decks_are_uneven(findings.tests);
  if (findings.verdict == Verdict::biased && uneven && !findings.dependent && can_be_diagnosed(whole)) {
    findings.diagnosis = diagnose(whole, settings.budget.confidence);
    if (!findings.seed_space) return;
    if (findings.diagnosis->explains_repeats) {
      findings.seed_space->estimate.reset();
      findings.seed_space->first_repeat_p.reset();
      findings.seed_space->first_repeat_unknown = false;
    } else if (!findings.seed_space->estimate && rejects_as_uneven(findings.tests, "repeats")) {
      // Decks that follow themselves more often than any mistake or number of starts explains are hardly
      // independent, and what few of them show of single decks is what they came to.
      findings.diagnosis.reset();
    }
  }
}

/// Of the target of that index in the plan all that it showed.
using Counted = std::function<Evidence(std::size_t)>;

// A target of a run that has ended.
class EndedTarget final : public UndecidedTarget {
 public:
  /// last: of all targets, for the one that was asked last.
  EndedTarget(const PlannedTarget& planned, std::size_t index, const Counted& counted, Evidence& last,
              Findings& findings)
      : planned_(planned), index_(index), counted_(counted), last_(last), findings_(findings) {}

  const PlannedTarget& planned() const override { return planned_; }
  Findings& findings() override { return findings_; }
  Evidence evidence() override { return counted_(index_); }
  const Evidence* last_evidence() override {
    last_ = {};
    last_ = counted_(index_);
    return &last_;
  }

 private:
  const PlannedTarget& planned_;
  std::size_t index_;
  const Counted& counted_;
  Evidence& last_;
  Findings& findings_;
};

}  // namespace

Look look_at(const Plan& plan, int number, std::uint64_t rejected_before) {
  const LookSchedule schedule(plan);
  // What is recorded is looked at once: where all is, nothing need be kept for later looks.
  const bool once =
      std::ranges::all_of(plan.targets, [](const PlannedTarget& target) { return target.facts.recorded; });
  Look look{.number = number,
            .is_last = schedule.is_last(number),
            .share = once ? 1 : schedule.share(number),
            .family = 0,
            .rejected_before = rejected_before};
  for (const PlannedTarget& target : plan.targets) {
    look.family += hypotheses_of(tests_for(plan, target), counted_deck(target));
    look.e_values += has_e_value(plan, target) ? 1 : 0;
  }
  return look;
}

Findings examined(const RunSettings& settings, const PlannedTarget& target, const Look& look,
                  const Evidence& evidence) {
  const Tally whole = whole_of(target, evidence);
  Findings findings;
  findings.look = look.number;
  findings.alpha_at_look = look.alpha_of_family(settings.budget.alpha);
  findings.family = look.family;
  const double lowest_level = findings.alpha_at_look / static_cast<double>(look.family);
  findings.tests = test_records(settings, target, whole, lowest_level);
  if (look.e_values > 0 && has_e_value(settings, target)) findings.tests.push_back(e_value_record(whole));
  findings.dependent = trials_look_dependent(whole);
  const double confidence = confidence_at(settings, look);
  findings.families =
      family_records(whole, settings.certify, findings.dependent, confidence, settings.budget.tolerance);
  findings.bias = bound_bias(whole, findings.tests, findings.families, findings.dependent, confidence);
  return findings;
}

void reject(const Look& look, double alpha, std::span<Findings* const> undecided) {
  std::vector<TestRecord*> applied;
  for (Findings* findings : undecided) {
    for (TestRecord& test : findings->tests) {
      if (!test.applied || !test.same_as.empty()) continue;
      if (test.name == e_value_name) {
        test.adjusted_p = std::min(1.0, test.p_value * static_cast<double>(look.e_values));
        test.rejected = test.adjusted_p <= alpha / 2;
      } else {
        applied.push_back(&test);
      }
    }
  }
  std::vector<TailProbability> p_values;
  for (const TestRecord* test : applied) p_values.push_back({test->p_value, test->log10_p});
  const auto left = static_cast<std::size_t>(look.family - std::min(look.family, look.rejected_before));
  const std::vector<double> adjusted = holm_adjusted(p_values, left);
  const double alpha_at_look = look.alpha_of_family(alpha);
  double largest_rejected = 0;
  std::size_t rejections = 0;
  for (std::size_t index = 0; index < applied.size(); ++index) {
    applied[index]->adjusted_p = adjusted[index];
    applied[index]->rejected = adjusted[index] <= alpha_at_look;
    if (!applied[index]->rejected) continue;
    largest_rejected = std::max(largest_rejected, adjusted[index]);
    ++rejections;
  }
  for (TestRecord* test : applied) {
    if (test->rejected) continue;
    const double product = test->p_value * static_cast<double>(left - rejections);
    test->adjusted_p = std::max(largest_rejected, std::min(1.0, product));
  }
  for (Findings* findings : undecided) {
    for (TestRecord& test : findings->tests) {
      if (test.same_as.empty()) continue;
      const TestRecord* same = test_named(findings->tests, test.same_as);
      test.adjusted_p = same->adjusted_p;
      test.rejected = same->rejected;
    }
  }
}

std::optional<Verdict> verdict_of(const RunSettings& settings, const PlannedTarget& target, const Look& look,
                                  const Evidence& evidence, const Findings& findings) {
  const bool is_last = look.is_last || target.facts.recorded;
  if (evidence.invalid_trials > 0) return Verdict::invalid;
  if (evidence.trials == 0) return is_last ? std::optional(Verdict::inconclusive) : std::nullopt;
  if (std::ranges::any_of(findings.tests, &TestRecord::rejected)) return Verdict::biased;
  if (may_certify(findings, counted_deck(target)) && *findings.bias.tv_upper <= settings.budget.tolerance) {
    return Verdict::fair;
  }
  if (is_last) return Verdict::inconclusive;
  return std::nullopt;
}

bool takes_bet(int deck_size, const BiasRecord& bias) {
  const bool is_measured = deck_size >= smallest_large_deck && bias.chi_square_distance.has_value();
  return deck_size > 1 && (bias.tv_upper || is_measured);
}

void judge_look(const RunSettings& settings, const Look& look, std::span<UndecidedTarget* const> undecided) {
  std::vector<Findings*> findings;
  std::vector<Evidence> trials;  // all that a verdict asks of the evidence
  for (UndecidedTarget* target : undecided) {
    const Evidence evidence = target->evidence();
    findings.push_back(&target->findings());
    *findings.back() = examined(settings, target->planned(), look, evidence);
    Evidence& kept = trials.emplace_back();
    kept.trials = evidence.trials;
    kept.invalid_trials = evidence.invalid_trials;
  }
  reject(look, settings.budget.alpha, findings);
  for (std::size_t index = 0; index < undecided.size(); ++index) {
    UndecidedTarget& target = *undecided[index];
    Findings& found = *findings[index];
    found.verdict = verdict_of(settings, target.planned(), look, trials[index], found);
    if (!found.verdict) continue;
    const Evidence* evidence = target.last_evidence();
    if (evidence == nullptr) continue;
    const Tally whole = whole_of(target.planned(), *evidence);
    find_links(settings, whole, found);
    if (takes_bet(whole.deck_size, found.bias)) target.choose_bet();
    settle(settings, target.planned(), *evidence, whole, found);
  }
}

std::vector<Findings> judge(const Plan& plan, std::span<const Evidence> evidence) {
  std::vector<std::optional<int>> looks(evidence.size());
  for (std::size_t index = 0; index < std::min(looks.size(), plan.targets.size()); ++index) {
    if (evidence[index].error.empty()) looks[index] = look_of(plan, plan.targets[index], evidence[index]);
  }
  return judge(plan, looks, [evidence](std::size_t index) { return evidence[index]; });
}

std::vector<Findings> judge(const Plan& plan, std::span<const std::optional<int>> looks,
                            const Counted& counted) {
  if (looks.size() != plan.targets.size()) {
    throw std::invalid_argument(
        fmt::format("judge: {} evidences for {} targets", looks.size(), plan.targets.size()));
  }
  std::vector<Findings> all(plan.targets.size());
  std::map<int, std::vector<std::size_t>> decided_at;
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (looks[index]) decided_at[*looks[index]].push_back(index);
  }
  std::uint64_t rejected_before = 0;
  Evidence last;
  for (const auto& [number, targets] : decided_at) {
    std::vector<std::unique_ptr<UndecidedTarget>> ended;
    std::vector<UndecidedTarget*> undecided;
    for (const std::size_t index : targets) {
      ended.push_back(std::make_unique<EndedTarget>(plan.targets[index], index, counted, last, all[index]));
      undecided.push_back(ended.back().get());
    }
    judge_look(plan, look_at(plan, number, rejected_before), undecided);
    for (const std::size_t index : targets) rejected_before += rejected_hypotheses(all[index].tests);
  }
  return all;
}

}  // namespace fairshuffle
