// A target whose trials a function of the same process makes.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include <fairshuffle/detail/trials.hpp>

#include "harness/targets/callback/callback_words.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

/// Runs in sequence, since the function's random numbers are one stream. The trials must outlive the target.
class CallbackTarget : public Target {
 public:
  CallbackTarget(detail::Trials& trials, TargetDescription description) : trials_(&trials) {
    description_ = std::move(description);
    name_ = callback_name(description_);
  }

  /// The streams of its trials are not ours to seed.
  std::uint64_t identity() const override { return 0; }
  TargetFacts facts() const override { return callback_facts; }
  std::unique_ptr<Sampler> make_sampler() const override;

  /// What the function threw, which ended the run; null otherwise.
  std::exception_ptr thrown() const { return *thrown_; }

 private:
  detail::Trials* trials_;
  std::shared_ptr<std::exception_ptr> thrown_ = std::make_shared<std::exception_ptr>();
};

}  // namespace fairshuffle
