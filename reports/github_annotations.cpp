#include "reports/github_annotations.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "core/record/outcome.hpp"
#include "reports/verdict_words.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/short_words.hpp"

namespace fairshuffle {

namespace {

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char character : text) {
    if (special.find(character) == std::string_view::npos) {
      out += character;
    } else {
      out += fmt::format("%{:02X}", static_cast<std::uint8_t>(character));
    }
  }
  return out;
}

std::string annotation(const char* level, const std::string& title, const std::string& message) {
  return fmt::format("::{} title={}::{}\n", level, escaped(one_visible_line(title), "%:,"),
                     escaped(one_visible_line(message), "%"));
}

}  // namespace

std::string github_annotations(const RunRecord& run) {
  std::string text;
  if (!run.verdict) {
    text +=
        annotation("error", "The run has no verdict", run.note.empty() ? "No reason was given." : run.note);
  }
  for (const TargetRecord& result : run.results) {
    const Outcome outcome = outcome_of(result);
    if (outcome == Outcome::as_due) continue;
    std::string title = fmt::format("{}: {}", shown_name(result), verdict_word(result));
    if (result.expected) title += fmt::format(" where {} was due", to_text(*result.expected));
    text += annotation(outcome == Outcome::undecided ? "warning" : "error", title,
                       in_one_sentence(result, run.budget));
  }
  return text;
}

}  // namespace fairshuffle
