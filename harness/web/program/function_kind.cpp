// The kind of target of functions where there are functions to call: one that a JavaScript module exports,
// named FILE#NAME. program.mjs has loaded it before the program begins.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/random/seeding.hpp"
#include "harness/abi/row_trials.hpp"
#include "harness/library/callback_target.hpp"
#include "harness/targets/callback/callback_words.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/target.hpp"

extern "C" {

// js_functions.js has them. The number of the function of that name; below 0, and why as a text, where there
// is none.
std::int32_t fairshuffle_js_function(const char* named, char* why, std::int32_t room);
// As a fairshuffle_fill of the function; where it fails, why.
std::int32_t fairshuffle_js_call(std::int32_t function, std::int32_t deck_size, std::uint8_t* rows,
                                 std::int32_t row_count, fairshuffle_batch* batch, char* why,
                                 std::int32_t room);
std::int32_t fairshuffle_js_is_terminal(std::int32_t descriptor);

// Emscripten's says so of every standard stream.
int isatty(int descriptor) {
  return fairshuffle_js_is_terminal(descriptor);
}
}

namespace fairshuffle {

namespace {

/// The rows that calls of a function fill, of a byte for each card.
class FunctionRows {
 public:
  FunctionRows(const FunctionRows&) = delete;
  FunctionRows& operator=(const FunctionRows&) = delete;

 protected:
  FunctionRows(std::int32_t function, int deck_size)
      : rows_(deck_size, nullptr, &fill, this), function_(function), deck_size_(deck_size) {}

  RowTrials rows_;

 private:
  static std::int32_t fill(void* context, std::uint8_t* rows, std::int32_t row_count,
                           fairshuffle_batch* batch) {
    const auto& self = *static_cast<const FunctionRows*>(context);
    std::array<char, 1000> why{};
    const std::int32_t answer = fairshuffle_js_call(self.function_, self.deck_size_, rows, row_count, batch,
                                                    why.data(), static_cast<std::int32_t>(why.size()));
    if (answer == FAIRSHUFFLE_FAIL) throw TargetError(why.data());
    return answer;
  }

  std::int32_t function_, deck_size_;
};

class FunctionTarget final : FunctionRows, public CallbackTarget {
 public:
  FunctionTarget(std::int32_t function, const TargetDescription& description)
      : FunctionRows(function, description.deck_size), CallbackTarget(rows_, description) {}

  std::uint64_t identity() const override {
    return hash_text(fmt::format("{} reset={} marked={}", name(), description().reset, description().marked));
  }
};

TargetDescription read(const TargetText& text, const TargetRun& run) {
  TargetDescription description = read_callback(text, run.deck_size);
  if (!is_wide_deck(description.deck_size)) return description;
  SettingReader(text).fail("a function is asked for decks of up to {} cards, and this one has {}",
                           largest_byte_deck, description.deck_size);
}

std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  const TargetDescription description = read(text, run);
  std::array<char, 1000> why{};
  const std::int32_t function =
      fairshuffle_js_function(description.shuffle.c_str(), why.data(), static_cast<std::int32_t>(why.size()));
  if (function < 0) SettingReader(text).fail(why.data());
  return std::make_unique<FunctionTarget>(function, description);
}

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  return unopened_callback(read(text, run));
}

}  // namespace

constinit const TargetKind callback_kind{
    .name = callback_kind_name,
    .naming = {.member = "function",
               .setting = "shuffle",
               .placeholder = "FILE#NAME",
               .meaning = "a function that a JavaScript module exports; of none, its default",
               .schema = R"json({
  "description": "a function that a JavaScript module exports, as FILE#NAME",
  "type": "string",
  "minLength": 1,
  "maxLength": 4096
})json"},
    .settings = {},
    .make = &make,
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
