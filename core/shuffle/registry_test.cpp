#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/shuffle/catalogue.hpp"

using namespace fairshuffle;

TEST_CASE("no two shuffles or presets share a name") {
  std::set<std::string_view> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) CHECK(names.insert(shuffle.name).second);
  for (const Preset& preset : all_presets()) CHECK(names.insert(preset.name).second);
}

TEST_CASE("every shuffle of the catalogue is there") {
  for (const char* name : {"fisher-yates", "durstenfeld", "durstenfeld-up", "inside-out", "pick-from-all",
                           "std-shuffle", "std-random-shuffle", "identity", "random-key-sort", "swap-pairs",
                           "naive-swap", "sattolo", "skip-last", "draw-insert", "applied-twice", "random-cut",
                           "riffle", "comparator-sort", "deal-hands"}) {
    CAPTURE(name);
    CHECK(find_shuffle(name) != nullptr);
  }
  CHECK(find_preset("rounded-index") != nullptr);
  CHECK(find_shuffle("bogo-sort") == nullptr);
}

TEST_CASE("every preset stands for a shuffle that exists") {
  for (const Preset& preset : all_presets()) CHECK(find_shuffle(preset.shuffle) != nullptr);
}

TEST_CASE("every option's standard value is one that may be written") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const OptionInfo& option : shuffle.options) {
      CAPTURE(option.name);
      const std::int64_t value = standard_value(option, 5);
      // Where one stands instead of another, the standard is not to give it.
      if (!option.instead_of.empty()) {
        CHECK(value == 0);
        CHECK_FALSE(option_value(option, "0"));
        continue;
      }
      CHECK(option_value(option, option_text(option, value)) == value);
    }
  }
}

TEST_CASE("option values out of range, with rests or of no choice are refused") {
  const OptionInfo& bits = find_shuffle("random-key-sort")->options.front();
  CHECK(option_value(bits, "32") == 32);
  CHECK_FALSE(option_value(bits, "33"));
  CHECK_FALSE(option_value(bits, "0"));
  CHECK_FALSE(option_value(bits, "-1"));
  CHECK_FALSE(option_value(bits, "4x"));
  CHECK_FALSE(option_value(bits, ""));
  CHECK_FALSE(option_value(bits, "99999999999999999999"));
  const OptionInfo& sort = find_shuffle("comparator-sort")->options.front();
  CHECK(option_value(sort, "merge") == 1);
  CHECK_FALSE(option_value(sort, "bubble"));
  CHECK(option_range(sort) == "insertion, merge, quick, tim, php, intro, old-v8, pdq or binary");
  CHECK(option_range(bits) == "a whole number from 1 to 32");
}

TEST_CASE("an option is told of unless it is a tacit standard or another stands instead of it") {
  const ShuffleInfo& keys = *find_shuffle("random-key-sort");
  const std::vector<std::int64_t> by_bits{4, 0}, by_keys{4, 10}, left_out{4};
  CHECK(is_told(keys, by_bits, 0));
  CHECK_FALSE(is_told(keys, by_bits, 1));
  CHECK_FALSE(is_told(keys, by_keys, 0));
  CHECK(is_told(keys, by_keys, 1));
  CHECK(is_told(keys, left_out, 0));
  CHECK_FALSE(is_told(keys, left_out, 1));
  const std::vector<std::int64_t> insertion{0, 0}, three{0, 1};
  CHECK(is_told(*find_shuffle("comparator-sort"), insertion, 0));
  CHECK_FALSE(is_told(*find_shuffle("comparator-sort"), insertion, 1));
  CHECK(is_told(*find_shuffle("comparator-sort"), three, 1));
}

TEST_CASE("an option that follows the deck size does so") {
  const OptionInfo& k = find_shuffle("swap-pairs")->options.front();
  CHECK(standard_value(k, 5) == 5);
  CHECK(standard_value(k, 52) == 52);
}
