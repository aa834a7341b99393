#include <bit>
#include <set>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"
#include "core/random/seeding.hpp"
#include "core/random/words_for_tests.hpp"

using namespace fairshuffle;

using Words = std::vector<std::uint64_t>;

namespace {
Words words_of(AnySource& source, int count) {
  Words words;
  for (int i = 0; i < count; ++i) words.push_back(source.next_word());
  return words;
}
}  // namespace

TEST_CASE("every source of the catalogue has one name, and the default comes first") {
  const std::set<std::string_view> catalogue{
      "xoshiro256++", "philox4x32-10",      "mt19937",     "mt19937-64",    "minstd",
      "glibc-rand",   "msvc-rand",          "ansi-c-rand", "dotnet-random", "unity-random",
      "java-random",  "php-mt-rand-legacy", "randu"};
  std::set<std::string_view> names;
  for (const SourceEntry& source : all_sources()) names.insert(source.info.name);
  CHECK(names == catalogue);
  CHECK(names.size() == all_sources().size());
  CHECK(all_sources().front().info.name == default_source);
  CHECK(find_source("no-such-source") == nullptr);
  CHECK(find_source("") == nullptr);
}

TEST_CASE("every source has the text, word bits and native distribution that it says it has") {
  for (const SourceEntry& source : all_sources()) {
    CAPTURE(source.info.name);
    CHECK(find_source(source.info.name) == &source);
    CHECK_FALSE(source.info.truth.empty());
    CHECK_FALSE(source.info.origin.empty());
    CHECK(source.info.truth.size() <= 100);
    CHECK(source.word_bits == static_cast<int>(std::bit_width(source.max_word)));
    CHECK((source.native_of_word != nullptr) == (source.native_use == WordUse::rising));
    const auto whole = source.make(1, 0);
    CHECK(whole->max_word() == source.max_word);
    if (source.native_use == WordUse::none) {
      CHECK_THROWS_AS(whole->native_below(2), std::logic_error);
    } else {
      CHECK(whole->native_below(1) == 0);
    }
  }
}

TEST_CASE("of a seed just the bits count that a source says") {
  for (const SourceEntry& source : all_sources()) {
    const std::string_view name = source.info.name;
    CAPTURE(name);
    // Words of few bits may be equal by chance; forty of any source are not.
    const auto words = [&source](std::uint64_t seed) { return words_of(*source.make(seed, 0), 40); };
    constexpr std::uint64_t seed = 123'456'789;
    for (int bit = 0; bit < 64; ++bit) {
      CAPTURE(bit);
      // Where single bits of the seed are not what is left out: the next odd number, the remainder by 2^31 -
      // 1, the number without its sign.
      if (bit == 0 && name == "randu") continue;
      if (bit >= 31 && name == "minstd") continue;
      if (bit == 31 && name == "dotnet-random") continue;
      const bool counts = bit < source.info.seed_bits;
      CHECK((words(seed ^ (std::uint64_t{1} << bit)) != words(seed)) == counts);
    }
    if (name == "minstd") CHECK(words(seed + 0x7fffffff) == words(seed));
    if (name == "dotnet-random") CHECK(words(0x100000000 - seed) == words(seed));
  }
}

TEST_CASE("the distribution that a source states of its native draw is the distribution of that draw") {
  for (const SourceEntry& source : all_sources()) {
    CAPTURE(source.info.name);
    if (source.native_use != WordUse::remainder && source.native_use != WordUse::rising) continue;
    for (const std::uint64_t bound : {1ULL, 2ULL, 5ULL, 54ULL, 2147483647ULL}) {
      const auto words = source.make(7, 0), draws = source.make(7, 0);
      for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = words->next_word();
        REQUIRE(
            draws->native_below(bound) ==
            (source.native_use == WordUse::remainder ? word % bound : source.native_of_word(word, bound)));
      }
    }
  }
}

TEST_CASE("a source made by name gives the words of its type, and again after restart and seed") {
  for (const SourceEntry& source : all_sources()) {
    CAPTURE(source.info.name);
    const auto any = source.make(5, 0);
    Words typed, typed_of_6;
    REQUIRE(visit_source(source.info.name, [&]<class S>(std::type_identity<S>) {
      typed = fairshuffle::words_of(S(5), 700);
      typed_of_6 = fairshuffle::words_of(S(6), 10);
    }));
    CHECK(words_of(*any, 700) == typed);
    any->restart();
    CHECK(words_of(*any, 700) == typed);
    any->seed(6);
    CHECK(words_of(*any, 10) == typed_of_6);
    any->restart();
    CHECK(words_of(*any, 10) == typed_of_6);
  }
}

TEST_CASE("a cut source gives the top bits of each word") {
  for (const SourceEntry& source : all_sources()) {
    CAPTURE(source.info.name);
    for (const int bits : {1, 2, 15, source.word_bits}) {
      const auto whole = source.make(9, 0), cut = source.make(9, bits);
      const int dropped = source.word_bits - bits;
      CHECK(cut->max_word() == source.max_word >> dropped);
      for (int i = 0; i < 100; ++i) REQUIRE(cut->next_word() == whole->next_word() >> dropped);
    }
  }
  CHECK(find_source("xoshiro256++")->make(0, 15)->max_word() == 32767);
  CHECK(find_source("minstd")->make(0, 15)->max_word() == 32767);
}

TEST_CASE("cuts that are no part of a word, and native draws of cut words, are refused") {
  for (const SourceEntry& source : all_sources()) {
    CAPTURE(source.info.name);
    CHECK_THROWS_AS(source.make(0, -1), std::invalid_argument);
    CHECK_THROWS_AS(source.make(0, source.word_bits + 1), std::invalid_argument);
    CHECK_THROWS_AS(source.make(0, 3)->native_below(2), std::logic_error);
  }
}

TEST_CASE("visiting an unknown source calls nothing and says so") {
  bool called = false;
  CHECK_FALSE(visit_source("no-such-source", [&](auto) { called = true; }));
  CHECK_FALSE(called);
}

TEST_CASE("a scripted source plays its words once and refuses words beyond its range") {
  ScriptedSource source({3, 0, 7}, 7);
  CHECK(source.max_word() == 7);
  CHECK(source.next_word() == 3);
  CHECK(source.next_word() == 0);
  CHECK(source.played() == 2);
  CHECK(source.next_word() == 7);
  CHECK_THROWS_AS(source.next_word(), std::out_of_range);
  CHECK_THROWS_AS(ScriptedSource({8}, 7), std::invalid_argument);
}
