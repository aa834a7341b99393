#include "harness/target/plugin/serve.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// Four numbers of at most twenty digits, and what stands between them.
constexpr std::size_t longest_request = 84;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

[[noreturn]] void refuse(std::string_view line, int deck_size) {
  throw PluginFault(
      PluginFaultKind::request_unreadable,
      fmt::format("the request '{}' is not a line 'ROWS N SEED MARK' with ROWS from 1 to {} and N = {}",
                  line.substr(0, longest_request), most_rows_a_request, deck_size));
}

/// Lines without their ends.
class LineReader {
 public:
  LineReader(int from, int deck_size) : from_(from), deck_size_(deck_size) {}

  /// The next line; nothing at the end. What nothing ends may be half a request, and is none.
  std::optional<std::string> next() {
    while (true) {
      const std::size_t end = text_.find('\n');
      if (end != std::string::npos) {
        std::string line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
      }
      if (text_.size() > longest_request) refuse(text_, deck_size_);
      std::array<char, 4096> bytes;
      const ssize_t count = read(from_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail("plugin-host: requests can't be read");
      if (count == 0 && !text_.empty()) refuse(text_, deck_size_);
      if (count == 0) return std::nullopt;
      text_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  int from_;
  int deck_size_;
  std::string text_;
};

struct Request {
  std::uint64_t rows = 0;
  std::uint64_t deck_size = 0;
  std::uint64_t seed = 0;
  AnswerMark mark = 0;
};

Request parse(std::string_view line, int deck_size) {
  Request request;
  const char* at = line.data();
  const char* const end = line.data() + line.size();
  bool understood = true;
  for (std::uint64_t* number : {&request.rows, &request.deck_size, &request.seed, &request.mark}) {
    if (number != &request.rows) understood = understood && at != end && *at++ == ' ';
    if (!understood) break;
    const auto [rest, error] = std::from_chars(at, end, *number);
    understood = error == std::errc{};
    at = rest;
  }
  if (!understood || at != end || request.rows < 1 || request.rows > most_rows_a_request ||
      request.deck_size != static_cast<std::uint64_t>(deck_size)) {
    refuse(line, deck_size);
  }
  return request;
}

template <class AnyCard>
int shuffle_sorted(int (*shuffle)(std::uint32_t, std::uint64_t, std::size_t, AnyCard*),
                   const Request& request, AnyCard* cards) {
  for (std::size_t deck = 0; deck < request.rows; ++deck) {
    std::iota(cards + deck * request.deck_size, cards + (deck + 1) * request.deck_size, AnyCard{0});
  }
  return shuffle(static_cast<std::uint32_t>(request.deck_size), request.seed, request.rows, cards);
}

// decks: aligned as wide cards are.
void shuffle_decks(const LoadedShuffle& shuffle, const Request& request, std::uint8_t* decks) {
  int code = 0;
  try {
    code = is_wide_deck(static_cast<int>(request.deck_size))
               ? shuffle_sorted(shuffle.shuffle_wide, request, reinterpret_cast<WideCard*>(decks))
               : shuffle_sorted(shuffle.shuffle, request, decks);
  } catch (const std::exception& error) {
    throw PluginFault(PluginFaultKind::shuffle_failed,
                      fmt::format("shuffle '{}' threw an exception: {}", shuffle.info.name, error.what()));
  } catch (...) {
    throw PluginFault(PluginFaultKind::shuffle_failed,
                      fmt::format("shuffle '{}' threw an exception", shuffle.info.name));
  }
  if (code != 0) {
    throw PluginFault(PluginFaultKind::shuffle_failed,
                      fmt::format("shuffle '{}' returned error code {}", shuffle.info.name, code));
  }
}

// Before and behind a batch, so that a write beside it is seen before it spoils what lies there.
constexpr std::size_t guard_bytes = 4096;
constexpr std::uint8_t guard = 0xA5;

static_assert(sizeof(AnswerMark) <= guard_bytes);

void check_guards(const LoadedShuffle& shuffle, std::span<const std::uint8_t> guarded) {
  for (const std::span<const std::uint8_t> side : {guarded.first(guard_bytes), guarded.last(guard_bytes)}) {
    if (std::ranges::all_of(side, [](std::uint8_t byte) { return byte == guard; })) continue;
    throw PluginFault(
        PluginFaultKind::shuffle_failed,
        fmt::format("shuffle '{}' wrote outside of the decks that it was given", shuffle.info.name));
  }
}

}  // namespace

void write_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(to, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("plugin-host: the answer can't be written");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void serve_rows(const LoadedShuffle& shuffle, int deck_size, int requests, int rows) {
  LineReader lines(requests, deck_size);
  std::vector<std::uint8_t> guarded;
  while (const std::optional<std::string> line = lines.next()) {
    const Request request = parse(*line, deck_size);
    const std::size_t bytes = request.rows * request.deck_size * bytes_of_card(deck_size);
    guarded.assign(bytes + 2 * guard_bytes, guard);
    shuffle_decks(shuffle, request, guarded.data() + guard_bytes);
    check_guards(shuffle, guarded);
    // Where the guards lay: so it is one write.
    const std::span<std::uint8_t> answer =
        std::span(guarded).subspan(guard_bytes - sizeof(AnswerMark), bytes + 2 * sizeof(AnswerMark));
    std::memcpy(answer.data(), &request.mark, sizeof(AnswerMark));
    std::memcpy(answer.last(sizeof(AnswerMark)).data(), &request.mark, sizeof(AnswerMark));
    write_all(rows, {reinterpret_cast<const char*>(answer.data()), answer.size()});
  }
}

}  // namespace fairshuffle
