// A report read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "harness/targets/kinds.hpp"

namespace fairshuffle {

// The target that a report speaks of, made anew from its words: nothing is run, opened or loaded.

/// What a report must say of a target.
struct DescribedTarget {
  std::string name;
  TargetDescription description;
  TargetFacts facts;
  std::optional<std::string> caveat;  ///< nothing where only the target itself knows
};

/// The target as it would be typed: by its name where the kind is one of shuffles, else by its description.
/// Throws InputError where there is no such kind.
TargetText typed_target(const PlannedTarget& target);

/// A built-in target by its name, whose settings say everything; others by their description, of which the
/// name is made. run_seed: the seed of the run. Throws InputError where no target can be described so.
DescribedTarget described_target(const PlannedTarget& planned, std::uint64_t run_seed);

// What a report says of its targets in words, held to itself.

/// Where the cards of an invalid trial are not those of the row that it was read from.
std::vector<Contradiction> contradictions_of_rows(const TargetRecord& record);

// A report file that somebody hands back to the program, held to its schema.

/// Room for a hundred decks of ten cards, each with 3,628,800 counts of hundreds. No more than this is held
/// of one at a time.
inline constexpr std::size_t largest_report_file = std::size_t{2048} * 1024 * 1024;

/// A report that was handed back, held to its schema. What came out of its targets is read one target at a
/// time, since together it may be large.
class ReportFile {
 public:
  /// text: as it stood in `file`. Throws InputError, in one sentence that names the file and the place in it
  /// as a JSON pointer, when it is no JSON, says a member twice, breaks reports/schema/report.schema.json, or
  /// holds a seed of 2^64 or more. Whether the numbers agree with each other is not looked at.
  ReportFile(std::string_view text, std::string file);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  /// The run, with nothing of what came out of its targets.
  const RunRecord& outline() const { return outline_; }
  /// The report's JSON, with an empty object for each of results and controls.
  const nlohmann::ordered_json& frame() const { return frame_; }

  /// Results, then controls.
  std::size_t size() const { return results_.size(); }
  /// What the outline has of one.
  const PlannedTarget& planned(std::size_t index) const { return target_at(outline_, index); }
  /// The JSON of what came out of one.
  nlohmann::ordered_json result_json(std::size_t index) const;
  /// One whole, read from its JSON. Throws InputError where that has a word that no record knows.
  TargetRecord result_of(std::size_t index, const nlohmann::ordered_json& json) const;
  TargetRecord result(std::size_t index) const;

  /// The whole run. Throws as result_of.
  RunRecord run() const;

 private:
  std::string file_;
  nlohmann::ordered_json frame_;
  std::vector<std::vector<std::uint8_t>> results_;  // each as CBOR
  RunRecord outline_;
};

/// Throws InputError when the file cannot be read, or is larger than largest_report_file, and as ReportFile.
ReportFile read_report_file(const std::filesystem::path& path);

/// The run whose report the file is. Throws likewise.
RunRecord read_report(const std::filesystem::path& path);

/// The same of a text, which stood in `file`.
RunRecord report_in(std::string_view text, const std::string& file);

}  // namespace fairshuffle
