#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <system_error>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/plugin/plugin.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint32_t most_shuffles = 1000;

}  // namespace

std::string written(std::span<const OfferedShuffle> shuffles) {
  nlohmann::json list;
  for (const OfferedShuffle& each : shuffles) {
    list.push_back({each.name, each.smallest_deck, each.largest_deck, each.sentence, each.can_be_answered});
  }
  return list.dump();
}

std::optional<std::vector<OfferedShuffle>> parse_shuffles(std::string_view text) {
  const auto is_size = [](int size) { return size >= 1 && size <= largest_deck_size; };
  std::vector<OfferedShuffle> shuffles;
  try {
    for (const nlohmann::json& each : nlohmann::json::parse(text)) {
      shuffles.push_back({each.at(0), each.at(3), each.at(1), each.at(2), each.at(4)});
      if (!is_size(shuffles.back().smallest_deck) || !is_size(shuffles.back().largest_deck))
        return std::nullopt;
    }
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  // Written as it was read it is the same text, or the text is another.
  return shuffles.empty() || written(shuffles) != text ? std::nullopt : std::optional(shuffles);
}

std::string no_such_shuffle(const std::string& path, std::span<const OfferedShuffle> shuffles,
                            std::string_view name) {
  std::vector<std::string_view> names;
  for (const OfferedShuffle& shuffle : shuffles) names.push_back(shuffle.name);
  return fmt::format("plug-in '{}' has no shuffle '{}'{}; there {} {}", path, name, did_you_mean(name, names),
                     names.size() == 1 ? "is" : "are", fmt::join(names, ", "));
}

std::string why_no_such_deck(const std::string& path, const OfferedShuffle& shuffle, int deck_size) {
  if (deck_size >= shuffle.smallest_deck && deck_size <= shuffle.largest_deck) return "";
  return fmt::format("shuffle '{}' of plug-in '{}' takes decks of {} to {} cards, not {}", shuffle.name, path,
                     shuffle.smallest_deck, shuffle.largest_deck, deck_size);
}

namespace {

using Kind = PluginFaultKind;

// Where the members that version 1 began with end.
constexpr std::size_t first_plugin_size = offsetof(fairshuffle_plugin, shuffles) + sizeof(void*);
constexpr std::size_t first_shuffle_size = offsetof(fairshuffle_plugin_shuffle, shuffle) + sizeof(void*);
constexpr std::size_t size_with_wide = offsetof(fairshuffle_plugin, wide_shuffles) + sizeof(void*);
constexpr std::size_t size_with_answered = offsetof(fairshuffle_plugin, answered_shuffles) + sizeof(void*);
// More than any later header will need: beyond lies what was never meant as a size.
constexpr std::uint32_t largest_struct_size = 4096;
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_description = 200;

std::string name_of(const std::string& path, const char* name, std::uint32_t index) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
  const std::size_t length = name == nullptr ? 0 : strnlen(name, longest_name + 1);
  if (length == 0 || length > longest_name ||
      std::string_view(name, length).find_first_not_of(allowed) != std::string_view::npos) {
    throw PluginFault(Kind::not_understood,
                      "plug-in '{}' gives its shuffle number {} a name that isn't 1 to {} letters, "
                      "digits and characters of '-_.+'",
                      path, index + 1, longest_name);
  }
  return {name, length};
}

// One line, whatever it was: that is how a host tells it.
std::string description_of(const char* text) {
  if (text == nullptr) return "";
  return row_text({text, strnlen(text, longest_description + 1)}, longest_description);
}

// What a plug-in without a limit of its own may rely on: it was the largest deck when the interface was made.
constexpr int largest_unstated_deck = 64;

// One of a list at the end of the struct. Null where the plug-in has none, or was built before there were
// any.
template <class Function>
Function* listed(const fairshuffle_plugin& plugin, Function* const* fairshuffle_plugin::*list,
                 std::size_t end_of_list, std::uint32_t index) {
  if (plugin.plugin_size < end_of_list || plugin.*list == nullptr) return nullptr;
  return (plugin.*list)[index];
}

LoadedShuffle checked(const std::string& path, const fairshuffle_plugin_shuffle& entry,
                      fairshuffle_plugin_wide_function* wide, std::uint32_t index) {
  const auto limit = [](std::uint32_t stated, int standard) {
    return stated == 0 ? standard : static_cast<int>(std::min<std::uint32_t>(stated, largest_deck_size + 1));
  };
  const int largest_that_fits = wide != nullptr ? largest_deck_size : largest_byte_deck;
  LoadedShuffle shuffle{
      {.name = name_of(path, entry.name, index),
       .sentence = description_of(entry.description),
       .smallest_deck = limit(entry.smallest_deck, 1),
       .largest_deck = std::min(limit(entry.largest_deck, largest_unstated_deck), largest_that_fits)},
      entry.shuffle,
      wide,
      nullptr};
  if (shuffle.shuffle == nullptr) {
    throw PluginFault(Kind::not_understood, "plug-in '{}' has no function for its shuffle '{}'", path,
                      shuffle.name);
  }
  if (shuffle.smallest_deck > shuffle.largest_deck) {
    throw PluginFault(Kind::not_understood,
                      "plug-in '{}' has a shuffle '{}' for decks of {} to {} cards, and there are "
                      "none such from 1 to {}",
                      path, shuffle.name, entry.smallest_deck, entry.largest_deck, largest_that_fits);
  }
  return shuffle;
}

}  // namespace

std::vector<LoadedShuffle> read_description(const std::string& path, const fairshuffle_plugin* plugin) {
  const auto not_understood = [&path](const std::string& problem) {
    return PluginFault(Kind::not_understood, "plug-in '{}' {}", path, problem);
  };
  if (plugin == nullptr) throw not_understood("describes nothing: fairshuffle_plugin_describe returned null");
  // Of another version nothing but this member can be read.
  if (plugin->version != FAIRSHUFFLE_PLUGIN_VERSION) {
    throw not_understood(
        fmt::format("is for version {} of the plug-in interface, and this program takes version {}; build it "
                    "with the fairshuffle_plugin.h of this program",
                    plugin->version, FAIRSHUFFLE_PLUGIN_VERSION));
  }
  if (plugin->plugin_size < first_plugin_size || plugin->plugin_size > largest_struct_size ||
      plugin->shuffle_size < first_shuffle_size || plugin->shuffle_size > largest_struct_size ||
      plugin->shuffle_size % alignof(fairshuffle_plugin_shuffle) != 0) {
    throw not_understood(fmt::format(
        "states sizes of {} and {} bytes for its structs, which can't be; fill fairshuffle_plugin "
        "by FAIRSHUFFLE_PLUGIN",
        plugin->plugin_size, plugin->shuffle_size));
  }
  if (plugin->shuffle_count == 0 || plugin->shuffle_count > most_shuffles || plugin->shuffles == nullptr) {
    throw not_understood(
        fmt::format("states {} shuffles; it takes 1 to {}", plugin->shuffle_count, most_shuffles));
  }
  std::vector<LoadedShuffle> shuffles;
  const auto* bytes = reinterpret_cast<const std::byte*>(plugin->shuffles);
  for (std::uint32_t index = 0; index < plugin->shuffle_count; ++index) {
    // What an older header did not have yet is 0, and what a newer one has beyond ours is left alone.
    fairshuffle_plugin_shuffle entry{};
    std::memcpy(&entry, bytes + std::size_t{index} * plugin->shuffle_size,
                std::min<std::size_t>(plugin->shuffle_size, sizeof entry));
    LoadedShuffle shuffle = checked(
        path, entry, listed(*plugin, &fairshuffle_plugin::wide_shuffles, size_with_wide, index), index);
    shuffle.answered = listed(*plugin, &fairshuffle_plugin::answered_shuffles, size_with_answered, index);
    shuffle.can_be_answered = shuffle.answered != nullptr;
    if (std::ranges::find(shuffles, shuffle.name, &LoadedShuffle::name) != shuffles.end()) {
      throw not_understood(fmt::format("has two shuffles named '{}'", shuffle.name));
    }
    shuffles.push_back(std::move(shuffle));
  }
  return shuffles;
}

std::vector<LoadedShuffle> load_plugin(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw PluginFault(Kind::cannot_be_loaded, "plug-in '{}': there is no such file", path);
  }
  // A name without a folder would be looked for among the system's libraries.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw PluginFault(Kind::cannot_be_loaded, "plug-in '{}' can't be loaded as a shared library: {}", path,
                      dlerror());
  }
  void* symbol = dlsym(library, "fairshuffle_plugin_describe");
  if (symbol == nullptr) {
    throw PluginFault(Kind::no_such_symbol,
                      "plug-in '{}' doesn't export the function fairshuffle_plugin_describe; see "
                      "fairshuffle_plugin.h",
                      path);
  }
  const auto describe = reinterpret_cast<decltype(&fairshuffle_plugin_describe)>(symbol);
  return read_description(path, describe());
}

const LoadedShuffle& shuffle_for(const std::string& path, const std::vector<LoadedShuffle>& shuffles,
                                 std::string_view name, int deck_size) {
  const auto found = std::ranges::find(shuffles, name, &LoadedShuffle::name);
  if (found == shuffles.end()) {
    const std::vector<OfferedShuffle> known(shuffles.begin(), shuffles.end());
    throw PluginFault(Kind::unknown_shuffle, no_such_shuffle(path, known, name));
  }
  if (std::string reason = why_no_such_deck(path, *found, deck_size); !reason.empty()) {
    throw PluginFault(Kind::deck_out_of_range, reason);
  }
  return *found;
}

namespace {

// Four numbers of at most twenty digits, and what stands between them.
constexpr std::size_t longest_request = 84;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Request {
  std::uint64_t rows = 0;
  std::uint64_t deck_size = 0;
  std::uint64_t seed = 0;
  AnswerMark mark = 0;
};

// Written as it was read it is the same line, or the line is another. What nothing ends may be half a
// request, and is none.
Request parse(std::string line, int deck_size) {
  Request request;
  std::istringstream(line) >> request.rows >> request.deck_size >> request.seed >> request.mark;
  if (line == fmt::format("{} {} {} {}\n", request.rows, request.deck_size, request.seed, request.mark) &&
      request.rows >= 1 && request.rows <= most_rows_a_request &&
      request.deck_size == static_cast<std::uint64_t>(deck_size)) {
    return request;
  }
  if (line.ends_with('\n')) line.pop_back();
  throw PluginFault(PluginFaultKind::request_unreadable,
                    "the request '{}' is not a line 'ROWS N SEED MARK' with ROWS from 1 to {} and N = {}",
                    line, most_rows_a_request, deck_size);
}

template <class AnyCard>
int shuffle_sorted(int (*shuffle)(std::uint32_t, std::uint64_t, std::size_t, AnyCard*),
                   const Request& request, AnyCard* cards) {
  for (std::size_t deck = 0; deck < request.rows; ++deck) {
    std::iota(cards + deck * request.deck_size, cards + (deck + 1) * request.deck_size, AnyCard{0});
  }
  return shuffle(static_cast<std::uint32_t>(request.deck_size), request.seed, request.rows, cards);
}

// Calls the shuffle. Throws what it ends with otherwise than by 0.
template <class Call>
void check_call(const LoadedShuffle& shuffle, Call call) {
  int code = 0;
  try {
    code = call();
  } catch (const std::exception& error) {
    throw PluginFault(PluginFaultKind::shuffle_failed, "shuffle '{}' threw an exception: {}", shuffle.name,
                      error.what());
  } catch (...) {
    throw PluginFault(PluginFaultKind::shuffle_failed, "shuffle '{}' threw an exception", shuffle.name);
  }
  if (code != 0) {
    throw PluginFault(PluginFaultKind::shuffle_failed, "shuffle '{}' returned error code {}", shuffle.name,
                      code);
  }
}

// decks: aligned as wide cards are.
void shuffle_decks(const LoadedShuffle& shuffle, const Request& request, std::uint8_t* decks) {
  check_call(shuffle, [&] {
    return is_wide_deck(static_cast<int>(request.deck_size))
               ? shuffle_sorted(shuffle.shuffle_wide, request, reinterpret_cast<WideCard*>(decks))
               : shuffle_sorted(shuffle.shuffle, request, decks);
  });
}

// Before and behind a batch, so that a write beside it is seen before it spoils what lies there.
constexpr std::size_t guard_bytes = 4096;
constexpr std::uint8_t guard = 0xA5;

static_assert(sizeof(AnswerMark) <= guard_bytes);

void check_guards(const LoadedShuffle& shuffle, std::span<const std::uint8_t> guarded) {
  for (const std::span<const std::uint8_t> side : {guarded.first(guard_bytes), guarded.last(guard_bytes)}) {
    if (std::ranges::all_of(side, [](std::uint8_t byte) { return byte == guard; })) continue;
    throw PluginFault(PluginFaultKind::shuffle_failed,
                      "shuffle '{}' wrote outside of the decks that it was given", shuffle.name);
  }
}

}  // namespace

void serve_rows(const LoadedShuffle& shuffle, int deck_size, std::FILE* requests, std::FILE* rows) {
  std::array<char, longest_request + sizeof("\n")> line;
  std::vector<std::uint8_t> guarded;
  while (std::fgets(line.data(), static_cast<int>(line.size()), requests) != nullptr) {
    const Request request = parse(line.data(), deck_size);
    const std::size_t bytes = request.rows * request.deck_size * bytes_of_card(deck_size);
    guarded.assign(bytes + 2 * guard_bytes, guard);
    shuffle_decks(shuffle, request, guarded.data() + guard_bytes);
    check_guards(shuffle, guarded);
    // Where the guards lay: so it is one write.
    const std::span<std::uint8_t> answer =
        std::span(guarded).subspan(guard_bytes - sizeof(AnswerMark), bytes + 2 * sizeof(AnswerMark));
    std::memcpy(answer.data(), &request.mark, sizeof(AnswerMark));
    std::memcpy(answer.last(sizeof(AnswerMark)).data(), &request.mark, sizeof(AnswerMark));
    if (std::fwrite(answer.data(), 1, answer.size(), rows) != answer.size() || std::fflush(rows) != 0) {
      fail("plugin-host: the answer can't be written");
    }
  }
  if (std::ferror(requests) != 0) fail("plugin-host: requests can't be read");
}

namespace {

struct Asked {
  std::FILE* requests;
  std::FILE* rows;

  std::string answer_to(const std::string& question) const {
    std::array<char, 64> line;
    if (std::fputs(question.c_str(), rows) < 0 || std::fflush(rows) != 0 ||
        std::fgets(line.data(), static_cast<int>(line.size()), requests) == nullptr)
      _exit(0);  // nobody asks any more, in the midst of the plug-in's code
    return line.data();
  }
};

const Asked& asked_of(void* context) {
  return *static_cast<const Asked*>(context);
}

}  // namespace

void serve_answered(const LoadedShuffle& shuffle, int deck_size, std::FILE* requests, std::FILE* rows) {
  if (shuffle.answered == nullptr) {
    throw PluginFault(Kind::unknown_shuffle,
                      "shuffle '{}' has no draws that can be answered: see answered_shuffles in "
                      "fairshuffle_plugin.h",
                      shuffle.name);
  }
  Asked asked{requests, rows};
  const fairshuffle_plugin_draws draws{
      .context = &asked,
      .below = [](void* context, std::uint64_t bound) -> std::uint64_t {
        return std::stoull(asked_of(context).answer_to(fmt::format("draw {}\n", bound)));
      },
      .word = [](void* context) -> std::uint32_t {
        return static_cast<std::uint32_t>(std::stoul(asked_of(context).answer_to("word\n")));
      },
      .unit = [](void* context) -> double { return std::stod(asked_of(context).answer_to("unit\n")); }};
  std::vector<std::uint8_t> guarded;
  for (;;) {
    guarded.assign(static_cast<std::size_t>(deck_size) + 2 * guard_bytes, guard);
    const std::span<std::uint8_t> cards =
        std::span(guarded).subspan(guard_bytes, static_cast<std::size_t>(deck_size));
    std::iota(cards.begin(), cards.end(), std::uint8_t{0});
    check_call(shuffle,
               [&] { return shuffle.answered(static_cast<std::uint32_t>(deck_size), &draws, cards.data()); });
    check_guards(shuffle, guarded);
    if (std::fputs(fmt::format("{}\n", fmt::join(cards, " ")).c_str(), rows) < 0 || std::fflush(rows) != 0)
      return;
  }
}

namespace {

int or_throw(int result) {
  if (result < 0) fail("plugin-host");
  return result;
}

/// Our own standard input and output, out of the plug-in's reach: it finds nothing to read, and what it
/// prints goes to standard error instead of among the rows.
struct Pipes {
  std::FILE* requests = fdopen(or_throw(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)), "r");
  std::FILE* rows = fdopen(or_throw(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)), "w");

  Pipes() {
    const int nothing = or_throw(open("/dev/null", O_RDONLY | O_CLOEXEC));
    or_throw(dup2(nothing, STDIN_FILENO));
    or_throw(dup2(STDERR_FILENO, STDOUT_FILENO));
    close(nothing);
    std::setvbuf(rows, nullptr, _IONBF, 0);
  }
};

int deck_size_of(const std::string& text) {
  int deck_size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), deck_size);
  if (error != std::errc{} || end != text.data() + text.size() || deck_size < 1 ||
      deck_size > largest_deck_size) {
    throw InputError("plugin-host: expected a deck size from 1 to {}, found '{}'", largest_deck_size, text);
  }
  return deck_size;
}

}  // namespace

int run_plugin_host(const std::vector<std::string>& arguments) {
  const bool answers = arguments.size() == 4 && arguments[3] == "answered";
  if (arguments.size() != 1 && arguments.size() != 3 && !answers) {
    throw InputError("plugin-host: expected PATH, or PATH SHUFFLE N, or PATH SHUFFLE N answered");
  }
  const std::string& path = arguments.front();
  const int deck_size = arguments.size() > 1 ? deck_size_of(arguments[2]) : 0;
  try {
    const Pipes pipes;
    const std::vector<LoadedShuffle> loaded = load_plugin(path);
    if (arguments.size() == 1) {
      std::fputs(written(std::vector<OfferedShuffle>(loaded.begin(), loaded.end())).c_str(), pipes.rows);
    } else {
      const auto serve = answers ? serve_answered : serve_rows;
      serve(shuffle_for(path, loaded, arguments[1], deck_size), deck_size, pipes.requests, pipes.rows);
    }
    return 0;
  } catch (const PluginFault& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return static_cast<int>(fault.kind());
  }
}

}  // namespace fairshuffle
