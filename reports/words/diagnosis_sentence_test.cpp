#include "reports/words/diagnosis_sentence.hpp"

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("a poor fit is no name, and a good one says how far another law may be") {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 191;
  diagnosis.laws_fitting = 1;
  FittingLaw fit;
  fit.mistakes = {{"sattolo:n=5", ""}};
  fit.p_value = 0.0099;
  fit.tv_upper = 0.0123;
  diagnosis.fits = {fit};
  CHECK(sentence_of(diagnosis, 5, 16'384) ==
        "Of 191 known mistakes only sattolo:n=5 is not excluded, and it fits poorly (p = 0.0099): it may be "
        "none "
        "of them.");
  diagnosis.fits[0].p_value = 0.01;
  CHECK(sentence_of(diagnosis, 5, 16'384) ==
        "The counts fit sattolo:n=5 (p = 0.01; if not this law, one within 0.013 of it); every other of 191 "
        "known "
        "mistakes is excluded.");
  diagnosis.fits[0].tv_upper.reset();
  CHECK(
      sentence_of(diagnosis, 5, 16'384) ==
      "The counts fit sattolo:n=5 (p = 0.01; if not this law, too few trials say how near another is); every "
      "other of 191 known mistakes is excluded.");
}
