#include "core/diagnosis/known_laws.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/diagnosis/likelihoods.hpp"
#include "core/draw/exact.hpp"

namespace fairshuffle {

namespace {

std::vector<double> logarithms(const NumericLaw& law) {
  const double least = counts_as_zero(law);
  std::vector<double> log_law;
  log_law.reserve(law.probability.size());
  for (const double p : law.probability) {
    log_law.push_back(p > least ? std::log(p) : impossible_log_likelihood);
  }
  return log_law;
}

bool has_other_words(const SampleSetup& setup) {
  return setup.bits != 0 || setup.clock.seeding.kind != SeedingKind::per_block;
}

double from_exact_draws(const KnownLaw& known, const std::vector<KnownLaw>& before) {
  const SampleSetup& setup = known.setup;
  if (known.exact_draws || has_other_words(setup)) return std::numeric_limits<double>::infinity();
  const auto exact = std::find_if(before.rbegin(), before.rend(), [&setup](const KnownLaw& other) {
    return other.exact_draws && other.setup.shuffle == setup.shuffle && other.setup.options == setup.options;
  });
  // What exact draws make fair is not among the known mistakes.
  return exact == before.rend() ? known.phi2 : squared_distance(*known.law, *exact->law);
}

KnownLaws found_laws(int deck_size) {
  KnownLaws known;
  known.not_found =
      for_each_suspect(deck_size, range_known, [&known](const SampleSetup& setup, const NumericLaw& law) {
        KnownLaw added = known_law(setup, law);
        added.from_exact_draws = from_exact_draws(added, known.laws);
        known.laws.push_back(std::move(added));
      });
  return known;
}

// Found by whoever asks first, and waited for by others.
template <int deck_size>
const KnownLaws& kept_laws() {
  static const KnownLaws laws = found_laws(deck_size);
  return laws;
}

}  // namespace

KnownLaw known_law(const SampleSetup& setup, const NumericLaw& law) {
  KnownLaw known;
  known.setup = setup;
  known.law = std::make_shared<const NumericLaw>(law);
  known.log_law = logarithms(law);
  known.exact_draws = setup.draw->info.name == ExactDraw::info.name && !has_other_words(setup);
  known.phi2 = phi2(law);
  return known;
}

const KnownLaws& known_laws(int deck_size) {
  switch (deck_size) {
    case 3:
      return kept_laws<3>();
    case 4:
      return kept_laws<4>();
    case 5:
      return kept_laws<5>();
    case 6:
      return kept_laws<6>();
    case 7:
      return kept_laws<7>();
    default:
      throw std::invalid_argument("known_laws: deck_size must be in 3..7, was " + std::to_string(deck_size));
  }
}

}  // namespace fairshuffle
