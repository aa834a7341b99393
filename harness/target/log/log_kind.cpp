// The kind of target "log": recorded orders, a file of rows or a column of a CSV.
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/foreign_bytes.hpp"
#include "harness/target/kind_table.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/rows/file_bytes.hpp"
#include "harness/target/rows/first_rows.hpp"
#include "harness/target/rows/recorded.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view name = "log";

std::unique_ptr<RecordedTarget> target_of(SettingReader& reader, const TargetRun& run,
                                          const std::string& path) {
  return std::make_unique<RecordedTarget>(reader, run.deck_size,
                                          TargetText{std::string(name), {{"path", path}}}, path,
                                          [path] { return std::make_unique<FileBytes>(path); });
}

std::string take_path(SettingReader& reader) {
  const std::optional<std::string> path = reader.take("path");
  if (!path || path->empty()) reader.fail("path= is missing; name the file of the recording");
  return *path;
}

void refuse_foreign(const SettingReader& reader, const RowFormat& format, const std::string& path) {
  std::error_code unknown;
  // What comes out of a pipe is gone when it was read.
  if (!std::filesystem::is_regular_file(path, unknown)) return;
  std::array<char, bytes_of_foreign> first{};
  std::ifstream file(path, std::ios::binary);
  file.read(first.data(), first.size());
  const std::string reason = why_no_rows(format, {first.data(), static_cast<std::size_t>(file.gcount())});
  if (!reason.empty()) reader.fail(reason);
}

// Fails where there is no such file or it is a folder; what is in it is read when the target runs.
std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::string path = take_path(reader);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  const std::string option_for_input = option_for(TargetKind::Takes::standard_input);
  if (!std::filesystem::exists(status)) {
    if (path == "-")
      reader.fail(fmt::format("there is no file '-'; recorded orders on standard input are read with {}",
                              option_for_input));
    reader.fail(fmt::format("cannot read {}: {}", path, error ? error.message() : "it does not exist"));
  }
  if (std::filesystem::is_directory(status)) reader.fail(fmt::format("{} is a folder; name one file", path));
  // /dev/null has an end.
  if (std::filesystem::is_character_file(status) && path != "/dev/null") {
    reader.fail(fmt::format("{} is a device and may never end; pipe as many rows of it as are wanted into {}",
                            path, option_for_input));
  }
  std::unique_ptr<RecordedTarget> target = target_of(reader, run, path);
  refuse_foreign(reader, target->row_manner().format, path);
  return looked_at(text, run, std::move(target), [&](const TargetText& sized) {
    SettingReader again(sized);
    take_path(again);
    return target_of(again, run, path);
  });
}

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  return target_of(reader, run, take_path(reader));
}

}  // namespace

constinit const TargetKind log_kind{.name = name,
                                    .naming = {.member = name,
                                               .setting = "path",
                                               .placeholder = "FILE",
                                               .meaning = "recorded orders, judged once",
                                               .schema = R"json({
  "description": "the path of a file with recorded orders",
  "type": "string",
  "minLength": 1,
  "maxLength": 4096
})json"},
                                    .takes = TargetKind::Takes::recording,
                                    .settings = recorded_settings,
                                    .told_by_first_row = true,
                                    .make = &make,
                                    .make_unopened = &make_unopened};

}  // namespace fairshuffle
