#include "core/diagnosis/likelihoods.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fairshuffle {

namespace {

const double log_ratio_over_fair = std::log(100);

// More than there ever are: thresholds for this many let everything through that those for fewer do.
constexpr std::size_t many_suspects = 100'000;

}  // namespace

double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading) {
  constexpr double level = 1e-4;
  const auto share = static_cast<double>(by_plain_reading ? 2 : 2 * (all_symmetries.size() - 1));
  return std::log(share * static_cast<double>(suspects) / level);
}

Readings::Readings(const Tally& whole) : trials_(whole.trials), by_rank_(whole.orders->by_rank()) {
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    image_ranks_[symmetry] = image_ranks(all_symmetries[symmetry], whole.deck_size);
    for (const std::uint32_t image : image_ranks_[symmetry]) {
      counts_[symmetry].push_back(static_cast<double>(by_rank_[image]));
    }
  }
}

double Readings::log_likelihood(const std::vector<double>& log_law, std::size_t symmetry) const {
  // Sums of their own for each eighth order, so that no product waits for the one before it.
  std::array<double, 8> sums{};
  const std::vector<double>& counts = counts_[symmetry];
  std::size_t rank = 0;
  for (; rank + sums.size() <= log_law.size(); rank += sums.size()) {
    for (std::size_t part = 0; part < sums.size(); ++part) {
      sums[part] += counts[rank + part] * log_law[rank + part];
    }
  }
  for (; rank < log_law.size(); ++rank) sums[0] += counts[rank] * log_law[rank];
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

std::vector<double> Readings::read_through(std::size_t symmetry, const std::vector<double>& law) const {
  std::vector<double> image(law.size());
  for (std::size_t rank = 0; rank < law.size(); ++rank) image[image_ranks_[symmetry][rank]] = law[rank];
  return image;
}

Likelihoods::Likelihoods(const Readings& readings)
    : readings_(&readings),
      fair_(-static_cast<double>(readings.trials()) *
            std::log(static_cast<double>(readings.by_rank().size()))) {}

void Likelihoods::add(const KnownLaw& known) {
  for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
    const double log_likelihood = readings_->log_likelihood(known.log_law, symmetry);
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
