#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/chi_squared.hpp"

using namespace fairshuffle;

namespace {

const CardSuspect& suspect_of(const SampleSetup& setup) {
  const auto& suspects = card_suspects(setup.deck_size).suspects;
  const auto found = std::ranges::find(suspects, target_text(setup),
                                       [](const CardSuspect& suspect) { return target_text(suspect.setup); });
  REQUIRE(found != suspects.end());
  return *found;
}

KnownMistake first_fit(const DiagnosisRecord& record) {
  return record.fits.empty() ? KnownMistake{} : record.fits.front().mistakes.front();
}

}  // namespace

// Of 8 readings and at most 27 views of each of six mistakes none at 7e-10: 1e-6 in all.
TEST_CASE("distributions that are read otherwise are those of permutations that are read so") {
  constexpr int n = 13;
  for (const SampleSetup& setup : {setup_for_test("naive-swap", n), setup_for_test("riffle", n, {2}),
                                   setup_for_test("random-key-sort", n, {3}), setup_for_test("shelf", n),
                                   setup_for_test("random-cut", n), setup_for_test("sattolo", n)}) {
    const CardSuspect& plain = suspect_of(setup);
    for (const Symmetry& symmetry : all_symmetries) {
      CAPTURE(target_text(setup));
      CAPTURE(to_text(symmetry));
      const CardSuspect read = read_through(symmetry, plain);
      const Tally run = run_of(read.setup, 20'000);
      REQUIRE(run.trials == 20'000);
      for (const CardView& view : read.views()) {
        const GoodnessOfFit fit = goodness_of_fit(counts_of(view, run), read.distribution_of(view), 1e-15);
        CHECK(fit.possible);
        CHECK(fit.upper_tail.p > 7e-10);
      }
      // Peaks that became valleys are lost, and so is what they told.
      const bool is_whole = read.own_distribution.empty() == plain.own_distribution.empty();
      const auto [view, information] = most_telling(read, [](const CardView&) { return true; });
      CHECK(read.information == doctest::Approx(information));
      CHECK(divergence(read.distribution_of(read.against_fair), fair_distribution_of(read.against_fair, n)) ==
            doctest::Approx(information));
      CHECK((is_whole || plain.own_view == CardView::Of::peaks));
      CHECK(read.chi_square_distance == doctest::Approx(plain.chi_square_distance));
      if (is_whole) CHECK(information == doctest::Approx(plain.information));
    }
  }
}

TEST_CASE("only peaks that are seen from the other end of the cards are lost") {
  const CardSuspect& machine = suspect_of(setup_for_test("shelf", 52));
  for (const Symmetry& symmetry : all_symmetries) {
    CAPTURE(to_text(symmetry));
    const CardSuspect read = read_through(symmetry, machine);
    const bool seen_from_other_end =
        symmetry.exchanged ? symmetry.positions_reversed : symmetry.cards_reversed;
    CHECK(read.own_distribution.empty() == seen_from_other_end);
    CHECK((read.own_view == CardView::Of::peaks) != symmetry.exchanged);
  }
}

// The truth is excluded with probability 3e-4 at most, in three of 28 runs with 3276 (3e-4)^3 = 9e-8 at most.
TEST_CASE("mistakes of large decks are named however their permutations are written down" *
          doctest::test_suite("long-simulations")) {
  int missed = 0;
  for (const char* name : {"naive-swap", "sattolo", "shelf", "comparator-sort"}) {
    for (const Symmetry& symmetry : all_symmetries) {
      SampleSetup setup = setup_for_test(name, 52);
      setup.reading = symmetry;
      CAPTURE(std::string(name));
      CAPTURE(to_text(symmetry));
      const KnownMistake named = first_fit(diagnose(sample_for_test(setup, 12'000, 3).complete(), 0.999));
      if (named.target.empty()) {
        ++missed;
        continue;
      }
      CHECK(named.target == target_text(setup));
    }
  }
  CHECK(missed <= 2);
}
