#include "harness/target/rows/column_names.hpp"

#include <charconv>

#include "core/order/order.hpp"

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

}  // namespace fairshuffle
