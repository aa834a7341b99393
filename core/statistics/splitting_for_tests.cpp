#include "core/statistics/splitting_for_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

namespace {

using Generator = Xoshiro256PlusPlus;

// Off by less than bound / 2^64.
std::size_t below(Generator& generator, std::size_t bound) {
  return static_cast<std::size_t>(static_cast<Wide>(generator.next_word()) * bound >> 64);
}

void redraw(std::span<Card> deck, Generator& generator) {
  for (std::size_t last = deck.size() - 1; last > 0; --last) {
    std::swap(deck[last], deck[below(generator, last + 1)]);
  }
}

struct Particle {
  std::vector<Card> decks;  // end to end
  std::vector<std::uint64_t> counts;
  double statistic = 0;
};

class Splitting {
 public:
  Splitting(const SplittingPlan& plan, std::uint64_t run)
      : plan_(plan),
        n_(static_cast<std::size_t>(plan.deck_size)),
        trials_(plan.statistic.fewest_trials(plan.deck_size)),
        generator_(stream_seed(plan.seed, 0, run)) {
    for (int index = 0; index < plan.particles; ++index) particles_.push_back(fair_particle());
  }

  double rate() {
    constexpr double kept_share = 0.2;
    const auto kept = static_cast<std::size_t>(kept_share * plan_.particles);
    double rate = 1;
    while (true) {
      std::ranges::sort(particles_, std::ranges::greater{}, &Particle::statistic);
      const double common = particles_[kept - 1].statistic;
      if (tail_of(common) <= plan_.level)
        return rate * share([this](double t) { return tail_of(t) <= plan_.level; });
      // Particles with the same statistic are kept together.
      const double above = share([common](double t) { return t >= common; });
      rate *= above;
      const auto survivors = static_cast<std::size_t>(std::lround(above * plan_.particles));
      if (survivors == particles_.size()) return 0;  // nothing lies farther out
      for (std::size_t index = survivors; index < particles_.size(); ++index) {
        particles_[index] = particles_[index % survivors];
      }
      for (Particle& particle : particles_) move(particle, common);
    }
  }

 private:
  double tail_of(double statistic) const { return chi_squared_upper_tail(statistic, degrees_of_freedom_).p; }

  template <class Holds>
  double share(Holds holds) const {
    return static_cast<double>(std::ranges::count_if(particles_, holds, &Particle::statistic)) /
           plan_.particles;
  }

  double statistic_of(std::span<const std::uint64_t> counts) {
    const ChiSquared found = plan_.statistic.of(plan_.deck_size, trials_, counts);
    degrees_of_freedom_ = found.degrees_of_freedom;
    return found.statistic;
  }

  // Adds the deck, or takes it away again where `times` is -1.
  void count(std::vector<std::uint64_t>& counts, std::span<const Card> deck, std::uint64_t times) {
    cells_.clear();
    plan_.statistic.append_cells(deck, cells_);
    for (const std::size_t cell : cells_) counts[cell] += times;
  }

  Particle fair_particle() {
    Particle particle;
    particle.decks.resize(trials_ * n_);
    particle.counts.resize(plan_.statistic.cells(plan_.deck_size));
    for (std::uint64_t trial = 0; trial < trials_; ++trial) {
      const std::span<Card> deck = std::span(particle.decks).subspan(trial * n_, n_);
      std::iota(deck.begin(), deck.end(), Card{0});
      redraw(deck, generator_);
      count(particle.counts, deck, 1);
    }
    particle.statistic = statistic_of(particle.counts);
    return particle;
  }

  // Steps that are as likely forth as back, so that decks stay fair but for what they are held to: new decks,
  // and a few swaps where no new deck would do. Of more decks each is less of the statistic, and it takes
  // more steps to move that.
  void move(Particle& particle, double common) {
    const std::uint64_t steps = std::max<std::uint64_t>(80, trials_ / 2);
    std::vector<Card> changed(n_);
    for (std::uint64_t step = 0; step < steps; ++step) {
      const std::span<Card> deck = std::span(particle.decks).subspan(below(generator_, trials_) * n_, n_);
      std::ranges::copy(deck, changed.begin());
      const std::size_t kind = below(generator_, 8);
      if (kind < 4) redraw(changed, generator_);
      for (std::size_t swaps = kind < 4 ? 0 : kind - 3; swaps > 0; --swaps) {
        std::swap(changed[below(generator_, n_)], changed[below(generator_, n_)]);
      }
      count(particle.counts, deck, ~std::uint64_t{0});
      count(particle.counts, changed, 1);
      const double statistic = statistic_of(particle.counts);
      if (statistic < common) {
        count(particle.counts, changed, ~std::uint64_t{0});
        count(particle.counts, deck, 1);
        continue;
      }
      std::ranges::copy(changed, deck.begin());
      particle.statistic = statistic;
    }
  }

  const SplittingPlan& plan_;
  std::size_t n_;
  std::uint64_t trials_;
  double degrees_of_freedom_ = 0;
  Generator generator_;
  std::vector<std::size_t> cells_;  // room for those of one deck
  std::vector<Particle> particles_;
};

}  // namespace

PromiseCheck check_far_tail(const SplittingPlan& plan) {
  std::vector<double> rates(plan.runs);
  for_each_replicate(plan.runs, plan.threads,
                     [&](std::uint64_t run) { rates[run] = Splitting(plan, run).rate(); });
  // A product of many shares is nearer to normal in its logarithm; the mean of a lognormal lies half its
  // variance above. A run that ended before the level counts as far below it.
  const auto runs = static_cast<double>(plan.runs);
  double mean = 0, sum = 0, squares = 0;
  for (const double rate : rates) {
    const double log_ratio = std::log(std::max(rate / plan.level, 1e-6));
    mean += rate / runs;
    sum += log_ratio;
    squares += log_ratio * log_ratio;
  }
  const double variance = (squares - sum * sum / runs) / (runs - 1);
  const double z = (sum / runs + variance / 2) / std::sqrt(variance / runs);
  return {fmt::format("n = {}, {} trials: {} rejects at {} at most", plan.deck_size,
                      plan.statistic.fewest_trials(plan.deck_size), plan.statistic.test, plan.level),
          plan.level, mean, z, std::erfc(z / std::sqrt(2.)) / 2};
}

}  // namespace fairshuffle
