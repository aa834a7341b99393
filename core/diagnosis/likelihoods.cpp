#include "core/diagnosis/likelihoods.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "core/diagnosis/diagnosis.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

std::vector<double> logarithms(const NumericDistribution& distribution) {
  const double least = counts_as_zero(distribution);
  std::vector<double> log_distribution;
  log_distribution.reserve(distribution.probability.size());
  for (const double p : distribution.probability) {
    log_distribution.push_back(p > least ? std::log(p) : impossible_log_likelihood);
  }
  return log_distribution;
}

bool has_other_words(const SampleSetup& setup) {
  return setup.bits != 0 || setup.clock.seeding.kind != SeedingKind::per_block;
}

double from_exact_draws(const KnownDistribution& known, const std::vector<KnownDistribution>& before) {
  const SampleSetup& setup = known.setup;
  if (known.exact_draws || has_other_words(setup)) return std::numeric_limits<double>::infinity();
  const auto exact = std::find_if(before.rbegin(), before.rend(), [&setup](const KnownDistribution& other) {
    return other.exact_draws && other.setup.shuffle == setup.shuffle && other.setup.options == setup.options;
  });
  // What exact draws make fair is not among the known mistakes.
  return exact == before.rend() ? known.chi_square_distance
                                : squared_distance(*known.distribution, *exact->distribution);
}

KnownDistributions distributions_of_shuffle(int deck_size, const ShuffleInfo& shuffle) {
  KnownDistributions known;
  known.not_found =
      for_each_suspect_of(shuffle, deck_size, range_known,
                          [&known](const SampleSetup& setup, const NumericDistribution& distribution) {
                            KnownDistribution added = known_distribution(setup, distribution);
                            added.from_exact_draws = from_exact_draws(added, known.distributions);
                            known.distributions.push_back(std::move(added));
                          });
  return known;
}

// A run of few trials waits for nothing else so long: the cores share the shuffles.
KnownDistributions found_distributions(int deck_size) {
  const std::span<const ShuffleInfo> shuffles = all_shuffles();
  std::vector<KnownDistributions> by_shuffle(shuffles.size());
  share_work(shuffles.size(), [&](std::size_t shuffle) {
    by_shuffle[shuffle] = distributions_of_shuffle(deck_size, shuffles[shuffle]);
  });
  KnownDistributions known;
  for (KnownDistributions& of_shuffle : by_shuffle) {
    std::ranges::move(of_shuffle.distributions, std::back_inserter(known.distributions));
    std::ranges::move(of_shuffle.not_found, std::back_inserter(known.not_found));
  }
  return known;
}

}  // namespace

KnownDistribution known_distribution(const SampleSetup& setup, const NumericDistribution& distribution) {
  KnownDistribution known;
  known.setup = setup;
  known.distribution = std::make_shared<const NumericDistribution>(distribution);
  known.log_distribution = logarithms(distribution);
  known.exact_draws = setup.draw->info.name == ExactDraw::info.name && !has_other_words(setup);
  known.chi_square_distance = chi_square_distance(distribution);
  return known;
}

const KnownDistributions& known_distributions(int deck_size) {
  return found_once<found_distributions, 3, 7>("known_distributions", deck_size);
}

namespace {

// The cells of one permutation. Cards behind each other have the cells of positions of a card and a place
// less.
std::vector<std::uint16_t> cells_of(std::span<const Card> permutation) {
  const std::size_t n = permutation.size(), behind = n * n, fixed = behind + n * n, cycles = fixed + n + 1,
                    even = cycles + n + 1;
  std::vector<std::size_t> cells;
  for (std::size_t position = 0; position < n; ++position)
    cells.push_back(position * n + permutation[position]);
  for (std::size_t position = 1; position < n; ++position) {
    cells.push_back(behind + permutation[position - 1] * n + permutation[position]);
  }
  cells.push_back(fixed + static_cast<std::size_t>(fixed_points(permutation)));
  cells.push_back(cycles + static_cast<std::size_t>(cycle_count(permutation)));
  cells.push_back(is_even(permutation) ? even : even + 1);
  return {cells.begin(), cells.end()};
}

double component_of_divergence(double observed, double due) {
  return observed == 0 ? 0 : observed * std::log(observed / due);
}

}  // namespace

PermutationMarginals::PermutationMarginals(int deck_size, std::span<const std::uint64_t> by_rank) {
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  do {
    const std::vector<std::uint16_t> cells = cells_of(permutation);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
  } while (to_next_permutation(permutation));
  cells_of_permutation_ = cells_.size() / by_rank.size();
  counts_.resize(std::size_t{*std::ranges::max_element(cells_)} + 1);
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    counts_[cells_[place]] += static_cast<double>(by_rank[place / cells_of_permutation_]);
  }
  trials_ = static_cast<double>(std::accumulate(by_rank.begin(), by_rank.end(), std::uint64_t{0}));
}

bool PermutationMarginals::reject(std::span<const double> distribution, double least, double level) const {
  std::vector<double> shares(counts_.size());
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    shares[cells_[place]] += distribution[place / cells_of_permutation_];
  }
  const double enough = std::log(2 * static_cast<double>(counts_.size()) / level);
  const double off = least * static_cast<double>(distribution.size());
  for (std::size_t cell = 0; cell < counts_.size(); ++cell) {
    const double share = std::clamp(shares[cell], off, 1 - off);
    const double divergence = component_of_divergence(counts_[cell], trials_ * share) +
                              component_of_divergence(trials_ - counts_[cell], trials_ * (1 - share));
    if (divergence > enough) return true;
  }
  return false;
}

namespace {

const double log_ratio_over_fair = std::log(100);

// More than there ever are: thresholds for this many let everything through that those for fewer do.
constexpr std::size_t many_suspects = 100'000;

using ImageRanks = std::array<std::vector<std::uint32_t>, all_symmetries.size()>;

ImageRanks image_ranks_of(int deck_size) {
  ImageRanks ranks;
  std::ranges::transform(all_symmetries, ranks.begin(),
                         [deck_size](const Symmetry& symmetry) { return image_ranks(symmetry, deck_size); });
  return ranks;
}

}  // namespace

double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading) {
  constexpr double level = 1e-4;
  const auto share = static_cast<double>(by_plain_reading ? 2 : 2 * (all_symmetries.size() - 1));
  return std::log(share * static_cast<double>(suspects) / level);
}

Readings::Readings(const Tally& whole)
    : trials_(whole.trials),
      by_rank_(whole.permutations->by_rank()),
      // Every look reads counts through the same ones.
      image_ranks_(&found_once<image_ranks_of, 1, largest_deck_read>("Readings", whole.deck_size)) {
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    counts_[symmetry].reserve(by_rank_.size());
    for (const std::uint32_t image : (*image_ranks_)[symmetry]) {
      counts_[symmetry].push_back(static_cast<double>(by_rank_[image]));
    }
  }
}

BySymmetry Readings::log_likelihoods(const std::vector<double>& log_distribution) const {
  // Sums of their own for each eighth order, so that no product waits for the one before it; and so many
  // permutations at a time that of the distribution, which all readings share, they stay in the nearest
  // cache.
  constexpr std::size_t parts = 8, at_once = 512;
  std::array<std::array<double, parts>, all_symmetries.size()> sums{};
  const std::size_t whole = log_distribution.size() - log_distribution.size() % parts;
  for (std::size_t first = 0; first < whole; first += at_once) {
    const std::size_t end = std::min(whole, first + at_once);
    for (std::size_t symmetry = 0; symmetry < sums.size(); ++symmetry) {
      const double* const counts = counts_[symmetry].data();
      std::array<double, parts> sum = sums[symmetry];
      for (std::size_t rank = first; rank < end; rank += parts) {
        for (std::size_t part = 0; part < parts; ++part) {
          sum[part] += counts[rank + part] * log_distribution[rank + part];
        }
      }
      sums[symmetry] = sum;
    }
  }
  BySymmetry log_likelihoods;
  for (std::size_t symmetry = 0; symmetry < sums.size(); ++symmetry) {
    for (std::size_t rank = whole; rank < log_distribution.size(); ++rank) {
      sums[symmetry][0] += counts_[symmetry][rank] * log_distribution[rank];
    }
    log_likelihoods[symmetry] = std::accumulate(sums[symmetry].begin(), sums[symmetry].end(), 0.0);
  }
  return log_likelihoods;
}

std::vector<double> Readings::read_through(std::size_t symmetry,
                                           const std::vector<double>& distribution) const {
  std::vector<double> image(distribution.size());
  for (std::size_t rank = 0; rank < distribution.size(); ++rank)
    image[(*image_ranks_)[symmetry][rank]] = distribution[rank];
  return image;
}

Likelihoods::Likelihoods(const Readings& readings)
    : readings_(&readings),
      fair_(-static_cast<double>(readings.trials()) *
            std::log(static_cast<double>(readings.by_rank().size()))) {}

void Likelihoods::add(const KnownDistribution& known) {
  const BySymmetry log_likelihoods = readings_->log_likelihoods(known.log_distribution);
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    const double log_likelihood = log_likelihoods[symmetry];
    all_.push_back(log_likelihood);
    double& greatest = symmetry == 0 ? greatest_plain_ : greatest_turned_;
    greatest = std::max(greatest, log_likelihood);
    // While suspects are added the thresholds only rise, so nothing is lost too early.
    if (!survives(log_likelihood, many_suspects)) continue;
    survivors_.push_back({known.setup, suspects_, symmetry, log_likelihood, known.distribution});
  }
  ++suspects_;
}

std::vector<Survivor> Likelihoods::take_survivors() {
  std::erase_if(survivors_,
                [this](const Survivor& survivor) { return !survives(survivor.log_likelihood, suspects_); });
  return std::move(survivors_);
}

std::optional<double> Likelihoods::greatest_excluded(std::vector<std::size_t> fitting) const {
  std::ranges::sort(fitting);
  std::optional<double> greatest;
  for (std::size_t index = 0; index < all_.size(); ++index) {
    if (all_[index] <= impossible || std::ranges::binary_search(fitting, index)) continue;
    if (!greatest || all_[index] > *greatest) greatest = all_[index];
  }
  return greatest;
}

bool Likelihoods::survives(double log_likelihood, std::size_t suspects) const {
  return log_likelihood >= fair_ + log_ratio_over_fair &&
         log_likelihood >= greatest_plain_ - log_ratio_to_exclude(suspects, true) &&
         log_likelihood >= greatest_turned_ - log_ratio_to_exclude(suspects, false);
}

namespace {

// The logarithm of a sum of exponentials. The largest one is kept apart.
class LogSum {
 public:
  void add(double log_term) {
    if (log_term <= impossible_log_likelihood / 2) return;
    if (log_term > largest_) {
      sum_ = 1 + sum_ * std::exp(largest_ - log_term);
      largest_ = log_term;
    } else {
      sum_ += std::exp(log_term - largest_);
    }
  }
  double log() const { return largest_ + std::log(sum_); }

 private:
  double largest_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0;
};

// How much a distribution needs its weight, up to 1: at 2,400 trials its term is about exp(1,200 chi-square
// distance).
double need_of(const KnownDistribution& distribution) {
  return std::min(1.0, 0.02 / distribution.chi_square_distance);
}

double pearson_of(const std::vector<std::uint64_t>& counts, double trials) {
  const double expected = trials / static_cast<double>(counts.size());
  double sum = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off;
  }
  return sum / expected;
}

}  // namespace

TermWeights::TermWeights(const KnownDistributions& known) {
  for (const KnownDistribution& distribution : known.distributions)
    (distribution.exact_draws ? exact_ : other_) += need_of(distribution);
}

double TermWeights::of(const KnownDistribution& distribution, std::size_t symmetry) const {
  constexpr double plain = 0.75, turned = (1 - plain) / (all_symmetries.size() - 1);
  const double of_distribution = need_of(distribution) / (2 * (distribution.exact_draws ? exact_ : other_));
  return of_distribution * (symmetry == 0 ? plain : turned);
}

double log10_e_value(const Tally& whole) {
  const Readings readings(whole);
  const auto trials = static_cast<double>(whole.trials);
  const double pearson = pearson_of(readings.by_rank(), trials);
  const double by_chance = static_cast<double>(readings.by_rank().size()) - 1;
  const double explained = pearson - by_chance + 4 * std::sqrt(2 * by_chance);
  const double log_fair = -trials * std::log(static_cast<double>(readings.by_rank().size()));
  const KnownDistributions& all = known_distributions(whole.deck_size);
  const TermWeights weights(all);
  LogSum sum;
  for (const KnownDistribution& known : all.distributions) {
    // The logarithm of a term is at most sqrt(X2 N chi-square distance), since ln x <= x - 1, and far below
    // it where chance made X2. A distribution that explains counts better than fairness does is at least half
    // their deviation from fair, a quarter of its N chi-square distance then, which X2 has beside its n! - 1
    // of chance.
    const double noncentrality = trials * known.chi_square_distance;
    if (pearson * noncentrality < 16 || noncentrality > 4 * explained + 20) continue;
    const BySymmetry log_likelihoods = readings.log_likelihoods(known.log_distribution);
    // All readings but the plain one have the same weight.
    const double log_weight = std::log(weights.of(known, 0)), log_turned = std::log(weights.of(known, 1));
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      const double log_ratio = log_likelihoods[symmetry] - log_fair;
      sum.add(log_ratio + (symmetry == 0 ? log_weight : log_turned));
    }
  }
  return sum.log() / std::numbers::ln10;
}

TailProbability p_of_e_value(double log10_e) {
  const double log10_p = std::clamp(-log10_e, smallest_log10_p, 0.0);
  return {.p = log10_p < -300 ? 0 : std::pow(10, log10_p), .log10_p = log10_p};
}

}  // namespace fairshuffle
