// near_misses, of whole_runs_for_tests.hpp.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/diagnosis/suspects.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"
#include "core/statistics/simulated_trials_for_tests.hpp"
#include "core/statistics/tail.hpp"
#include "harness/engine/whole_runs_for_tests.hpp"

namespace fairshuffle {

namespace {

constexpr int size_of_near_misses = 5;

using Probabilities = std::vector<double>;

struct KnownDistribution {
  std::string target;
  Probabilities distribution;
};

std::vector<KnownDistribution> known_distributions() {
  std::vector<KnownDistribution> distributions;
  for_each_suspect(size_of_near_misses, {1e-4, 1e-9},
                   [&distributions](const SampleSetup& setup, const NumericDistribution& distribution) {
                     distributions.push_back({target_text(setup), distribution.probability});
                   });
  return distributions;
}

// A known distribution with a little of another one, or with every order off by a few percent.
Probabilities beside(const std::vector<KnownDistribution>& known, std::mt19937_64& words) {
  std::uniform_int_distribution<std::size_t> any(0, known.size() - 1);
  std::uniform_real_distribution<double> little(0.02, 0.2);
  Probabilities distribution = known[any(words)].distribution;
  const auto mix = [&distribution](double share, auto&& other) {
    for (std::size_t rank = 0; rank < distribution.size(); ++rank) {
      distribution[rank] = (1 - share) * distribution[rank] + share * other(rank);
    }
  };
  switch (words() % 3) {
    case 0:
      mix(little(words),
          [&distribution](std::size_t) { return 1 / static_cast<double>(distribution.size()); });
      break;
    case 1: {
      const Probabilities& other = known[any(words)].distribution;
      mix(little(words), [&other](std::size_t rank) { return other[rank]; });
      break;
    }
    default: {
      std::gamma_distribution<double> weight(1 / (little(words) * little(words)), 1);
      double sum = 0;
      for (double& probability : distribution) sum += probability *= weight(words);
      for (double& probability : distribution) probability /= sum;
    }
  }
  return distribution;
}

double distance(const Probabilities& p, const Probabilities& q) {
  double sum = 0;
  for (std::size_t rank = 0; rank < p.size(); ++rank) sum += std::abs(p[rank] - q[rank]) / 2;
  return sum;
}

// Of the distribution that the record names from the one that it was sampled from; nothing where it is not in
// the list.
std::optional<double> distance_of_named(const KnownMistake& named,
                                        const std::vector<KnownDistribution>& known,
                                        const Probabilities& distribution) {
  const auto found = std::ranges::find(known, named.target, &KnownDistribution::target);
  if (found == known.end()) return std::nullopt;
  for (const Symmetry& symmetry : all_symmetries) {
    if (std::string(to_text(symmetry)) != named.reading) continue;
    const auto ranks = image_ranks(symmetry, size_of_near_misses);
    Probabilities image(distribution.size());
    for (std::size_t rank = 0; rank < distribution.size(); ++rank)
      image[ranks[rank]] = found->distribution[rank];
    return distance(image, distribution);
  }
  return std::nullopt;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

RunsFigures near_misses(const RunsPlan& plan) {
  const std::vector<KnownDistribution> known = known_distributions();
  const std::vector<std::vector<Card>> permutations = [] {
    std::vector<std::vector<Card>> all;
    for (std::uint64_t rank = 0; rank < permutation_count(size_of_near_misses); ++rank) {
      all.push_back(permutation_of_rank(rank, size_of_near_misses));
    }
    return all;
  }();
  std::atomic<std::uint64_t> named = 0, poor = 0, several = 0, none = 0, bare = 0, near = 0, farther = 0;
  for_each_replicate(plan.runs, plan.threads, [&](std::uint64_t run) {
    std::mt19937_64 words(plan.seed + run);
    const Probabilities distribution = beside(known, words);
    const RankSampler sampler(distribution);
    const auto generator = std::make_shared<RankSampler::Generator>(words());
    constexpr std::array trials{std::uint64_t{2'400}, std::uint64_t{16'384}, std::uint64_t{131'072}};
    const TargetRecord record = ran(
        stream_target(
            size_of_near_misses,
            [&](std::vector<Card>& deck, std::uint64_t) { deck = permutations[sampler.draw(*generator)]; }),
        {.seed = plan.seed + run, .max_trials = trials[run % trials.size()], .fixed_trials = true});
    if (!record.diagnosis || record.diagnosis->fits.empty()) {
      ++none;
      return;
    }
    const DiagnosisRecord& diagnosis = *record.diagnosis;
    const FittingDistribution& fit = diagnosis.fits.front();
    if (diagnosis.distributions_fitting > 1) {
      ++several;
      bare += !has(record.sentence, "(or a distribution ");
    } else if (fit.p_value < poor_fit) {
      ++poor;
      bare += !has(record.sentence, "may be none of ");
    } else {
      ++named;
      bare += !has(record.sentence, "(or a distribution ");
    }
    const std::optional<double> off = distance_of_named(fit.mistakes.front(), known, distribution);
    if (!off || !fit.tv_upper) return;
    ++near;
    farther += *off > *fit.tv_upper;
  });
  return {{.of = "distributions beside known ones",
           .figure = fmt::format(
               "of {} {} named, {} as one of several, {} as a poor fit, {} not at all; {} without a hedge",
               plan.runs, named.load(), several.load(), poor.load(), none.load(), bare.load()),
           .holds = bare == 0},
          {.of = "how far they are from what is named",
           .figure = fmt::format("{} of {} bounds are exceeded, 0.1 % may be", farther.load(), near.load()),
           .holds = near > 0 && binomial_upper_tail(farther, near, 0.001).p >= least_believable_p}};
}

}  // namespace fairshuffle
