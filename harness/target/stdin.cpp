#include "harness/target/stdin.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "harness/target/recorded.hpp"
#include "harness/target/rows/file_bytes.hpp"

namespace fairshuffle {

std::unique_ptr<Target> make_stdin_target(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  if (::fcntl(STDIN_FILENO, F_GETFD) < 0) reader.fail("standard input is closed; pipe rows into it");
  if (::isatty(STDIN_FILENO) != 0) {
    reader.fail("standard input is a terminal; pipe rows into it: my_program | fairshuffle ...");
  }
  return std::make_unique<RecordedTarget>(reader, run.deck_size, TargetText{text.name, {}}, "standard input",
                                          &FileBytes::standard_input);
}

}  // namespace fairshuffle
