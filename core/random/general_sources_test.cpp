// Known answers of the generators that were published as such.
#include <random>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/random/generators.hpp"
#include "core/random/words_for_tests.hpp"

using namespace fairshuffle;

using Words = std::vector<std::uint64_t>;

namespace {
Words splitmix_words(std::uint64_t seed) {
  SplitMix64 source(seed);
  Words words;
  for (int i = 0; i < 5; ++i) words.push_back(source.next());
  return words;
}
}  // namespace

// OpenJDK 17.0.15: new java.util.SplittableRandom(seed), five times nextLong() as unsigned. The line of
// seed 1234567 is also that of Rosetta Code's task "Pseudo-random numbers/Splitmix64".
TEST_CASE("SplitMix64 gives the numbers of Java's SplittableRandom") {
  CHECK(splitmix_words(0) == Words{16294208416658607535U, 7960286522194355700U, 487617019471545679U,
                                   17909611376780542444U, 1961750202426094747U});
  CHECK(splitmix_words(1234567) == Words{6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                         4593380528125082431U, 16408922859458223821U});
  CHECK(splitmix_words(18446744073709551615U) == Words{16490336266968443936U, 16834447057089888969U,
                                                       4048727598324417001U, 7862637804313477842U,
                                                       13015481187462834606U});
}

// The authors' xoshiro256plusplus.c, as the Rust crate rand_xoshiro quotes it in its tests; OpenJDK 17.0.15's
// new jdk.random.Xoshiro256PlusPlus(1, 2, 3, 4) prints the same.
TEST_CASE("xoshiro256++ started from the state 1, 2, 3, 4 gives the reference implementation's words") {
  const Xoshiro256PlusPlus source(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  CHECK(words_of(source, 10) == Words{41943041U, 58720359U, 3588806011781223U, 3591011842654386U,
                                      9228616714210784205U, 9973669472204895162U, 14011001112246962877U,
                                      12406186145184390807U, 15849039046786891736U, 10450023813501588000U});
}

// OpenJDK 17.0.15: new jdk.random.Xoshiro256PlusPlus((seed + 0x9e3779b97f4a7c15L) ^ 0x6a09e667f3bcc909L),
// whose constructor then makes the state that SplitMix64 makes of `seed`; five times nextLong() as unsigned.
// The line of seed 0 is also that of the Rust crate rand, Xoshiro256PlusPlus::seed_from_u64(0).
TEST_CASE("xoshiro256++ seeded through SplitMix64 gives the words of two other libraries") {
  CHECK(words_of(Xoshiro256PlusPlus(0), 5) == Words{5987356902031041503U, 7051070477665621255U,
                                                    6633766593972829180U, 211316841551650330U,
                                                    9136120204379184874U});
  CHECK(words_of(Xoshiro256PlusPlus(42), 5) == Words{15021278609987233951U, 5881210131331364753U,
                                                     18149643915985481100U, 12933668939759105464U,
                                                     14637574242682825331U});
  CHECK(words_of(Xoshiro256PlusPlus(18446744073709551615U), 5) ==
        Words{6254647548650071986U, 16610832622747802512U, 16422857234328439435U, 5048281510058307187U,
              12093889312535503841U});
}

TEST_CASE("xoshiro256++ refuses the state that it could never leave") {
  CHECK_THROWS_AS(Xoshiro256PlusPlus(std::array<std::uint64_t, 4>{}), std::invalid_argument);
}

// Random123's tests/kat_vectors, the three lines "philox4x32 10": counter, key, result.
TEST_CASE("Philox gives the three known answers of Random123") {
  using Four = std::array<std::uint32_t, 4>;
  CHECK(philox4x32_10({0, 0, 0, 0}, {0, 0}) == Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32_10({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

// C++26, [rand.predef], and P2075R6: the 10000th word of std::philox4x32 with its default seed 20111115.
TEST_CASE("the 10000th word of Philox is the one that C++26 requires") {
  CHECK(word_at(Philox4x32(20111115), 10000) == 1955073260);
}

TEST_CASE("both halves of Philox's seed are its key, the low half first") {
  const auto block = philox4x32_10({1, 0, 0, 0}, {0xa4093822, 0x299f31d0});
  CHECK(word_at(Philox4x32(0x299f31d0a4093822), 5) == block[0]);
  CHECK(word_at(Philox4x32(0x299f31d0a4093822), 8) == block[3]);
}

// C++11, [rand.predef]: the 10000th word with the default seed, which is 5489, and 1 for minstd_rand.
TEST_CASE("the 10000th words of the Mersenne Twisters and of minstd are those that C++ requires") {
  CHECK(word_at(Mt19937(5489), 10000) == 4123659995);
  CHECK(word_at(Mt19937_64(5489), 10000) == 9981545732273789042U);
  CHECK(word_at(Minstd(1), 10000) + 1 == 399268537);
}

TEST_CASE("minstd is the standard library's minstd_rand, one less, for any seed") {
  for (const std::uint64_t seed : {0ULL, 1ULL, 2147483646ULL, 2147483647ULL, 2147483648ULL, 4294967295ULL}) {
    Minstd ours(seed);
    std::minstd_rand theirs(seed);
    for (int i = 0; i < 1000; ++i) REQUIRE(ours.next_word() + 1 == theirs());
  }
}

TEST_CASE("mt19937 takes the low 32 bits of the seed and mt19937-64 all 64") {
  const std::uint64_t high = std::uint64_t{1} << 32;
  CHECK(words_of(Mt19937(high + 7), 3) == words_of(Mt19937(7), 3));
  CHECK(words_of(Mt19937_64(high + 7), 3) != words_of(Mt19937_64(7), 3));
}
