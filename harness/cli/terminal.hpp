// The terminal, the standard streams, progress and interrupts.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "harness/engine/run.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

// Lines that programs read as they are, and people wrapped.

/// `text` behind `before`, ended by a newline: on a terminal of so many columns in lines that fit, those that
/// follow the first begin below its text. Where `before` leaves less than half of them, the text begins on a
/// line of its own, six columns in. With 0 columns on one line.
std::string entry_lines(std::string_view before, std::string_view text, std::size_t columns);

/// The columns of the terminal that standard output is; 0 where it is none, for one who filters lines wants
/// them whole.
std::size_t columns_to_fill();

// Standard input, output and error as the program is started with them: closed, full or fine.

/// Stands something in the place of each standard stream that is closed, on which reading or writing fails as
/// it does on a closed one. Else the next file or pipe would be opened in its place, and be taken for it. To
/// be called before anything is opened.
void fill_closed_standard_streams();

/// Writes to standard error. What cannot be told is no reason to break off: full or closed, nothing happens.
void tell(std::string_view text) noexcept;

/// Likewise, as one line that begins with the program's name.
void tell_sentence(std::string_view sentence);

// How verdicts are printed to standard output.

/// What --color and --verbose mean, for the help.
inline constexpr const char* color_meaning =
    "colours, and heat maps of biased targets; auto: on terminals (auto)";
inline constexpr const char* verbose_meaning =
    "print all that was found of every target: tests, components of the bias, known mistakes, caveats";

/// As wide as the terminal, or 80 columns where that is unknown. color: "always" and "never" as --color takes
/// them; without it, or with "auto", colours and heat maps are for terminals. Throws InputError on another
/// word.
TerminalStyle terminal_style(const std::optional<std::string>& color, bool verbose);

/// The columns of the terminal behind the stream; without one, or where it does not tell, those that COLUMNS
/// names, or 80.
int terminal_width(std::FILE* stream);

// Signals that ask a run to end: heard, and left to the run to follow.

/// While it lives, the first SIGINT, SIGTERM, SIGHUP, SIGUSR1 or SIGXCPU is only heard, and a second one of
/// the same kind ends the program at once, unless it comes within a tenth of a second: then it is the same,
/// sent twice. One that was ignored before stays so. There may be one at a time.
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

// Progress on standard error: a line that renews itself on a terminal, a line within a second and then one
// every ten seconds elsewhere.

/// "8 s", "7 min", "1.5 h", "2.5 days"
std::string duration_text(double seconds);

/// "1,987/s", "3.41 M/s"
std::string pace_text(double trials_a_second);

class ProgressLine {
 public:
  /// On standard error: one line that is renewed where that is a terminal that can, else a line now and then.
  explicit ProgressLine(bool is_quiet);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// Cheap enough to be called after every block: it mostly only looks at the clock. Says what runs, and how
  /// long it may take once a pace was measured.
  void show(const Progress& progress);

  /// Takes the line away, before anything else is written.
  void clear();

 private:
  enum class Manner { silent, now_and_then, renewed };
  using Clock = std::chrono::steady_clock;

  Manner manner_;
  Clock::time_point due_;  ///< the next line
  Pace pace_;
  std::optional<double> trials_a_second_;  ///< of this look or one before; nothing before one was measured
  bool on_screen_ = false;
};

}  // namespace fairshuffle
