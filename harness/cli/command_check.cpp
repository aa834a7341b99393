#include "harness/cli/command_check.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/report/described_target.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

class Checker {
 public:
  Checker(const RunRecord& run, const std::optional<std::string>& job_file)
      : run_(run), job_file_(job_file) {}

  CommandCheck check() {
    if (!run_.command.starts_with("fairshuffle certify ")) {
      if (job_file_) refuse_job();
      check_call();
      return std::move(result_);
    }
    try {
      PlanOptions options;
      parse(options);
      if (job_file_ && !options.job) refuse_job();
      check_seed(options);
      if (options.job && !job_file_) {
        check_typed_limits(options);
        result_.trusted.emplace_back(
            "what the job file says: targets, limits and expectations (hand it over with --job)");
        if (options.controls == run_.controls.empty()) differ("/controls", "are not as --controls asks");
      } else {
        check_plan(plan_with(options, make_unopened_target, job_file_));
      }
    } catch (const JobFileError&) {
      throw;
    } catch (const CLI::ParseError& error) {
      differ("/command", fmt::format("is no command: {}", error.what()));
    } catch (const InputError& error) {
      differ("/command", fmt::format("cannot be planned: {}", error.what()));
    }
    return std::move(result_);
  }

 private:
  void differ(std::string where, std::string sentence) {
    result_.differences.push_back({std::move(where), std::move(sentence)});
  }

  [[noreturn]] void refuse_job() const {
    throw JobFileError(fmt::format("--job {}: the report's command names no job file", *job_file_));
  }

  // Functions are given to the library, and everything else to the program.
  void check_call() {
    const bool is_call = run_.results.size() == 1 && run_.results.front().target.kind == "callback" &&
                         run_.command.starts_with(fmt::format("fairshuffle::certify({}, shuffle",
                                                              run_.results.front().target.deck_size));
    if (!is_call) differ("/command", "is not one that makes such a report");
    result_.trusted.emplace_back("the options of the call");
  }

  void parse(PlanOptions& options) const {
    std::optional<std::vector<std::string>> words = shell_words(run_.command);
    if (!words) throw InputError("it is not written as this program writes commands");
    words->erase(words->begin(), words->begin() + 2);
    std::ranges::reverse(*words);  // as the parser takes them
    CLI::App command;
    add_plan_options(command, options);
    command.parse(*words);
  }

  template <class Number>
  void hold(const char* member, const Number& reported, const Number& asked) {
    if (reported == asked) return;
    differ(fmt::format("/budget/{}", member),
           fmt::format("the report says {}, the command asks for {}", reported, asked));
  }

  void check_seed(const PlanOptions& options) {
    if (!options.seed || parse_seed("--seed", *options.seed) != run_.seed) {
      differ("/command", fmt::format("asks for another seed than {}", run_.seed));
    }
  }

  // The job file may give what the command line leaves open.
  void check_typed_limits(const PlanOptions& options) {
    const Budget& budget = run_.budget;
    const auto hold_probability = [&](const char* member, double reported,
                                      const std::optional<std::string>& typed) {
      if (typed) hold(member, reported, parse_probability(member, *typed, true));
    };
    hold_probability("alpha", budget.alpha, options.alpha);
    hold_probability("confidence", budget.confidence, options.confidence);
    hold_probability("tolerance", budget.tolerance, options.tolerance);
    if (options.trials) {
      hold("max_trials", run_.max_trials, parse_trials("--trials", *options.trials));
    } else if (options.max_trials) {
      hold("max_trials", run_.max_trials, parse_trials("--max-trials", *options.max_trials));
    }
  }

  void check_plan(const CertifyPlan& plan) {
    if (plan.command != run_.command) {
      differ("/command", fmt::format("would be written '{}'", plan.command));
    }
    const Budget &budget = run_.budget, &asked = plan.run.budget;
    hold("alpha", budget.alpha, asked.alpha);
    hold("confidence", budget.confidence, asked.confidence);
    hold("tolerance", budget.tolerance, asked.tolerance);
    hold("max_trials", run_.max_trials, plan.run.most_trials);
    hold("fixed_trials", run_.fixed_trials, plan.run.fixed_trials);
    const std::size_t targets = plan.run.targets.size() - plan.controls;
    check_list("results", run_.results, plan, 0, targets);
    check_list("controls", run_.controls, plan, targets, plan.controls);
  }

  void check_list(const char* list, const std::vector<TargetRecord>& records, const CertifyPlan& plan,
                  std::size_t first, std::size_t count) {
    if (records.size() != count) {
      differ(fmt::format("/{}", list), fmt::format("holds {} targets, the command asks for {}",
                                                   with_commas(records.size()), with_commas(count)));
      return;
    }
    for (std::size_t index = 0; index < count; ++index) {
      const std::string where = fmt::format("/{}/{}", list, index);
      check_target(where, records[index], *plan.run.targets[first + index]);
      if (records[index].expected != plan.expected[first + index]) {
        differ(where + "/expected", "is not what the command expects");
      }
      check_tests(where, records[index], plan.run.tests);
    }
  }

  void check_target(const std::string& where, const TargetRecord& record, const Target& asked) {
    const TargetDescription &reported = record.target, &due = asked.description();
    // Which shuffle of a plug-in is meant where it has only one, the library knows.
    const bool is_plugin = due.kind == "plugin" && reported.kind == due.kind;
    const bool same = is_plugin ? reported.shuffle == due.shuffle && reported.deck_size == due.deck_size &&
                                      reported.reset == due.reset && reported.marked == due.marked
                                : record.name == asked.name();
    if (!same) {
      differ(where + "/name",
             fmt::format("is '{}', where the command asks for '{}'", record.name, asked.name()));
    }
  }

  // Those of marked cards are listed for targets that mark some.
  void check_tests(const std::string& where, const TargetRecord& record,
                   const std::vector<const TestInfo*>& chosen) {
    if (!record.verdict) return;
    for (const TestInfo* test : tests_for(record.target.marked, chosen)) {
      if (std::ranges::find(record.tests, test->name, &TestRecord::test) == record.tests.end()) {
        differ(where + "/tests", fmt::format("lacks {}, which the command asks for", test->name));
      }
    }
    for (const TestRecord& test : record.tests) {
      const auto is_meant = [&test](const TestInfo* info) { return info->name == test.test; };
      if (std::ranges::none_of(chosen, is_meant)) {
        differ(where + "/tests", fmt::format("has {}, which the command does not ask for", test.test));
      }
    }
  }

  const RunRecord& run_;
  const std::optional<std::string>& job_file_;
  CommandCheck result_;
};

}  // namespace

CommandCheck check_command(const RunRecord& run, const std::optional<std::string>& job_file) {
  return Checker(run, job_file).check();
}

}  // namespace fairshuffle
