#include "core/diagnosis/known_laws.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "core/diagnosis/likelihoods.hpp"
#include "core/draw/exact.hpp"
#include "core/interpret/found_once.hpp"
#include "core/interpret/shared_work.hpp"
#include "core/shuffle/registry.hpp"

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

KnownLaws laws_of_shuffle(int deck_size, const ShuffleInfo& shuffle) {
  KnownLaws known;
  known.not_found = for_each_suspect_of(shuffle, deck_size, range_known,
                                        [&known](const SampleSetup& setup, const NumericLaw& law) {
                                          KnownLaw added = known_law(setup, law);
                                          added.from_exact_draws = from_exact_draws(added, known.laws);
                                          known.laws.push_back(std::move(added));
                                        });
  return known;
}

// A run of few trials waits for nothing else so long: the cores share the shuffles.
KnownLaws found_laws(int deck_size) {
  const std::span<const ShuffleInfo> shuffles = all_shuffles();
  std::vector<KnownLaws> by_shuffle(shuffles.size());
  share_work(shuffles.size(), [&](std::size_t shuffle) {
    by_shuffle[shuffle] = laws_of_shuffle(deck_size, shuffles[shuffle]);
  });
  KnownLaws known;
  for (KnownLaws& of_shuffle : by_shuffle) {
    std::ranges::move(of_shuffle.laws, std::back_inserter(known.laws));
    std::ranges::move(of_shuffle.not_found, std::back_inserter(known.not_found));
  }
  return known;
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
  return found_once<found_laws, 3, 7>("known_laws", deck_size);
}

}  // namespace fairshuffle
