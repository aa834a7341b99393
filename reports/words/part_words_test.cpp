#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

// A part far above noise.
PartRecord clear_part(std::string name, double share) {
  PartRecord part;
  part.partition = {3, 2};
  part.name = std::move(name);
  part.applied = true;
  part.statistic = 1000;
  part.degrees_of_freedom = 25;
  part.share = share;
  return part;
}

}  // namespace

TEST_CASE("up to three parts are told down to a twentieth of the bias, more only where they are as large") {
  const std::vector<PartRecord> falling{clear_part("a", 0.1), clear_part("b", 0.6), clear_part("c", 0.25),
                                        clear_part("d", 0.05)};
  CHECK(part_words(falling) == "by phi2, 60 % of the bias lies in b (3,2), 25 % in c (3,2), 10 % in a (3,2)");
  const std::vector<PartRecord> equal{clear_part("a", 0.25), clear_part("b", 0.25), clear_part("c", 0.25),
                                      clear_part("d", 0.25)};
  CHECK(part_words(equal).ends_with(", 25 % in d (3,2)"));
  const std::vector<PartRecord> one{clear_part("a", 0.97), clear_part("b", 0.03)};
  CHECK(part_words(one) == "by phi2, 97 % of the bias lies in a (3,2)");
  const std::vector<PartRecord> more_than_all{clear_part("a", 1.02), clear_part("b", -0.02)};
  CHECK(part_words(more_than_all) == "by phi2, 100 % of the bias lies in a (3,2)");
  const std::vector<PartRecord> more_together{clear_part("a", 0.6), clear_part("b", 0.3),
                                              clear_part("c", 0.15)};
  CHECK(part_words(more_together) ==
        "by phi2, 57 % of the bias lies in a (3,2), 29 % in b (3,2), 14 % in c (3,2)");
  CHECK(part_words(std::vector<PartRecord>{clear_part("a", 1)}).empty());
}

TEST_CASE("where no part has a sixth of the bias it is spread") {
  const std::vector<PartRecord> parts(10, clear_part("a", 0.1));
  CHECK(part_words(parts) ==
        "by phi2, the bias is spread over 10 of 10 parts of the law, most in a (3,2) with 10 %");
}

TEST_CASE("nothing is told where a part that too few trials judge has more of the bias") {
  std::vector<PartRecord> parts{clear_part("parity", 0.01), clear_part("single cards", 0.13)};
  parts[1].applied = false;
  CHECK(part_words(parts).empty());
  parts[1].share = 0.01;
  CHECK(part_words(parts) ==
        "by phi2, the bias is spread over 1 of 2 parts of the law, most in parity (3,2) with 1 %");
}

TEST_CASE("a part that may be noise is not told, however large its share") {
  const auto part = [](std::string name, double statistic, double share) {
    return PartRecord{.partition = {3, 2},
                      .name = std::move(name),
                      .judged_by = "",
                      .dimension = 5,
                      .applied = true,
                      .statistic = statistic,
                      .degrees_of_freedom = 25,
                      .p_value = 0.5,
                      .log10_p = -0.3,
                      .phi2 = 0,
                      .share = share};
  };
  // Four standard deviations are 28.3.
  const std::vector<PartRecord> parts{part("near", 53, 0.3), part("small", 100, 0.04), part("far", 54, 0.66)};
  CHECK(part_words(parts) == "by phi2, 66 % of the bias lies in far (3,2)");
}
