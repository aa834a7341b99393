#include "reports/junit_report.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/verdict_words.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// Readers of this format know no exponents: 1e-06 is "0.000001".
std::string plain_decimal(double value) {
  std::array<char, 400> digits{};  // the smallest double above 0 takes 326 characters, the largest 309
  const auto end = std::to_chars(digits.begin(), digits.end(), value, std::chars_format::fixed).ptr;
  return {digits.begin(), end};
}

// To a microsecond: what lies below is the clock's noise.
std::string time_text(double seconds) {
  return plain_decimal(std::round(seconds * 1e6) / 1e6);
}

void set(pugi::xml_node element, const char* attribute, const std::string& value) {
  element.append_attribute(attribute).set_value(one_visible_line(value).c_str());
}

void add_text(pugi::xml_node parent, const char* element, const std::string& text) {
  parent.append_child(element).text().set(visible_lines(text).c_str());
}

class Suite {
 public:
  Suite(pugi::xml_node element, const RunRecord& run) : element_(element), run_(run) {}

  /// A case that passes until it is given a reason why not.
  pugi::xml_node add_case(const char* class_name, const std::string& name) {
    // Nothing but a report from elsewhere names a target twice.
    std::string unique = one_visible_line(name);
    for (int next = 2; !names_.emplace(class_name, unique).second; ++next) {
      unique = fmt::format("{} ({})", one_visible_line(name), next);
    }
    pugi::xml_node added = element_.append_child("testcase");
    set(added, "classname", class_name);
    set(added, "name", unique);
    ++cases_;
    return added;
  }

  /// Of the next target of the record, where its time was measured.
  void add_time(pugi::xml_node of_case) {
    const std::vector<double>& seconds = run_.environment.target_seconds;
    const std::size_t index = targets_++;
    if (seconds.size() == run_.results.size() + run_.controls.size()) {
      set(of_case, "time", time_text(seconds[index]));
    }
  }

  void fail(pugi::xml_node of_case, const char* type, const std::string& message, const std::string& text) {
    ++failures_;
    add_reason(of_case, "failure", type, message, text);
  }

  void break_off(pugi::xml_node of_case, const char* type, const std::string& message,
                 const std::string& text) {
    ++errors_;
    add_reason(of_case, "error", type, message, text);
  }

  void skip(pugi::xml_node of_case, const std::string& message) {
    ++skipped_;
    set(of_case.append_child("skipped"), "message", message);
  }

  void write_numbers(pugi::xml_node suites, pugi::xml_node suite) const {
    for (pugi::xml_node element : {suites, suite}) {
      set(element, "tests", std::to_string(cases_));
      set(element, "failures", std::to_string(failures_));
      set(element, "errors", std::to_string(errors_));
    }
    set(suite, "skipped", std::to_string(skipped_));
  }

  const RunRecord& run() const { return run_; }

 private:
  void add_reason(pugi::xml_node of_case, const char* kind, const char* type, const std::string& message,
                  const std::string& text) {
    pugi::xml_node reason = of_case.append_child(kind);
    set(reason, "type", type);
    set(reason, "message", message);
    reason.text().set(visible_lines(text).c_str());
  }

  pugi::xml_node element_;
  const RunRecord& run_;
  std::set<std::pair<std::string, std::string>> names_;
  std::size_t targets_ = 0, cases_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
};

std::string evidence(const TargetRecord& result, const RunRecord& run) {
  return fmt::format("{}\ntrials: {}\ntotal variation: {}\nsmallest adjusted p: {}\nreproduce with: {}",
                     result.sentence, with_commas(result.evidence.trials), bias_text(result),
                     smallest_p_text(result), run.command);
}

void add_result(Suite& suite, const TargetRecord& result, const char* class_name, Outcome outcome,
                bool verdicts_count) {
  pugi::xml_node added = suite.add_case(class_name, shown_name(result));
  suite.add_time(added);
  const std::string word = verdict_word(result);
  const std::string message =
      fmt::format("{} where {} was due{}", word, to_text(result.expected.value_or(Verdict::fair)),
                  result.verdict == Verdict::biased && result.linked ? ": the decks are linked" : "");
  switch (outcome) {
    case Outcome::as_due:
      if (!verdicts_count)
        return suite.skip(added, "a control came out wrong: no verdict of this run counts");
      return add_text(added, "system-out", evidence(result, suite.run()));
    case Outcome::not_as_due:
      return suite.fail(added, word.c_str(), message, evidence(result, suite.run()));
    case Outcome::undecided:
      return suite.break_off(added, word.c_str(), message, evidence(result, suite.run()));
    case Outcome::failed:
      return suite.break_off(
          added, word.c_str(), "could not be run to a verdict",
          fmt::format("{}\nreproduce with: {}",
                      result.evidence.error.empty() ? "No reason was given." : result.evidence.error,
                      suite.run().command));
  }
}

void add_run(Suite& suite, const RunRecord& run) {
  pugi::xml_node added = suite.add_case("fairshuffle.run", "verdict");
  if (run.verdict) return add_text(added, "system-out", to_text(*run.verdict));
  suite.break_off(added, "no verdict", "the run has no verdict",
                  run.note.empty() ? "No reason was given." : run.note);
}

void add_properties(pugi::xml_node suite, const RunRecord& run) {
  pugi::xml_node properties = suite.append_child("properties");
  const auto add = [&properties](const char* name, const std::string& value) {
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  };
  add("version", run.tool_version);
  add("command", run.command);
  add("seed", std::to_string(run.seed));
  add("alpha", plain_decimal(run.budget.alpha));
  add("confidence", plain_decimal(run.budget.confidence));
  add("tolerance", plain_decimal(run.budget.tolerance));
  add("max_trials", std::to_string(run.max_trials));
  add("fixed_trials", run.fixed_trials ? "true" : "false");
}

std::string environment_text(const Environment& environment) {
  return fmt::format("started: {}\nseconds: {}\nthreads: {}\nhost: {}\ncompiler: {}\nvectors: {}\nsystem: {}",
                     environment.started, plain_decimal(environment.seconds), environment.threads,
                     environment.host, environment.compiler, environment.vectors, environment.system);
}

}  // namespace

std::string junit_report(const RunRecord& run) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node suites = document.append_child("testsuites");
  set(suites, "name", "fairshuffle");
  pugi::xml_node element = suites.append_child("testsuite");
  set(element, "name", "fairshuffle");
  for (pugi::xml_node timed : {suites, element}) set(timed, "time", time_text(run.environment.seconds));
  add_properties(element, run);
  Suite suite(element, run);
  add_run(suite, run);
  const bool verdicts_count = !any_control_is_wrong(run);
  for (const TargetRecord& result : run.results) {
    add_result(suite, result, "fairshuffle.target", outcome_of(result), verdicts_count);
  }
  for (const TargetRecord& control : run.controls) {
    add_result(suite, control, "fairshuffle.control", control_outcome_of(control), verdicts_count);
  }
  suite.write_numbers(suites, element);
  add_text(element, "system-out", environment_text(run.environment));
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return std::move(out).str();
}

}  // namespace fairshuffle
