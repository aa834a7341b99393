#include "core/record/looks.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace fairshuffle {

namespace {

constexpr std::array<std::uint64_t, 5> first_looks{2'400, 3'600, 5'400, 8'000, 12'000};

// 2^(half_steps / 2), rounded: 1, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32 ...
std::uint64_t blocks_after(int half_steps) {
  const double power = std::ldexp(half_steps % 2 == 0 ? 1.0 : std::numbers::sqrt2, half_steps / 2);
  return static_cast<std::uint64_t>(std::llround(power));
}

}  // namespace

LookSchedule::LookSchedule(std::uint64_t most_trials, bool fixed) : share_(1) {
  if (!fixed) {
    for (const std::uint64_t trials : first_looks) {
      if (trials < most_trials) trials_.push_back(trials);
    }
    for (int half_steps = 0;; ++half_steps) {
      if (half_steps == 1) continue;  // as many blocks as before
      const std::uint64_t trials = trials_per_block * blocks_after(half_steps);
      if (trials >= most_trials) break;
      trials_.push_back(trials);
    }
    share_ = 1 / (static_cast<double>(trials_.size()) + 2);
  }
  trials_.push_back(most_trials);
}

}  // namespace fairshuffle
