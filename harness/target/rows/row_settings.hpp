// The settings that say how a target from outside writes its rows, and what of its deck can be told apart.
#pragma once

#include "core/record/run_record.hpp"
#include "harness/target/kind.hpp"
#include "harness/target/rows/row_format.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

inline constexpr TargetSetting format_setting{
    .name = "format",
    .placeholder = "text|u8|u16|tokens",
    .meaning = "a line of numbers, n raw bytes or pairs of them, or a line of words for each order (text)",
    .schema = R"json({
  "description": "\"text\", \"u8\", \"u16\" or \"tokens\": how orders are written",
  "enum": ["text", "u8", "u16", "tokens"]
})json"};

inline constexpr TargetSetting base_setting{
    .name = "base", .placeholder = "0|1", .meaning = "the number of the first card (0)", .schema = R"json({
  "description": "0 or 1: the number of the first card",
  "enum": [0, 1]
})json"};

inline constexpr TargetSetting deck_setting{.name = "deck",
                                            .placeholder = "WORDS",
                                            .meaning =
                                                "the words of the sorted deck, parted by blanks, or one "
                                                "character a card, as in abcd; with --equal-cards "
                                                "L*24 stands for 24 cards",
                                            .schema = R"json({
  "description": "the words of the sorted deck: a list of 1 to 1024 words without blanks or commas, different unless equal-cards is true: then \"L*24\" stands for 24 cards",
  "type": "array",
  "minItems": 1,
  "maxItems": 1024,
  "items": {
    "description": "a word of 1 to 100 characters without blanks and commas",
    "type": "string",
    "minLength": 1,
    "maxLength": 100,
    "pattern": "^[^\\s,]+$"
  }
})json",
                                            .is_words = true,
                                            .gives_deck_size = true};

inline constexpr TargetSetting equal_cards_setting{
    .name = "equal-cards",
    .placeholder = "",
    .meaning = "words that stand in the deck more than once are equal cards",
    .schema =
        R"json({ "description": "true: words that stand in the deck more than once are equal cards", "enum": [true] })json"};

inline constexpr TargetSetting deal_setting{
    .name = "deal",
    .placeholder = "K",
    .meaning = "a row holds K of the deck's cards, drawn without putting any back",
    .schema = R"json({
  "description": "a row holds so many of the deck's cards, drawn without putting any back",
  "type": "integer",
  "minimum": 1,
  "maximum": 1023
})json"};

inline constexpr TargetSetting unordered_setting{
    .name = "unordered",
    .placeholder = "",
    .meaning = "of a deal: which cards are in it counts, not their order",
    .schema =
        R"json({ "description": "true: of a deal, which cards are in it counts, not their order", "enum": [true] })json"};

inline constexpr TargetSetting one_a_line_setting{
    .name = "one-a-line",
    .placeholder = "",
    .meaning = "a line is one card, and a row is as many lines as the deck has cards",
    .schema = R"json({ "description": "true: a line is one card", "enum": [true] })json"};

inline constexpr TargetSetting starts_anew_setting{
    .name = "starts-anew",
    .placeholder = "",
    .meaning =
        "each deck started from a random draw of its own: then the report says how many orders there are at "
        "least",
    .schema =
        R"json({ "description": "true: each deck started from a random draw of its own, which is taken on trust", "enum": [true] })json"};

/// Takes n, format, base, deck, equal-cards, deal, unordered and one-a-line; a deck without a format is one
/// of tokens. Fills description.deck_size and makeup and adds what was settled on to description.options. The
/// words of a deck are parted as those of a row are; they give n. Throws InputError.
RowFormat take_row_format(SettingReader& reader, int standard_deck_size, TargetDescription& description);

/// Fails where what can't be told apart can't be carried from deck to deck, or marked.
void check_made_up(const SettingReader& reader, const TargetDescription& description);

/// Takes starts-anew and adds it to description.options: the word of whoever knows where the decks come from.
/// Fails where decks follow from each other, or are not whole. Precondition: reset and makeup are filled in.
bool take_starts_anew(SettingReader& reader, TargetDescription& description);

/// What is to be said of such a word among what a verdict does not cover.
inline constexpr std::string_view starts_on_trust =
    "whether each deck started from a draw of its own, as is declared: how many orders there are at least "
    "rests on that";

/// The inverse, for a target's name: adds n and every setting that is not the standard one.
void add_row_settings(const RowFormat& format, TargetText& name);

}  // namespace fairshuffle
