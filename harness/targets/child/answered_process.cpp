#include "harness/targets/child/answered_process.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/child/child_process.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t words = std::uint64_t{1} << 32, units = std::uint64_t{1} << 53;

// A running process, and what it wrote that is not read yet.
struct Talk {
  explicit Talk(const ChildStart& start) : child(start) {}

  ChildProcess child;
  std::string unread;
};

class AnsweredProcess {
 public:
  AnsweredProcess(const std::string& command, int deck_size, std::chrono::seconds silence)
      : command_(command), deck_size_(deck_size), silence_(silence) {}

  std::uint64_t shuffle(Paths& paths, int deck_size) {
    Talk& talk = talk_of(deck_size);
    for (;;) {
      const std::string line = next_line(talk, paths);
      if (!answers(line, talk, paths)) return rank_of_row(line, deck_size, talk, paths);
    }
  }

 private:
  // Decks of other sizes are asked for where paths are too many.
  Talk& talk_of(int deck_size) {
    const auto known = talks_.find(deck_size);
    if (known != talks_.end()) return *known->second;
    const ChildManner manner{.command = command_, .serves = true, .deck_size = deck_size};
    if (deck_size != deck_size_ && command_.find("{n}") == std::string::npos)
      throw PathsRefused("exact: the command has no {n} for decks of other sizes");
    const ChildStart start{.command = filled_in(manner, 1),
                           .environment = {{"FAIRSHUFFLE_N", std::to_string(deck_size)}},
                           .is_asked = true};
    return *talks_.emplace(deck_size, std::make_unique<Talk>(start)).first->second;
  }

  [[noreturn]] static void fail(Talk& talk, const Paths& paths, const std::string& what) {
    talk.child.fail();
    throw TargetError(fmt::format("{} (draws: {})", what, path_text(paths.path())) +
                      last_words_sentence(talk.child.last_words()));
  }

  std::string next_line(Talk& talk, const Paths& paths) const {
    constexpr std::size_t longest = 10'000;
    std::size_t end = 0;
    while ((end = talk.unread.find('\n')) == std::string::npos) {
      if (talk.unread.size() > longest) fail(talk, paths, "The program wrote a line without end");
      std::array<char, 4096> bytes;
      const std::optional<std::size_t> count = talk.child.read(bytes, silence_);
      if (!count) {
        fail(talk, paths,
             fmt::format("The program wrote nothing for {} s (did it flush its line?)", silence_.count()));
      }
      if (*count == 0) {
        const auto exit = talk.child.exit_within();
        fail(talk, paths,
             "The program ended while a draw or a deck was due. " +
                 (exit ? exit_sentence(*exit) : std::string("It closed its standard output.")));
      }
      talk.unread.append(bytes.data(), *count);
    }
    std::string line = talk.unread.substr(0, end);
    talk.unread.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }

  // Whether the line asks for a draw.
  static bool answers(std::string_view line, Talk& talk, Paths& paths) {
    constexpr std::string_view draw = "draw ";
    if (line == "word") {
      talk.child.write(fmt::format("{}\n", paths.draw(DrawKind::word, words)));
    } else if (line == "unit") {
      const auto number = static_cast<double>(paths.draw(DrawKind::unit, units));
      talk.child.write(fmt::format("{:.17g}\n", number / static_cast<double>(units)));
    } else if (line.starts_with(draw)) {
      line.remove_prefix(draw.size());
      constexpr std::uint64_t most = 1'000'000;
      std::uint64_t bound = 0;
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), bound);
      if (error != std::errc{} || end != line.data() + line.size() || bound < 1 || bound > most) {
        fail(talk, paths,
             fmt::format("The program wrote \"draw {}\", where \"draw K\" takes K from 1 to {}",
                         row_text(std::string(line), 100), most));
      }
      talk.child.write(fmt::format("{}\n", paths.draw(DrawKind::below, bound)));
    } else {
      return false;
    }
    return true;
  }

  // A row of other numbers is no permutation; what is no row is a mistake.
  static std::uint64_t rank_of_row(const std::string& line, int deck_size, Talk& talk, Paths& paths) {
    std::vector<int> cards;
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at != end) {
      if (*at == ' ') {
        ++at;
        continue;
      }
      std::uint64_t card = 0;
      const auto [next, error] = std::from_chars(at, end, card);
      if (error != std::errc{} || (next != end && *next != ' ')) {
        fail(talk, paths,
             fmt::format("The program wrote \"{}\", where \"draw K\", \"word\", \"unit\" or a row of the "
                         "numbers 0 to {} was due",
                         row_text(line, 100), deck_size - 1));
      }
      cards.push_back(static_cast<int>(std::min<std::uint64_t>(card, largest_followed_deck)));
      at = next;
    }
    const std::uint64_t rank = rank_of_numbers(cards, deck_size);
    if (rank == no_rank) paths.show(row_text(line));
    return rank;
  }

  std::string command_;
  int deck_size_;
  std::chrono::seconds silence_;
  std::map<int, std::unique_ptr<Talk>> talks_;  // by deck size
};

}  // namespace

AnsweredCode answered_process(const std::string& name, const std::string& command, int deck_size,
                              std::chrono::seconds silence) {
  const auto process = std::make_shared<AnsweredProcess>(command, deck_size, silence);
  return {.name = name, .deck_size = deck_size, .shuffle = [process](Paths& paths, int cards) {
            return process->shuffle(paths, cards);
          }};
}

}  // namespace fairshuffle
