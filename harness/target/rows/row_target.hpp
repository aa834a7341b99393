// A target whose trials are rows: what it shares with its kin, so that rows can be looked at apart from
// statistics.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "harness/target/rows/row_sampler.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

class RowTarget : public Target {
 public:
  virtual const RowManner& row_manner() const = 0;
  /// The bytes of its rows, from the first one on. Throws TargetError. The target must outlive them.
  virtual std::unique_ptr<ByteSource> open(std::uint64_t seed) const = 0;
  /// A way to open one start after the other, for one sampler. The target must outlive it.
  virtual RowOpener opener() const {
    return [this](const RowStart& start) { return open(start.seed()); };
  }

  TargetFacts facts() const override {
    return {.recorded = row_manner().recorded,
            .in_sequence = true,
            .writes_rows = true,
            .may_end = true,
            .starts_anew = row_manner().starts_anew};
  }
  std::unique_ptr<Sampler> make_sampler() const override {
    return std::make_unique<RowSampler>(row_manner(), opener(), remark_);
  }
  std::string remark() const override {
    return noticed_ + (noticed_.empty() || remark_->empty() ? "" : "; ") + *remark_;
  }
  /// Its deck size was not given, and its first row told it.
  void notice_deck_size() {
    const int cards = description().deck_size;
    noticed_ = fmt::format("row 1 has {} card{}, and no --n says otherwise", cards, cards == 1 ? "" : "s");
  }

 private:
  std::string noticed_;
  std::shared_ptr<std::string> remark_ = std::make_shared<std::string>();
};

}  // namespace fairshuffle
