#include "harness/report/report_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/interpret/enumerate.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/tally/birthday.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judge.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

// Differences of others' sums, or logarithms: around zero they have no digits of their own.
bool may_vanish(std::string_view member) {
  constexpr std::array<std::string_view, 5> members{"chi_square_distance", "share", "log10_p",
                                                    "standard_errors", "log10_over_best"};
  return std::ranges::find(members, member) != members.end();
}

bool same_number(const Json& reported, const Json& due, std::string_view member) {
  if (reported.is_number_integer() && due.is_number_integer()) return reported == due;
  const auto a = reported.get<double>(), b = due.get<double>();
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + (may_vanish(member) ? 1e-12 : 0);
}

std::string in_words(const Json* value) {
  if (value == nullptr || (value->is_array() && value->empty())) return "nothing";
  if (value->is_array()) return fmt::format("a list of {}", value->size());
  return value->is_object() ? "an object" : value->dump();
}

struct Comparison {
  std::string_view truth;  // what the values are held to, as in "its evidence says"
  std::vector<Contradiction>& differences;

  // Null where there is none. member: the name of the innermost member of an object that the values stand in.
  void compare(const Json* reported, const Json* due, const Json::json_pointer& where,
               std::string_view member) {
    if (reported != nullptr && due != nullptr) {
      if (reported->is_object() && due->is_object()) return compare_members(*reported, *due, where);
      if (reported->is_array() && due->is_array() && reported->size() == due->size()) {
        for (std::size_t index = 0; index < reported->size(); ++index) {
          const Json &one = (*reported)[index], &other = (*due)[index];
          if (one != other) compare(&one, &other, where / index, member);
        }
        return;
      }
      const bool are_numbers = reported->is_number() && due->is_number();
      if (are_numbers ? same_number(*reported, *due, member) : *reported == *due) return;
    }
    differences.push_back({where.to_string(), fmt::format("the report says {}, {} {}", in_words(reported),
                                                          truth, in_words(due))});
  }

  void compare_members(const Json& reported, const Json& due, const Json::json_pointer& where) {
    for (const auto& [name, value] : reported.items()) {
      compare(&value, due.contains(name) ? &due[name] : nullptr, where / name, name);
    }
    for (const auto& [name, value] : due.items()) {
      if (!reported.contains(name)) compare(nullptr, &value, where / name, name);
    }
  }
};

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
    check_list("tests", outline_.tests, find_test, "is the name of no test");
    check_list("certify", outline_.certify, find_family_to_certify, "is the name of no bet family");
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
      due.facts.permutations_counted = record.facts.permutations_counted;
      if (described.caveat) due.caveat = *described.caveat;
      add_differences(json_of_planned(record), json_of_planned(due), place.in_plan, "its name says",
                      place.check.differences);
      if (!described.caveat) place.check.kept.emplace_back("which shuffle it is, and what it says of itself");
    } catch (const InputError& error) {
      add(place, Contradiction{"/target", fmt::format("is no target: {}", error.what())});
    }
    add(place, contradictions_of_rows(record));
  }

  static void add(Place& place, std::vector<Contradiction> contradictions) {
    for (Contradiction& wrong : contradictions) {
      // The facts stand in the plan, all else in the result.
      const bool is_planned = wrong.where.starts_with("/facts") || wrong.where.starts_with("/target");
      place.check.differences.push_back(
          {(is_planned ? place.in_plan : place.result) + wrong.where, std::move(wrong.sentence)});
    }
  }
  static void add(Place& place, std::optional<Contradiction> wrong) {
    if (wrong) add(place, std::vector{*std::move(wrong)});
  }

  void check_evidence(Place& place, const TargetRecord& record) {
    const Evidence& evidence = record.evidence;
    if (!record.verdict) {
      place.check.kept.emplace_back("the error, the trials before it");
      if (evidence.error.empty()) add(place, Contradiction{"/verdict", "is null, and no error says why"});
      return add(place, contradictions_of_failed(outline_, record, evidence));
    }
    EvidenceTally counted = tally_of(record, evidence);
    add(place, std::move(counted.contradictions));
    add(place, contradictions_of(outline_, record, evidence));
    place.check.recomputed = counted.tally.has_value() && evidence.error.empty();
    if (!place.check.recomputed) return;
    add(place, contradiction_of_distribution(record, *counted.tally, outline_.seed));
    if (evidence.bet) add(place, contradiction_of_chosen_bet(*evidence.bet, *counted.tally));
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
      differ("/plan", fmt::format("cannot be judged: {}", error.what()));
    }
  }

  void count_tests(Place& place, const TargetRecord& record) const {
    if (!place.check.recomputed) return;
    const Evidence& evidence = record.evidence;
    const auto keep = [&kept = place.check.kept](bool is_kept, std::string_view what) {
      if (is_kept) kept.emplace_back(what);
    };
    place.check.tests = counted_tests(record.tests).applied.size();
    place.check.bounded = record.bias.tv_upper.has_value();
    keep(evidence.bet.has_value(), "which bet was chosen");
    keep(evidence.bet && evidence.bet->places, "where the hits of that bet lie (within bounds)");
    keep(tests_for(outline_, record).size() < tests_for(with_all_tests_, record).size(),
         "counts that none of the chosen tests reads");
    keep(!option_of(record.target, "starts-anew").empty(), "that each deck started from a draw of its own");
    keep(evidence.birthday.again > 0,
         "how many permutations came again, when the first did, and how often after the commonest step "
         "(within bounds)");
    // Some tests of them ask for sums of squares only, and some need more trials than there are.
    keep(!evidence.tables.empty(), "how counts lie in tables of large decks");
    for (const auto& [name, histogram] : evidence.table_histograms) {
      keep(true, fmt::format("how often each set of the table {} came", name));
    }
    keep(evidence.witnesses.size() > 1, "the invalid trials after the first");
    keep(evidence.invalid_trials > evidence.witnesses.size(),
         "how many successive pairs the invalid trials part (within bounds)");
  }

  void compare() {
    if (judged_.empty()) {
      for (Place& place : places_) place.check.recomputed = false;
      return;
    }
    compare_frame();
    for (std::size_t index = 0; index < places_.size(); ++index) {
      compare_result(index, std::move(judged_[index]));
      add_differences(report_.frame().at(Json::json_pointer(places_[index].in_plan)),
                      json_of_planned(report_.planned(index)), places_[index].in_plan, "its evidence says",
                      check_.differences);
    }
  }

  // All but its targets.
  void compare_frame() {
    RunRecord judged = outline_;
    for (std::size_t index = 0; index < judged_.size(); ++index) {
      target_at(judged, index).verdict = judged_[index].verdict;
    }
    conclude(judged);
    judged.results.clear();
    judged.controls.clear();
    Json reported = report_.frame();
    Json due = Json::parse(json_report(judged));
    for (Json* report : {&reported, &due}) {
      for (const char* member : {"environment", "command", "results", "controls"}) report->erase(member);
      for (const char* member : {"targets", "controls"}) (*report)["plan"].erase(member);
    }
    add_differences(reported, due, "", "its evidence says", check_.differences);
  }

  void compare_result(std::size_t index, Findings&& due_findings) {
    Place& place = places_[index];
    const Json reported = report_.result_json(index);
    TargetRecord judged = report_.result_of(index, reported);
    static_cast<Findings&>(judged) = std::move(due_findings);
    put_in_words(outline_.budget, judged);
    count_tests(place, judged);
    if (judged.evidence.bet && !takes_bet(judged.target.deck_size, judged.bias)) {
      add(place, Contradiction{"/evidence/bet", "is there, where nothing bounds the bias"});
    }
    add_differences(reported, json_of_result(judged), place.result, "its evidence says",
                    place.check.differences);
  }

  // A list of names in the plan, each of something and there once.
  template <class Known>
  void check_list(std::string_view list, const std::vector<std::string>& names,
                  const Known* (*find)(std::string_view name), const char* unknown) {
    for (std::size_t index = 0; index < names.size(); ++index) {
      const std::string where = fmt::format("/plan/{}/{}", list, index);
      if (find(names[index]) == nullptr) differ(where, unknown);
      const auto first = std::ranges::find(names, names[index]) - names.begin();
      if (first < static_cast<std::ptrdiff_t>(index)) {
        differ(where, fmt::format("is /plan/{}/{} again", list, first));
      }
    }
  }

  void check_bets() {
    const std::vector<NamedBet>& bets = outline_.bets;
    for (std::size_t index = 0; index < bets.size(); ++index) {
      const std::string where = fmt::format("/plan/bets/{}", index);
      const auto first = std::ranges::find(bets, bets[index].name, &NamedBet::name) - bets.begin();
      if (first < static_cast<std::ptrdiff_t>(index)) {
        differ(where, fmt::format("has the name of /plan/bets/{} again", first));
      }
      const bool is_on_some = std::ranges::any_of(places_, [&](const Place& place) {
        const TargetDescription& target = place.planned->target;
        return why_no_bet(bets[index], target.deck_size, target.multiset).empty();
      });
      if (!is_on_some) differ(where, "is on no deck of the plan");
    }
  }

  void check_slots() {
    const auto keeping = std::ranges::count_if(places_, [](const Place& place) {
      return keeps_permutations(place.planned->target.deck_size, place.planned->facts.permutations_counted);
    });
    const std::uint64_t due = birthday_slots(static_cast<std::size_t>(keeping));
    const std::uint64_t slots = outline_.birthday_slots;
    const bool may_be_told =
        std::has_single_bit(slots) && slots >= fewest_slots_told && slots <= most_slots_told;
    if (slots == due || (keeping > 0 && may_be_told)) return;
    differ("/plan/birthday_slots", fmt::format("is {}, where a run that keeps permutations of {} decks has "
                                               "{}, or a power of two that it was told",
                                               slots, keeping, due));
  }

  void check_names() {
    const std::vector<TargetRecord>&results = outline_.results, &controls = outline_.controls;
    if (results.empty()) differ("/results", "has no target");
    std::unordered_map<std::string_view, std::size_t> first_of;
    for (std::size_t index = 0; index < results.size(); ++index) {
      const auto [first, is_first] = first_of.try_emplace(results[index].name, index);
      if (is_first) continue;
      differ(fmt::format("/plan/targets/{}/name", index),
             fmt::format("is that of /plan/targets/{} too", first->second));
    }
    for (std::size_t index = 0; index < controls.size(); ++index) {
      if (controls[index].expected) continue;
      differ(fmt::format("/plan/controls/{}/expected", index), "is lacking, though the target is a control");
    }
  }

  // Elsewhere than in a target's results.
  void differ(std::string where, std::string sentence) {
    check_.differences.push_back({std::move(where), std::move(sentence)});
  }

  const ReportFile& report_;
  const RunRecord& outline_;
  RunSettings with_all_tests_;    // as those of the run, but for this
  std::vector<Findings> judged_;  // of all places; none where it can't be judged
  std::vector<Place> places_;     // results, then controls
  ReportCheck check_;
};

}  // namespace

void add_differences(const Json& reported, const Json& due, const std::string& where, std::string_view truth,
                     std::vector<Contradiction>& differences) {
  Comparison{truth, differences}.compare(&reported, &due, Json::json_pointer(where), "");
}

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

std::vector<Contradiction> differences_from_plan(const RunRecord& report, const RunRecord& due) {
  std::vector<Contradiction> differences;
  add_differences(json_of_plan(report), json_of_plan(due), "/plan", "the job says", differences);
  return differences;
}

}  // namespace fairshuffle
