#include "core/interpret/path_laws.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

TEST_CASE("the laws by paths are the fractions of the enumerator, within the error they state") {
  for (const char* shuffle :
       {"durstenfeld", "fisher-yates", "pick-from-all", "naive-swap", "comparator-sort", "deal-hands"}) {
    SampleSetup setup = setup_for_test(shuffle, 4);
    if (setup.shuffle->name == "deal-hands") setup.options = {1};
    const PathLaws laws(setup, 1000);
    for (const char* draw : {"exact", "modulo", "multiply-shift", "rounded-double"}) {
      for (const int bits : {0, 1, 5}) {
        setup.draw = find_draw(draw);
        setup.bits = bits;
        CAPTURE(shuffle);
        CAPTURE(draw);
        CAPTURE(bits);
        const NumericLaw law = laws.of(*setup.draw, bits);
        const Law exact = enumerate(setup);
        double farthest = std::abs(law.invalid - to_double(exact.invalid));
        for (std::size_t rank = 0; rank < 24; ++rank) {
          farthest = std::max(farthest, std::abs(law.probability[rank] - to_double(exact.probability[rank])));
        }
        CHECK(farthest <= law.error);
        CHECK(law.error < 1e-13);
      }
    }
  }
}

TEST_CASE("paths are refused where they are too many, or the shuffle draws its own way") {
  CHECK_THROWS_AS(PathLaws(setup_for_test("naive-swap", 5), 3124), EnumerationRefused);
  CHECK_NOTHROW(PathLaws(setup_for_test("naive-swap", 5), 3125));
  CHECK_THROWS_AS(PathLaws(setup_for_test("std-shuffle", 5), 1000), std::invalid_argument);
}
