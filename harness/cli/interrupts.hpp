// Signals that ask a run to end: heard, and left to the run to follow at its next block.
#pragma once

#include <string>

namespace fairshuffle {

/// While it lives, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 is only heard, and a second one of the same
/// kind ends the program at once, unless it comes within a tenth of a second: then it is the same, sent
/// twice. One that was ignored before stays so. There may be one at a time.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  /// "SIGINT"; empty as long as none came.
  static std::string heard();
};

/// From now on writing to a pipe that nobody reads is an error like any other: what is known must not be lost
/// with its listener.
void take_broken_pipes_for_errors();

}  // namespace fairshuffle
