// The search itself, over distributions that are numbers set by hand.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/suspects.hpp"

using namespace fairshuffle;

namespace {

// A distribution that lies at a place on a line, and at a distance of its own from uniform.
struct PlacedDistribution {
  double chi_square_distance = 0;
  double place = 0;
  bool is_valid = true;
  bool moves_nothing = false;
};

struct PlacedDistributions {
  using Distribution = PlacedDistribution;
  class Rounds {
   public:
    explicit Rounds(const Distribution& round) : round_(round) {}
    void step() {
      if (++steps_ > 1) distribution_.chi_square_distance *= round_.chi_square_distance;
      if (steps_ == 1) distribution_ = round_;
      distribution_.is_valid = steps_ != invalid_round;
    }
    const Distribution& distribution() const { return distribution_; }

   private:
    Distribution round_, distribution_;
    int steps_ = 0;
  };
  // By what the setup is typed as; nothing: refused.
  static inline std::function<std::optional<Distribution>(const std::string&)> of_target;
  static inline std::function<bool(const std::string&)> is_known = [](const std::string&) { return true; };
  static inline int invalid_round = 0;

  static std::string why_none(const SampleSetup& setup) {
    return is_known(target_text(setup)) ? "" : "nothing is known of it";
  }
  static Distribution of(const SampleSetup& setup) {
    const std::optional<Distribution> distribution = of_target(target_text(setup));
    if (!distribution) throw DistributionRefused("too long");
    return *distribution;
  }
  static bool is_valid(const Distribution& distribution) { return distribution.is_valid; }
  static bool moves_nothing(const Distribution& distribution) { return distribution.moves_nothing; }
  static double chi_square_distance(const Distribution& distribution) {
    return distribution.chi_square_distance;
  }
  static double squared_distance(const Distribution& p, const Distribution& q) {
    return std::abs(p.place - q.place);
  }
};

struct Searched {
  std::string visited;  // as they are typed, each with a blank after it
  std::string unknown;
};

// Distributions nearer to uniform than 1/16 are left out, and draws that make less than 1/8 of a difference.
Searched searched(const ShuffleInfo& shuffle) {
  Searched found;
  const std::function<void(const SampleSetup&, const PlacedDistribution&)> visit =
      [&found](const SampleSetup& setup, const PlacedDistribution&) {
        found.visited += target_text(setup) + " ";
      };
  SuspectSearch<PlacedDistributions> search(
      5, {.least_chi_square_distance = 0.0625, .least_difference = 0.125}, visit);
  search.shuffle(shuffle);
  for (const std::string& target : search.take_unknown()) found.unknown += target + " ";
  PlacedDistributions::is_known = [](const std::string&) { return true; };
  PlacedDistributions::invalid_round = 0;
  return found;
}

bool draws_exactly_as_typed(const std::string& target) {
  return target.find("draw=") == std::string::npos && target.find("seeding=") == std::string::npos;
}

ShuffleInfo shuffle_with(std::span<const OptionInfo> options, Truth truth = Truth::biased) {
  return {.name = "cards",
          .truth = truth,
          .sentence = "",
          .origin = "",
          .cost = "",
          .options = options,
          .smallest_deck = 1,
          .largest_deck = 64};
}

}  // namespace

TEST_CASE("suspected numbers are followed to the first that is too near to uniform, or is refused") {
  constexpr std::array<std::int64_t, 5> suspected{2, 3, 4, 5, 6};
  const std::array options{OptionInfo{
      .name = "k", .meaning = "", .smallest = 1, .largest = 9, .standard = 1, .suspected = suspected}};
  PlacedDistributions::is_known = draws_exactly_as_typed;
  PlacedDistributions::of_target = [](const std::string& target) -> PlacedDistribution {
    // The fourth is just as near as one may be, and the fifth nearer; the sixth is not looked at.
    const int k = target[target.find("k=") + 2] - '0';
    return {.chi_square_distance = k == 4 ? 0.0625 : k == 5 ? 0.0624 : 0.5};
  };
  Searched found = searched(shuffle_with(options));
  CHECK(found.visited == "cards:k=1,n=5 cards:k=2,n=5 cards:k=3,n=5 cards:k=4,n=5 ");
  CHECK(found.unknown.empty());
  PlacedDistributions::is_known = draws_exactly_as_typed;
  PlacedDistributions::of_target = [](const std::string& target) -> std::optional<PlacedDistribution> {
    if (target == "cards:k=3,n=5") return std::nullopt;
    return PlacedDistribution{.chi_square_distance = 0.5};
  };
  found = searched(shuffle_with(options));
  CHECK(found.visited == "cards:k=1,n=5 cards:k=2,n=5 ");
  CHECK(found.unknown == "cards:k=3,n=5 ");
}

TEST_CASE("rounds are followed to the first that is too near, the largest there may be, or four hundred") {
  const auto options_to = [](std::int64_t largest) {
    return std::array{OptionInfo{
        .name = "r", .meaning = "", .smallest = 0, .largest = largest, .standard = 7, .counts_rounds = true}};
  };
  // 2^-4 is as near as one may be.
  PlacedDistributions::of_target = [](const std::string& target) -> std::optional<PlacedDistribution> {
    CHECK(target == "cards:r=1,n=5");
    return PlacedDistribution{.chi_square_distance = 0.5};
  };
  const auto nine = options_to(9), three = options_to(3), thousand = options_to(1'000);
  CHECK(searched(shuffle_with(nine)).visited == "cards:r=1,n=5 cards:r=2,n=5 cards:r=3,n=5 cards:r=4,n=5 ");
  CHECK(searched(shuffle_with(three)).visited == "cards:r=1,n=5 cards:r=2,n=5 cards:r=3,n=5 ");
  // One that does not always give permutations is passed over.
  PlacedDistributions::invalid_round = 2;
  CHECK(searched(shuffle_with(three)).visited == "cards:r=1,n=5 cards:r=3,n=5 ");
  PlacedDistributions::of_target = [](const std::string&) {
    return PlacedDistribution{.chi_square_distance = 1};
  };
  const std::string many = searched(shuffle_with(thousand)).visited;
  CHECK(std::ranges::count(many, ' ') == 400);
  CHECK(many.ends_with("cards:r=400,n=5 "));
  PlacedDistributions::of_target = [](const std::string&) -> std::optional<PlacedDistribution> {
    return std::nullopt;
  };
  const Searched refused = searched(shuffle_with(nine));
  CHECK(refused.visited.empty());
  CHECK(refused.unknown == "cards:r=1,n=5 ");
}

TEST_CASE(
    "every word is tried with every other, or those suspected; a tacit one that is set takes no draws") {
  constexpr std::array<std::string_view, 3> colours{"red", "green", "blue"};
  constexpr std::array<std::string_view, 2> sizes{"small", "large"};
  constexpr std::array<std::int64_t, 2> two_of_three{0, 2};
  const std::array options{
      OptionInfo{.name = "colour", .meaning = "", .smallest = 0, .largest = 2, .choices = colours},
      OptionInfo{
          .name = "size", .meaning = "", .smallest = 0, .largest = 1, .choices = sizes, .is_tacit = true}};
  std::string asked;
  PlacedDistributions::is_known = [](const std::string& target) {
    return target.find("colour=green") == std::string::npos && draws_exactly_as_typed(target);
  };
  PlacedDistributions::of_target = [&asked](const std::string& target) -> std::optional<PlacedDistribution> {
    asked += target + " ";
    if (target == "cards:colour=blue,size=large,n=5") return std::nullopt;
    return PlacedDistribution{.chi_square_distance = 0.5};
  };
  Searched found = searched(shuffle_with(options));
  CHECK(found.visited == "cards:colour=red,n=5 cards:colour=red,size=large,n=5 cards:colour=blue,n=5 ");
  CHECK(found.unknown == "cards:colour=blue,size=large,n=5 ");
  CHECK(asked == found.visited + found.unknown);
  auto fewer = options;
  fewer[0].suspected = two_of_three;
  PlacedDistributions::of_target = [](const std::string&) {
    return PlacedDistribution{.chi_square_distance = 0.0625};
  };
  PlacedDistributions::is_known = draws_exactly_as_typed;
  CHECK(searched(shuffle_with(fewer)).visited ==
        "cards:colour=red,n=5 cards:colour=red,size=large,n=5 cards:colour=blue,n=5 "
        "cards:colour=blue,size=large,n=5 ");
  // Distributions that are too near, or bring what is no permutation, are none.
  PlacedDistributions::is_known = draws_exactly_as_typed;
  PlacedDistributions::of_target = [](const std::string& target) -> PlacedDistribution {
    const bool is_large = target.find("large") != std::string::npos;
    return {.chi_square_distance = is_large ? 0.5 : 0.0624,
            .is_valid = target.find("red") == std::string::npos};
  };
  CHECK(searched(shuffle_with(fewer)).visited == "cards:colour=blue,size=large,n=5 ");
}

TEST_CASE("a biased shuffle by a suspected number draws exactly, as two mistakes are not looked for") {
  constexpr std::array<std::int64_t, 1> suspected{2};
  OptionInfo number{.name = "k", .meaning = "", .smallest = 1, .largest = 9, .standard = 1};
  PlacedDistributions::of_target = [](const std::string& target) {
    return PlacedDistribution{.chi_square_distance = 0.5,
                              .place = target.find("draw=modulo") != std::string::npos ? 1. : 0.};
  };
  number.suspected = suspected;
  const std::array options{number};
  CHECK(searched(shuffle_with(options)).visited == "cards:k=1,n=5 cards:k=2,n=5 ");
  PlacedDistributions::is_known = [](const std::string& target) {
    return draws_exactly_as_typed(target) || target.ends_with("draw=modulo");
  };
  CHECK(searched(shuffle_with(options, Truth::uniform)).visited.find("draw=modulo") != std::string::npos);
}

TEST_CASE("suspected numbers are tried with every word, and what moves nothing is told as identity alone") {
  constexpr std::array<std::string_view, 2> colours{"red", "blue"};
  constexpr std::array<std::int64_t, 2> suspected{2, 3};
  const std::array options{
      OptionInfo{
          .name = "k", .meaning = "", .smallest = 1, .largest = 9, .standard = 1, .suspected = suspected},
      OptionInfo{.name = "colour",
                 .meaning = "",
                 .smallest = 0,
                 .largest = 1,
                 .choices = colours,
                 .is_tacit = true}};
  PlacedDistributions::is_known = draws_exactly_as_typed;
  PlacedDistributions::of_target = [](const std::string& target) -> PlacedDistribution {
    return {.chi_square_distance = 0.5, .moves_nothing = target.find("k=2,colour=blue") != std::string::npos};
  };
  CHECK(searched(shuffle_with(options)).visited ==
        "cards:k=1,n=5 cards:k=1,colour=blue,n=5 cards:k=2,n=5 cards:k=3,n=5 cards:k=3,colour=blue,n=5 ");
  PlacedDistributions::of_target = [](const std::string&) {
    return PlacedDistribution{.chi_square_distance = 0.5, .moves_nothing = true};
  };
  PlacedDistributions::is_known = draws_exactly_as_typed;
  CHECK(searched(*find_shuffle("identity")).visited == "identity:n=5 ");
}

TEST_CASE(
    "of a fair shuffle each uneven draw is tried: whole where that shows, else with words cut shorter") {
  PlacedDistributions::is_known = [](const std::string& target) {
    return target.find("-double") == std::string::npos && target.find("native") == std::string::npos &&
           (target.find("seeding") == std::string::npos || target.find("modulo") != std::string::npos);
  };
  const auto distributions = [](double of_whole_products) {
    return [of_whole_products](const std::string& target) -> PlacedDistribution {
      if (target.find("seeding=") != std::string::npos) return {.chi_square_distance = 0.5};
      if (target == "cards:n=5,draw=multiply-shift")
        return {.chi_square_distance = 0.5, .place = of_whole_products};
      const std::size_t bits = target.find("bits=");
      if (bits == std::string::npos) return {};
      const double off = std::exp2(-std::stoi(target.substr(bits + 5)));
      return {.chi_square_distance = off,
              .place = target.find("multiply") == std::string::npos ? off : of_whole_products};
    };
  };
  PlacedDistributions::of_target = distributions(0.125);
  const std::string remainders =
      "cards:n=5,draw=modulo,seeding=per-draw-clock cards:n=5,bits=1,draw=modulo "
      "cards:n=5,bits=2,draw=modulo cards:n=5,bits=3,draw=modulo cards:n=5,bits=4,draw=modulo ";
  const ShuffleInfo fair = shuffle_with({}, Truth::uniform);
  const Searched found = searched(fair);
  CHECK(found.visited == remainders + "cards:n=5,draw=multiply-shift ");
  CHECK(found.unknown.empty());
  // Products that make too little of a difference are cut too, and are then at no distance from whole words.
  PlacedDistributions::is_known = [](const std::string& target) {
    return target.find("-double") == std::string::npos && target.find("native") == std::string::npos &&
           target.find("seeding") == std::string::npos;
  };
  PlacedDistributions::of_target = distributions(0.124);
  std::string without_one_word = remainders;
  without_one_word.erase(0, without_one_word.find(' ') + 1);
  CHECK(searched(fair).visited == without_one_word);
  // Where exact draws are refused nothing is tried; where cut words are, no shorter ones are left out.
  PlacedDistributions::of_target = [](const std::string& target) -> std::optional<PlacedDistribution> {
    if (target.find("bits=2") != std::string::npos) return std::nullopt;
    return PlacedDistribution{.chi_square_distance = 1,
                              .place = target.find("bits") == std::string::npos ? 0. : 1.};
  };
  PlacedDistributions::is_known = [](const std::string& target) {
    return target.find("draw=") == std::string::npos ||
           (target.find("draw=modulo") != std::string::npos && target.find("seeding") == std::string::npos);
  };
  const Searched cut = searched(fair);
  CHECK(cut.visited == "cards:n=5 cards:n=5,seeding=per-draw-clock cards:n=5,bits=1,draw=modulo ");
  CHECK(cut.unknown == "cards:n=5,bits=2,draw=modulo ");
  PlacedDistributions::of_target = [](const std::string&) -> std::optional<PlacedDistribution> {
    return std::nullopt;
  };
  const Searched refused = searched(fair);
  CHECK(refused.visited.empty());
  CHECK(refused.unknown == "cards:n=5 ");
}
