#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <doctest/doctest.h>

#include "core/comparison/comparison.hpp"
#include "core/record/records_for_tests.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Counts = std::vector<std::uint64_t>;

constexpr int cards = 52;

NamedBet count_bet(const char* name, std::vector<int> on, std::vector<int> in) {
  return {.kind = NamedBet::Kind::count, .name = name, .cards = std::move(on), .places = std::move(in)};
}

const NamedBet two_of_three = count_bet("two of three", {0, 1, 2}, {0, 1, 2, 3, 4});
const NamedBet top_five{
    .kind = NamedBet::Kind::poker, .name = "top five", .cards = {}, .places = {0, 1, 2, 3, 4}};

BetRecord record_of(const NamedBet& bet, const Counts& by_value) {
  BetRecord record{.name = bet.name, .values = {}};
  double trials = 0;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    record.values.push_back(
        {.value = value_name(bet, value), .fair = 0.5, .count = by_value[value], .lower = {}, .upper = {}});
    record.mean += static_cast<double>(value) * static_cast<double>(by_value[value]);
    trials += static_cast<double>(by_value[value]);
  }
  if (trials > 0) record.mean /= trials;
  return record;
}

TargetRecord target_with(const std::vector<std::pair<NamedBet, Counts>>& bets) {
  TargetRecord target;
  target.target.deck_size = cards;
  for (const auto& [bet, by_value] : bets) {
    target.bets.push_back(bet);
    target.bet_records.push_back(record_of(bet, by_value));
  }
  return target;
}

// As the only thing that is tested, at 99.9 % confidence.
ComparedBet answered(const Counts& before, const Counts& after, const NamedBet& bet = two_of_three) {
  ComparedBet compared = compared_bets(target_with({{bet, before}}), target_with({{bet, after}})).at(0);
  if (compared.tested()) answer(compared, compared.p_value, 0.999);
  return compared;
}

// P-values of two runs of one distribution, `runs` times.
std::vector<double> p_values_of(const std::vector<double>& distribution, std::uint64_t first,
                                std::uint64_t second, int runs, std::uint64_t seed) {
  std::mt19937_64 words(seed);
  std::vector<double> p_values;
  for (int run = 0; run < runs; ++run) {
    const Counts a = multinomial_for_test(distribution, first, words),
                 b = multinomial_for_test(distribution, second, words);
    p_values.push_back(answered(a, b, top_five).p_value);
  }
  return p_values;
}

}  // namespace

TEST_CASE("the values of a bet are compared by Pearson's sum, here in exact fractions") {
  // 1,000 trials against 2,000. On three degrees of freedom the tail is erfc(sqrt(x / 2)) + sqrt(2 x / pi)
  // exp(-x / 2), as R's chisq.test has it.
  const ComparedBet differ = answered({36, 216, 512, 236}, {160, 480, 1000, 360});
  CHECK(differ.found == FoundIn::both);
  CHECK(differ.answer == CountsAnswer::differ);
  CHECK(differ.statistic == doctest::Approx(20'404'900. / 635'187).epsilon(1e-12));
  CHECK(differ.degrees_of_freedom == 3);
  CHECK(differ.p_value == doctest::Approx(4.927246066749e-7).scale(0).epsilon(1e-11));
  CHECK(differ.log10_p == doctest::Approx(std::log10(4.927246066749e-7)));
  CHECK(differ.mean_before == doctest::Approx(1.948));
  CHECK(differ.mean_after == doctest::Approx(1.78));
  // 0 adds 19.8 of the 32.1, more than any other.
  REQUIRE(differ.strongest.has_value());
  CHECK(differ.strongest->value == "0");
  CHECK(differ.strongest->count_before == 36);
  CHECK(differ.strongest->count_after == 160);
  CHECK(differ.trials_before == 1'000);
  CHECK(differ.trials_after == 2'000);
  CHECK(differ.settings == "cards=0-2,places=0-4");
  const ComparedBet agree = answered({36, 216, 512, 236}, {67, 431, 1049, 453});
  CHECK(agree.answer == CountsAnswer::agree);
  CHECK(agree.p_value == doctest::Approx(0.9000173717214557));
}

TEST_CASE("values that expect fewer than twenty trials are pooled, and none of them is named") {
  // Of 1,000 and 2,000 the last expects 6.7: with the next rarest it has 20 and 60, and
  // X2 = 375 / 142 on two degrees of freedom, whose tail is exp(-x / 2).
  const ComparedBet bet = answered({500, 480, 15, 5}, {1000, 940, 45, 15});
  CHECK(bet.degrees_of_freedom == 2);
  CHECK(bet.statistic == doctest::Approx(375. / 142).epsilon(1e-12));
  CHECK(bet.p_value == doctest::Approx(std::exp(-375. / 284)).epsilon(1e-12));
  const ComparedBet rare = answered({500, 480, 20, 0}, {1000, 940, 30, 30});
  CHECK(rare.degrees_of_freedom == 2);
  REQUIRE(rare.strongest.has_value());
  CHECK_FALSE(rare.strongest->value == "3");
}

TEST_CASE("a p-value is small at a tenth of what the confidence leaves, and dependent trials explain it") {
  ComparedBet bet = answered({36, 216, 512, 236}, {160, 480, 1000, 360});
  answer(bet, 0.9e-4, 0.999);
  CHECK(bet.answer == CountsAnswer::differ);
  answer(bet, 1.1e-4, 0.999);
  CHECK(bet.answer == CountsAnswer::agree);
  CHECK(bet.adjusted_p == 1.1e-4);
  TargetRecord before = target_with({{two_of_three, {36, 216, 512, 236}}}),
               after = target_with({{two_of_three, {160, 480, 1000, 360}}});
  after.dependent = true;
  ComparedBet dependent = compared_bets(before, after).at(0);
  CHECK(dependent.dependent_in == FoundIn::new_only);
  answer(dependent, dependent.p_value, 0.999);
  CHECK(dependent.answer == CountsAnswer::dependent);
  answer(dependent, 0.5, 0.999);
  CHECK(dependent.answer == CountsAnswer::agree);
}

TEST_CASE("a bet is compared with the one of its name on the same cards and places, and with no other") {
  const Counts counts{10, 20, 30, 40};
  const NamedBet other_places = count_bet("two of three", {0, 1, 2}, {0, 1, 2, 3, 5}),
                 other_name = count_bet("renamed", {0, 1, 2}, {0, 1, 2, 3, 4});
  NamedBet of_this_size = two_of_three;
  of_this_size.deck_size = cards;
  // The size that a plan asks for is the target's own.
  const ComparedBet same =
      compared_bets(target_with({{two_of_three, counts}}), target_with({{of_this_size, counts}})).at(0);
  CHECK(same.answer == CountsAnswer::same);
  CHECK(same.settings == "cards=0-2,places=0-4");

  const auto changed =
      compared_bets(target_with({{two_of_three, counts}}), target_with({{other_places, {10, 30, 20, 40}}}));
  REQUIRE(changed.size() == 2);
  CHECK(changed[0].found == FoundIn::new_only);
  CHECK(changed[0].mean_before == 0);
  CHECK(changed[0].mean_after == doctest::Approx(1.9));
  CHECK(changed[1].found == FoundIn::old_only);
  CHECK(changed[1].mean_before == doctest::Approx(2));
  CHECK(changed[1].mean_after == 0);
  for (const ComparedBet& bet : changed) {
    CHECK(bet.answer == CountsAnswer::untested);
    CHECK_FALSE(bet.tested());
  }
  CHECK(changed[0].namesake_is_on == "cards=0-2,places=0-4");
  CHECK(changed[1].settings == "cards=0-2,places=0-4");
  CHECK(changed[1].namesake_is_on == "cards=0-2,places=0-3+5");

  const auto renamed = compared_bets(target_with({{top_five, Counts(9, 50)}, {two_of_three, counts}}),
                                     target_with({{other_name, counts}, {top_five, Counts(9, 51)}}));
  REQUIRE(renamed.size() == 3);
  CHECK(renamed[0].name == "renamed");
  CHECK(renamed[0].found == FoundIn::new_only);
  CHECK(renamed[0].namesake_is_on.empty());
  CHECK(renamed[1].name == "top five");
  CHECK(renamed[1].found == FoundIn::both);
  CHECK(renamed[1].tested());
  CHECK(renamed[2].name == "two of three");
  CHECK(renamed[2].found == FoundIn::old_only);
  CHECK(renamed[2].namesake_is_on.empty());
}

TEST_CASE("what of a bet cannot be compared says why") {
  CHECK(answered({10, 20, 30, 40}, {10, 20, 30, 40}).answer == CountsAnswer::same);
  CHECK_FALSE(answered({10, 20, 30, 40}, {10, 20, 30, 40}).why_untested.has_value());
  const auto why = [](const ComparedBet& bet) {
    CHECK(bet.answer == CountsAnswer::untested);
    CHECK_FALSE(bet.tested());
    return bet.why_untested;
  };
  CHECK(why(answered({0, 0, 0, 0}, {1, 2, 3, 4})) == BetUntested::none_valid_in_old);
  CHECK(why(answered({1, 2, 3, 4}, {0, 0, 0, 0})) == BetUntested::none_valid_in_new);
  CHECK(why(answered({1, 2, 3, 4}, {4, 3, 2, 11'000})) == BetUntested::too_few_trials);
  TargetRecord unanswered = target_with({{two_of_three, {1, 2, 3, 4}}}), answers = unanswered;
  unanswered.bet_records.clear();
  CHECK(why(compared_bets(unanswered, answers).at(0)) == BetUntested::no_answers_in_old);
  CHECK(why(compared_bets(answers, unanswered).at(0)) == BetUntested::no_answers_in_new);
  TargetRecord smaller = answers;
  smaller.target.deck_size = 40;
  CHECK(why(compared_bets(answers, smaller).at(0)) == BetUntested::unlike_decks);
}

// Every check below fails a correct program with probability at most 1e-9.
TEST_CASE(
    "p-values of two runs of one distribution are uniform, rare hands, unlike sizes and a biased "
    "distribution or not") {
  std::vector<double> fair = bet_distribution(top_five, cards), biased = fair;
  biased[0] -= 0.05;
  biased[4] += 0.05;
  struct Setting {
    const char* name;
    const std::vector<double>& distribution;
    std::uint64_t first, second;
  };
  for (const Setting& setting : {Setting{"fair", fair, 20'000, 20'000},
                                 {"fair, one short", fair, 2'400, 200'000},
                                 {"biased", biased, 60'000, 30'000}}) {
    CAPTURE(std::string(setting.name));
    const std::vector<double> p_values =
        p_values_of(setting.distribution, setting.first, setting.second, 6'000, 53);
    for (const double level : {0.05, 0.01}) {
      const PromiseCheck check = check_rate(setting.name, p_values, level, uniform_rate());
      CAPTURE(check.observed);
      CHECK(check.p >= smallest_believable_p);
    }
    CHECK(check_uniform(setting.name, p_values).p >= smallest_believable_p);
    CHECK(check_distance(setting.name, p_values, uniform_rate()).p >= smallest_believable_p);
  }
}

TEST_CASE(
    "flushes that come three tenths too often are told from fair ones as often as the noncentral "
    "distribution says") {
  const std::vector<double> fair = bet_distribution(top_five, cards);
  std::vector<double> flushes = fair;
  flushes[5] *= 1.3;
  flushes[0] -= 0.3 * fair[5];
  constexpr std::uint64_t first = 250'000, second = 750'000;
  constexpr double level = 1e-4;
  // Straight flushes are pooled with fours of a kind, and nothing changed of either.
  double distance = 0;
  for (std::size_t value = 0; value < fair.size(); ++value) {
    const double off = fair[value] - flushes[value];
    distance += off * off / (fair[value] * first + flushes[value] * second);
  }
  constexpr int groups = 8;
  const boost::math::chi_squared central(groups - 1);
  const double power =
      cdf(complement(boost::math::non_central_chi_squared(groups - 1, distance * first * second),
                     quantile(complement(central, level))));
  REQUIRE(power > 0.5);
  REQUIRE(power < 0.99);
  std::mt19937_64 words(59);
  constexpr int runs = 3'000;
  int told_apart = 0, right_value = 0, all_groups = 0;
  for (int run = 0; run < runs; ++run) {
    const ComparedBet bet = answered(multinomial_for_test(fair, first, words),
                                     multinomial_for_test(flushes, second, words), top_five);
    told_apart += bet.p_value <= level;
    right_value += bet.strongest && bet.strongest->value == "flush";
    all_groups += bet.degrees_of_freedom == groups - 1;
  }
  // Six standard deviations are at most 0.055.
  CHECK(std::abs(static_cast<double>(told_apart) / runs - power) < 0.055);
  CHECK(right_value > runs * 95 / 100);
  CHECK(all_groups > runs * 95 / 100);
  MESSAGE("power ", power, ", found ", static_cast<double>(told_apart) / runs, ", flushes named ",
          right_value);
}
