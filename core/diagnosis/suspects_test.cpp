#include "core/diagnosis/suspects.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

struct Known {
  SampleSetup setup;
  NumericDistribution distribution;
};

std::map<std::string, Known> suspects_by_text(int deck_size, double least_chi_square_distance) {
  std::map<std::string, Known> known;
  const auto unknown = for_each_suspect(
      deck_size, {least_chi_square_distance, 1e-12},
      [&known](const SampleSetup& setup, const NumericDistribution& distribution) {
        CHECK_MESSAGE(known.try_emplace(target_text(setup), Known{setup, distribution}).second,
                      target_text(setup));
      });
  CHECK(unknown.empty());
  return known;
}

double farthest(const NumericDistribution& a, const NumericDistribution& b) {
  double distance = 0;
  for (std::size_t rank = 0; rank < a.probability.size(); ++rank) {
    distance = std::max(distance, std::abs(a.probability[rank] - b.probability[rank]));
  }
  return distance;
}

}  // namespace

TEST_CASE("an option that counts rounds does: the distribution of value v is that of v rounds of value 1") {
  int options = 0;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
      if (!shuffle.options[option].counts_rounds) continue;
      ++options;
      SampleSetup setup = setup_for_test(shuffle.name, 4);
      setup.options[option] = 1;
      Walk walk(numeric_distribution_of(setup));
      for (std::int64_t value = 1; value <= 3; ++value) {
        walk.step();
        CAPTURE(shuffle.name);
        CAPTURE(value);
        setup.options[option] = value;
        const NumericDistribution distribution = numeric_distribution_of(setup);
        CHECK(farthest(walk.distribution(), distribution) <= walk.distribution().error + distribution.error);
        CHECK(walk.distribution().error < 1e-13);
      }
    }
  }
  CHECK(options >= 4);
}

TEST_CASE("every suspect's distribution is that of the target it can be typed as") {
  const auto known = suspects_by_text(4, 1e-5);
  CHECK(known.size() > 100);
  for (const auto& [target, suspect] : known) {
    const std::string& text = target;
    // The longest walks would take the enumerator an hour; the rounds are held to it above.
    const auto& options = suspect.setup.shuffle->options;
    const bool rounds = std::ranges::any_of(options, &OptionInfo::counts_rounds);
    if (rounds && suspect.setup.options.front() > 3) continue;
    const NumericDistribution distribution = numeric_distribution_of(suspect.setup);
    CHECK_MESSAGE(
        farthest(suspect.distribution, distribution) <= suspect.distribution.error + distribution.error,
        text);
  }
}

TEST_CASE(
    "every biased shuffle and preset with a distribution is a suspect, by its standard options and by every "
    "word") {
  for (int deck_size = 3; deck_size <= 5; ++deck_size) {
    CAPTURE(deck_size);
    const auto known = suspects_by_text(deck_size, 1e-9);
    for (const ShuffleInfo& shuffle : all_shuffles()) {
      const SampleSetup setup = setup_for_test(shuffle.name, deck_size);
      CAPTURE(target_text(setup));
      CHECK(known.contains(target_text(setup)) == (shuffle.truth == Truth::biased));
    }
    const std::string n = ",n=" + std::to_string(deck_size);
    for (const char* sort : {"insertion", "merge", "quick", "tim", "php", "binary"}) {
      CHECK(known.contains(std::string("comparator-sort:sort=").append(sort).append(n)));
      CHECK(
          known.contains(std::string("comparator-sort:sort=").append(sort).append(",coin=three").append(n)));
    }
    for (const char* slip : {"first-below-last", "always-below-n-1", "always-below-n-2", "last-below-n"}) {
      CHECK(known.contains(std::string("durstenfeld:slip=").append(slip).append(n)));
    }
    for (const char* keys : {"3", "10", "100", "1000"}) {
      CHECK(known.contains(std::string("random-key-sort:keys=").append(keys).append(n)));
    }
    CHECK(known.contains("identity:n=" + std::to_string(deck_size)));
    CHECK_FALSE(known.contains("swap-pairs:k=0" + n));
    for (const Preset& preset : all_presets()) {
      CHECK(known.contains(std::string(preset.name) + ":n=" + std::to_string(deck_size)));
    }
    CHECK(known.contains("durstenfeld:n=" + std::to_string(deck_size) + ",bits=6,draw=modulo"));
    // Of three cards the remainders by 2 and 3 are independent, whatever the word.
    const std::string one_word =
        "inside-out:n=" + std::to_string(deck_size) + ",draw=modulo,seeding=per-draw-clock";
    CHECK(known.contains(one_word) == (deck_size > 3));
    CHECK(known.contains("naive-swap:n=" + std::to_string(deck_size) + ",draw=rounded-double"));
    CHECK(known.contains("swap-pairs:k=8" + n));
    CHECK_FALSE(known.contains("naive-swap:n=" + std::to_string(deck_size) + ",draw=modulo"));
  }
}

TEST_CASE("rounds and bits are followed as far as asked, and no further") {
  for (int deck_size = 3; deck_size <= 5; ++deck_size) {
    const auto near = suspects_by_text(deck_size, 1e-3);
    const auto far = suspects_by_text(deck_size, 1e-15);
    CHECK(near.size() < far.size());
    CHECK(far.size() < 2000);
    for (const auto& entry : near) CHECK_MESSAGE(far.contains(entry.first), entry.first);
  }
}

TEST_CASE("riffles and shelves have the distribution that their steps have") {
  int compared = 0;
  for (const auto& [text, known] : suspects_by_text(5, 1e-6)) {
    CAPTURE(text);
    if (!text.starts_with("riffle") && !text.starts_with("shelf")) continue;
    CHECK(farthest(distribution_of_suspect(known.setup), numeric_distribution_of(known.setup)) < 1e-14);
    ++compared;
  }
  CHECK(compared > 10);
}
