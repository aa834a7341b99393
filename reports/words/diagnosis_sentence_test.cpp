#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetDescription deck_of(int deck_size) {
  TargetDescription target;
  target.deck_size = deck_size;
  return target;
}

}  // namespace

TEST_CASE("a poor fit is no name, and a good one says how far another distribution may be") {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 191;
  diagnosis.distributions_fitting = 1;
  FittingDistribution fit;
  fit.mistakes = {{"sattolo:n=5", ""}};
  fit.p_value = 0.0099;
  fit.tv_upper = 0.0123;
  diagnosis.fits = {fit};
  const std::string lesson = ": fairshuffle explain sattolo:n=5";
  CHECK(answer_of(diagnosis, deck_of(5)) ==
        "may be none of 191 known mistakes; not excluded: sattolo:n=5 (poorly, p = 0.0099)" + lesson);
  diagnosis.fits[0].p_value = 0.01;
  CHECK(
      answer_of(diagnosis, deck_of(5)) ==
      "consistent with sattolo:n=5 (or a distribution within 1.3 points of it); the 190 other known mistakes "
      "are excluded" +
          lesson);
  diagnosis.fits[0].tv_upper.reset();
  CHECK(answer_of(diagnosis, deck_of(5)) ==
        "consistent with sattolo:n=5 (or a distribution near it); the 190 other known mistakes are excluded" +
            lesson);
  diagnosis.not_compared = {"comparator-sort:sort=quick,n=5"};
  CHECK(answer_of(diagnosis, deck_of(5))
            .ends_with("; not compared: comparator-sort:sort=quick,n=5; the 190 other known mistakes are "
                       "excluded" +
                       lesson));
  diagnosis.fits[0].p_value = 0.0099;
  CHECK(answer_of(diagnosis, deck_of(5)) ==
        "may be none of 191 known mistakes; not compared: comparator-sort:sort=quick,n=5; not excluded: "
        "sattolo:n=5 (poorly, p = 0.0099)" +
            lesson);
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
  CHECK(
      answer_of(diagnosis, deck_of(4)) ==
      "consistent with smoosh:n=4 and smoosh:n=4 with cards reversed (poorly, p = 0.002) (or a distribution "
      "within 6.1 points of the first); if it is one of them, about 270,000 trials tell which; the 190 other "
      "known mistakes are excluded: fairshuffle explain smoosh:n=4");
  diagnosis.fits[0].p_value = 0.004;
  CHECK(answer_of(diagnosis, deck_of(4)) ==
        "may be none of 191 known mistakes; not excluded: smoosh:n=4 (poorly, p = 0.004) and smoosh:n=4 with "
        "cards reversed (poorly, p = 0.002): fairshuffle explain smoosh:n=4");
  // Those that are not listed may fit well.
  diagnosis.distributions_fitting = 3;
  const std::string words = answer_of(diagnosis, deck_of(4));
  CHECK(words.starts_with("consistent with smoosh:n=4 (poorly, p = 0.004), "));
  CHECK(words.find("; of the 191 known mistakes, all others are excluded: ") != std::string::npos);
}

TEST_CASE("of decks of which single cards and numbers were compared, the sentence says so") {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 700;
  diagnosis.distributions_fitting = 1;
  diagnosis.fits.resize(1);
  diagnosis.fits[0].mistakes = {{"riffle:m=7,n=52", ""}};
  const auto words = [&diagnosis](int deck_size) { return answer_of(diagnosis, deck_of(deck_size)); };
  for (const int deck_size : {8, 52, 140}) {
    CHECK(words(deck_size).find("as far as single cards and numbers such as parity show") !=
          std::string::npos);
    CHECK(words(deck_size).find("a distribution near") == std::string::npos);
  }
  // Of up to ten cards some are compared.
  CHECK(words(10).find("were compared only where they are known and permutations are counted)") !=
        std::string::npos);
  CHECK(words(11).find("were not compared)") != std::string::npos);
  CHECK(words(7).find(" (or a distribution near it)") != std::string::npos);
  CHECK(words(52).find(
            "; of the 700 known mistakes that so many trials must show, all others are excluded: ") !=
        std::string::npos);
}
