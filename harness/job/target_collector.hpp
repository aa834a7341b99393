// The targets of a run, of all that names some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/job/certify_plan.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

/// A name with * or ? stands for every shuffle and preset that it matches. Throws InputError where it matches
/// none.
std::vector<TargetText> matching(const TargetText& text);

/// Collects the targets of a run, one for each deck size, and refuses to run one twice, however it is
/// written.
class TargetCollector {
 public:
  /// deck_sizes are those of targets that give none; without any they have the standard one, or that of their
  /// first row. The plan's seed and limits must be settled; it must outlive the collector.
  TargetCollector(CertifyPlan& plan, std::vector<int> deck_sizes, MakeTarget make)
      : plan_(&plan), deck_sizes_(std::move(deck_sizes)), make_(std::move(make)) {}

  /// What a job says of a target beside what it is.
  struct Words {
    std::optional<Verdict> expected;
    std::string label;
  };

  /// Throws InputError.
  void add(const TargetText& text, const Words& words);

 private:
  // What decides the trials, and what is counted.
  using Sameness = std::pair<std::uint64_t, int>;
  struct SamenessHash {
    std::size_t operator()(const Sameness& key) const {
      return key.first + static_cast<std::size_t>(key.second);
    }
  };

  void add_one(const TargetText& text, const TargetRun& run, const Words& words);

  CertifyPlan* plan_;
  std::vector<int> deck_sizes_;
  MakeTarget make_;
  std::unordered_map<Sameness, std::string, SamenessHash> names_;
  std::set<std::string> read_once_;        // the kinds of which there can be one, and is
  std::unordered_set<std::string> shown_;  // what reports call the targets
};

}  // namespace fairshuffle
