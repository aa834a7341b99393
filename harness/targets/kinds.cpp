#include "harness/targets/kinds.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/shuffle/catalogue.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

using Written = TargetKind::Written;

// No shuffle has these in its name; files of programs do.
void refuse_file(std::string_view name) {
  const std::string running = option_for(TargetKind::Takes::command);
  if (running.empty() || name.find_first_of("./") == std::string_view::npos) return;
  throw InputError(
      "unknown shuffle '{}'; a program of your own is run by {} COMMAND, recorded decks are read by {} FILE",
      name, running, option_for(TargetKind::Takes::recording));
}

// The kind of a target that is written so: one that stands before the colon, or that of the shuffles.
const TargetKind& kind_written(std::string_view name) {
  const auto kind = std::ranges::find_if(kind_table, [name](const TargetKind* each) {
    return each->written == Written::behind_kind && each->name == name;
  });
  if (kind != kind_table.end()) return **kind;
  refuse_file(name);
  return kind_of_shuffles();
}

}  // namespace

const TargetKind& kind_of_shuffles() {
  return **std::ranges::find(kind_table, Written::by_shuffle, &TargetKind::written);
}

std::span<const TargetKind* const> all_target_kinds() {
  return kind_table;
}

const TargetKind* find_target_kind(std::string_view name) {
  const auto kind = std::ranges::find(kind_table, name, &TargetKind::name);
  return kind == kind_table.end() ? nullptr : *kind;
}

std::span<const TargetSetting* const> all_target_settings() {
  // A job asks for them with each of its targets.
  static const std::vector<const TargetSetting*> all = [] {
    std::vector<const TargetSetting*> settings{&deck_size_setting};
    for (const TargetKind* kind : kind_table) {
      for (const TargetSetting* setting : kind->settings) {
        if (std::ranges::find(settings, setting) == settings.end()) settings.push_back(setting);
      }
    }
    settings.insert(settings.end(), last_settings.begin(), last_settings.end());
    return settings;
  }();
  return all;
}

const TargetSetting* setting_of_deck_size(const std::function<bool(std::string_view name)>& is_given) {
  for (const TargetSetting* setting : all_target_settings()) {
    if (!setting->gives_deck_size || !is_given(setting->name)) continue;
    if (setting->unless.empty() || !is_given(setting->unless)) return setting;
  }
  return nullptr;
}

std::string naming_members(std::string_view before, std::string_view after, std::string_view last) {
  std::vector<std::string> members;
  for (const TargetKind* kind : kind_table) {
    if (kind->written != Written::behind_kind) continue;
    members.push_back(fmt::format("{}{}{}", before, kind->naming.member, after));
  }
  return counted_up(members, last);
}

std::string option_for(TargetKind::Takes own) {
  const auto kind = std::ranges::find(kind_table, own, &TargetKind::takes);
  return kind == kind_table.end() ? "" : fmt::format("--{}", (*kind)->naming.member);
}

std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make(text, run);
}

std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make_unopened(text, run);
}

// Labels that read as what they stand for.

namespace {

enum class Sign { none, latin, other_letter, plain };

struct Range {
  char32_t first, last;
  Sign sign;
};

// Beyond ASCII. What is in no range stands in no label: combining marks, blanks, quotation marks, and letters
// drawn like Latin ones (phonetic, Cherokee, Lisu, Coptic, wide, ringed and mathematical).
constexpr Range ranges[] = {
    {0xA1, 0xA9, Sign::plain},
    {0xAC, 0xB8, Sign::plain},
    {0xBF, 0xBF, Sign::plain},
    {0xC0, 0x1BF, Sign::latin},
    {0x1C4, 0x24F, Sign::latin},
    {0x370, 0x10FF, Sign::other_letter},
    {0x1200, 0x137F, Sign::other_letter},
    {0x1780, 0x17FF, Sign::other_letter},
    {0x1E00, 0x1EFF, Sign::latin},
    {0x2010, 0x2015, Sign::plain},
    {0x2018, 0x2019, Sign::plain},
    {0x2020, 0x2022, Sign::plain},
    {0x2026, 0x2026, Sign::plain},
    {0x20A0, 0x20BF, Sign::plain},
    {0x2190, 0x21FF, Sign::plain},
    {0x2600, 0x26FF, Sign::plain},
    {0x3001, 0x3002, Sign::plain},
    {0x3005, 0x3007, Sign::plain},
    {0x3041, 0x30FF, Sign::plain},
    {0x3400, 0x4DBF, Sign::plain},
    {0x4E00, 0x9FFF, Sign::plain},
    {0xAC00, 0xD7A3, Sign::plain},
    {0x1F000, 0x1F0FF, Sign::plain},
    {0x1F300, 0x1FAFF, Sign::plain},
    {0x20000, 0x3134F, Sign::plain},
};

bool is_within(char32_t character, char32_t first, char32_t last) {
  return character >= first && character <= last;
}

char32_t small(char32_t character) {
  if (is_within(character, 'A', 'Z') || is_within(character, 0x391, 0x3A9) ||
      is_within(character, 0x410, 0x42F)) {
    return character + 0x20;
  }
  if (is_within(character, 0x400, 0x40F)) return character + 0x50;
  if (character == 0x4C0) return 0x4CF;
  return is_within(character, 0x460, 0x52F) ? character | 1 : character;
}

Sign sign_of(char32_t character) {
  if (is_within(small(character), 'a', 'z')) return Sign::latin;
  if (character == '"') return Sign::none;
  if (is_within(character, ' ', '~')) return Sign::plain;
  const auto* found = std::ranges::find_if(
      ranges, [character](const Range& range) { return is_within(character, range.first, range.last); });
  return found == std::ranges::end(ranges) ? Sign::none : found->sign;
}

// Small letters of Cyrillic and Greek, and signs of ASCII, above the letters that they are drawn like.
constexpr std::u32string_view alike =
    U"авсԁеёһніїјкӏмпоԛгѕтухиԝѵԍьр"
    U"αβϲϹεηικνορςτυχωγϳ"
    U"01i|";
constexpr std::string_view drawn =
    "abcdeehhlljklmnoqrstyxuwvgbp"
    "abccenlkvopstuxwyj"
    "olll";
static_assert(alike.size() == drawn.size());

constexpr char any_letter = '?';      // a Latin one with an accent passes for any
constexpr char strange_letter = '*';  // one of another alphabet, like none of ours

// The letter or digit that the character is drawn like; 0 for another sign.
char drawn_like(char32_t character) {
  const char32_t low = small(character);
  if (const std::size_t twin = alike.find(low); twin != std::u32string_view::npos) return drawn[twin];
  if (is_within(low, 'a', 'z') || is_within(low, '0', '9')) return static_cast<char>(low);
  const Sign sign = sign_of(character);
  return sign == Sign::latin ? any_letter : sign == Sign::other_letter ? strange_letter : '\0';
}

struct Folded {
  std::string letters;
  std::vector<bool> ends_word;  // whether no other follows at once
};

Folded folded(std::string_view text) {
  Folded all;
  bool in_word = false;
  for (const char32_t character : characters_of(text)) {
    const char letter = drawn_like(character);
    if (in_word && letter == '\0') all.ends_word.back() = true;
    in_word = letter != '\0';
    if (!in_word) continue;
    all.letters += letter;
    all.ends_word.push_back(false);
  }
  if (in_word) all.ends_word.back() = true;
  return all;
}

bool begins_like(const Folded& label, std::string_view name) {
  const std::string letters = folded(name).letters;
  if (letters.empty() || letters.size() > label.letters.size()) return false;
  return label.ends_word[letters.size() - 1] &&
         std::equal(letters.begin(), letters.end(), label.letters.begin(),
                    [](char due, char found) { return due == found || found == any_letter; });
}

// The name of a shuffle, a preset or a kind of target that it begins with; empty for none.
std::string_view name_at_start(const Folded& label) {
  std::string_view found;
  const auto hold_against = [&](std::string_view name) {
    if (found.empty() && begins_like(label, name)) found = name;
  };
  for (const ShuffleInfo& shuffle : all_shuffles()) hold_against(shuffle.name);
  for (const Preset& preset : all_presets()) hold_against(preset.name);
  for (const TargetKind* kind : all_target_kinds()) hold_against(kind->name);
  return found;
}

bool is_own(std::string_view label, std::string_view name) {
  if (folded(label).letters == folded(name).letters) return true;
  return label.starts_with(name.substr(0, name.find(':'))) && label.find_first_of(":=,") == std::string::npos;
}

[[noreturn]] void refuse(std::string_view what, std::string_view text, const std::string& reason) {
  throw InputError("the {} '{}' {}", what, one_visible_line(text), reason);
}

// what: label or group.
void check_signs(std::string_view what, std::string_view text) {
  const std::u32string characters = characters_of(text);
  for (const char32_t character : characters) {
    if (sign_of(character) != Sign::none) continue;
    refuse(what, text,
           fmt::format("holds U+{:04X}; a {} takes letters of one alphabet, digits and plain signs",
                       static_cast<std::uint32_t>(character), what));
  }
  if (one_visible_line(text) != text)
    refuse(what, text, "holds a sign that cannot be seen, or a server's command");
  const auto has = [&characters](Sign sign) {
    return std::ranges::any_of(characters, [sign](char32_t each) { return sign_of(each) == sign; });
  };
  if (has(Sign::latin) && has(Sign::other_letter)) {
    refuse(what, text, "mixes Latin letters with those of another alphabet, which may look like them");
  }
}

}  // namespace

void check_label(std::string_view label, std::string_view name) {
  check_signs("label", label);
  const std::string_view other = name_at_start(folded(label));
  if (!other.empty() && !is_own(label, name)) {
    refuse("label", label,
           fmt::format("begins like the target '{}', and stands for '{}'; begin it with another word", other,
                       one_visible_line(name)));
  }
}

void check_group(std::string_view group) {
  check_signs("group", group);
}

}  // namespace fairshuffle
