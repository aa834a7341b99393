#include <stdexcept>

#include <doctest/doctest.h>

#include "core/shuffle/catalogue.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/targets/builtin/builtin_target.hpp"

using namespace fairshuffle;

TEST_CASE("every shuffle of the catalogue has a mechanism for each word of its options") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    CAPTURE(shuffle.name);
    std::vector<std::string> names{std::string(shuffle.name)};
    for (const OptionInfo& option : shuffle.options) {
      for (const std::string_view choice : option.choices) {
        names.push_back(std::string(shuffle.name) + ":" + std::string(option.name) + "=" +
                        std::string(choice));
        if (shuffle.name == "comparator-sort" && option.name == "sort") {
          names.push_back(names.back() + ",coin=three");
        }
      }
      if (!option.instead_of.empty()) {
        names.push_back(std::string(shuffle.name) + ":" + std::string(option.name) + "=10");
      }
    }
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(!mechanism_of(BuiltinTarget(parse_target_text(name), 5, 1).setup()).words.empty());
    }
  }
}

TEST_CASE("a shuffle of no catalogue has no mechanism") {
  ShuffleInfo unknown{.name = "bogo-sort", .truth = Truth::biased, .sentence = "", .origin = "", .cost = ""};
  SampleSetup setup;
  setup.shuffle = &unknown;
  CHECK_THROWS_AS(mechanism_of(setup), std::invalid_argument);
}
