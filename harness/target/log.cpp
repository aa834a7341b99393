#include "harness/target/log.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "harness/target/recorded.hpp"
#include "harness/target/rows/file_bytes.hpp"

namespace fairshuffle {

std::unique_ptr<Target> make_log_target(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::optional<std::string> path = reader.take("path");
  if (!path || path->empty()) reader.fail("path= is missing; name the file of the recording");
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(*path, error);
  if (!std::filesystem::exists(status)) {
    reader.fail(fmt::format("cannot read {}: {}", *path, error ? error.message() : "it does not exist"));
  }
  if (std::filesystem::is_directory(status)) {
    reader.fail(fmt::format("{} is a folder; name one file", *path));
  }
  return std::make_unique<RecordedTarget>(reader, run.deck_size, TargetText{text.name, {{"path", *path}}},
                                          *path,
                                          [path = *path] { return std::make_unique<FileBytes>(path); });
}

}  // namespace fairshuffle
