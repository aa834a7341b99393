#include "core/diagnosis/mistake_runs.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

// Trials of a seed that no run of a suspect has.
Tally trials_of(const SampleSetup& setup, std::uint64_t trials) {
  return run_of(setup, trials, 77);
}

SampleSetup sort_of(int deck_size, std::int64_t algorithm, std::int64_t coin) {
  SampleSetup setup = setup_for_test("comparator-sort", deck_size);
  setup.options = {algorithm, coin};
  return setup;
}

std::vector<std::string> first_fits(const DiagnosisRecord& record) {
  std::vector<std::string> names;
  for (const FittingDistribution& fit : record.fits) names.push_back(fit.mistakes.front().target);
  return names;
}

}  // namespace

// The truth is excluded with probability 2e-4 at most: in three of 32 runs with 4960 (2e-4)^3 = 4e-8.
TEST_CASE("sorts by a random comparator are named in decks of which no distribution of theirs is known" *
          doctest::test_suite("simulations")) {
  const auto& options = find_shuffle("comparator-sort")->options;
  int missed = 0;
  for (const int deck_size : {13, 52}) {
    for (std::int64_t sort = options[0].smallest; sort <= options[0].largest; ++sort) {
      for (std::int64_t coin = options[1].smallest; coin <= options[1].largest; ++coin) {
        const SampleSetup setup = sort_of(deck_size, sort, coin);
        CAPTURE(target_text(setup));
        const DiagnosisRecord record = diagnose(trials_of(setup, 2'400), 0.999);
        CHECK(record.not_compared.empty());
        CHECK(record.mistakes_compared > 100);
        if (record.distributions_fitting != 1) {
          ++missed;
          continue;
        }
        const FittingDistribution& distribution = record.fits.front();
        CHECK(std::ranges::find(distribution.mistakes, target_text(setup), &KnownMistake::target) !=
              distribution.mistakes.end());
        CHECK(distribution.p_value > level_of_exclusion);
        CHECK(distribution.degrees_of_freedom > 0);
        CHECK(distribution.log10_over_fair > 20);
        CHECK(distribution.log10_over_best == 0);
        CHECK_FALSE(distribution.tv_upper);
      }
    }
  }
  CHECK(missed <= 2);
}

TEST_CASE("sorts that are one and the same for so few cards are one distribution") {
  const DiagnosisRecord record = diagnose(trials_of(sort_of(8, 0, 0), 2'400), 0.999);
  REQUIRE(record.fits.size() == 1);
  CHECK(record.fits.front().mistakes.size() == 4);
}

TEST_CASE("what is no sort by a fair coin is not named as one") {
  // Every tenth trial is fair.
  const SampleSetup sort = sort_of(52, 0, 0), fair = setup_for_test("durstenfeld", 52);
  const Tally mixed = mixture_for_test(sort, 2'160, fair, 240).complete();
  CHECK(first_fits(diagnose(mixed, 0.999)).empty());
}

TEST_CASE("a mistake explains that permutations come again where it brings them back as often") {
  const SampleSetup cut = setup_for_test("random-cut", 52), fair = setup_for_test("durstenfeld", 52);
  const Tally cuts = trials_of(cut, 2'400), fairs = trials_of(fair, 2'400);
  CHECK(comes_again_as_often(cuts, run_of(cut, 4'096)));
  CHECK_FALSE(comes_again_as_often(cuts, fairs));
  // Of fair decks there is nothing to explain.
  CHECK_FALSE(comes_again_as_often(fairs, cuts));
  CHECK(diagnose(cuts, 0.999).explains_repeats);

  SampleSetup few = setup_for_test("naive-swap", 52);
  CHECK_FALSE(diagnose(trials_of(few, 2'400), 0.999).explains_repeats);
  few.clock.seeding.kind = SeedingKind::per_shuffle_random;
  few.clock.seeding.seeds = 4096;
  const Tally seeded = trials_of(few, 2'400);
  CHECK(seeded.birthday.repeats() > 100);
  CHECK_FALSE(comes_again_as_often(seeded, run_of(setup_for_test("naive-swap", 52), 4'096)));
}

TEST_CASE("a run is the same each time, and none of another shuffle or length") {
  const SampleSetup cut = setup_for_test("random-cut", 20), naive = setup_for_test("naive-swap", 20);
  CHECK(same_run(run_of(cut, 300), run_of(cut, 300)));
  CHECK_FALSE(same_run(run_of(cut, 300), run_of(cut, 301)));
  CHECK_FALSE(same_run(run_of(cut, 300), run_of(naive, 300)));
  CHECK_FALSE(comes_otherwise(trials_of(naive, 2'400), run_of(naive, 4'096)));
  CHECK(comes_otherwise(trials_of(naive, 2'400), run_of(cut, 4'096)));
}

TEST_CASE("a cell of a short run is known to four standard deviations and ten trials") {
  const auto sorted_or_reversed = [](int sorted, int reversed) {
    std::vector<Card> deck(20);
    std::iota(deck.begin(), deck.end(), Card{0});
    RunningTally tally(20, 0);
    for (int trial = 0; trial < sorted; ++trial) tally.add_permutation(deck);
    std::ranges::reverse(deck);
    for (int trial = 0; trial < reversed; ++trial) tally.add_permutation(deck);
    return tally.complete();
  };
  // Of a thousand trials whose half is 500 that is 99.
  const Tally run = sorted_or_reversed(500, 500);
  CHECK_FALSE(comes_otherwise(sorted_or_reversed(53'000, 47'000), run));
  CHECK(comes_otherwise(sorted_or_reversed(62'000, 38'000), run));
}

TEST_CASE("a run that is looked at and goes on is the one that is not") {
  for (const int deck_size : {20, 140}) {
    CAPTURE(deck_size);
    const SampleSetup naive = setup_for_test("naive-swap", deck_size);
    MistakeRun run(naive);
    for (const std::uint64_t trials : {128U, 300U, 300U, 1'000U}) {
      run.go_on_to(trials);
      CHECK(run.so_far().trials == trials);
      CHECK(same_run(run.so_far(), run_of(naive, trials)));
    }
    const Tally complete = run.complete(), at_once = run_of(naive, 1'000);
    CHECK(std::ranges::equal(complete.positions.cells(), at_once.positions.cells()));
    CHECK(complete.birthday.kept == at_once.birthday.kept);
    CHECK(complete.successive.pairs == (deck_size == 20 ? at_once.successive.pairs : 0));
  }
}

TEST_CASE("runs are looked at twice, and those of wide decks whenever they have doubled") {
  const auto looks = [](int deck_size, std::uint64_t trials) {
    Tally whole(deck_size, 0);
    whole.trials = trials;
    return looks_at_runs(whole);
  };
  using Looks = std::vector<std::uint64_t>;
  CHECK(looks(128, 1'000'000) == Looks{512, 4'096});
  CHECK(looks(129, 10) == Looks{128, 256, 512, 1'024, 2'048, 4'096});
  CHECK(looks(129, 5'000) == Looks{128, 256, 512, 1'024, 2'048, 4'096, 5'000});
  CHECK(looks(129, 1'000'000) == Looks{128, 256, 512, 1'024, 2'048, 4'096, 8'192, 16'384, 32'768});
}

TEST_CASE(
    "few trials that all have one value are excluded by how often a run has it, and no more than that") {
  // Each at 1e-4 over 32, of which the logarithm is -12.676. Of a run of 20,000 that has a value 1,500 times
  // as much as 1,500 + 4 * 38.7 + 10 is allowed, 8.3 %: five trials of that have the logarithm -12.4, and six
  // -14.9.
  const auto with = [](std::uint64_t at_seven, std::uint64_t elsewhere) {
    Tally tally(8, 0);
    tally.fixed_points.add(7, at_seven);
    tally.fixed_points.add(2, elsewhere);
    tally.cycles.add(3, at_seven + elsewhere);
    tally.parity.add(0, at_seven + elsewhere);
    return tally;
  };
  CHECK_FALSE(comes_otherwise(with(5, 0), with(1'500, 18'500)));
  CHECK(comes_otherwise(with(6, 0), with(1'500, 18'500)));
  // One of 16 looks that share the level has -15.449.
  CHECK_FALSE(comes_otherwise(with(6, 0), with(1'500, 18'500), level_of_one_look / 16));
}
