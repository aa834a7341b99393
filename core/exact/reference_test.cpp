// Distributions and distances against figures from outside: exact_distributions.json, made by a program of
// its own in rational arithmetic and checked by a second one, and published.json, with its sources.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/exact/distribution.hpp"
#include "core/exact/remainders_for_tests.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

nlohmann::json reference(const char* file) {
  std::ifstream stream("core/exact/reference/" + std::string(file));
  REQUIRE_MESSAGE(stream.good(), "run the tests from the repository root");
  return nlohmann::json::parse(stream);
}

std::string text_of(const nlohmann::json& fraction) {
  return fraction.get<std::string>();
}

bool agree(double value, double expected, double relative) {
  return std::abs(value - expected) <= relative * std::abs(expected);
}

double number_of(const nlohmann::json& fraction) {
  return to_double(Fraction(text_of(fraction)));
}

constexpr double twelve_digits = 1e-12;

SampleSetup setup_of(const nlohmann::json& expected) {
  SampleSetup setup = setup_for_test(expected["shuffle"].get<std::string>(), expected["n"]);
  // The one option of each shuffle here, whatever it is called.
  for (const auto& value : expected["options"]) setup.options = {value.get<std::int64_t>()};
  return setup;
}

// As many digits as were printed.
bool rounds_to(double value, double printed, double last_digit) {
  return std::abs(value - printed) <= last_digit * 0.500001;
}

}  // namespace

TEST_CASE(
    "every field of every distribution of the reference is reproduced, as a fraction or to twelve digits") {
  int distributions = 0;
  const nlohmann::json file = reference("exact_distributions.json");
  for (const auto& expected : file["distributions"]) {
    CAPTURE(expected["shuffle"].get<std::string>());
    CAPTURE(expected["n"].get<int>());
    CAPTURE(expected["options"].dump());
    ++distributions;
    const Distribution distribution = distribution_of(setup_of(expected));
    CHECK(to_text(total_variation(distribution)) == text_of(expected["tv"]));
    CHECK(to_text(chi_square_distance(distribution)) == text_of(expected["chi_square_distance"]));
    CHECK(agree(kullback_leibler(distribution), expected["kl_nats"], twelve_digits));
    CHECK(to_text(least_probability(distribution).probability) == text_of(expected["p_min"]));
    CHECK(to_text(largest_probability(distribution).probability) == text_of(expected["p_max"]));
    CHECK(to_text(even_probability(distribution)) == text_of(expected["even"]));
    CHECK(support_size(distribution) == expected["support"].get<std::uint64_t>());
    CHECK(to_text(chi_square_distance_positions(distribution)) ==
          text_of(expected["chi_square_distance_positions"]));
    CHECK(to_text(chi_square_distance_neighbours(distribution)) ==
          text_of(expected["chi_square_distance_neighbours"]));
    CHECK(agree(to_double(chi_square_distance_parity(distribution)), expected["chi_square_distance_parity"],
                twelve_digits));
    const Integer denominator(text_of(expected["position_denominator"]));
    const auto positions = position_distribution(distribution);
    for (std::size_t position = 0; position < positions.size(); ++position) {
      for (std::size_t card = 0; card < positions.size(); ++card) {
        const Integer numerator(text_of(expected["position_numerators"][position][card]));
        CHECK(positions[position][card] == Fraction(numerator, denominator));
      }
    }
  }
  CHECK(distributions == 32);
}

TEST_CASE("distributions in doubles have the reference's figures to twelve digits") {
  const nlohmann::json file = reference("exact_distributions.json");
  for (const auto& expected : file["distributions"]) {
    const NumericDistribution distribution = numeric_distribution_of(setup_of(expected));
    CAPTURE(expected["shuffle"].get<std::string>());
    CAPTURE(expected["n"].get<int>());
    const double slack = static_cast<double>(distribution.probability.size()) * distribution.error;
    CHECK(distribution.error < 1e-14);
    CHECK(std::abs(total_variation(distribution) - number_of(expected["tv"])) <= slack + 1e-15);
    CHECK(agree(chi_square_distance(distribution), number_of(expected["chi_square_distance"]), 1e-9));
    CHECK(agree(std::ranges::min(distribution.probability), number_of(expected["p_min"]), twelve_digits));
    CHECK(agree(std::ranges::max(distribution.probability), number_of(expected["p_max"]), twelve_digits));
    CHECK(distribution.probability.size() -
              static_cast<std::size_t>(std::ranges::count(distribution.probability, 0.0)) ==
          expected["support"].get<std::uint64_t>());
    const Integer denominator(text_of(expected["position_denominator"]));
    const auto positions = position_distribution(distribution);
    for (std::size_t position = 0; position < positions.size(); ++position) {
      for (std::size_t card = 0; card < positions.size(); ++card) {
        const Integer numerator(text_of(expected["position_numerators"][position][card]));
        CHECK(std::abs(positions[position][card] - to_double(Fraction(numerator, denominator))) < 1e-13);
      }
    }
  }
}

TEST_CASE("naive swap has its published distances and identity probabilities for three to seven cards") {
  const auto published = reference("published.json")["naive_swap"];
  for (std::size_t row = 0; row < published["n"].size(); ++row) {
    const Distribution distribution = distribution_of(setup_for_test("naive-swap", published["n"][row]));
    CHECK(rounds_to(to_double(total_variation(distribution)), published["tv"][row], 1e-6));
    CHECK(
        rounds_to(to_double(chi_square_distance(distribution)), published["chi_square_distance"][row], 1e-7));
    CHECK(to_text(probability_of(distribution, 0)) == text_of(published["p_identity"][row]));
  }
  CHECK(published["n"].size() == 5);
}

TEST_CASE("swap-pairs has its published distance at every k, from one run for all k") {
  const auto published = reference("published.json")["swap_pairs_tv"];
  int checked = 0;
  for (const int n : {4, 5, 6}) {
    evolve(setup_for_test("swap-pairs", n, {20}), [&](std::size_t step, const Distribution& distribution) {
      for (std::size_t row = 0; row < published["k"].size(); ++row) {
        if (published["k"][row] != step) continue;
        CAPTURE(n);
        CAPTURE(step);
        CHECK(rounds_to(to_double(total_variation(distribution)), published[std::to_string(n)][row], 1e-6));
        ++checked;
      }
    });
  }
  CHECK(checked == 30);
}

TEST_CASE("riffles have the distances of Bayer and Diaconis' table") {
  const auto published = reference("published.json")["riffle_tv"]["cards"];
  for (const int n : {25, 32, 52}) {
    for (int riffles = 1; riffles <= 10; ++riffles) {
      CAPTURE(n);
      CAPTURE(riffles);
      const double printed = published[std::to_string(n)][static_cast<std::size_t>(riffles) - 1];
      CHECK(rounds_to(to_double(riffle_total_variation(n, riffles)), printed, 1e-3));
    }
  }
}

TEST_CASE("random swaps leave the published mean number of 52 cards in place") {
  const auto published = reference("published.json")["swap_pairs_fixed_points_52"];
  const std::vector<double> last_digit{0.1, 0.01, 0.01, 0.001, 0.001};
  for (std::size_t row = 0; row < published["k"].size(); ++row) {
    const double mean = to_double(mean_fixed_points_after_swaps(52, published["k"][row]));
    CHECK(rounds_to(mean, published["mean"][row], last_digit[row]));
  }
}

TEST_CASE(
    "remainders of 15 and 31 bits have the published chi-square distance, and so has the distribution they "
    "make") {
  const auto published = reference("published.json")["modulo"];
  for (const int bits : {15, 31}) {
    const auto figures = published["bits_" + std::to_string(bits)];
    for (const auto& [cards, printed] : figures.items()) {
      const int n = std::stoi(cards);
      CAPTURE(bits);
      CAPTURE(n);
      const Fraction formula = chi_square_distance_of_remainders(n, (std::uint64_t{1} << bits) - 1);
      CHECK(agree(to_double(formula), printed, 3e-4));  // printed to four digits
      if (n > 8) continue;
      SampleSetup setup = setup_for_test("durstenfeld", n);
      setup.source = find_source(bits == 15 ? "msvc-rand" : "glibc-rand");
      setup.draw = find_draw("modulo");
      CHECK(chi_square_distance(distribution_of(setup)) == formula);
    }
  }
}
