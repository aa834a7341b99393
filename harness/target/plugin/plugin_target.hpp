// A shuffle of a shared library, called in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "harness/target/kind.hpp"
#include "harness/target/plugin/host_process.hpp"
#include "harness/target/plugin/plugin_settings.hpp"
#include "harness/target/rows/row_target.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

/// Its blocks can be run on several threads: each sampler has a host of its own, and what a block's trials
/// are follows from the block's seed.
class PluginTarget final : public RowTarget {
 public:
  /// Settings: path, shuffle (may be left out where there is one), n, timeout, reset, marked. The plug-in is
  /// asked for its shuffles and tried. Throws InputError for what the user may have mistyped: a file that is
  /// missing or no shared library, an unknown shuffle, a deck that it does not take. A plug-in that doesn't
  /// work is no such error: this target fails when it is run, and the others go on.
  PluginTarget(const TargetText& text, const TargetRun& run);

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override;
  TargetFacts facts() const override { return plugin_facts; }
  std::string caveat() const override { return caveat_; }
  std::string contents() const override;
  const RowManner& row_manner() const override { return rows_; }
  std::unique_ptr<ByteSource> open(std::uint64_t seed) const override;
  /// Throws TargetError where the plug-in doesn't work. A sampler has one host for all its blocks.
  std::unique_ptr<Sampler> make_sampler() const override;

 private:
  void try_seeds(const std::function<bool()>& is_to_end);

  void refuse_fault() const;

  PluginCall call_;
  RowManner rows_;
  std::string fault_;          // why it can't be run; empty when it can
  bool is_disturbed_ = false;  // by that
  std::string caveat_;
  TargetDescription description_;
  std::string name_;
};

}  // namespace fairshuffle
