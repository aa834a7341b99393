#include "harness/report/report_check.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/interpret/shared_work.hpp"
#include "core/record/evidence_tally.hpp"
#include "core/record/outcome.hpp"
#include "core/statistics/families/family.hpp"
#include "core/tally/birthday.hpp"
#include "core/verdict/chosen_bet_check.hpp"
#include "core/verdict/conclusion.hpp"
#include "core/verdict/judge.hpp"
#include "core/verdict/run_check.hpp"
#include "harness/engine/on_cores.hpp"
#include "harness/input_error.hpp"
#include "harness/report/described_target.hpp"
#include "harness/report/json_difference.hpp"
#include "harness/report/law_check.hpp"
#include "harness/report/report_words.hpp"
#include "reports/json_report.hpp"
#include "reports/words/seed_words.hpp"
#include "reports/words/verdict_sentence.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

/// A target of the report, in the list that it stands in.
struct Place {
  const PlannedTarget* planned;
  std::string result;         ///< "/results/3"
  std::string in_plan;        ///< "/plan/targets/3"
  std::optional<int> look{};  ///< that it was judged at last; nothing where it failed
  TargetCheck check;
};

class Checker {
 public:
  explicit Checker(const ReportFile& report)
      : report_(report), outline_(report.outline()), with_all_tests_(outline_) {
    with_all_tests_.tests.clear();
    for (const TestInfo& test : all_tests()) with_all_tests_.tests.emplace_back(test.name);
    add_places("results", "targets", outline_.results);
    add_places("controls", "controls", outline_.controls);
  }

  ReportCheck run() {
    for (std::size_t index = 0; index < places_.size(); ++index) {
      const TargetRecord record = report_.result(index);
      if (record.evidence.error.empty()) {
        places_[index].look = look_of(outline_, record, record.evidence);
      }
      places_[index].check.has_verdict = record.verdict.has_value();
      check_target(places_[index], record);
      check_evidence(places_[index], record);
    }
    judge_again();
    compare();
    check_tests();
    check_families();
    check_bets();
    check_names();
    check_slots();
    for (Place& place : places_) check_.targets.push_back(std::move(place.check));
    return std::move(check_);
  }

 private:
  void add_places(const char* results, const char* planned, const std::vector<TargetRecord>& records) {
    for (std::size_t index = 0; index < records.size(); ++index) {
      places_.push_back({.planned = &records[index],
                         .result = fmt::format("/{}/{}", results, index),
                         .in_plan = fmt::format("/plan/{}/{}", planned, index),
                         .check = {.name = shown_name(records[index])}});
    }
  }

  // The plan's words on a target, held to those of the target that its name or description stands for.
  void check_target(Place& place, const TargetRecord& record) {
    try {
      const DescribedTarget described = described_target(record, outline_.seed);
      PlannedTarget due = record;
      due.name = described.name;
      due.target = described.description;
      due.facts = described.facts;
      due.facts.orders_counted = record.facts.orders_counted;
      if (described.caveat) due.caveat = *described.caveat;
      add_differences(json_of_planned(record), json_of_planned(due), place.in_plan, "its name says",
                      place.check.differences);
      if (!described.caveat) place.check.kept.emplace_back("which shuffle it is, and what it says of itself");
    } catch (const InputError& error) {
      place.check.differences.push_back(
          {place.in_plan + "/target", fmt::format("is no target: {}", error.what())});
    }
    for (Contradiction& wrong : contradictions_of_rows(record)) add(place, std::move(wrong));
  }

  static void add(Place& place, Contradiction wrong) {
    // The facts stand in the plan, all else in the result.
    const bool is_planned = wrong.where.starts_with("/facts") || wrong.where.starts_with("/target");
    place.check.differences.push_back(
        {(is_planned ? place.in_plan : place.result) + wrong.where, std::move(wrong.sentence)});
  }

  void check_evidence(Place& place, const TargetRecord& record) {
    if (!record.verdict) {
      place.check.kept.emplace_back("the error, the trials before it");
      if (record.evidence.error.empty()) {
        place.check.differences.push_back({place.result + "/verdict", "is null, and no error says why"});
      }
      for (Contradiction& wrong : contradictions_of_failed(outline_, record, record.evidence)) {
        add(place, std::move(wrong));
      }
      return;
    }
    EvidenceTally counted = tally_of(record, record.evidence);
    for (Contradiction& wrong : counted.contradictions) add(place, std::move(wrong));
    for (Contradiction& wrong : contradictions_of(outline_, record, record.evidence)) {
      add(place, std::move(wrong));
    }
    place.check.recomputed = counted.tally.has_value() && record.evidence.error.empty();
    if (place.check.recomputed) {
      if (auto wrong = contradiction_of_law(record, *counted.tally, outline_.seed)) {
        add(place, *std::move(wrong));
      }
      if (record.evidence.bet) {
        if (auto wrong = contradiction_of_chosen_bet(*record.evidence.bet, *counted.tally)) {
          add(place, *std::move(wrong));
        }
      }
    }
  }

  // Where the evidence of one target does not add up, the rest is judged with what it says of itself.
  void judge_again() {
    if (places_.empty()) return;
    std::vector<std::optional<int>> looks;
    for (const Place& place : places_) {
      if (place.look && !place.check.recomputed) return;
      looks.push_back(place.look);
    }
    share_work_by(on_cores);
    try {
      judged_ = judge(plan_of(outline_), looks,
                      [this](std::size_t index) { return report_.result(index).evidence; });
    } catch (const std::invalid_argument& error) {
      check_.differences.push_back({"/plan", fmt::format("cannot be judged: {}", error.what())});
    }
  }

  void count_tests(Place& place, const TargetRecord& record) const {
    if (!place.check.recomputed) return;
    place.check.tests = static_cast<std::size_t>(std::ranges::count_if(record.tests, &TestRecord::applied));
    place.check.bounded = record.bias.tv_upper.has_value();
    if (record.evidence.bet) place.check.kept.emplace_back("which bet was chosen");
    if (tests_for(outline_, record).size() < tests_for(with_all_tests_, record).size()) {
      place.check.kept.emplace_back("counts that none of the chosen tests reads");
    }
    if (declares_own_starts(record.target)) {
      place.check.kept.emplace_back("that each deck started from a draw of its own");
    }
    if (record.evidence.birthday.again > 0) {
      place.check.kept.emplace_back(
          "how many orders came again, and how often after the commonest step (within bounds)");
    }
    // Some tests of them ask for sums of squares only, and some need more trials than there are.
    if (!record.evidence.tables.empty()) {
      place.check.kept.emplace_back("how counts lie in tables of large decks");
    }
    for (const auto& [name, histogram] : record.evidence.table_histograms) {
      place.check.kept.emplace_back(fmt::format("how often each set of the table {} came", name));
    }
    if (record.evidence.witnesses.size() > 1) {
      place.check.kept.emplace_back("the invalid trials after the first");
    }
    if (record.evidence.invalid_trials > record.evidence.witnesses.size()) {
      place.check.kept.emplace_back("how many successive pairs the invalid trials part (within bounds)");
    }
  }

  void compare() {
    if (judged_.empty()) {
      for (Place& place : places_) place.check.recomputed = false;
      return;
    }
    compare_frame();
    for (std::size_t index = 0; index < places_.size(); ++index) {
      compare_result(index, std::move(judged_[index]));
      add_differences(Json::parse(report_.planned_text(index)), json_of_planned(report_.planned(index)),
                      places_[index].in_plan, "its evidence says", check_.differences);
    }
  }

  // All but its targets.
  void compare_frame() {
    RunRecord judged;
    static_cast<RunSettings&>(judged) = outline_;
    judged.tool_version = outline_.tool_version;
    std::vector<std::optional<Verdict>> verdicts;
    for (const Findings& findings : judged_) verdicts.push_back(findings.verdict);
    Conclusion conclusion = conclusion_of(outline_, verdicts);
    judged.verdict = conclusion.verdict;
    judged.note = std::move(conclusion.note);
    Json reported = Json::parse(report_.frame_text());
    Json due = Json::parse(json_report(judged));
    for (Json* report : {&reported, &due}) {
      for (const char* member : {"environment", "command", "results", "controls"}) report->erase(member);
      for (const char* member : {"targets", "controls"}) (*report)["plan"].erase(member);
    }
    add_differences(reported, due, "", "its evidence says", check_.differences);
  }

  void compare_result(std::size_t index, Findings&& due_findings) {
    Place& place = places_[index];
    const Json reported = Json::parse(report_.result_text(index));
    TargetRecord judged = report_.result_of(index, reported);
    static_cast<Findings&>(judged) = std::move(due_findings);
    put_in_words(outline_.budget, judged);
    count_tests(place, judged);
    if (judged.evidence.bet && !takes_bet(judged.target.deck_size, judged.bias)) {
      place.check.differences.push_back(
          {place.result + "/evidence/bet", "is there, where nothing bounds the bias"});
    }
    add_differences(reported, json_of_result(judged), place.result, "its evidence says",
                    place.check.differences);
  }

  void check_tests() {
    const std::vector<std::string>& tests = outline_.tests;
    for (std::size_t index = 0; index < tests.size(); ++index) {
      const std::string where = fmt::format("/plan/tests/{}", index);
      if (find_test(tests[index]) == nullptr) check_.differences.push_back({where, "is the name of no test"});
      const auto first = std::ranges::find(tests, tests[index]) - tests.begin();
      if (first < static_cast<std::ptrdiff_t>(index)) {
        check_.differences.push_back({where, fmt::format("is /plan/tests/{} again", first)});
      }
    }
  }

  void check_families() {
    const std::vector<std::string>& families = outline_.certify;
    for (std::size_t index = 0; index < families.size(); ++index) {
      const std::string where = fmt::format("/plan/certify/{}", index);
      if (find_family_to_certify(families[index]) == nullptr) {
        check_.differences.push_back({where, "is the name of no bet family"});
      }
      const auto first = std::ranges::find(families, families[index]) - families.begin();
      if (first < static_cast<std::ptrdiff_t>(index)) {
        check_.differences.push_back({where, fmt::format("is /plan/certify/{} again", first)});
      }
    }
  }

  void check_bets() {
    const std::vector<NamedBet>& bets = outline_.bets;
    for (std::size_t index = 0; index < bets.size(); ++index) {
      const std::string where = fmt::format("/plan/bets/{}", index);
      const auto first = std::ranges::find(bets, bets[index].name, &NamedBet::name) - bets.begin();
      if (first < static_cast<std::ptrdiff_t>(index)) {
        check_.differences.push_back({where, fmt::format("has the name of /plan/bets/{} again", first)});
      }
      const bool is_on_some = std::ranges::any_of(places_, [&](const Place& place) {
        const TargetDescription& target = place.planned->target;
        return why_no_bet(bets[index], target.deck_size, target.makeup).empty();
      });
      if (!is_on_some) check_.differences.push_back({where, "is on no deck of the plan"});
    }
  }

  void check_slots() {
    const auto keeping = std::ranges::count_if(places_, [](const Place& place) {
      return keeps_orders(place.planned->target.deck_size, place.planned->facts.orders_counted);
    });
    const std::uint64_t due = birthday_slots(static_cast<std::size_t>(keeping));
    const std::uint64_t slots = outline_.birthday_slots;
    const bool may_be_told =
        std::has_single_bit(slots) && slots >= fewest_slots_told && slots <= most_slots_told;
    if (slots == due || (keeping > 0 && may_be_told)) return;
    check_.differences.push_back(
        {"/plan/birthday_slots",
         fmt::format(
             "is {}, where a run that keeps orders of {} decks has {}, or a power of two that it was told",
             slots, keeping, due)});
  }

  void check_names() {
    if (outline_.results.empty()) check_.differences.push_back({"/results", "has no target"});
    const std::vector<std::size_t> firsts = firsts_of_names(outline_.results);
    for (std::size_t index = 0; index < firsts.size(); ++index) {
      if (firsts[index] == index) continue;
      check_.differences.push_back({fmt::format("/plan/targets/{}/name", index),
                                    fmt::format("is that of /plan/targets/{} too", firsts[index])});
    }
    for (std::size_t index = 0; index < outline_.controls.size(); ++index) {
      if (outline_.controls[index].expected) continue;
      check_.differences.push_back(
          {fmt::format("/plan/controls/{}/expected", index), "is lacking, though the target is a control"});
    }
  }

  const ReportFile& report_;
  const RunRecord& outline_;
  RunSettings with_all_tests_;    // as those of the run, but for this
  std::vector<Findings> judged_;  // of all places; none where it can't be judged
  std::vector<Place> places_;     // results, then controls
  ReportCheck check_;
};

}  // namespace

std::size_t ReportCheck::difference_count() const {
  std::size_t count = differences.size();
  for (const TargetCheck& target : targets) count += target.differences.size();
  return count;
}

bool ReportCheck::keeps_anything() const {
  return std::ranges::any_of(targets, [](const TargetCheck& target) { return !target.kept.empty(); });
}

ReportCheck check_report(const ReportFile& report) {
  return Checker(report).run();
}

std::vector<Difference> differences_from_plan(const RunRecord& report, const RunRecord& due) {
  // Without evidence, of which there may be much.
  const auto plan_of_run = [](const RunRecord& run) {
    RunRecord planned;
    static_cast<RunSettings&>(planned) = run;
    for (const auto& [from, to] :
         {std::pair(&run.results, &planned.results), std::pair(&run.controls, &planned.controls)}) {
      for (const TargetRecord& record : *from) static_cast<PlannedTarget&>(to->emplace_back()) = record;
    }
    return Json::parse(json_report(planned))["plan"];
  };
  std::vector<Difference> differences;
  add_differences(plan_of_run(report), plan_of_run(due), "/plan", "the job says", differences);
  return differences;
}

}  // namespace fairshuffle
