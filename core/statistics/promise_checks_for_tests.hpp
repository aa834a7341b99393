// A promise of a test or bound, held against simulated runs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace fairshuffle {

struct PromiseCheck {
  std::string promise;
  double promised;  ///< a rate; degrees of freedom for "uniform"; 0 for "distance"
  double observed;  ///< a rate; chi-square for "uniform"; the distance
  double z;         ///< observed minus promised, in standard deviations
  double p;         ///< probability of something as far off or farther when the promise is kept, or more
};

/// A correct program fails one check with at most this probability: with the fewer than 5,000 checks of the
/// largest program here, fewer than five correct programs in ten million fail.
inline constexpr double smallest_believable_p = 1e-10;

/// Calls body(replicate) for replicates 0.. on so many threads, in any order.
void for_each_replicate(std::uint64_t replicates, int threads,
                        const std::function<void(std::uint64_t)>& body);

/// What the p-values of a test promise: how often one of them is at most `level`.
using PromisedRate = std::function<double(double level)>;

/// That of a continuous statistic: the level itself.
PromisedRate uniform_rate();

/// That of the two-sided binomial p-value: the largest rate that it can attain at or below the level.
PromisedRate binomial_rate(std::uint64_t trials, double probability);

/// How many p-values are at most `level`, against the exact binomial.
PromiseCheck check_rate(const std::string& test, std::span<const double> p_values, double level,
                        const PromisedRate& promised);

/// The same where the test promises no more than that they are at most `level` that often.
PromiseCheck check_at_most(const std::string& test, std::span<const double> p_values, double level);

/// The same of a biased shuffle: that they are at most `level` with this probability or more.
PromiseCheck check_at_least(const std::string& test, std::span<const double> p_values, double level,
                            double probability);

/// Chi-square on 100 bins, 20 below 10,000 p-values.
PromiseCheck check_uniform(const std::string& test, std::span<const double> p_values);

/// The largest distance between the share of p-values up to a level and the promised one (Kolmogorov), with
/// the bound 2 exp(-2 n distance^2) on its probability: Dvoretzky, Kiefer and Wolfowitz with the constant of
/// Massart 1990, which holds for every n and also where only a few p-values are possible.
PromiseCheck check_distance(const std::string& test, std::span<const double> p_values,
                            const PromisedRate& promised);

}  // namespace fairshuffle
