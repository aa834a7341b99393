// Numbers as they are typed on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// "1000000", "1e6", "2.5e6". Throws InputError naming `option` unless it is a whole number from 1 to 1e12.
std::uint64_t parse_trials(std::string_view option, std::string_view text);

/// A decimal number strictly between 0 and 1; `one_allowed` lets 1 pass too. Throws InputError.
double parse_probability(std::string_view option, std::string_view text, bool one_allowed);

/// "3,4,5": whole numbers from 1 to 1024. Throws InputError.
std::vector<int> parse_deck_sizes(std::string_view option, std::string_view text);

/// A whole number from 0 to 2^64 - 1. Throws InputError.
std::uint64_t parse_seed(std::string_view option, std::string_view text);

/// A whole number from 1 to 1024. Throws InputError.
int parse_threads(std::string_view option, std::string_view text);

/// A whole number from 1 to 1000. Throws InputError.
int parse_children(std::string_view option, std::string_view text);

/// Seconds from "60", "60s", "1.5m" or "2h", more than 0 and at most a year. Throws InputError.
double parse_seconds(std::string_view option, std::string_view text);

/// A power of two from fewest_slots_told to most_slots_told, as a number or as people write it: 2^25. Throws
/// InputError.
std::uint64_t parse_slots(std::string_view option, std::string_view text);

}  // namespace fairshuffle
