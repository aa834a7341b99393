#include "core/statistics/splitting_for_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/order/wide.hpp"
#include "core/random/streams.hpp"
#include "core/random/xoshiro256pp.hpp"
#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

namespace {

using Generator = Xoshiro256PlusPlus;

// Off by less than bound / 2^64.
std::size_t below(Generator& generator, std::size_t bound) {
  return static_cast<std::size_t>(static_cast<Wide>(generator.next_word()) * bound >> 64);
}

void redraw(std::vector<Card>& places, Generator& generator) {
  for (std::size_t last = places.size() - 1; last > 0; --last) {
    std::swap(places[last], places[below(generator, last + 1)]);
  }
}

// The decks by card: where it lies.
struct Particle {
  std::vector<std::vector<Card>> decks;
  std::vector<std::uint64_t> pairs;
  double statistic = 0;
};

class Splitting {
 public:
  Splitting(const SplittingPlan& plan, std::uint64_t run)
      : plan_(plan),
        n_(static_cast<std::size_t>(plan.deck_size)),
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
  double tail_of(double statistic) const {
    const double degrees_of_freedom =
        plan_.statistic(plan_.deck_size, plan_.trials, particles_.front().pairs).degrees_of_freedom;
    return chi_squared_upper_tail(statistic, degrees_of_freedom).p;
  }

  template <class Holds>
  double share(Holds holds) const {
    return static_cast<double>(std::ranges::count_if(particles_, holds, &Particle::statistic)) /
           plan_.particles;
  }

  double statistic_of(const std::vector<std::uint64_t>& pairs) const {
    return plan_.statistic(plan_.deck_size, plan_.trials, pairs).statistic;
  }

  // Adds the deck, or takes it away again.
  void count(std::vector<std::uint64_t>& pairs, const std::vector<Card>& places, std::uint64_t times) const {
    std::size_t cell = 0;
    for (std::size_t first = 0; first < n_; ++first) {
      for (std::size_t second = first + 1; second < n_; ++second) {
        pairs[cell++] += places[first] < places[second] ? times : 0;
      }
    }
  }

  Particle fair_particle() {
    Particle particle;
    particle.pairs.resize(pairs_of(n_));
    for (std::uint64_t trial = 0; trial < plan_.trials; ++trial) {
      std::vector<Card>& places = particle.decks.emplace_back(n_);
      std::iota(places.begin(), places.end(), Card{0});
      redraw(places, generator_);
      count(particle.pairs, places, 1);
    }
    particle.statistic = statistic_of(particle.pairs);
    return particle;
  }

  // Steps that are as likely forth as back, so that decks stay fair but for what they are held to.
  void move(Particle& particle, double common) {
    constexpr int steps = 40;
    for (int step = 0; step < steps; ++step) {
      std::vector<Card>& places = particle.decks[below(generator_, particle.decks.size())];
      std::vector<Card> changed = places;
      const std::size_t kind = below(generator_, 8);
      if (kind == 0) redraw(changed, generator_);
      for (std::size_t swaps = kind < 4 ? 1 : kind; swaps > 0; --swaps) {
        std::swap(changed[below(generator_, n_)], changed[below(generator_, n_)]);
      }
      std::vector<std::uint64_t> pairs = particle.pairs;
      count(pairs, places, ~std::uint64_t{0});  // -1
      count(pairs, changed, 1);
      const double statistic = statistic_of(pairs);
      if (statistic < common) continue;
      places = std::move(changed);
      particle.pairs = std::move(pairs);
      particle.statistic = statistic;
    }
  }

  const SplittingPlan& plan_;
  std::size_t n_;
  Generator generator_;
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
  return {fmt::format("n = {}, {} trials: {} rejects at {} at most", plan.deck_size, plan.trials, plan.name,
                      plan.level),
          plan.level, mean, z, std::erfc(z / std::sqrt(2.)) / 2};
}

}  // namespace fairshuffle
