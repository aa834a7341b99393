#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

// Distributions by rational arithmetic, tails by exact convolution: made outside this program.
const json& reference() {
  static const json file =
      json::parse(std::ifstream("core/statistics/reference/large_deck_distributions.json"));
  return file;
}

const std::map<std::string, std::vector<double> (*)(int)> distributions{
    {"descents", descents_distribution},         {"peaks", peaks_distribution},
    {"inversions", inversions_distribution},     {"ascending_successions", successions_distribution},
    {"cycles_and_records", cycles_distribution}, {"fixed_points", fixed_points_distribution}};

// Every order of six and of nine cards has the number that the distribution gives its share.
void check_by_enumeration(std::vector<double> (*distribution_of)(int), const TableInfo& numbers) {
  for (const int deck_size : {6, 9}) {
    const std::vector<double> distribution = distribution_of(deck_size);
    std::vector<std::uint64_t> counts(distribution.size());
    PermutationPlanes planes(deck_size);
    PermutationBatches batches(deck_size);
    const std::uint64_t permutations = permutation_count(deck_size);
    for (std::uint64_t rank = 0; rank < permutations; ++rank) {
      planes.add(permutation_of_rank(rank, deck_size));
      if (!planes.full() && rank != permutations - 1) continue;
      batches.add(planes);
      planes.clear();
      if (!batches.full() && rank != permutations - 1) continue;
      numbers.add(batches, counts);
      batches.clear();
    }
    for (std::size_t value = 0; value < distribution.size(); ++value) {
      CHECK(distribution[value] * static_cast<double>(permutations) ==
            doctest::Approx(static_cast<double>(counts[value])).epsilon(1e-13));
    }
  }
}

// The distribution of the sum of so many numbers.
std::vector<double> convolved(const std::vector<double>& distribution, std::uint64_t trials) {
  std::vector<double> sums{1};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<double> more(sums.size() + distribution.size() - 1);
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
      for (std::size_t value = 0; value < distribution.size(); ++value)
        more[sum + value] += sums[sum] * distribution[value];
    }
    sums = std::move(more);
  }
  return sums;
}

}  // namespace

TEST_CASE("distributions of numbers per permutation are those of the reference") {
  int checked = 0;
  for (const auto& [cards, by_name] : reference().at("null_distributions").items()) {
    const int n = std::stoi(cards);
    if (n > 64) continue;
    for (const auto& known : distributions) {
      const std::string& name = known.first;
      CAPTURE(n);
      CAPTURE(name);
      const json& expected = by_name.at(name);
      const std::vector<double> distribution = known.second(n);
      if (expected.contains("pmf")) {
        REQUIRE(distribution.size() == expected.at("pmf").size());
        for (std::size_t value = 0; value < distribution.size(); ++value) {
          CHECK(distribution[value] == doctest::Approx(expected["pmf"][value].get<double>()).epsilon(1e-12));
        }
        ++checked;
      }
      double mean = 0, square = 0;
      for (std::size_t value = 0; value < distribution.size(); ++value) {
        mean += static_cast<double>(value) * distribution[value];
        square += static_cast<double>(value * value) * distribution[value];
      }
      CHECK(mean == doctest::Approx(expected.at("mean").get<double>()));
      CHECK(square - mean * mean == doctest::Approx(expected.at("variance").get<double>()));
    }
  }
  CHECK(checked > 30);
}

TEST_CASE("distributions of numbers per permutation are those of all permutations of six and of nine cards") {
  check_by_enumeration(descents_distribution, descents_table);
  check_by_enumeration(rising_sequences_distribution, rising_sequences_table);
  check_by_enumeration(peaks_distribution, peaks_table);
  check_by_enumeration(peaks_distribution, inverse_peaks_table);
  check_by_enumeration(inversions_distribution, inversions_table);
  check_by_enumeration(successions_distribution, successions_table);
  check_by_enumeration(cycles_distribution, left_maxima_table);
  check_by_enumeration(cycles_distribution, left_minima_table);
  check_by_enumeration(cycles_distribution, right_maxima_table);
  check_by_enumeration(cycles_distribution, right_minima_table);
}

// Recurrences in whole numbers of Python, over n!.
TEST_CASE("distributions of numbers per permutation are those of whole numbers at 129 and 1,024 cards") {
  struct Golden {
    std::vector<double> (*distribution)(int);
    int deck_size;
    std::size_t value;
    double probability;
  };
  for (const Golden& golden : {Golden{cycles_distribution, 129, 8, 0.0786494555611434137330467},
                               {cycles_distribution, 129, 30, 2.64092346606653361075e-18},
                               {cycles_distribution, 1024, 1, 0.0009765625},
                               {cycles_distribution, 1024, 8, 0.154403722582108651581},
                               {cycles_distribution, 1024, 30, 3.37656680266349105086e-12},
                               {descents_distribution, 129, 63, 0.115630908368741970834},
                               {descents_distribution, 129, 32, 7.89623148282666578772e-24},
                               {descents_distribution, 1024, 511, 0.0430963024371990017828},
                               {descents_distribution, 1024, 542, 0.000185802654268838602079},
                               {descents_distribution, 1024, 256, 1.03295946657976480619e-182},
                               {peaks_distribution, 129, 43, 0.159810721555671582909},
                               {peaks_distribution, 129, 55, 5.23997305792027071209e-8},
                               {peaks_distribution, 1024, 341, 0.0590277856730990954206},
                               {peaks_distribution, 1024, 353, 0.0111304514578120793891},
                               {fixed_points_distribution, 1024, 0, 0.367879441171442321596},
                               {fixed_points_distribution, 1024, 20, 1.51210135030121017247e-19},
                               {successions_distribution, 129, 2, 0.182513831278855105288},
                               {successions_distribution, 1024, 0, 0.368238698438211308238},
                               {successions_distribution, 1024, 15, 2.77477213223679634443e-13}}) {
    CAPTURE(golden.deck_size);
    CAPTURE(golden.value);
    CHECK(golden.distribution(golden.deck_size).at(golden.value) ==
          doctest::Approx(golden.probability).scale(0).epsilon(1e-12));
  }
  CHECK_THROWS_AS(inversions_distribution(129), std::invalid_argument);
}

TEST_CASE("a sum beyond what doubles hold of a distribution of 1,024 cards is rarer than any that they do") {
  // Every deck sorted: all cards at home, no descent, and each card a record.
  std::vector<std::uint64_t> at_home(1025), descents(1024);
  at_home.back() = descents.front() = 3;
  for (const TestResult& result :
       {detail::mean_test("mean fixed-points", at_home, fixed_points_distribution(1024), 3),
        detail::mean_test("mean descents", descents, descents_distribution(1024), 3)}) {
    CAPTURE(result.name);
    CHECK(result.applied);
    CHECK(result.p_value.p == 0);
    CHECK(result.p_value.log10_p < -300);
  }
  // What doubles hold is untouched: 1 + 1/2 + ... + 1/1024 is 7.5.
  std::vector<std::uint64_t> cycles(1025);
  cycles[7] = cycles[8] = 50;
  CHECK(detail::mean_test("mean cycles", cycles, cycles_distribution(1024), 100).p_value.p > 0.5);
}

TEST_CASE("tails of sums are those of exact convolution, from one trial on") {
  const std::map<std::string, std::string> distribution_names{{"fixed", "fixed_points"},
                                                              {"cycles", "cycles_and_records"},
                                                              {"descents", "descents"},
                                                              {"successions", "ascending_successions"}};
  int checked = 0;
  for (const json& row : reference().at("exact_tails_of_sums_n52")) {
    const auto name = distribution_names.find(row.at("distribution"));
    if (name == distribution_names.end()) continue;
    CAPTURE(row.dump());
    const auto trials = row.at("N").get<std::uint64_t>();
    const SumTails tails =
        tails_of_sum(distributions.at(name->second)(52), trials, row.at("s").get<std::uint64_t>());
    const double p = (row.at("side") == "upper" ? tails.upper : tails.lower).p;
    const double ratio = p / row.at("exact").get<double>();
    CHECK(ratio == doctest::Approx(row.at("saddlepoint_over_exact").get<double>()).epsilon(2e-5));
    CHECK(std::abs(ratio - 1) < (trials >= 1024 ? 1e-4 : trials >= 64 ? 1.5e-3 : 0.01));
    ++checked;
  }
  CHECK(checked > 60);
}

TEST_CASE("of the smallest decks whose means are tested they are so, too") {
  double farthest = 0;
  for (const int deck_size : {9, 10, 12}) {
    for (const auto& [name, distribution_of] : distributions) {
      const std::vector<double> distribution = distribution_of(deck_size);
      for (const std::uint64_t trials : {1u, 2u, 20u, 64u}) {
        CAPTURE(deck_size);
        CAPTURE(name);
        CAPTURE(trials);
        const std::vector<double> sums = convolved(distribution, trials);
        double upper = 0;
        for (std::size_t sum = sums.size(); sum-- > 0;) {
          upper += sums[sum];
          if (upper < 1e-10 || sums[sum] == 0) continue;
          if (upper > 0.3) break;
          const double ratio = tails_of_sum(distribution, trials, sum).upper.p / upper;
          farthest = std::max(farthest, std::abs(ratio - 1));
          CHECK_MESSAGE(std::abs(ratio - 1) < (trials >= 20 ? 0.01 : 0.3), sum, " ", upper, " ", ratio);
        }
      }
    }
  }
  MESSAGE("off by at most ", farthest);
}

TEST_CASE("tails of sums of a coin are the binomial's, at the ends and far beyond doubles") {
  const std::vector<double> coin{0.5, 0.5};
  CHECK(tails_of_sum(coin, 100, 100).upper.log10_p == doctest::Approx(100 * std::log10(0.5)));
  CHECK(tails_of_sum(coin, 100, 0).lower.log10_p == doctest::Approx(100 * std::log10(0.5)));
  CHECK(tails_of_sum(coin, 100, 100).lower.p == 1);
  CHECK(tails_of_sum(coin, 100, 0).upper.p == 1);
  for (const std::uint64_t heads : {520u, 560u, 600u, 700u}) {
    CHECK(tails_of_sum(coin, 1000, heads).upper.p ==
          doctest::Approx(binomial_upper_tail(heads, 1000, 0.5).p).epsilon(1e-3));
    CHECK(tails_of_sum(coin, 1000, 1000 - heads).lower.p ==
          doctest::Approx(binomial_lower_tail(1000 - heads, 1000, 0.5).p).epsilon(1e-3));
  }
  // Chernoff's bound, above the tail but near it.
  const TailProbability far = tails_of_sum(coin, 10'000, 9'000).upper;
  const TailProbability exact = binomial_upper_tail(9'000, 10'000, 0.5);
  CHECK(far.p == 0);
  CHECK(far.log10_p > exact.log10_p);
  CHECK(far.log10_p < exact.log10_p + 3);
  CHECK(tails_of_sum(coin, 1'000'000, 1'000'000).upper.log10_p == smallest_log10_p);
  // In the middle either tail is about a half, and their double is no evidence.
  CHECK(two_sided(tails_of_sum(coin, 1000, 500).upper, tails_of_sum(coin, 1000, 500).lower).p == 1);
  // A distribution that begins later is the same distribution.
  CHECK(tails_of_sum(std::vector<double>{0, 0, 0.5, 0.5}, 1000, 2600).upper.p ==
        tails_of_sum(coin, 1000, 600).upper.p);
  CHECK_THROWS_AS(tails_of_sum(coin, 10, 11), std::invalid_argument);
  CHECK_THROWS_AS(tails_of_sum(std::vector<double>{0, 0.5, 0.5}, 10, 9), std::invalid_argument);
  CHECK_THROWS_AS(tails_of_sum(coin, 0, 0), std::invalid_argument);
  CHECK_THROWS_AS(tails_of_sum(std::vector<double>{1}, 10, 0), std::invalid_argument);
}

TEST_CASE("each chance of so many inversions is right to the last digits, however small it is") {
  using boost::multiprecision::cpp_int;
  for (const int deck_size : {2, 3, 52, 128}) {
    CAPTURE(deck_size);
    std::vector<cpp_int> permutations{1};  // by their inversions
    cpp_int all = 1;
    for (std::size_t cards = 2; cards <= static_cast<std::size_t>(deck_size); ++cards) {
      std::vector<cpp_int> next(permutations.size() + cards - 1);
      cpp_int window = 0;
      for (std::size_t inversions = 0; inversions < next.size(); ++inversions) {
        if (inversions < permutations.size()) window += permutations[inversions];
        if (inversions >= cards) window -= permutations[inversions - cards];
        next[inversions] = window;
      }
      permutations = std::move(next);
      all *= cards;
    }
    const std::vector<double> distribution = inversions_distribution(deck_size);
    REQUIRE(distribution.size() == permutations.size());
    // A relative permutation of integers, of which the smaller has enough bits left.
    double worst = 0;
    for (std::size_t inversions = 0; inversions < distribution.size(); ++inversions) {
      const auto inverse = cpp_int((all << 64) / permutations[inversions]).convert_to<long double>();
      worst = std::max(
          worst, static_cast<double>(std::abs(
                     std::ldexp(static_cast<long double>(distribution[inversions]) * inverse, -64) - 1)));
    }
    CHECK(worst < 4e-16);
  }
}

TEST_CASE("a billion trials have tails too") {
  const std::vector<double> distribution = inversions_distribution(52);
  const std::uint64_t trials = 1'000'000'000, mean = 663 * trials;
  // The standard deviation of the sum is 2.0037e6.
  CHECK(tails_of_sum(distribution, trials, mean + 12'000'000).upper.p ==
        doctest::Approx(1.06e-9).epsilon(0.03));
  CHECK(tails_of_sum(distribution, trials, mean - 12'000'000).lower.p ==
        doctest::Approx(1.06e-9).epsilon(0.03));
}

// These distributions are symmetric, so that the sum of so many is normal to the last digit of a double.
TEST_CASE("beside the mean the tail of a sum of 2^50 numbers is right to many digits") {
  const std::uint64_t trials = std::uint64_t{1} << 50;
  struct Symmetric {
    std::vector<double> distribution;
    std::uint64_t twice_mean;
    double variance;
  };
  // Of the inversions of 52 cards 663, and 52 * 51 * 109 / 72.
  for (const Symmetric& known :
       {Symmetric{{0.5, 0.5}, 1, 0.25}, Symmetric{inversions_distribution(52), 1326, 52.0 * 51 * 109 / 72}}) {
    CAPTURE(known.twice_mean);
    const double deviation = std::sqrt(known.variance) * std::ldexp(1, 25);
    for (const double distance : {0.01, 0.1, 0.5, 2.0}) {
      const auto beyond = static_cast<std::uint64_t>(distance * deviation);
      const double z = (static_cast<double>(beyond) - 0.5) / deviation;
      const double expected = std::erfc(z / std::numbers::sqrt2) / 2;
      const std::uint64_t mean = trials / 2 * known.twice_mean;
      CHECK(tails_of_sum(known.distribution, trials, mean + beyond).upper.p ==
            doctest::Approx(expected).scale(0).epsilon(1e-11));
      CHECK(tails_of_sum(known.distribution, trials, mean - beyond).lower.p ==
            doctest::Approx(expected).scale(0).epsilon(1e-11));
    }
  }
}

// Sums of binomial numbers, convolved by Python's decimals to forty digits: the cycles of n cards are as many
// as coins of chance 1, 1/2, ..., 1/n that come up.
TEST_CASE("half a step from its mean the tail of a skewed sum is not a half, and its double not 1") {
  struct Golden {
    int deck_size;
    std::uint64_t trials, sum;
    double upper_tail;
  };
  for (const Golden& golden : {Golden{5, 30, 69, 0.495667817843611},
                               {5, 330, 754, 0.498698417665082},
                               {8, 101, 275, 0.497448915550374},
                               {13, 25, 80, 0.494554979115555}}) {
    CAPTURE(golden.sum);
    const SumTails tails = tails_of_sum(cycles_distribution(golden.deck_size), golden.trials, golden.sum);
    CHECK(tails.upper.p == doctest::Approx(golden.upper_tail).scale(0).epsilon(2e-4));
    CHECK(two_sided(tails.upper, tails.lower).p == doctest::Approx(2 * golden.upper_tail).epsilon(2e-4));
    CHECK(tails.lower.p == 1);
  }
}

TEST_CASE("a mean that is too low rejects as much as one that is too high") {
  std::vector<std::uint64_t> by_value(52);
  by_value[20] = 10;
  const TestResult low = detail::mean_test("mean descents", by_value, descents_distribution(52), 10);
  CHECK(low.tail == Tail::lower);
  CHECK(low.p_value.p < 1e-12);
  CHECK(low.p_value.p == low.upper_tail.p);
  CHECK(low.lower_tail.p == 1);
  CHECK(low.statistic == 200);
  CHECK(low.honest_from_level == 0);
  std::swap(by_value[20], by_value[31]);
  const TestResult high = detail::mean_test("mean descents", by_value, descents_distribution(52), 10);
  CHECK(high.tail == Tail::upper);
  // 25.5 of 51 places of a permutation fall.
  REQUIRE((low.mean && high.mean));
  CHECK((low.mean->mean == 20 && low.mean->mean_fair == doctest::Approx(25.5).epsilon(1e-14)));
  CHECK((high.mean->mean == 31 && high.mean->mean_fair == low.mean->mean_fair));
  CHECK(high.p_value.p == doctest::Approx(low.p_value.p));
  CHECK(!detail::mean_test("mean descents", std::vector<std::uint64_t>(52), descents_distribution(52), 0)
             .applied);
  CHECK_THROWS_AS(detail::mean_test("mean descents", by_value, descents_distribution(52), 11),
                  std::invalid_argument);
  CHECK_THROWS_AS(detail::mean_test("mean descents", by_value, descents_distribution(51), 10),
                  std::invalid_argument);
}
