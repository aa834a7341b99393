// How rows are to be read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/findings.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// What rows that cannot be read tell their user to type. Rows know no kind of target but for these words.

/// What a pipe of rows ends in.
inline constexpr std::string_view read_from_a_pipe = "fairshuffle certify --stdin";

/// To whoever gave a table, and no column of it.
inline constexpr std::string_view advice_on_tables =
    "in a CSV that --log or --stdin reads, name the column of the rows with --column, or one for each card "
    "with --columns";

/// What reads the table whose header is the first of these lines, and goes before the options that say where
/// in it the cards are.
inline constexpr std::string_view reads_tables = "--log or --stdin reads it with";

/// "--columns b1-b6 --deal 6 --n 49 --base 1 --unordered": the likeliest options, told by the rows that
/// follow the header. Empty where the lines are no table, or nothing in it looks like cards.
std::string options_for_table(std::string_view lines);

// The settings that say how a target from outside writes its rows, and what of its deck can be told apart.

inline constexpr TargetSetting format_setting{
    .name = "format",
    .placeholder = "text|u8|u16|tokens",
    .meaning =
        "a line of numbers, n raw bytes or pairs of them, or a line of words for each permutation (text)",
    .schema = R"json({
  "description": "\"text\", \"u8\", \"u16\" or \"tokens\": how permutations are written",
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
                                                "L*24 stands for 24 cards; or standard: 52 cards like "
                                                "AS, 10h, T♥",
                                            .schema = R"json({
  "description": "the words of the sorted deck: a list of 1 to 1024 words without blanks or commas, different unless equal-cards is true: then \"L*24\" stands for 24 cards; or [\"standard\"], 52 cards like AS, 10h, T♥",
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
        "each deck started from a random draw of its own: then the report says how many permutations there "
        "are at least",
    .schema =
        R"json({ "description": "true: each deck started from a random draw of its own, which is taken on trust", "enum": [true] })json"};

/// Takes n, format, base, deck, equal-cards, deal, unordered and one-a-line; a deck without a format is one
/// of tokens. Fills description.deck_size and multiset and adds what was settled on to description.options.
/// The words of a deck are parted as those of a row are; they give n. Throws InputError.
RowFormat take_row_format(SettingReader& reader, int standard_deck_size, TargetDescription& description);

/// Takes reset, marked and starts-anew, the word of whoever knows where the decks come from, and adds it to
/// description.options. Fails where what can't be told apart is carried from deck to deck, or marked, and
/// where decks that follow from each other, or are not whole, are said to start anew. Precondition: the
/// format is taken.
void take_row_life(SettingReader& reader, TargetDescription& description, RowManner& manner);

/// That of targets whose settings are among the options, but for those that are left out.
std::uint64_t identity_of(const TargetDescription& description,
                          std::initializer_list<std::string_view> left_out = {});

/// What is to be said of such a word among what a verdict does not cover.
inline constexpr std::string_view starts_on_trust =
    "whether each deck started from a draw of its own, as is declared: how many permutations there are at "
    "least rests on that";

/// For a target's name: adds n and every setting of the rows that is not the standard one.
void add_row_settings(const RowFormat& format, TargetText& name);
/// Ends it.
void add_row_life(const RowManner& manner, const TargetDescription& description, TargetText& name);

/// The columns of a CSV that hold a row, as they are typed: "c1-c52" for fifty-two of them,
/// "first,second,third" for three, ranges and names by comma. Nothing where a name is empty or a range goes
/// down or on for more than the largest deck. A name with a hyphen that is no such range stands for itself.
std::optional<std::vector<std::string>> column_names(std::string_view typed);

}  // namespace fairshuffle
