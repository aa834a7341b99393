// The kind of target "stdin": recorded orders that come on standard input.
#include <fcntl.h>
#include <unistd.h>

#include "harness/target/kind_table.hpp"
#include "harness/target/rows/file_bytes.hpp"
#include "harness/target/rows/recorded.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view name = "stdin";

std::unique_ptr<RecordedTarget> target_of(SettingReader& reader, const TargetRun& run) {
  return std::make_unique<RecordedTarget>(reader, run.deck_size, TargetText{std::string(name), {}},
                                          "standard input", &FileBytes::standard_input);
}

std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  if (::fcntl(STDIN_FILENO, F_GETFD) < 0) reader.fail("standard input is closed; pipe rows into it");
  if (::isatty(STDIN_FILENO) != 0) {
    reader.fail("standard input is a terminal; pipe rows into it: my_program | fairshuffle ...");
  }
  return looked_at(text, run, target_of(reader, run), [&](const TargetText& sized) {
    SettingReader again(sized);
    return target_of(again, run);
  });
}

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  return target_of(reader, run);
}

}  // namespace

constinit const TargetKind stdin_kind{
    .name = name,
    .naming = {.member = name,
               .setting = "",
               .placeholder = "",
               .meaning = "orders on standard input, judged once",
               .schema = R"json({ "description": "true: orders on standard input", "enum": [true] })json"},
    .takes = TargetKind::Takes::standard_input,
    .settings = recorded_settings,
    .told_by_first_row = true,
    .only_once = true,
    .make = &make,
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
