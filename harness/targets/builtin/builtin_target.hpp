// Built-in targets: a shuffle of the catalogue with its source, draw method and seeding.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/interpret/sample.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

/// " (did you mean 'naive-swap'?)": the shuffle or preset whose name is nearest, if it is near enough to have
/// been meant; else "".
std::string shuffle_meant(std::string_view name);

/// Looks up everything that `text` names and checks every range. `deck_size` counts when the text gives no n;
/// `run_seed` decides where the clock of a clock seeding stands. Throws InputError, one sentence that names
/// the target, what is wrong and what can be written.
class BuiltinTarget final : public Target {
 public:
  static constexpr std::string_view kind = "builtin";

  BuiltinTarget(const TargetText& text, int deck_size, std::uint64_t run_seed);

  std::uint64_t identity() const override;
  TargetFacts facts() const override;
  std::string caveat() const override;
  std::unique_ptr<Sampler> make_sampler() const override { return fairshuffle::make_sampler(setup_); }

  const SampleSetup& setup() const { return setup_; }

 private:
  SampleSetup setup_;
};

}  // namespace fairshuffle
