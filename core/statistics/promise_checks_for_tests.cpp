#include "core/statistics/promise_checks_for_tests.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// The first number in 0..end for which `holds` is true, when it stays true from there on.
template <class Predicate>
std::uint64_t first_that(std::uint64_t end, const Predicate& holds) {
  std::uint64_t first = 0;
  while (first < end) {
    const std::uint64_t middle = first + (end - first) / 2;
    if (holds(middle)) {
      end = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

double rejected_rate(std::uint64_t trials, double probability, double level) {
  // A count between the two tails has p = 1.
  if (level >= 1) return 1;
  double rate = 0;
  const std::uint64_t first_above = first_that(trials + 1, [&](std::uint64_t seen) {
    return 2 * binomial_upper_tail(seen, trials, probability).p <= level;
  });
  if (first_above <= trials) rate += binomial_upper_tail(first_above, trials, probability).p;
  const std::uint64_t first_kept = first_that(trials + 1, [&](std::uint64_t seen) {
    return 2 * binomial_lower_tail(seen, trials, probability).p > level;
  });
  if (first_kept > 0) rate += binomial_lower_tail(first_kept - 1, trials, probability).p;
  return rate;
}

}  // namespace

void for_each_replicate(std::uint64_t replicates, int threads,
                        const std::function<void(std::uint64_t)>& body) {
  std::atomic<std::uint64_t> next{0};
  std::vector<std::jthread> workers;
  for (int worker = 0; worker < threads; ++worker) {
    workers.emplace_back([&] {
      for (std::uint64_t replicate = next++; replicate < replicates; replicate = next++) body(replicate);
    });
  }
}

PromisedRate uniform_rate() {
  return [](double level) { return std::clamp(level, 0., 1.); };
}

PromisedRate binomial_rate(std::uint64_t trials, double probability) {
  return [=](double level) { return rejected_rate(trials, probability, level); };
}

PromiseCheck check_rate(const std::string& test, std::span<const double> p_values, double level,
                        const PromisedRate& promised) {
  const auto rejections =
      static_cast<std::uint64_t>(std::ranges::count_if(p_values, [=](double p) { return p <= level; }));
  const auto runs = static_cast<double>(p_values.size());
  const double observed = static_cast<double>(rejections) / runs, rate = promised(level);
  return {fmt::format("{} rejects at {}", test, level), rate, observed,
          (observed - rate) / std::sqrt(rate * (1 - rate) / runs),
          binomial_two_sided(rejections, p_values.size(), rate).p};
}

PromiseCheck check_at_most(const std::string& test, std::span<const double> p_values, double level) {
  const auto rejections =
      static_cast<std::uint64_t>(std::ranges::count_if(p_values, [=](double p) { return p <= level; }));
  const auto runs = static_cast<double>(p_values.size());
  const double observed = static_cast<double>(rejections) / runs;
  return {fmt::format("{} rejects at {} at most", test, level), level, observed,
          (observed - level) / std::sqrt(level * (1 - level) / runs),
          binomial_upper_tail(rejections, p_values.size(), level).p};
}

PromiseCheck check_at_least(const std::string& test, std::span<const double> p_values, double level,
                            double probability) {
  const auto rejections =
      static_cast<std::uint64_t>(std::ranges::count_if(p_values, [=](double p) { return p <= level; }));
  const auto runs = static_cast<double>(p_values.size());
  const double observed = static_cast<double>(rejections) / runs;
  return {fmt::format("{} rejects at {} at least", test, level), probability, observed,
          (observed - probability) / std::sqrt(probability * (1 - probability) / runs),
          binomial_lower_tail(rejections, p_values.size(), probability).p};
}

PromiseCheck check_uniform(const std::string& test, std::span<const double> p_values) {
  std::vector<std::uint64_t> bins(p_values.size() >= 10'000 ? 100 : 20);
  for (const double p : p_values) {
    const auto bin = static_cast<std::size_t>(p * static_cast<double>(bins.size()));
    ++bins[std::min(bin, bins.size() - 1)];
  }
  const auto [statistic, degrees_of_freedom] =
      detail::equal_cells_statistic("check_uniform", bins, p_values.size());
  return {test + " p-values are uniform", degrees_of_freedom, statistic,
          (statistic - degrees_of_freedom) / std::sqrt(2 * degrees_of_freedom),
          chi_squared_upper_tail(statistic, degrees_of_freedom).p};
}

PromiseCheck check_distance(const std::string& test, std::span<const double> p_values,
                            const PromisedRate& promised) {
  std::vector<double> sorted(p_values.begin(), p_values.end());
  std::ranges::sort(sorted);
  const auto runs = static_cast<double>(sorted.size());
  double distance = 0;
  // Both shares jump at p-values only, so the largest distance is at one of them or just below it.
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::upper_bound(first, sorted.end(), *first);
    const double below = static_cast<double>(first - sorted.begin()) / runs;
    const double up_to = static_cast<double>(last - sorted.begin()) / runs;
    distance = std::max({distance, std::abs(below - promised(std::nextafter(*first, -1.))),
                         std::abs(up_to - promised(*first))});
    first = last;
  }
  return {test + " p-values: distance", 0, distance, std::sqrt(runs) * distance,
          std::min(1., 2 * std::exp(-2 * runs * distance * distance))};
}

}  // namespace fairshuffle
