// The columns of tables: as they are typed, and told by a table that nobody named any of.
#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/standard_deck.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/typed_words.hpp"

namespace fairshuffle {

namespace {

/// "c12"
struct NumberedName {
  std::string_view stem;
  unsigned number;
  std::size_t digits;
};

std::optional<NumberedName> numbered(std::string_view name) {
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  NumberedName read{.stem = name.substr(0, stem), .number = 0, .digits = name.size() - stem};
  const auto result = std::from_chars(name.data() + stem, name.data() + name.size(), read.number);
  if (result.ec != std::errc{}) return std::nullopt;
  return read;
}

std::string with_number(const NumberedName& first, unsigned number) {
  std::string digits = std::to_string(number);
  // "c01" goes on with "c02".
  if (digits.size() < first.digits) digits.insert(0, first.digits - digits.size(), '0');
  return std::string(first.stem) + digits;
}

// False where the range is none that may be.
bool add_columns(std::string_view typed, std::vector<std::string>& names) {
  const std::size_t hyphen = typed.find('-');
  const auto first = numbered(typed.substr(0, hyphen));
  const auto last = hyphen == std::string_view::npos ? std::nullopt : numbered(typed.substr(hyphen + 1));
  if (!first || !last || first->stem != last->stem) {
    names.emplace_back(typed);
    return !typed.empty();
  }
  if (last->number < first->number ||
      last->number - first->number >= static_cast<unsigned>(largest_deck_size))
    return false;
  for (unsigned number = first->number; number <= last->number; ++number) {
    names.push_back(with_number(*first, number));
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::string>> column_names(std::string_view typed) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = typed.find(',');
    if (!add_columns(typed.substr(0, comma), names)) return std::nullopt;
    if (comma == std::string_view::npos) return names;
    typed.remove_prefix(comma + 1);
  }
}

namespace {

// The fields of a line, without the blanks and quotes around them.
std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  constexpr std::string_view around = " \t\r\"";
  std::vector<std::string_view> fields;
  while (true) {
    // A separator in quotes parts nothing.
    const std::size_t quotes = line.starts_with('"') ? line.find('"', 1) : 0;
    const std::size_t end = line.find(separator, std::min(quotes, line.size()));
    std::string_view field = line.substr(0, end);
    field.remove_prefix(std::min(field.find_first_not_of(around), field.size()));
    fields.push_back(field.substr(0, field.find_last_not_of(around) + 1));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

// The whole numbers of a column; none where it has others.
std::vector<int> numbers_in(const std::vector<std::vector<std::string_view>>& rows, std::size_t column) {
  std::vector<int> numbers(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::string_view field = rows[row][column];
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), numbers[row]);
    if (!all_digits(field) || error != std::errc{} || numbers[row] > largest_deck_size) return {};
  }
  return numbers;
}

// "b2" after "b1".
bool is_next(std::string_view before, std::string_view name) {
  const auto first = numbered(before), second = numbered(name);
  return first && second && !first->stem.empty() && first->stem == second->stem &&
         first->number + 1 == second->number;
}

// Whether a row has the standard deck in so many columns from `first` on, with successive names.
bool is_standard_deck(const std::vector<std::string_view>& names, const std::vector<std::string_view>& row,
                      std::size_t first) {
  std::set<int> cards;
  for (std::size_t column = first; column < first + size_of_standard_deck; ++column) {
    const std::optional<int> card = standard_card(row[column]);
    if (!card || !cards.insert(*card).second) return false;
    if (column > first && !is_next(names[column - 1], names[column])) return false;
  }
  return true;
}

// Whether a field holds a whole deck: of the numbers from 0 or 1 on, or the standard one. The options of its
// column.
std::optional<std::string> options_for_deck(std::string_view name, std::string_view field) {
  std::string parted(field);
  std::ranges::replace(parted, ',', ' ');
  std::istringstream words(parted);
  std::set<int> numbers, cards;
  int count = 0;
  for (std::string word; words >> word; ++count) {
    int number = 0;
    if (all_digits(word) && std::from_chars(word.data(), word.data() + word.size(), number).ec == std::errc{})
      numbers.insert(number);
    if (const std::optional<int> card = standard_card(word)) cards.insert(*card);
  }
  const std::string option = fmt::format("--column {}", shell_typed(name));
  if (std::ssize(cards) == size_of_standard_deck && count == size_of_standard_deck) return option;
  // A single number is none, nor are those of a deal.
  if (count < 2 || std::ssize(numbers) != count) return std::nullopt;
  const int base = *numbers.begin(), last = *numbers.rbegin();
  if (base > 1 || last != base + count - 1) return std::nullopt;
  return option + (base == 1 ? " --base 1" : "");
}

std::string typed_columns(std::string_view first, std::string_view last) {
  return fmt::format("--columns {}", shell_typed(fmt::format("{}-{}", first, last)));
}

}  // namespace

std::string options_for_table(std::string_view lines) {
  const std::string_view header = lines.substr(0, lines.find('\n'));
  const char separator = *std::ranges::max_element(
      std::string_view(",;\t"), {}, [header](char each) { return std::ranges::count(header, each); });
  const std::vector<std::string_view> names = fields_of(header, separator);
  std::vector<std::vector<std::string_view>> rows;
  for (std::size_t end = header.size(); end < lines.rfind('\n') && end < lines.size();) {
    lines.remove_prefix(end + 1);
    end = lines.find('\n');
    auto fields = fields_of(lines.substr(0, end), separator);
    if (fields.size() == names.size()) rows.push_back(std::move(fields));
  }
  for (std::size_t first = 0; !rows.empty() && first + size_of_standard_deck <= names.size(); ++first) {
    if (is_standard_deck(names, rows.front(), first))
      return fmt::format("{} --deck {}",
                         typed_columns(names[first], names[first + size_of_standard_deck - 1]),
                         name_of_standard_deck);
  }
  // A line of words above rows of numbers is no table.
  for (std::size_t column = 0; !rows.empty() && names.size() > 1 && column < names.size(); ++column) {
    if (auto options = options_for_deck(names[column], rows.front()[column])) return *std::move(options);
  }
  // The most columns with successive names, whose numbers do not repeat in a row.
  std::vector<std::vector<int>> cards, most;
  std::size_t last = 0;
  for (std::size_t column = 0; column < names.size(); ++column) {
    std::vector<int> numbers = numbers_in(rows, column);
    const auto repeats = [&numbers](const std::vector<int>& before) {
      return std::mismatch(before.begin(), before.end(), numbers.begin(), std::not_equal_to{}).first !=
             before.end();
    };
    const bool goes_on = column > 0 && is_next(names[column - 1], names[column]);
    if (numbers.empty() || !goes_on || std::ranges::any_of(cards, repeats)) cards.clear();
    if (!numbers.empty()) cards.push_back(std::move(numbers));
    if (cards.size() > most.size()) most = cards, last = column;
  }
  if (most.size() < 2) return "";
  const int base =
      std::ranges::all_of(most, [](const auto& card) { return std::ranges::min(card) > 0; }) ? 1 : 0;
  std::size_t size = 0;
  for (const auto& card : most)
    size = std::max(size, static_cast<std::size_t>(std::ranges::max(card) + 1 - base));
  // Of a deal mostly the numbers count, in whatever order they are written down.
  const bool is_deal = most.size() < size;
  return fmt::format("{}{}{}{}", typed_columns(names[last + 1 - most.size()], names[last]),
                     is_deal ? fmt::format(" --deal {} --n {}", most.size(), size) : "",
                     base == 1 ? " --base 1" : "", is_deal ? " --unordered" : "");
}

}  // namespace fairshuffle
