// A target whose trials are rows: what it shares with its kin, so that rows can be looked at apart from
// statistics.
#pragma once

#include <cstdint>
#include <memory>

#include "harness/target/rows/row_sampler.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

class RowTarget : public Target {
 public:
  virtual const RowManner& row_manner() const = 0;
  /// The bytes of its rows, from the first one on. Throws TargetError. The target must outlive them.
  virtual std::unique_ptr<ByteSource> open(std::uint64_t seed) const = 0;

  TargetFacts facts() const override {
    return {.recorded = row_manner().recorded, .in_sequence = true, .writes_rows = true, .may_end = true};
  }
  std::unique_ptr<Sampler> make_sampler() const override {
    return std::make_unique<RowSampler>(
        row_manner(), [this](std::uint64_t seed) { return open(seed); }, remark_);
  }
  std::string remark() const override { return *remark_; }

 private:
  std::shared_ptr<std::string> remark_ = std::make_shared<std::string>();
};

}  // namespace fairshuffle
