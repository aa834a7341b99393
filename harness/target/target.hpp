// A target as the engine runs it, wherever its trials come from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/interpret/sample.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

class Target {
 public:
  virtual ~Target() = default;

  /// As it can be typed again.
  virtual const std::string& name() const = 0;
  virtual const TargetDescription& description() const = 0;
  /// Decides the target's random streams: equal for targets that are the same however they were written.
  virtual std::uint64_t identity() const = 0;
  virtual TargetFacts facts() const = 0;
  /// What the evidence of this target can't show, known beforehand; empty for nothing.
  virtual std::string caveat() const = 0;
  /// A digest of the file that its trials come from, where its name can't tell one from another; empty for
  /// nothing. What was counted of one is not added to what was counted of another.
  virtual std::string contents() const { return {}; }
  virtual std::unique_ptr<Sampler> make_sampler() const = 0;
  /// After it ran: what its author should know of how it was understood, in one line; empty for nothing. Not
  /// evidence, and not of the record.
  virtual std::string remark() const { return {}; }
};

}  // namespace fairshuffle
