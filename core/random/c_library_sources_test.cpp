// Known answers of the rand() of C libraries, and of RANDU.
#include <cstdlib>

#include <doctest/doctest.h>

#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"
#include "core/random/words_for_tests.hpp"

using namespace fairshuffle;

using Words = std::vector<std::uint64_t>;

namespace {
constexpr std::uint64_t bit_32 = std::uint64_t{1} << 32;
}  // namespace

// Selinger 2007, The GLIBC Random Number Generator: the first numbers of random() with seed 1.
TEST_CASE("glibc-rand with seed 1 starts as published") {
  CHECK(words_of(GlibcRand(1), 10) == Words{1804289383, 846930886, 1681692777, 1714636915, 1957747793,
                                            424238335, 719885386, 1649760492, 596516649, 1189641421});
}

#ifdef __GLIBC__
TEST_CASE("glibc-rand agrees with the rand() of the machine for 100,000 words of every kind of seed") {
  for (const unsigned seed : {0U, 1U, 42U, 2147483647U, 2147483648U, 2147483649U, 4294967295U}) {
    CAPTURE(seed);
    GlibcRand ours(seed);
    std::srand(seed);
    for (int i = 0; i < 100'000; ++i) REQUIRE(ours.next_word() == static_cast<std::uint64_t>(std::rand()));
  }
}
#endif

// Microsoft's C runtime after srand(1), as in Rosetta Code's task "Linear congruential generator"; the states
// from seed 0 are OEIS A096557, of which a word is bits 16 to 30.
TEST_CASE("msvc-rand gives the words of Microsoft's C runtime") {
  CHECK(words_of(MsvcRand(1), 20) == Words{41,    18467, 6334,  26500, 19169, 15724, 11478,
                                           29358, 26962, 24464, 5705,  28145, 23281, 16827,
                                           9961,  491,   2995,  11942, 4827,  5436});
  Words from_states;
  for (const std::uint64_t state : {2531011ULL, 505908858ULL, 3539360597ULL, 159719620ULL, 2727824503ULL,
                                    773150046ULL, 548247209ULL, 2115878600ULL}) {
    from_states.push_back((state >> 16) % 32768);
  }
  CHECK(words_of(MsvcRand(0), 8) == from_states);
}

// The example of ISO C99, 7.20.2.2, compiled by gcc 12.2 with a 64-bit unsigned long, after srand(1),
// srand(0) and srand(4294967295). The first line is also what programs that ship this rand() are known for.
TEST_CASE("ansi-c-rand gives the words of the C standard's example") {
  CHECK(words_of(AnsiCRand(1), 10) ==
        Words{16838, 5758, 10113, 17515, 31051, 5627, 23010, 7419, 16212, 4086});
  CHECK(words_of(AnsiCRand(0), 10) == Words{0, 21468, 9988, 22117, 3498, 16927, 16045, 19741, 12122, 8410});
  CHECK(words_of(AnsiCRand(4294967295), 10) ==
        Words{15929, 4409, 9862, 26718, 8713, 28226, 9080, 32063, 8032, 12734});
}

// OEIS A096555, after its first term, which is the seed 1.
TEST_CASE("randu with seed 1 gives the classic sequence") {
  CHECK(words_of(Randu(1), 12) == Words{65539, 393225, 1769499, 7077969, 26542323, 95552217, 334432395,
                                        1146624417, 1722371299, 14608041, 1766175739, 1875647473});
}

TEST_CASE("the seeds of C libraries are unsigned ints, and randu's are odd") {
  CHECK(words_of(GlibcRand(bit_32 + 5), 3) == words_of(GlibcRand(5), 3));
  CHECK(words_of(MsvcRand(bit_32 + 5), 3) == words_of(MsvcRand(5), 3));
  CHECK(words_of(AnsiCRand(bit_32 + 5), 3) == words_of(AnsiCRand(5), 3));
  CHECK(words_of(Randu(4), 3) == words_of(Randu(5), 3));
  CHECK(words_of(Randu(bit_32 / 2 + 5), 3) == words_of(Randu(5), 3));
}
