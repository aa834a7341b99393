// A child program in any language, which writes one order for each trial.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/target/child/child_bytes.hpp"
#include "harness/target/child/child_target.hpp"
#include "harness/target/kind.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

class ExecTarget final : public ChildTarget {
 public:
  static constexpr std::string_view kind = "exec";

  /// Settings: command, n, format, base, deck, manner, timeout, reset, marked. Throws InputError. Nothing is
  /// started before a sampler begins.
  ExecTarget(const TargetText& text, const TargetRun& run);

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override;
  /// That it follows its seed is believed where its command takes one.
  TargetFacts facts() const override;
  std::string caveat() const override;
  const RowManner& row_manner() const override { return rows_; }
  std::unique_ptr<ByteSource> open(std::uint64_t seed) const override;
  RowOpener opener() const override;

  void read_ahead(std::vector<std::uint64_t> looks) override { rows_.looks_ahead = std::move(looks); }
  void start_at_once(int children) override { children_ = children; }
  /// True where it learns from us how many cards to shuffle.
  bool is_told_deck_size() const;
  /// A start of it that is wanted for its first rows only.
  std::unique_ptr<ByteSource> open_for_a_look(std::uint64_t seed) const;

 private:
  bool takes_seed() const;

  std::string name_;
  TargetDescription description_;
  RowManner rows_;
  ChildManner child_;
  int children_;  // that may live at once
};

}  // namespace fairshuffle
