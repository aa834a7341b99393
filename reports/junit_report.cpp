#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "reports/formats.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/words.hpp"

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

// The cases of a suite, each of which passes until it is given a reason why not.
class Cases {
 public:
  Cases(pugi::xml_node suite, const RunRecord& run) : suite_(suite), run_(run) {}

  void add_run() {
    pugi::xml_node added = add("fairshuffle.run", "verdict");
    if (run_.verdict) return add_text(added, "system-out", to_text(*run_.verdict));
    add_reason(added, "error", "no verdict", "the run has no verdict",
               run_.note.empty() ? "No reason was given." : run_.note);
  }

  void add_result(const TargetRecord& result, const char* class_name, Outcome outcome) {
    pugi::xml_node added = add(class_name, shown_name(result));
    const std::vector<double>& seconds = run_.environment.target_seconds;
    const std::size_t index = targets_++;
    if (seconds.size() == targets_of(run_)) set(added, "time", time_text(seconds[index]));
    const std::string word = verdict_word(result), command = "\nreproduce with: " + run_.printed_command();
    if (outcome == Outcome::failed) {
      const std::string& error = result.evidence.error;
      return add_reason(added, "error", word, "could not be run to a verdict",
                        (error.empty() ? "No reason was given." : error) + command);
    }
    const std::string evidence =
        fmt::format("{}\ntrials: {}\ntotal variation: {}\nsmallest adjusted p: {}{}", result.sentence,
                    with_commas(result.evidence.trials), bias_text(result), smallest_p_text(result), command);
    if (outcome == Outcome::as_due) {
      if (!any_control_is_wrong(run_)) return add_text(added, "system-out", evidence);
      ++counts_["skipped"];
      return set(added.append_child("skipped"), "message",
                 "a control came out wrong: no verdict of this run counts");
    }
    std::string message =
        fmt::format("{} where {} was due", word, to_text(result.expected.value_or(Verdict::fair)));
    if (result.verdict == Verdict::biased && result.dependent)
      message += fmt::format(": {}", what_dependence_shows);
    add_reason(added, outcome == Outcome::undecided ? "error" : "failure", word, message, evidence);
  }

  void write_number(pugi::xml_node element, const char* attribute) {
    set(element, attribute, std::to_string(counts_[attribute]));
  }

 private:
  pugi::xml_node add(const char* class_name, const std::string& name) {
    // Nothing but a report from elsewhere names a target twice.
    std::string unique = one_visible_line(name);
    for (int next = 2; !names_.emplace(class_name, unique).second; ++next) {
      unique = fmt::format("{} ({})", one_visible_line(name), next);
    }
    pugi::xml_node added = suite_.append_child("testcase");
    set(added, "classname", class_name);
    set(added, "name", unique);
    ++counts_["tests"];
    return added;
  }

  // Why a case does not pass: a "failure" or an "error".
  void add_reason(pugi::xml_node of_case, const std::string& kind, const std::string& type,
                  const std::string& message, const std::string& text) {
    pugi::xml_node reason = of_case.append_child(kind.c_str());
    set(reason, "type", type);
    set(reason, "message", message);
    reason.text().set(visible_lines(text).c_str());
    ++counts_[kind + "s"];
  }

  pugi::xml_node suite_;
  const RunRecord& run_;
  std::set<std::pair<std::string, std::string>> names_;
  std::size_t targets_ = 0;
  std::map<std::string, std::size_t> counts_;  // of attributes
};

void add_properties(pugi::xml_node suite, const RunRecord& run) {
  pugi::xml_node properties = suite.append_child("properties");
  const auto add = [&properties](const char* name, const std::string& value) {
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  };
  add("version", run.tool_version);
  add("command", run.printed_command());
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
  Cases cases(element, run);
  cases.add_run();
  for (const TargetRecord& result : run.results) {
    cases.add_result(result, "fairshuffle.target", outcome_of(result));
  }
  for (const TargetRecord& control : run.controls) {
    cases.add_result(control, "fairshuffle.control", control_outcome_of(control));
  }
  for (pugi::xml_node counted : {suites, element}) {
    for (const char* attribute : {"tests", "failures", "errors"}) cases.write_number(counted, attribute);
  }
  cases.write_number(element, "skipped");
  add_text(element, "system-out", environment_text(run.environment));
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return std::move(out).str();
}

}  // namespace fairshuffle
