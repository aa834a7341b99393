#include <array>
#include <charconv>
#include <cmath>
#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "reports/formats.hpp"
#include "reports/html/page.hpp"
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

/// An element of XML, whose children stay where they are.
struct Element {
  std::string name;
  std::string attributes = {}, text = {};  // as they are written
  std::list<Element> children = {};

  Element& add(const std::string& child, const std::string& inside = "") {
    return children.emplace_back(Element{.name = child, .text = escaped(inside)});
  }
  void set(const std::string& attribute, const std::string& value) {
    attributes += fmt::format(" {}=\"{}\"", attribute, escaped_line(value));
  }
};

std::string written(const Element& element, const std::string& indent = "") {
  const std::string begin = fmt::format("{}<{}{}", indent, element.name, element.attributes);
  if (element.children.empty() && element.text.empty()) return begin + " />\n";
  std::string inside = element.text;
  for (const Element& child : element.children) inside += written(child, indent + "  ");
  return element.children.empty() ? fmt::format("{}>{}</{}>\n", begin, inside, element.name)
                                  : fmt::format("{}>\n{}{}</{}>\n", begin, inside, indent, element.name);
}

// The cases of a suite, each of which passes until it is given a reason why not.
class Cases {
 public:
  Cases(Element& suite, const RunRecord& run) : suite_(suite), run_(run) {}

  void add_run() {
    Element& added = add("fairshuffle.run", "verdict");
    if (run_.verdict) {
      added.add("system-out", std::string(to_text(*run_.verdict)));
      return;
    }
    add_reason(added, "error", "no verdict", "the run has no verdict",
               run_.note.empty() ? "No reason was given." : run_.note);
  }

  void add_result(const TargetRecord& result, const char* class_name, Outcome outcome) {
    Element& added = add(class_name, shown_name(result));
    const std::vector<double>& seconds = run_.environment.target_seconds;
    const std::size_t index = targets_++;
    if (seconds.size() == targets_of(run_)) added.set("time", time_text(seconds[index]));
    const std::string word = verdict_word(result), command = "\nreproduce with: " + run_.printed_command();
    if (outcome == Outcome::failed) {
      const std::string& error = result.evidence.error;
      return add_reason(added, "error", word, "could not be run to a verdict",
                        (error.empty() ? "No reason was given." : error) + command);
    }
    const std::string evidence =
        fmt::format("{}\ntrials: {}\nbias: {}\nsmallest adjusted p: {}{}", result.sentence,
                    with_commas(result.evidence.trials), bias_text(result), smallest_p_text(result), command);
    if (outcome == Outcome::as_due) {
      if (any_control_is_wrong(run_)) {
        ++counts_["skipped"];
        added.add("skipped").set("message", "a control came out wrong: no verdict of this run counts");
      } else {
        added.add("system-out", evidence);
      }
      return;
    }
    const std::string message = fmt::format("{} (expected: {})", headline_of(result, run_.budget),
                                            to_text(result.expected.value_or(Verdict::fair)));
    add_reason(added, outcome == Outcome::undecided ? "error" : "failure", word, message, evidence);
  }

  void write_number(Element& element, const std::string& attribute) {
    element.set(attribute, std::to_string(counts_[attribute]));
  }

 private:
  Element& add(const char* class_name, const std::string& name) {
    // Nothing but a report from elsewhere names a target twice.
    std::string unique = one_visible_line(name);
    for (int next = 2; !names_.emplace(class_name, unique).second; ++next) {
      unique = fmt::format("{} ({})", one_visible_line(name), next);
    }
    Element& added = suite_.add("testcase");
    added.set("classname", class_name);
    added.set("name", unique);
    ++counts_["tests"];
    return added;
  }

  // Why a case does not pass: a "failure" or an "error".
  void add_reason(Element& of_case, const std::string& kind, const std::string& type,
                  const std::string& message, const std::string& text) {
    Element& reason = of_case.add(kind, text);
    reason.set("type", type);
    reason.set("message", message);
    ++counts_[kind + "s"];
  }

  Element& suite_;
  const RunRecord& run_;
  std::set<std::pair<std::string, std::string>> names_;
  std::size_t targets_ = 0;
  std::map<std::string, std::size_t> counts_;  // of attributes
};

void add_properties(Element& suite, const RunRecord& run) {
  Element& properties = suite.add("properties");
  const auto add = [&properties](const char* name, const std::string& value) {
    Element& property = properties.add("property");
    property.set("name", name);
    property.set("value", value);
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
  Element suites{"testsuites"};
  suites.set("name", "fairshuffle");
  Element& suite = suites.add("testsuite");
  suite.set("name", "fairshuffle");
  for (Element* timed : {&suites, &suite}) timed->set("time", time_text(run.environment.seconds));
  add_properties(suite, run);
  Cases cases(suite, run);
  cases.add_run();
  for (const TargetRecord& result : run.results) {
    cases.add_result(result, "fairshuffle.target", outcome_of(result));
  }
  for (const TargetRecord& control : run.controls) {
    cases.add_result(control, "fairshuffle.control", control_outcome_of(control));
  }
  for (Element* counted : {&suites, &suite}) {
    for (const char* attribute : {"tests", "failures", "errors"}) cases.write_number(*counted, attribute);
  }
  cases.write_number(suite, "skipped");
  suite.add("system-out", environment_text(run.environment));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + written(suites);
}

}  // namespace fairshuffle
