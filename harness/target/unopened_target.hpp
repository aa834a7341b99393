// A target of which only the words are asked: that a report speaks of, or a command that is checked.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/random/streams.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

/// Stands for a target that would have to be opened to know its caveats or its trials.
class UnopenedTarget final : public Target {
 public:
  UnopenedTarget(std::string name, TargetDescription description, TargetFacts facts, std::string caveat = "")
      : name_(std::move(name)),
        description_(std::move(description)),
        facts_(facts),
        caveat_(std::move(caveat)) {}

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override { return hash_text(name_); }
  TargetFacts facts() const override { return facts_; }
  std::string caveat() const override { return caveat_; }
  std::unique_ptr<Sampler> make_sampler() const override {
    throw std::logic_error("a target that was not opened gives no trials");
  }

 private:
  std::string name_;
  TargetDescription description_;
  TargetFacts facts_;
  std::string caveat_;
};

}  // namespace fairshuffle
