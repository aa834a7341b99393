// The sections of a lesson, in the order in which they are taught.
#pragma once

#include <optional>

#include "harness/lesson/lesson.hpp"

namespace fairshuffle {

std::optional<Section> mechanism_section(Lesson& lesson);   ///< why it is fair or not, in words and formulas
std::optional<Section> code_section(Lesson& lesson);        ///< what it does: its own lines
std::optional<Section> tree_section(Lesson& lesson);        ///< every path of three cards
std::optional<Section> story_section(Lesson& lesson);       ///< one shuffle, step by step
std::optional<Section> small_law_section(Lesson& lesson);   ///< every order of three cards
std::optional<Section> law_section(Lesson& lesson);         ///< the orders of the whole deck
std::optional<Section> impossible_section(Lesson& lesson);  ///< orders that never come
std::optional<Section> paths_section(Lesson& lesson);       ///< paths against n!
std::optional<Section> positions_section(Lesson& lesson);   ///< card by position
std::optional<Section> draw_section(Lesson& lesson);        ///< a draw method that is not uniform
std::optional<Section> seeding_section(Lesson& lesson);     ///< a source seeded again and again
std::optional<Section> sweep_section(Lesson& lesson);  ///< the bias against an option: how often is enough?
std::optional<Section> keys_section(Lesson& lesson);   ///< the same of an option far from its first values
std::optional<Section> whole_deck_section(Lesson& lesson);  ///< the same of 52 cards, by a formula
std::optional<Section> sample_section(Lesson& lesson);      ///< how large a sample shows it
std::optional<Section> carried_section(Lesson& lesson);     ///< a deck that is not put back in order
std::optional<Section> cost_section(Lesson& lesson);        ///< draws, moves and memory as the deck grows
std::optional<Section> instead_section(Lesson& lesson);     ///< what to write instead

}  // namespace fairshuffle
