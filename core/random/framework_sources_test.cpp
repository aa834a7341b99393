// Known answers of the generators of C#, Unity, Java and PHP, as their own programs print them.
#include <limits>

#include <doctest/doctest.h>

#include "core/random/language_generators.hpp"
#include "core/random/words_for_tests.hpp"

using namespace fairshuffle;

using Words = std::vector<std::uint64_t>;

namespace {

// A negative int of the original as the 64-bit seed that stands for it.
std::uint64_t seed_of(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

template <class S>
std::uint64_t sum_of_draws(S& source, std::uint64_t bound, int draws) {
  std::uint64_t sum = 0;
  for (int i = 0; i < draws; ++i) sum += source.native_below(bound);
  return sum;
}

}  // namespace

// Mono 6.8.0.105 (Debian): var r = new Random(seed); then r.Next(), six times.
TEST_CASE("dotnet-random gives the numbers of C# for every kind of seed") {
  CHECK(words_of(DotnetRandom(0), 6) ==
        Words{1559595546, 1755192844, 1649316166, 1198642031, 442452829, 1200195957});
  CHECK(words_of(DotnetRandom(1), 6) ==
        Words{534011718, 237820880, 1002897798, 1657007234, 1412011072, 929393559});
  const Words of_42{1434747710, 302596119, 269548474, 1122627734, 361709742, 563913476};
  CHECK(words_of(DotnetRandom(42), 6) == of_42);
  CHECK(words_of(DotnetRandom(seed_of(-42)), 6) == of_42);
  const Words of_largest{1559595546, 1755192844, 1649316172, 1198642031, 442452829, 1200195955};
  CHECK(words_of(DotnetRandom(2147483647), 6) == of_largest);
  CHECK(words_of(DotnetRandom(seed_of(-2147483648)), 6) == of_largest);
}

// The same, the 1000th and the 100000th number. 161803398 is the constant that the seed is taken from: the
// seeding overflows C#'s int from 161803399 on.
TEST_CASE("dotnet-random keeps to C# far into the sequence and where its seeding overflows") {
  CHECK(word_at(DotnetRandom(seed_of(-2147483647)), 1000) == 1295831522);
  CHECK(word_at(DotnetRandom(1234567890), 1000) == 317823233);
  CHECK(word_at(DotnetRandom(161803398), 1000) == 436383389);
  CHECK(word_at(DotnetRandom(161803399), 1000) == 1375283506);
  CHECK(word_at(DotnetRandom(1), 100000) == 1988335979);
}

// .NET itself, as quoted in issue 58486 of dotnet/runtime: new Random(123), then Next(), and
// Next((1 << 30) + 1) for the first.
TEST_CASE("dotnet-random gives the numbers that .NET's own issue tracker quotes") {
  CHECK(words_of(DotnetRandom(123), 4) == Words{2114319875, 1949518561, 1596751841, 1742987178});
  CHECK(draws_of(DotnetRandom(123), (1U << 30) + 1, 1) == Words{1057159938});
}

// Mono 6.8.0.105 (Debian): var r = new Random(42); then r.Next(0, bound), ten times; and the sum of 100,000
// r.Next(0, 52) followed by r.Next().
TEST_CASE("the native draw of dotnet-random is C#'s Next(0, bound)") {
  CHECK(draws_of(DotnetRandom(42), 1, 10) == Words(10, 0));
  CHECK(draws_of(DotnetRandom(42), 2, 10) == Words{1, 0, 0, 1, 0, 0, 1, 1, 0, 1});
  CHECK(draws_of(DotnetRandom(42), 6, 10) == Words{4, 0, 0, 3, 1, 1, 4, 3, 1, 4});
  CHECK(draws_of(DotnetRandom(42), 54, 10) == Words{36, 7, 6, 28, 9, 14, 39, 27, 9, 41});
  CHECK(draws_of(DotnetRandom(42), 1000000007, 10) == Words{668106470, 140907299, 125518290, 522764279,
                                                            168434225, 262592677, 724408369, 512922795,
                                                            173651171, 761250563});
  CHECK(draws_of(DotnetRandom(42), 2147483647, 10) == Words{1434747710, 302596119, 269548474, 1122627734,
                                                            361709742, 563913476, 1555655117, 1101493307,
                                                            372913049, 1634773126});
  DotnetRandom source(42);
  CHECK(sum_of_draws(source, 52, 100'000) == 2549512);
  CHECK(source.next_word() == 550077889);
}

// MoatShrimp/uny-random-js, tests "Validation vs. result from UnityEngine.Random": the first five 32-bit
// words.
TEST_CASE("unity-random gives the words that were recorded in Unity") {
  CHECK(words_of(UnityRandom(0), 5) == Words{1900725526, 1900725046, 559298752, 107093222, 556206921});
  CHECK(words_of(UnityRandom(2147483647), 5) ==
        Words{102086792, 3599327808, 313896755, 964098680, 2450314278});
  CHECK(words_of(UnityRandom(3351175), 5) ==
        Words{3707764736, 877412378, 3278120442, 1992773369, 2870624289});
  CHECK(words_of(UnityRandom(281080579), 5) ==
        Words{925864690, 4219205596, 804418691, 245083390, 1164449757});
  CHECK(words_of(UnityRandom((std::uint64_t{1} << 32) + 25475), 5) ==
        Words{381339354, 3446737248, 2617074705, 2742869483, 1664111432});
}

// The same tests: Random.InitState(seed); Random.Range(low, high).
TEST_CASE("the native draw of unity-random is Unity's Range") {
  struct Recorded {
    std::uint64_t seed;
    std::int64_t low, high, value;
  };
  for (const Recorded& recorded :
       {Recorded{0, -1366991463, -784454117, -1213877975},
        Recorded{2147483647, -1043932443, -856252661, -941845651},
        Recorded{3351175, -325466, -123544, -252494}, Recorded{7597963, -98753368, 25678875, 21473551},
        Recorded{862074862, -752009940, -662028012, -669142346},
        Recorded{1002426036, 121793303, 541864847, 237046509},
        Recorded{1195436933, 1310399399, 1393954301, 1352067444},
        Recorded{1606178519, 136878824, 2026618656, 1690683117},
        Recorded{2121896975, -1939704969, -1652846112, -1747287254}}) {
    const auto bound = static_cast<std::uint64_t>(recorded.high - recorded.low);
    const auto value = static_cast<std::uint64_t>(recorded.value - recorded.low);
    CHECK(draws_of(UnityRandom(recorded.seed), bound, 1) == Words{value});
  }
}

// OpenJDK 17.0.15: var r = new java.util.Random(seed); then r.nextInt() as unsigned.
TEST_CASE("java-random gives the numbers of Java, which takes 48 bits of the seed") {
  const Words of_0{3139482720, 3571011896, 1033096058, 2604232894, 2737687030};
  CHECK(words_of(JavaRandom(0), 5) == of_0);
  CHECK(words_of(JavaRandom(std::uint64_t{1} << 48), 5) == of_0);
  CHECK(words_of(JavaRandom(42), 5) == Words{3124862261, 234785527, 2934422497, 205897768, 1325939940});
  CHECK(words_of(JavaRandom(seed_of(-1)), 5) ==
        Words{1155099827, 1887904451, 52699159, 2353790878, 2843631209});
  CHECK(words_of(JavaRandom(123456789012345), 5) ==
        Words{2873960349, 2223656009, 3711212039, 2616265304, 3786268570});
}

// The same: new java.util.Random(42), ten times r.nextInt(bound); and the sum of 100,000 of them followed by
// r.nextInt() as unsigned. Bound 2^30 + 1 rejects nearly every other number.
TEST_CASE("the native draw of java-random is Java's nextInt(bound), its rejection included") {
  CHECK(draws_of(JavaRandom(42), 1, 10) == Words(10, 0));
  CHECK(draws_of(JavaRandom(42), 6, 10) == Words{2, 3, 0, 2, 0, 1, 5, 2, 1, 5});
  CHECK(draws_of(JavaRandom(42), 10, 10) == Words{0, 3, 8, 4, 0, 5, 5, 8, 9, 3});
  CHECK(draws_of(JavaRandom(42), 54, 10) == Words{44, 3, 36, 44, 36, 43, 41, 20, 43, 29});
  CHECK(draws_of(JavaRandom(42), 64, 10) == Words{46, 3, 43, 3, 19, 60, 17, 45, 42, 5});
  CHECK(draws_of(JavaRandom(42), 1U << 30, 10) == Words{781215565, 58696381, 733605624, 51474442, 331484985,
                                                        1011543762, 297510752, 759898459, 714627759,
                                                        98059046});
  CHECK(draws_of(JavaRandom(42), (1U << 30) + 1, 10) == Words{117392763, 102948884, 662969970, 595021505,
                                                              196118093, 969067502, 791955276, 819572292,
                                                              592164476, 995688456});
  CHECK(draws_of(JavaRandom(42), 2147483647, 10) == Words{1562431130, 117392763, 1467211248, 102948884,
                                                          662969970, 2023087525, 595021505, 1519796918,
                                                          1429255519, 196118093});
  JavaRandom by_52(42);
  CHECK(sum_of_draws(by_52, 52, 100'000) == 2553885);
  CHECK(by_52.next_word() == 2778427853);
  JavaRandom rejecting(42);
  CHECK(sum_of_draws(rejecting, (1U << 30) + 1, 100'000) == 53700078988645);
  CHECK(rejecting.next_word() == 2126914389);
}

// PHP 8.2.35 (Debian): mt_srand(seed, MT_RAND_PHP); then mt_rand(), the first six and the 1250th.
TEST_CASE("php-mt-rand-legacy gives the numbers of PHP's MT_RAND_PHP") {
  CHECK(words_of(PhpMtRandLegacy(0), 6) ==
        Words{963932192, 1273124119, 1535857466, 324735766, 1294424481, 1842424189});
  CHECK(words_of(PhpMtRandLegacy(1), 6) ==
        Words{1244335972, 15217923, 1546885062, 2002651684, 2135443977, 1865258162});
  CHECK(words_of(PhpMtRandLegacy((std::uint64_t{1} << 32) + 42), 6) ==
        Words{1354439493, 1710563033, 2041643438, 1748058097, 586813251, 478617429});
  CHECK(word_at(PhpMtRandLegacy(0), 1250) == 600688802);
  CHECK(word_at(PhpMtRandLegacy(1), 1250) == 325895926);
  CHECK(word_at(PhpMtRandLegacy(42), 1250) == 1213034400);
  CHECK(word_at(PhpMtRandLegacy(4294967295), 1250) == 1814969577);
}

// The same: mt_srand(42, MT_RAND_PHP); then mt_rand(0, bound - 1), ten times.
TEST_CASE("the native draw of php-mt-rand-legacy is PHP's scaling mt_rand(0, bound - 1)") {
  CHECK(draws_of(PhpMtRandLegacy(42), 1, 10) == Words(10, 0));
  CHECK(draws_of(PhpMtRandLegacy(42), 6, 10) == Words{3, 4, 5, 4, 1, 1, 2, 2, 0, 2});
  CHECK(draws_of(PhpMtRandLegacy(42), 54, 10) == Words{34, 43, 51, 43, 14, 12, 21, 21, 8, 24});
  CHECK(draws_of(PhpMtRandLegacy(42), 1000000007, 10) == Words{630710042, 796542989, 950714318, 814002989,
                                                               273256215, 222873609, 405613205, 399853170,
                                                               156018639, 445832760});
  CHECK(draws_of(PhpMtRandLegacy(42), 2147483647, 10) == Words{1354439492, 1710563032, 2041643437, 1748058096,
                                                               586813250, 478617428, 871047719, 858678139,
                                                               335047474, 957418555});
}

TEST_CASE("scaling draws reach the last value with the largest word and never go beyond") {
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 52ULL, 1000000007ULL, 2147483646ULL, 2147483647ULL}) {
    CHECK(DotnetRandom::native_of_word(DotnetRandom::max_word(), bound) == bound - 1);
    CHECK(PhpMtRandLegacy::native_of_word(PhpMtRandLegacy::max_word(), bound) == bound - 1);
    CHECK(DotnetRandom::native_of_word(0, bound) == 0);
    CHECK(PhpMtRandLegacy::native_of_word(0, bound) == 0);
  }
}
