#include "harness/job/typed_numbers.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/tally/birthday.hpp"
#include "harness/input_error.hpp"

namespace fairshuffle {

namespace {

template <class Number>
std::optional<Number> read_whole(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

[[noreturn]] void refuse(std::string_view option, std::string_view expected, std::string_view text) {
  throw InputError(fmt::format("{}: expected {}, found '{}'", option, expected, text));
}

}  // namespace

std::uint64_t parse_trials(std::string_view option, std::string_view text) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  std::optional<std::uint64_t> trials = read_whole<std::uint64_t>(text);
  if (!trials) {
    const std::optional<double> number = read_whole<double>(text);
    if (number && *number >= 1 && *number <= static_cast<double>(most) && std::floor(*number) == *number) {
      trials = static_cast<std::uint64_t>(*number);
    }
  }
  if (!trials || *trials < 1 || *trials > most)
    refuse(option, "a whole number of trials from 1 to 1e12", text);
  return *trials;
}

double parse_probability(std::string_view option, std::string_view text, bool one_allowed) {
  const std::optional<double> number = read_whole<double>(text);
  const bool in_range = number && *number > 0 && (*number < 1 || (one_allowed && *number == 1));
  if (!in_range) {
    refuse(option, one_allowed ? "a number above 0 and at most 1" : "a number between 0 and 1", text);
  }
  return *number;
}

std::vector<int> parse_deck_sizes(std::string_view option, std::string_view text) {
  std::vector<int> sizes;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::optional<int> size = read_whole<int>(rest.substr(0, comma));
    if (!size || *size < 1 || *size > largest_deck_size) {
      refuse(option, fmt::format("deck sizes from 1 to {}, like 5 or 3,4,5", largest_deck_size), text);
    }
    sizes.push_back(*size);
    if (comma == std::string_view::npos) return sizes;
    rest = rest.substr(comma + 1);
  }
}

std::uint64_t parse_seed(std::string_view option, std::string_view text) {
  const std::optional<std::uint64_t> seed = read_whole<std::uint64_t>(text);
  if (!seed) refuse(option, "a whole number from 0 to 18446744073709551615", text);
  return *seed;
}

int parse_children(std::string_view option, std::string_view text) {
  const std::optional<int> children = read_whole<int>(text);
  if (!children || *children < 1 || *children > 1000)
    refuse(option, "a whole number of child programs from 1 to 1000", text);
  return *children;
}

int parse_threads(std::string_view option, std::string_view text) {
  const std::optional<int> threads = read_whole<int>(text);
  if (!threads || *threads < 1 || *threads > 1024)
    refuse(option, "a whole number of threads from 1 to 1024", text);
  return *threads;
}

double parse_seconds(std::string_view option, std::string_view text) {
  constexpr double most = 366.0 * 24 * 3600;
  const std::string_view number = text.substr(0, text.find_first_not_of("0123456789."));
  const std::string_view unit = text.substr(number.size());
  const double seconds_of_unit = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  const std::optional<double> read = read_whole<double>(number);
  const double seconds = read.value_or(0) * seconds_of_unit;
  if (!(seconds > 0 && seconds <= most)) refuse(option, "a time like 60s, 5m or 2h", text);
  return seconds;
}

std::uint64_t parse_slots(std::string_view option, std::string_view text) {
  std::optional<std::uint64_t> slots;
  if (text.starts_with("2^")) {
    const std::optional<unsigned> exponent = read_whole<unsigned>(text.substr(2));
    if (exponent && *exponent < 64) slots = std::uint64_t{1} << *exponent;
  } else {
    slots = read_whole<std::uint64_t>(text);
  }
  if (!slots || !std::has_single_bit(*slots) || *slots < fewest_slots_told || *slots > most_slots_told) {
    refuse(option, "a power of two from 2^12 to 2^25, like 2^22", text);
  }
  return *slots;
}

}  // namespace fairshuffle
