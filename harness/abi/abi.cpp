#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/exact/paths.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/abi/code_paths.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "harness/abi/row_trials.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/json_input/abi_request_schema.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/library/callback_target.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/document/render.hpp"
#include "reports/formats.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

std::size_t rows_in_memory(int deck_size) {
  constexpr std::size_t most_bytes = 64 * 1024;
  const std::size_t bytes_of_card = is_wide_deck(deck_size) ? sizeof(WideCard) : sizeof(Card);
  return std::min<std::size_t>(most_bytes / (bytes_of_card * static_cast<std::size_t>(deck_size)),
                               trials_per_block / 2);
}

RowTrials::RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context)
    : deck_size_(static_cast<std::size_t>(deck_size)), room_(room), fill_(fill), context_(context) {}

// The same on every machine: a shuffle's numbers may depend on it.
std::size_t RowTrials::batch() const {
  return rows_in_memory(static_cast<int>(deck_size_)) / (is_counted_fast() ? 1 : 2);
}

bool RowTrials::overlaps() const {
  return !is_counted_fast() && std::thread::hardware_concurrency() > 1;
}

void RowTrials::run(detail::Rows rows, bool fresh, std::vector<detail::UnreadableDeck>& unreadable) {
  std::visit(
      [&](auto numbers) {
        const auto first = numbers.first(deck_size_);
        if (fresh) std::iota(first.begin(), first.end(), typename decltype(numbers)::value_type{0});
        // Each copy doubles the sorted part: few calls, and long ones.
        for (std::size_t sorted = deck_size_; sorted < numbers.size(); sorted *= 2) {
          std::ranges::copy(numbers.first(std::min(sorted, numbers.size() - sorted)),
                            numbers.begin() + static_cast<std::ptrdiff_t>(sorted));
        }
        ask(reinterpret_cast<std::uint8_t*>(numbers.data()), numbers.size(), unreadable);
      },
      rows);
}

void RowTrials::ask(std::uint8_t* rows, std::size_t cards, std::vector<detail::UnreadableDeck>& unreadable) {
  fairshuffle_batch batch{.rows = static_cast<std::int32_t>(cards / deck_size_)};
  const std::int32_t answer = fill_(context_, rows, batch.rows, &batch);
  if (answer != FAIRSHUFFLE_GO_ON && answer != FAIRSHUFFLE_END) throw CallbackFailed();
  ended_ = ended_ || answer == FAIRSHUFFLE_END;
  // In the order of their rows, each once.
  std::ranges::stable_sort(batch.shown, {}, &detail::UnreadableDeck::trial);
  const auto repeated =
      std::unique(batch.shown.begin(), batch.shown.end(),
                  [](const auto& one, const auto& other) { return one.trial == other.trial; });
  batch.shown.erase(repeated, batch.shown.end());
  unreadable = std::move(batch.shown);
}

namespace {

using Json = nlohmann::ordered_json;

char* copy_of(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Names may have come from anywhere.
std::string written(const Json& answer) {
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_answer(const char* kind, const std::string& message, const std::string& draws = "") {
  Json error{{"kind", kind}, {"message", message}};
  if (!draws.empty()) error["draws"] = draws;
  return written({{"error", error}});
}

// Sentences name what can be typed as options of the program; a request has members of these names.
std::string with_members(std::string sentence) {
  constexpr std::string_view dashes = "--", as_option = "max-trials", as_member = "max_trials";
  for (std::size_t at = 0; (at = sentence.find(dashes, at)) != std::string::npos;) {
    const std::size_t word = at + dashes.size();
    if (word == sentence.size() || sentence[word] < 'a' || sentence[word] > 'z') {
      at = word;
      continue;
    }
    sentence.erase(at, dashes.size());
    if (sentence.compare(at, as_option.size(), as_option) == 0)
      sentence.replace(at, as_option.size(), as_member);
  }
  return sentence;
}

// What `work()` answers, or the error that it ends with. Null where there is no memory.
template <class Work>
char* answered(const char* function, Work work) noexcept {
  try {
    try {
      return copy_of(written(work()));
    } catch (const InputError& error) {
      const std::string sentence = with_members(error.what());
      const std::string begin = fmt::format("{}: ", function);
      return copy_of(error_answer("input", sentence.starts_with(begin) ? sentence : begin + sentence));
    } catch (const CallbackFailed& error) {
      return copy_of(error_answer("caller", fmt::format("{}: {}", function, error.what()), error.draws));
    } catch (const BeyondLimits& error) {
      return copy_of(error_answer("limit", error.what()));
    } catch (const PathsRefused& error) {
      return copy_of(error_answer("refused", error.what()));
    } catch (const std::bad_alloc&) {
      return copy_of(error_answer("failure", fmt::format("{}: there is not enough memory", function)));
    } catch (const std::exception& error) {
      return copy_of(error_answer("failure", fmt::format("{}: {}", function, error.what())));
    }
  } catch (...) {
    return nullptr;
  }
}

// Longer texts in a request are refused, but for the report that "draw" is asked to draw.
constexpr std::size_t longest_request_text = 1000;

// Held to what request.schema.json says of the function.
nlohmann::json request_of(const std::string& function, const char* text) {
  if (text == nullptr)
    throw InputError(fmt::format("{}: expected a request, found a null pointer", function));
  const nlohmann::json schema = nlohmann::json::parse(detail::abi_request_schema_text);
  const bool holds_report = schema["$defs"][function]["properties"].contains("report");
  nlohmann::json request = detail::parse_strictly(text, function, "request",
                                                  holds_report ? largest_report_file : longest_request_text);
  detail::check_schema(request, schema, function, "/$defs/" + function);
  return request;
}

// A whole number or a text of digits, as typed.
std::string digits_of(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

int deck_size_of(const nlohmann::json& request) {
  return request.value("n", 5);
}

TargetText target_in(const nlohmann::json& request, const char* member) {
  return parse_target_text(request[member].get_ref<const std::string&>());
}

std::optional<std::string> typed(const nlohmann::json& request, const char* name) {
  if (!request.contains(name)) return std::nullopt;
  const nlohmann::json& value = request[name];
  if (value.is_array()) return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), ","));
  return digits_of(value);
}

// A run as "certify" and "certify_rows" ask for it, whose targets and deck sizes are added.
PlanOptions plan_options_of(const nlohmann::json& request) {
  PlanOptions options;
  options.seed = typed(request, "seed");
  options.threads = typed(request, "threads");
  options.alpha = typed(request, "alpha");
  options.confidence = typed(request, "confidence");
  options.tolerance = typed(request, "tolerance");
  options.label = typed(request, "label");
  options.trials = typed(request, "trials");
  options.max_trials = typed(request, "max_trials");
  options.tests = typed(request, "tests");
  options.certify = typed(request, "certify");
  options.slots = typed(request, "slots");
  options.pairs = request.value("pairs", false);
  options.until_decided = request.value("until_decided", false);
  options.controls = request.value("controls", false);
  std::vector<std::string> ready;
  for (const std::string& bet : request.value("bets", std::vector<std::string>{})) {
    (bet.find('=') == std::string::npos ? ready : options.bets).push_back(bet);
  }
  if (!ready.empty()) options.ready_bets = fmt::format("{}", fmt::join(ready, ","));
  return options;
}

// Who is told of a run; `tell` may be null.
struct Watcher {
  fairshuffle_progress tell = nullptr;
  void* context = nullptr;
};

std::string state_text(const Progress& state) {
  Json told{{"look", state.look},
            {"undecided", state.undecided},
            {"targets", state.targets},
            {"running", std::string(state.running)},
            {"trials", state.trials_done},
            {"trials_of_look", state.trials_of_look},
            {"trials_at_most", state.trials_at_most},
            {"trials_if_fair", nullptr},
            {"first_verdict", nullptr}};
  if (state.first_verdict) {
    told["first_verdict"] = {{"verdict", to_text(*state.first_verdict)},
                             {"trials", state.first_verdict_trials}};
  }
  if (state.trials_if_fair) told["trials_if_fair"] = *state.trials_if_fair;
  return written(told);
}

// Runs the plan on this machine until all is decided, until plan.max_seconds have passed, until `has_ended`
// (empty for never) or until the watcher ends it.
RunRecord watched_run(RunPlan& plan, const Watcher& watcher, const std::function<bool()>& has_ended = {}) {
  check_memory(plan);
  plan.tells_first_verdict = watcher.tell != nullptr;
  constexpr std::chrono::milliseconds least_between(50);
  using Clock = std::chrono::steady_clock;
  Clock::time_point told = Clock::now();
  std::int32_t answer = FAIRSHUFFLE_GO_ON;
  plan.is_to_end = ending_after(plan.max_seconds,
                                [&] { return answer != FAIRSHUFFLE_GO_ON || (has_ended && has_ended()); });
  RunRecord record =
      run_planned(plan, [&](const Progress& state) {
        if (watcher.tell == nullptr || answer != FAIRSHUFFLE_GO_ON || Clock::now() - told < least_between)
          return;
        answer = watcher.tell(watcher.context, state_text(state).c_str());
        told = Clock::now();
      }).record;
  if (answer != FAIRSHUFFLE_GO_ON && answer != FAIRSHUFFLE_END) throw CallbackFailed();
  return record;
}

Json verdict_of(const std::optional<Verdict>& verdict) {
  return verdict ? Json(to_text(*verdict)) : Json(nullptr);
}

std::string sentence_of(const TargetRecord& target) {
  return target.verdict ? target.sentence : target.evidence.error;
}

Json facts_of(const TargetRecord& target, const Budget& budget) {
  Json facts = Json::array();
  for (const Facts::Line& line : facts_found(target, budget).lines) {
    facts.push_back({{"name", line.name}, {"text", line.text}});
  }
  return facts;
}

Json answer_of(const RunRecord& run, const std::optional<Section>& next = {}) {
  std::string sentence;
  Json targets = Json::array();
  for (const TargetRecord& target : run.results) {
    if (run.results.size() > 1)
      sentence += fmt::format("{}{}: ", sentence.empty() ? "" : "\n", shown_name(target));
    sentence += sentence_of(target);
    targets.push_back({{"name", shown_name(target)},
                       {"verdict", verdict_of(target.verdict)},
                       {"headline", headline_of(target, run.budget)},
                       {"sentence", sentence_of(target)},
                       {"facts", facts_of(target, run.budget)}});
  }
  return {{"verdict", verdict_of(run.verdict)}, {"note", run.note},   {"sentence", sentence},
          {"text", run_text(run, {}, next)},    {"targets", targets}, {"report", json_report(run)}};
}

RunPlan plan_of_request(const nlohmann::json& request, const PlanOptions& options, const MakeTarget& make) {
  RunPlan plan = plan_with(options, make);
  if (request.contains("max_seconds")) plan.max_seconds = request["max_seconds"].get<double>();
  if (request.contains("proof")) set_proof(plan, request["proof"].dump(), "certify_rows");
  return plan;
}

int marked_cards(const nlohmann::json& request, int deck_size) {
  TargetText text{.name = request.value("name", CertifyOptions{}.name), .settings = {}};
  if (request.contains("marked")) text.settings.emplace_back("marked", digits_of(request["marked"]));
  return SettingReader(text).take_marked(deck_size);
}

Json judged_targets(const nlohmann::json& request, const Watcher& watcher) {
  PlanOptions options = plan_options_of(request);
  options.targets = request["targets"].get<std::vector<std::string>>();
  if (request.contains("n")) {
    const nlohmann::json& n = request["n"];
    options.deck_sizes =
        n.is_array() ? fmt::format("{}", fmt::join(n.get<std::vector<int>>(), ",")) : digits_of(n);
  }
  RunPlan plan = plan_of_request(request, options, kind_of_shuffles().make);
  return answer_of(watched_run(plan, watcher));
}

Json judged_rows(const nlohmann::json& request, std::uint8_t* room, fairshuffle_fill fill,
                 const Watcher& watcher) {
  const int deck_size = request["n"].get<int>();
  RowTrials trials(deck_size, room, fill, watcher.context);
  const TargetDescription of_target =
      callback_description(request.value("name", CertifyOptions{}.name), deck_size,
                           request.value("reset", "always"), marked_cards(request, deck_size));
  PlanOptions options = plan_options_of(request);
  // A word for the one target, which is made without reading it.
  options.targets = {callback_name(callback_description("rows", deck_size, "always", 0))};
  // No trial is drawn from it.
  options.seed = std::string("0");
  options.threads = std::string("1");
  if (!options.trials && !options.max_trials)
    options.max_trials = std::to_string(CertifyOptions{}.max_trials);
  const CallbackTarget* target = nullptr;
  RunPlan plan = plan_of_request(request, options, [&](const TargetText&, const TargetRun&) {
    auto made = std::make_unique<CallbackTarget>(trials, of_target);
    target = made.get();
    return made;
  });
  plan.command = request.value("call", fmt::format("fairshuffle_certify_rows: {}", request.dump()));
  const RunRecord run = watched_run(plan, watcher, [&trials] { return trials.has_ended(); });
  if (target->thrown()) std::rethrow_exception(target->thrown());
  return answer_of(
      run, request.contains("prove") ? how_to_prove(run, request["prove"].get<std::string>()) : std::nullopt);
}

Json exact(const nlohmann::json& request) {
  const bool compares = request.contains("compare"), steps = request.value("steps", false);
  if (compares && steps) {
    throw InputError("exact: steps tells of one target, and compare of two: leave one of them out");
  }
  DistributionQuestion question{.target = target_in(request, "target"),
                                .other = std::nullopt,
                                .deck_size = deck_size_of(request),
                                .steps = steps};
  if (compares) question.other = target_in(request, "compare");
  if (request.value("format", "text") == "json") return {{"distribution", distribution_as_json(question)}};
  return {{"text", distribution_as_text(question)}};
}

Json formatted(const Document& lesson, const nlohmann::json& request) {
  const std::string format = request.value("format", "text");
  return {{"text", format == "html"       ? as_html(lesson)
                   : format == "markdown" ? as_markdown(lesson)
                   : format == "json"     ? as_json(lesson)
                                          : as_terminal_text(lesson)}};
}

Json explain(const nlohmann::json& request) {
  const std::uint64_t seed = request.contains("seed") ? std::stoull(digits_of(request["seed"])) : 1;
  const BuiltinTarget target(target_in(request, "target"), deck_size_of(request), seed);
  return formatted(lesson_of(target, seed), request);
}

Json draw(const nlohmann::json& request) {
  const std::string name = request.value("format", "text");
  const ReportFormat* format = report_format_named(name);
  if (format == nullptr && name != "text") {
    std::vector<std::string_view> known{"text"};
    for (const ReportFormat& each : all_report_formats()) known.push_back(each.name);
    throw InputError(fmt::format("/format: '{}' is no format{}; there are {}", name,
                                 did_you_mean(name, known), fmt::join(known, ", ")));
  }
  const RunRecord run = report_in(request["report"].get_ref<const std::string&>(), "draw: report");
  return {{"text", format == nullptr ? run_text(run, {}) : format->draw(run)}};
}

Json list() {
  Json shuffles = Json::array();
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    Json options = Json::array();
    for (const OptionInfo& option : shuffle.options) {
      options.push_back({{"name", option.name}, {"range", option_range(option)}});
    }
    shuffles.push_back({{"name", shuffle.name}, {"sentence", shuffle.sentence}, {"options", options}});
  }
  for (const Preset& preset : all_presets()) {
    shuffles.push_back({{"name", preset.name}, {"sentence", preset.sentence}, {"options", Json::array()}});
  }
  Json formats = Json::array();
  for (const ReportFormat& format : all_report_formats()) formats.push_back(format.name);
  return {{"version", FAIRSHUFFLE_VERSION}, {"shuffles", shuffles}, {"formats", formats}};
}

}  // namespace

}  // namespace fairshuffle

using namespace fairshuffle;

extern "C" {

void fairshuffle_show_row(fairshuffle_batch* batch, int32_t row, const char* text) {
  // Without memory to tell it the row's bytes are looked at, which are none of a permutation either.
  try {
    if (row < 0 || row >= batch->rows) return;
    batch->shown.push_back(
        {static_cast<std::size_t>(row), detail::deck_text(std::array{std::string(text)}, 1)});
  } catch (...) {
  }
}

int32_t fairshuffle_rows_in_memory(int32_t n) {
  return n < 1 || n > largest_deck_size ? 0 : static_cast<std::int32_t>(rows_in_memory(n));
}

char* fairshuffle_certify_rows(const char* request, uint8_t* rows, fairshuffle_fill fill,
                               fairshuffle_progress progress, void* context) {
  return answered("certify_rows", [&] {
    if (fill == nullptr) throw InputError("expected a fill callback, found a null pointer");
    return judged_rows(request_of("certify_rows", request), rows, fill, {progress, context});
  });
}

char* fairshuffle_certify(const char* request, fairshuffle_progress progress, void* context) {
  return answered("certify", [&] {
    return judged_targets(request_of("certify", request), {progress, context});
  });
}

char* fairshuffle_exact(const char* request) {
  return answered("exact", [&] { return exact(request_of("exact", request)); });
}

double fairshuffle_answer(fairshuffle_draws* draws, int32_t kind, double size) {
  return draws->draw(kind, size);
}

int32_t fairshuffle_answer_weighted(fairshuffle_draws* draws, const char* weights) {
  return draws->draw_weighted(weights);
}

void fairshuffle_show_deck(fairshuffle_draws* draws, const char* text) {
  draws->show(text);
}

char* fairshuffle_exact_code(const char* request, fairshuffle_shuffle shuffle, void* context) {
  return answered("exact_code", [&] {
    if (shuffle == nullptr) throw InputError("expected a shuffle callback, found a null pointer");
    return exact_code(request_of("exact_code", request), shuffle, context);
  });
}

char* fairshuffle_explain_code(const char* request, fairshuffle_shuffle shuffle, void* context) {
  return answered("explain_code", [&] {
    if (shuffle == nullptr) throw InputError("expected a shuffle callback, found a null pointer");
    const nlohmann::json asked = request_of("exact_code", request);
    return formatted(lesson_of_code(asked, shuffle, context), asked);
  });
}

int32_t fairshuffle_looks(const fairshuffle_draws* draws) {
  return draws->paths.is_watched() ? 1 : 0;
}

char* fairshuffle_explain(const char* request) {
  return answered("explain", [&] { return explain(request_of("explain", request)); });
}

char* fairshuffle_draw(const char* request) {
  return answered("draw", [&] { return draw(request_of("draw", request)); });
}

char* fairshuffle_list() {
  return answered("list", list);
}

void fairshuffle_free(char* answer) {
  std::free(answer);
}

}  // extern "C"
