// A target whose trials a function of the same process makes.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include <fairshuffle/detail/trials.hpp>

#include "harness/targets/callback/callback_words.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

/// Runs in sequence, since the function's random numbers are one stream. The trials must outlive the target.
class CallbackTarget final : public Target {
 public:
  /// Throws std::invalid_argument where a deck of that size can't have so many marked cards.
  CallbackTarget(detail::Trials& trials, int deck_size, const CertifyOptions& options);

  /// The streams of its trials are not ours to seed.
  std::uint64_t identity() const override { return 0; }
  TargetFacts facts() const override { return callback_facts; }
  std::unique_ptr<Sampler> make_sampler() const override;

  /// What the function threw, which ended the run; null otherwise.
  std::exception_ptr thrown() const { return *thrown_; }

 private:
  detail::Trials* trials_;
  bool carried_;
  std::shared_ptr<std::exception_ptr> thrown_ = std::make_shared<std::exception_ptr>();
};

}  // namespace fairshuffle
