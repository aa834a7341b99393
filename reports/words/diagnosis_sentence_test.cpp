#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

TEST_CASE("a poor fit is no name, and a good one says how far another distribution may be") {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 191;
  diagnosis.distributions_fitting = 1;
  FittingDistribution fit;
  fit.mistakes = {{"sattolo:n=5", ""}};
  fit.p_value = 0.0099;
  fit.tv_upper = 0.0123;
  diagnosis.fits = {fit};
  CHECK(sentence_of(diagnosis, 5, 16'384) ==
        "Of 191 known mistakes only sattolo:n=5 is not excluded, and it fits poorly (p = 0.0099): it may be "
        "none of them.");
  diagnosis.fits[0].p_value = 0.01;
  CHECK(sentence_of(diagnosis, 5, 16'384) ==
        "The counts are consistent (p = 0.01) with sattolo:n=5 (or a distribution within 1.3 points of it); "
        "the 190 other known mistakes are excluded.");
  diagnosis.fits[0].tv_upper.reset();
  CHECK(sentence_of(diagnosis, 5, 16'384) ==
        "The counts are consistent (p = 0.01) with sattolo:n=5 (or a distribution near it); the 190 other "
        "known mistakes are excluded.");
}

TEST_CASE("a list is hedged as a single name is, and a poor fit in it is told") {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 191;
  diagnosis.distributions_fitting = 2;
  diagnosis.fits.resize(2);
  diagnosis.fits[0].mistakes = {{"smoosh:n=4", ""}};
  diagnosis.fits[0].p_value = 0.3;
  diagnosis.fits[0].tv_upper = 0.061;
  diagnosis.fits[1].mistakes = {{"smoosh:n=4", "cards reversed"}};
  diagnosis.fits[1].p_value = 0.002;
  diagnosis.trials_to_tell_apart = 270'000;
  CHECK(sentence_of(diagnosis, 4, 2'400) ==
        "The counts of 2,400 trials are consistent with smoosh:n=4 (p = 0.3) and smoosh:n=4 with cards "
        "reversed (p = 0.002, poorly) (or a distribution within 6.1 points of the first); if it is one of "
        "them, about 2.7e5 trials tell which; the 190 other known mistakes are excluded.");
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = 4;
  result.diagnosis = diagnosis;
  result.tests.resize(1);
  result.tests.front().rejected = true;
  CHECK(clauses_of(result, {})
            .why.starts_with(
                "consistent with smoosh:n=4 and smoosh:n=4 with cards reversed (poorly, p = 0.002) "));
  CHECK_FALSE(all_fit_poorly(diagnosis));
  diagnosis.fits[0].p_value = 0.004;
  CHECK(all_fit_poorly(diagnosis));
  CHECK(sentence_of(diagnosis, 4, 2'400) ==
        "Of 191 known mistakes only smoosh:n=4 (p = 0.004, poorly) and smoosh:n=4 with cards reversed (p = "
        "0.002, poorly) are not excluded: it may be none of them.");
  // Those that are not listed may fit well.
  diagnosis.distributions_fitting = 3;
  CHECK_FALSE(all_fit_poorly(diagnosis));
  CHECK(others_excluded(diagnosis, 4) == "every other of 191 known mistakes is excluded");
}

TEST_CASE("of decks of which single cards and numbers were compared, the sentence says so") {
  for (const int deck_size : {8, 52, 140}) {
    const std::string near = or_near(1, std::nullopt, deck_size);
    CHECK(near.find("as far as single cards and numbers such as parity show") != std::string::npos);
    CHECK(near.find("a distribution near") == std::string::npos);
  }
  // Of up to ten cards some are compared.
  CHECK(or_near(1, std::nullopt, 10)
            .ends_with("were compared only where they are known and permutations are "
                       "counted)"));
  CHECK(or_near(1, std::nullopt, 11).ends_with("were not compared)"));
  CHECK(or_near(1, std::nullopt, 7) == " (or a distribution near it)");
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 700;
  CHECK(others_excluded(diagnosis, 52) ==
        "every other of 700 known mistakes that so many trials must show is excluded");
}
