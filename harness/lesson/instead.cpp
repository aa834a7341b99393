// What to write instead.
#include <fmt/format.h>

#include "harness/lesson/sections.hpp"
#include "harness/lesson/shuffle_code.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view model = "durstenfeld";

}  // namespace

std::optional<Section> instead_section(Lesson& lesson) {
  Section section{.title = "What to write instead", .blocks = {}};
  const bool is_model = lesson.setup().shuffle->name == model;
  if (lesson.is_uniform() && lesson.has_ideal_draws() && !lesson.is_uniform_at_this_size_only()) {
    section.blocks.push_back(Paragraph{
        is_model
            ? "Nothing: this is what the other lessons end with."
            : "Nothing need change for fairness. The same law in place, with n-1 draws and as many swaps:"});
    if (!is_model) section.blocks.push_back(Code{code_that_runs(code_of_shuffle(model), "none")});
    return section;
  }
  if (lesson.is_uniform_at_this_size_only()) {
    section.blocks.push_back(Paragraph{fmt::format(
        "Of {0} cards nothing need change, but that is so of {0} cards only. For every deck size:",
        lesson.deck_size())});
  }
  section.blocks.push_back(Code{code_that_runs(code_of_shuffle(model), "none")});
  section.blocks.push_back(Paragraph{
      "Each position, from the last down, swaps with one at or before it, itself included: n! paths, one "
      "for each order. Make the draws exactly uniform (multiply and reject, or the library's "
      "std::uniform_int_distribution, never word % b), and seed once."});
  return section;
}

}  // namespace fairshuffle
