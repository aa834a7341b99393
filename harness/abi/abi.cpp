#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/order/order.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "harness/abi/judged.hpp"
#include "harness/abi/request.hpp"
#include "harness/abi/row_trials.hpp"
#include "harness/input_error.hpp"
#include "harness/law/asked_law.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/nearest_name.hpp"
#include "harness/report/report_input.hpp"
#include "harness/target/builtin/builtin_target.hpp"
#include "reports/document/render.hpp"
#include "reports/formats.hpp"
#include "reports/run/run_reports.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

char* copy_of(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string written(const Json& answer) {
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_answer(const char* kind, const std::string& message) {
  return written({{"error", {{"kind", kind}, {"message", message}}}});
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
      return copy_of(error_answer("caller", fmt::format("{}: {}", function, error.what())));
    } catch (const std::bad_alloc&) {
      return copy_of(error_answer("failure", fmt::format("{}: there is not enough memory", function)));
    } catch (const std::exception& error) {
      return copy_of(error_answer("failure", fmt::format("{}: {}", function, error.what())));
    }
  } catch (...) {
    return nullptr;
  }
}

nlohmann::json request_of(const char* function, const char* text) {
  if (text == nullptr)
    throw InputError(fmt::format("{}: expected a request, found a null pointer", function));
  return read_request(function, text);
}

int deck_size_of(const nlohmann::json& request) {
  return request.value("n", 5);
}

TargetText target_in(const nlohmann::json& request, const char* member) {
  return parse_target_text(request[member].get_ref<const std::string&>());
}

Json exact(const nlohmann::json& request) {
  const bool compares = request.contains("compare"), steps = request.value("steps", false);
  if (compares && steps) {
    throw InputError("exact: steps tells of one target, and compare of two: leave one of them out");
  }
  LawQuestion question{.target = target_in(request, "target"),
                       .other = std::nullopt,
                       .deck_size = deck_size_of(request),
                       .steps = steps};
  if (compares) question.other = target_in(request, "compare");
  if (request.value("format", "text") == "json") return {{"law", law_as_json(question)}};
  return {{"text", law_as_text(question)}};
}

Json explain(const nlohmann::json& request) {
  const std::uint64_t seed = request.contains("seed") ? std::stoull(digits_of(request["seed"])) : 1;
  const BuiltinTarget target(target_in(request, "target"), deck_size_of(request), seed);
  const Document lesson = lesson_of(target, seed);
  const std::string format = request.value("format", "text");
  return {{"text", format == "html"       ? as_html(lesson)
                   : format == "markdown" ? as_markdown(lesson)
                   : format == "json"     ? as_json(lesson)
                                          : as_terminal_text(lesson)}};
}

Json draw(const nlohmann::json& request) {
  const std::string name = request.value("format", "text");
  const ReportFormat* format = report_format_named(name);
  if (format == nullptr && name != "text") {
    std::vector<std::string_view> known{"text"};
    known.insert(known.end(), report_format_names().begin(), report_format_names().end());
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
  return {{"version", FAIRSHUFFLE_VERSION}, {"shuffles", shuffles}, {"formats", report_format_names()}};
}

}  // namespace

}  // namespace fairshuffle

using namespace fairshuffle;

extern "C" {

void fairshuffle_show_row(fairshuffle_batch* batch, int32_t row, const char* text) {
  // Without memory to tell it the row's bytes are looked at, which are none of an order either.
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
    return judged_rows(request_of("certify_rows", request), {rows, fill}, {progress, context});
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
