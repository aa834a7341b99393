// What a plug-in offers, and the process that it runs in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/plugin/include/fairshuffle/fairshuffle_plugin.h"

namespace fairshuffle {

// What a plug-in says that it offers, and how its host tells us.

/// The JSON by which a host tells them: of each a list of its name, smallest and largest deck and sentence.
std::string written(std::span<const OfferedShuffle> shuffles);

/// The inverse; nothing for any other text, and for one cut short.
std::optional<std::vector<OfferedShuffle>> parse_shuffles(std::string_view text);

/// "plug-in 'x.so' has no shuffle 'y'; there are ..."
std::string no_such_shuffle(const std::string& path, std::span<const OfferedShuffle> shuffles,
                            std::string_view name);

/// "shuffle 'y' of plug-in 'x.so' takes decks of 2 to 52 cards, not 1"; empty when it takes them.
std::string why_no_such_deck(const std::string& path, const OfferedShuffle& shuffle, int deck_size);

// A plug-in loaded into this process: for the process of a plug-in host only, since it may crash or hang.

/// What is wrong with a plug-in, and the host's exit status for it.
enum class PluginFaultKind {
  cannot_be_loaded = 10,    ///< missing, or no shared library
  no_such_symbol = 11,      ///< it does not export fairshuffle_plugin_describe
  not_understood = 12,      ///< another version, or a description that can't be
  unknown_shuffle = 13,     ///< it has no such shuffle
  deck_out_of_range = 14,   ///< its shuffle takes no such decks
  shuffle_failed = 15,      ///< a call returned an error code or threw an exception
  request_unreadable = 16,  ///< we were asked for something else than rows
};

/// `what()` is one sentence that names the plug-in.
class PluginFault : public std::runtime_error {
 public:
  PluginFault(PluginFaultKind kind, const std::string& sentence)
      : std::runtime_error(sentence), kind_(kind) {}
  template <class... Values>
  requires(sizeof...(Values) > 0)
      PluginFault(PluginFaultKind kind, fmt::format_string<Values...> sentence, Values&&... values)
      : PluginFault(kind, fmt::format(sentence, std::forward<Values>(values)...)) {}
  PluginFaultKind kind() const { return kind_; }

 private:
  PluginFaultKind kind_;
};

/// One shuffle of a plug-in that is loaded, checked: its name is as fairshuffle_plugin.h allows it, and what
/// it says one line of at most 200 characters.
struct LoadedShuffle : OfferedShuffle {
  fairshuffle_plugin_function* shuffle = nullptr;            ///< never null
  fairshuffle_plugin_wide_function* shuffle_wide = nullptr;  ///< never null where it takes wide decks
  fairshuffle_plugin_answered_function* answered = nullptr;  ///< null where its draws can't be answered
};

/// Loads the shared library, which stays loaded, and checks all that it says of itself. A path without a
/// folder is a file of the working directory. Throws PluginFault: cannot_be_loaded, no_such_symbol,
/// not_understood.
std::vector<LoadedShuffle> load_plugin(const std::string& path);

/// The same for a description that is there already. Throws PluginFault: not_understood.
std::vector<LoadedShuffle> read_description(const std::string& path, const fairshuffle_plugin* plugin);

/// The shuffle of that name, which takes decks of that size. Throws PluginFault: unknown_shuffle,
/// deck_out_of_range.
const LoadedShuffle& shuffle_for(const std::string& path, const std::vector<LoadedShuffle>& shuffles,
                                 std::string_view name, int deck_size);

// The inside of a plug-in host: answers requests for rows by calls of one shuffle.

/// The most rows that one request may ask for.
inline constexpr std::uint64_t most_rows_a_request = 65'536;

/// What begins an answer and ends it, drawn anew for each request: the library does not know it, so that what
/// it writes to a descriptor that it happens to find is no answer. Its bytes are as the machine has them.
using AnswerMark = std::uint64_t;

/// What a card takes, the lower byte first.
constexpr std::size_t bytes_of_card(int deck_size) {
  return is_wide_deck(deck_size) ? sizeof(WideCard) : sizeof(Card);
}

/// Shuffles deck after deck by numbers that it asks for on `rows` and reads from `requests`, as
/// answered_process (harness/targets/child) has it, until `requests` ends, which ends the process. Throws
/// PluginFault: unknown_shuffle where its draws can't be answered, shuffle_failed.
void serve_answered(const LoadedShuffle& shuffle, int deck_size, std::FILE* requests, std::FILE* rows);

/// Reads lines "ROWS N SEED MARK" from `requests` until it ends, calls the shuffle once for each and writes
/// to `rows` MARK, ROWS * N times bytes_of_card, the decks, one after the other, and MARK again. N must be
/// `deck_size`; ROWS is 1..most_rows_a_request, SEED and MARK 64 bits. A call that fails writes nothing.
/// Throws PluginFault (shuffle_failed, request_unreadable); std::system_error when reading or writing fails.
void serve_rows(const LoadedShuffle& shuffle, int deck_size, std::FILE* requests, std::FILE* rows);

// The process in which a plug-in is loaded and called. The program starts it for itself; by hand it can be
// used to look into a plug-in's fault.

/// PATH alone tells what shuffles the library has; PATH SHUFFLE N serves rows of one of them, and with
/// "answered" behind it asks for its draws. Requests come
/// on standard input, and what is answered goes to standard output, which the plug-in itself can't reach.
/// Returns 0 or the number of a PluginFaultKind, told on standard error. Throws InputError for other
/// arguments.
int run_plugin_host(const std::vector<std::string>& arguments);

}  // namespace fairshuffle
