#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

// A component far above noise.
ComponentRecord clear_part(std::string name, double share) {
  ComponentRecord component;
  component.partition = {3, 2};
  component.name = std::move(name);
  component.applied = true;
  component.statistic = 1000;
  component.degrees_of_freedom = 25;
  component.share = share;
  return component;
}

}  // namespace

TEST_CASE(
    "up to three components are told down to a twentieth of the bias, more only where they are as large") {
  const std::vector<ComponentRecord> falling{clear_part("a", 0.1), clear_part("b", 0.6),
                                             clear_part("c", 0.25), clear_part("d", 0.05)};
  CHECK(component_words(falling) ==
        "by chi-square distance, 60 % of the bias lies in b (3,2), 25 % in c (3,2), 10 % in a (3,2)");
  const std::vector<ComponentRecord> equal{clear_part("a", 0.25), clear_part("b", 0.25),
                                           clear_part("c", 0.25), clear_part("d", 0.25)};
  CHECK(component_words(equal).ends_with(", 25 % in d (3,2)"));
  const std::vector<ComponentRecord> one{clear_part("a", 0.97), clear_part("b", 0.03)};
  CHECK(component_words(one) == "by chi-square distance, 97 % of the bias lies in a (3,2)");
  const std::vector<ComponentRecord> more_than_all{clear_part("a", 1.02), clear_part("b", -0.02)};
  CHECK(component_words(more_than_all) == "by chi-square distance, 100 % of the bias lies in a (3,2)");
  const std::vector<ComponentRecord> more_together{clear_part("a", 0.6), clear_part("b", 0.3),
                                                   clear_part("c", 0.15)};
  CHECK(component_words(more_together) ==
        "by chi-square distance, 57 % of the bias lies in a (3,2), 29 % in b (3,2), 14 % in c (3,2)");
  CHECK(component_words(std::vector<ComponentRecord>{clear_part("a", 1)}).empty());
}

TEST_CASE("where no component has a sixth of the bias it is spread") {
  const std::vector<ComponentRecord> components(10, clear_part("a", 0.1));
  CHECK(component_words(components) ==
        "by chi-square distance, the bias is spread over 10 of 10 components of the distribution, most in a "
        "(3,2) with 10 %");
}

TEST_CASE("nothing is told where a component that too few trials judge has more of the bias") {
  std::vector<ComponentRecord> components{clear_part("parity", 0.01), clear_part("single cards", 0.13)};
  components[1].applied = false;
  CHECK(component_words(components).empty());
  components[1].share = 0.01;
  CHECK(component_words(components) ==
        "by chi-square distance, the bias is spread over 1 of 2 components of the distribution, most in "
        "parity (3,2) with 1 %");
}

TEST_CASE("a component that may be noise is not told, however large its share") {
  const auto component = [](std::string name, double statistic, double share) {
    return ComponentRecord{.partition = {3, 2},
                           .name = std::move(name),
                           .judged_by = "",
                           .dimension = 5,
                           .applied = true,
                           .statistic = statistic,
                           .degrees_of_freedom = 25,
                           .p_value = 0.5,
                           .log10_p = -0.3,
                           .chi_square_distance = 0,
                           .share = share};
  };
  // Four standard deviations are 28.3.
  const std::vector<ComponentRecord> components{component("near", 53, 0.3), component("small", 100, 0.04),
                                                component("far", 54, 0.66)};
  CHECK(component_words(components) == "by chi-square distance, 66 % of the bias lies in far (3,2)");
}
