#include "core/diagnosis/likelihoods.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace fairshuffle {

namespace {

const double log_ratio_over_fair = std::log(100);

// More than there ever are: thresholds for this many let everything through that those for fewer do.
constexpr std::size_t many_suspects = 100'000;

using ImageRanks = std::array<std::vector<std::uint32_t>, all_symmetries.size()>;

// Found by whoever asks first, and waited for by others: every look reads counts through the same ones.
template <int deck_size>
const ImageRanks& kept_image_ranks() {
  static const ImageRanks kept = [] {
    ImageRanks ranks;
    std::ranges::transform(all_symmetries, ranks.begin(),
                           [](const Symmetry& symmetry) { return image_ranks(symmetry, deck_size); });
    return ranks;
  }();
  return kept;
}

template <int... smaller>
constexpr std::array<const ImageRanks& (*)(), sizeof...(smaller)> kept_by_deck_size(
    std::integer_sequence<int, smaller...>) {
  return {&kept_image_ranks<smaller + 1>...};
}

const ImageRanks& image_ranks_of(int deck_size) {
  static constexpr auto kept =
      kept_by_deck_size(std::make_integer_sequence<int, Readings::largest_deck_read>());
  if (deck_size < 1 || deck_size > Readings::largest_deck_read) {
    throw std::invalid_argument("Readings: deck_size must be in 1..8, was " + std::to_string(deck_size));
  }
  return kept[static_cast<std::size_t>(deck_size - 1)]();
}

}  // namespace

double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading) {
  constexpr double level = 1e-4;
  const auto share = static_cast<double>(by_plain_reading ? 2 : 2 * (all_symmetries.size() - 1));
  return std::log(share * static_cast<double>(suspects) / level);
}

Readings::Readings(const Tally& whole)
    : trials_(whole.trials),
      by_rank_(whole.orders->by_rank()),
      image_ranks_(&image_ranks_of(whole.deck_size)) {
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    counts_[symmetry].reserve(by_rank_.size());
    for (const std::uint32_t image : (*image_ranks_)[symmetry]) {
      counts_[symmetry].push_back(static_cast<double>(by_rank_[image]));
    }
  }
}

BySymmetry Readings::log_likelihoods(const std::vector<double>& log_law) const {
  // Sums of their own for each eighth order, so that no product waits for the one before it; and so many
  // orders at a time that of the law, which all readings share, they stay in the nearest cache.
  constexpr std::size_t parts = 8, at_once = 512;
  std::array<std::array<double, parts>, all_symmetries.size()> sums{};
  const std::size_t whole = log_law.size() - log_law.size() % parts;
  for (std::size_t first = 0; first < whole; first += at_once) {
    const std::size_t end = std::min(whole, first + at_once);
    for (std::size_t symmetry = 0; symmetry < sums.size(); ++symmetry) {
      const double* const counts = counts_[symmetry].data();
      std::array<double, parts> sum = sums[symmetry];
      for (std::size_t rank = first; rank < end; rank += parts) {
        for (std::size_t part = 0; part < parts; ++part) {
          sum[part] += counts[rank + part] * log_law[rank + part];
        }
      }
      sums[symmetry] = sum;
    }
  }
  BySymmetry log_likelihoods;
  for (std::size_t symmetry = 0; symmetry < sums.size(); ++symmetry) {
    for (std::size_t rank = whole; rank < log_law.size(); ++rank) {
      sums[symmetry][0] += counts_[symmetry][rank] * log_law[rank];
    }
    log_likelihoods[symmetry] = std::accumulate(sums[symmetry].begin(), sums[symmetry].end(), 0.0);
  }
  return log_likelihoods;
}

std::vector<double> Readings::read_through(std::size_t symmetry, const std::vector<double>& law) const {
  std::vector<double> image(law.size());
  for (std::size_t rank = 0; rank < law.size(); ++rank) image[(*image_ranks_)[symmetry][rank]] = law[rank];
  return image;
}

Likelihoods::Likelihoods(const Readings& readings)
    : readings_(&readings),
      fair_(-static_cast<double>(readings.trials()) *
            std::log(static_cast<double>(readings.by_rank().size()))) {}

void Likelihoods::add(const KnownLaw& known) {
  const BySymmetry log_likelihoods = readings_->log_likelihoods(known.log_law);
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    const double log_likelihood = log_likelihoods[symmetry];
    all_.push_back(log_likelihood);
    double& greatest = symmetry == 0 ? greatest_plain_ : greatest_turned_;
    greatest = std::max(greatest, log_likelihood);
    // While suspects are added the thresholds only rise, so nothing is lost too early.
    if (!survives(log_likelihood, many_suspects)) continue;
    survivors_.push_back({known.setup, suspects_, symmetry, log_likelihood, known.law});
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

}  // namespace fairshuffle
