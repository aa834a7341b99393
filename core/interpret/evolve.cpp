#include "core/interpret/evolve.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve/moving_distribution.hpp"
#include "core/interpret/steps.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

IndependentSteps followed_steps(const SampleSetup& setup) {
  if (std::string reason = why_not_sampled(setup); !reason.empty()) return {{}, std::move(reason)};
  if (setup.deck_size > largest_counted_deck_size) {
    return {{},
            fmt::format("distributions are followed for decks of up to {} cards", largest_counted_deck_size)};
  }
  return independent_steps_of(setup);
}

/// The steps with the mixes that they are, each different one once.
class Plan {
 public:
  /// `steps` are those of the setup, and mixes.
  Plan(const SampleSetup& setup, const Steps& steps) : deck_size_(setup.deck_size) {
    DrawWeightsByBound draws(setup);
    std::map<std::vector<std::int64_t>, std::size_t> known;
    for (std::size_t step = 0; step < steps.steps.size(); ++step) {
      if (steps.steps[step].applies_itself()) {
        mix_of_step_.push_back(no_mix);
        continue;
      }
      const auto [found, is_new] = known.emplace(mix_signature(steps, steps.steps[step]), mixes_.size());
      if (is_new) mixes_.push_back(mix_of(steps, step, draws));
      mix_of_step_.push_back(found->second);
      denominator_ *= mixes_[found->second].denominator;
    }
  }

  static constexpr std::size_t no_mix = std::numeric_limits<std::size_t>::max();

  int deck_size() const { return deck_size_; }
  const std::vector<Mix>& mixes() const { return mixes_; }
  const std::vector<std::size_t>& mix_of_step() const { return mix_of_step_; }

  /// Of the distribution after the last step.
  const Integer& denominator() const { return denominator_; }

  void check_size(std::size_t bytes_of_weight) const {
    const double words = static_cast<double>((bytes_of_weight + 7) / 8);
    const auto permutations = static_cast<double>(permutation_count(deck_size_));
    double reached = 1, moved = 0;
    for (const std::size_t mix : mix_of_step_) {
      const double ways = mix == no_mix ? 1 : static_cast<double>(mixes_[mix].rearrangements.size());
      moved += reached * ways;
      reached = std::min(permutations, reached * ways);
    }
    if (moved * words > most_words_evolved) {
      throw DistributionRefused("its steps are too many, or mix too many permutations, to be followed");
    }
    // The distribution as it moves, as it moved, the packed permutations, and the distribution that is handed
    // over.
    if (permutations * (2 * static_cast<double>(bytes_of_weight) + 8 + sizeof(Integer) +
                        1.5 * static_cast<double>(bytes_of_weight)) >
        most_bytes_evolved) {
      throw DistributionRefused("its distribution takes too much memory in fractions");
    }
  }

 private:
  int deck_size_;
  std::vector<Mix> mixes_;
  std::vector<std::size_t> mix_of_step_;
  Integer denominator_ = 1;
};

Plan plan_of(const SampleSetup& setup) {
  const IndependentSteps recorded = followed_steps(setup);
  if (!recorded.steps) throw std::invalid_argument("evolve: " + recorded.why_not);
  return {setup, *recorded.steps};
}

/// Moves a distribution step by step; `after(step, mix, weights)` sees it after each, with Plan::no_mix for
/// no mix.
template <class Weight, class WeightOf, class AfterStep>
void move_through(const Plan& plan, WeightOf weight_of, AfterStep after) {
  const std::shared_ptr<const PackedPermutations> permutations = packed_permutations(plan.deck_size());
  std::vector<PackedMix<Weight>> mixes;
  for (const Mix& mix : plan.mixes()) {
    mixes.emplace_back(mix, plan.deck_size(),
                       [&](const Integer& weight) { return weight_of(weight, mix.denominator); });
  }
  MovingDistribution<Weight> distribution(*permutations);
  after(std::size_t{0}, Plan::no_mix, distribution.weights());
  for (std::size_t step = 0; step < plan.mix_of_step().size(); ++step) {
    const std::size_t mix = plan.mix_of_step()[step];
    if (mix == Plan::no_mix) {
      distribution.deal_by_itself();
    } else {
      distribution.mix(mixes[mix]);
    }
    after(step + 1, mix, distribution.weights());
  }
}

/// Which steps' distributions are wanted: of all, or of the last one.
enum class Wanted { every_step, last_step };

bool is_wanted(Wanted wanted, std::size_t step, const Plan& plan) {
  return wanted == Wanted::every_step ? step > 0 : step == plan.mix_of_step().size();
}

template <class AnyDistribution>
using After = std::function<void(std::size_t step, AnyDistribution& distribution)>;

/// Follows the plan in the narrowest integers that hold its denominator.
void follow(const Plan& plan, Wanted wanted, const After<Distribution>& after) {
  const auto run = [&]<class Weight>(std::type_identity<Weight>) {
    plan.check_size(sizeof(Weight));
    Distribution distribution{.deck_size = plan.deck_size(), .denominator = 1, .weight = {}, .invalid = 0};
    move_through<Weight>(
        plan, [](const Integer& weight, const Integer&) { return static_cast<Weight>(weight); },
        [&](std::size_t step, std::size_t mix, std::span<const Weight> weights) {
          if (mix != Plan::no_mix) distribution.denominator *= plan.mixes()[mix].denominator;
          if (!is_wanted(wanted, step, plan)) return;
          distribution.weight.assign(weights.begin(), weights.end());
          after(step, distribution);
        });
  };
  // No weight is above the denominator, and so no sum of weights or product with a mix's weight is: they are
  // parts of later weights.
  const std::size_t bits = msb(plan.denominator()) + 1;
  if (bits <= 64) return run(std::type_identity<std::uint64_t>{});
  if (bits <= 128) return run(std::type_identity<Wide>{});
  if (bits <= 256) return run(std::type_identity<ShortWays<256>>{});
  if (bits <= 512) return run(std::type_identity<ShortWays<512>>{});
  plan.check_size(bits / 8);
  run(std::type_identity<Integer>{});
}

/// Follows it in doubles.
void follow(const Plan& plan, Wanted wanted, const After<NumericDistribution>& after) {
  constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  plan.check_size(sizeof(double));
  double relative_error = 0;
  NumericDistribution distribution{
      .deck_size = plan.deck_size(), .probability = {}, .invalid = 0, .error = 0};
  move_through<double>(
      plan,
      // Two conversions, each off by a last place at most, and a division: less than 6 units.
      [](const Integer& weight, const Integer& denominator) {
        return weight.convert_to<double>() / denominator.convert_to<double>();
      },
      [&](std::size_t step, std::size_t mix, std::span<const double> weights) {
        if (step > 0) {
          // Six units of a weight, one of its product, one for each term of the sums and one for each group.
          const double terms = mix == Plan::no_mix
                                   ? static_cast<double>(weights.size())
                                   : static_cast<double>(plan.mixes()[mix].rearrangements.size());
          const double grown = (terms + 8) * unit * (1 + (terms + 8) * unit);
          relative_error += grown + relative_error * grown + unit * relative_error;
        }
        if (!is_wanted(wanted, step, plan)) return;
        distribution.probability.assign(weights.begin(), weights.end());
        // What is too small for a double at all is below the smallest one.
        distribution.error = relative_error * std::ranges::max(weights) + std::numeric_limits<double>::min();
        after(step, distribution);
      });
}

}  // namespace

bool evolve_admits(std::string_view shuffle) {
  return has_steps(shuffle);
}

std::string why_not_evolved(const SampleSetup& setup) {
  return followed_steps(setup).why_not;
}

void evolve(const SampleSetup& setup,
            const std::function<void(std::size_t, const Distribution&)>& after_step) {
  follow(plan_of(setup), Wanted::every_step, After<Distribution>(after_step));
}

void evolve_numeric(const SampleSetup& setup,
                    const std::function<void(std::size_t, const NumericDistribution&)>& after_step) {
  follow(plan_of(setup), Wanted::every_step, After<NumericDistribution>(after_step));
}

namespace {

std::vector<std::vector<double>> position_chances(const Distribution& distribution) {
  std::vector<std::vector<double>> chances;
  for (const std::vector<Fraction>& row : position_distribution(distribution)) {
    std::vector<double>& cells = chances.emplace_back();
    for (const Fraction& chance : row) cells.push_back(to_double(chance));
  }
  return chances;
}

}  // namespace

std::vector<StepDistances> distances_after_steps(const SampleSetup& setup, bool with_positions) {
  std::vector<StepDistances> distances;
  evolve(setup, [&distances, with_positions](std::size_t step, const Distribution& distribution) {
    distances.push_back({.step = step,
                         .total_variation = total_variation(distribution),
                         .chi_square_distance = chi_square_distance(distribution),
                         .support_size = support_size(distribution)});
    if (with_positions) distances.back().positions = position_chances(distribution);
  });
  return distances;
}

namespace {

// Path by path where not step by step; where that is too much either, says why not that, too.
template <class AnyDistribution>
AnyDistribution distribution_by_steps_or(AnyDistribution (*by_paths)(const SampleSetup&, std::uint64_t),
                                         const SampleSetup& setup) {
  const IndependentSteps recorded = followed_steps(setup);
  if (recorded.steps) {
    AnyDistribution last;
    follow(Plan(setup, *recorded.steps), Wanted::last_step,
           After<AnyDistribution>(
               [&last](std::size_t, AnyDistribution& distribution) { last = std::move(distribution); }));
    return last;
  }
  try {
    return by_paths(setup, standard_most_paths);
  } catch (const EnumerationRefused& error) {
    if (!evolve_admits(setup.shuffle->name)) throw;
    throw DistributionRefused(recorded.why_not + ", and " + error.what());
  }
}

}  // namespace

Distribution distribution_of(const SampleSetup& setup) {
  return distribution_by_steps_or(&enumerate, setup);
}

NumericDistribution numeric_distribution_of(const SampleSetup& setup) {
  return distribution_by_steps_or(&enumerate_numeric, setup);
}

std::string why_no_distribution(const SampleSetup& setup) {
  return why_not_evolved(setup).empty() ? "" : why_not_enumerated(setup);
}

}  // namespace fairshuffle
