#include "harness/abi/judged.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/outcome.hpp"
#include "harness/abi/request.hpp"
#include "harness/abi/row_trials.hpp"
#include "harness/input_error.hpp"
#include "harness/library/callback_target.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/setting_reader.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_reports.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

Json verdict_of(const std::optional<Verdict>& verdict) {
  if (!verdict) return nullptr;
  return std::string(to_text(*verdict));
}

std::string sentence_of(const TargetRecord& target) {
  return target.verdict ? target.sentence : target.evidence.error;
}

Json answer_of(const RunRecord& run) {
  std::string sentence;
  Json targets = Json::array();
  for (const TargetRecord& target : run.results) {
    if (run.results.size() > 1)
      sentence += fmt::format("{}{}: ", sentence.empty() ? "" : "\n", shown_name(target));
    sentence += sentence_of(target);
    targets.push_back({{"name", shown_name(target)},
                       {"verdict", verdict_of(target.verdict)},
                       {"sentence", sentence_of(target)}});
  }
  return {{"verdict", verdict_of(run.verdict)}, {"note", run.note},   {"sentence", sentence},
          {"text", run_text(run, {})},          {"targets", targets}, {"report", json_report(run)}};
}

CertifyPlan plan_of_request(const nlohmann::json& request, const PlanOptions& options,
                            const MakeTarget& make) {
  CertifyPlan plan = plan_with(options, make, std::nullopt);
  if (request.contains("max_seconds")) plan.max_seconds = request["max_seconds"].get<double>();
  return plan;
}

int marked_cards(const nlohmann::json& request, int deck_size) {
  TargetText text{.name = request.value("name", CertifyOptions{}.name), .settings = {}};
  if (request.contains("marked")) text.settings.emplace_back("marked", digits_of(request["marked"]));
  return SettingReader(text).take_marked(deck_size);
}

}  // namespace

Json judged_targets(const nlohmann::json& request, const Watcher& watcher) {
  PlanOptions options = plan_options_of(request);
  options.targets = request["targets"].get<std::vector<std::string>>();
  if (request.contains("n")) {
    const nlohmann::json& n = request["n"];
    options.deck_sizes =
        n.is_array() ? fmt::format("{}", fmt::join(n.get<std::vector<int>>(), ",")) : digits_of(n);
  }
  CertifyPlan plan = plan_of_request(request, options, kind_of_shuffles().make);
  return answer_of(watched_run(plan, watcher));
}

Json judged_rows(const nlohmann::json& request, const RowSource& rows, const Watcher& watcher) {
  const int deck_size = request["n"].get<int>();
  RowTrials trials(deck_size, rows.room, rows.fill, watcher.context);
  CertifyOptions of_target;
  of_target.name = request.value("name", of_target.name);
  of_target.marked = marked_cards(request, deck_size);
  if (request.value("reset", "always") == "never") of_target.reset = Reset::never;
  PlanOptions options = plan_options_of(request);
  // A word for the one target, which is made without reading it.
  options.targets = {callback_name(callback_description("rows", deck_size, "always", 0))};
  // No trial is drawn from it.
  options.seed = std::string("0");
  options.threads = std::string("1");
  if (!options.trials && !options.max_trials)
    options.max_trials = std::to_string(CertifyOptions{}.max_trials);
  const CallbackTarget* target = nullptr;
  CertifyPlan plan = plan_of_request(request, options, [&](const TargetText&, const TargetRun&) {
    auto made = std::make_unique<CallbackTarget>(trials, deck_size, of_target);
    target = made.get();
    return made;
  });
  plan.command = request.value("call", fmt::format("fairshuffle_certify_rows: {}", request.dump()));
  const RunRecord run = watched_run(plan, watcher, [&trials] { return trials.has_ended(); });
  if (target->thrown()) std::rethrow_exception(target->thrown());
  return answer_of(run);
}

}  // namespace fairshuffle
