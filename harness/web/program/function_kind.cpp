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

class FunctionTarget final : public Target {
 public:
  FunctionTarget(std::int32_t function, int deck_size, const CertifyOptions& options)
      : function_(function),
        deck_size_(deck_size),
        trials_(deck_size, nullptr, &fill, this),
        target_(trials_, deck_size, options) {}
  FunctionTarget(const FunctionTarget&) = delete;
  FunctionTarget& operator=(const FunctionTarget&) = delete;

  const std::string& name() const override { return target_.name(); }
  const TargetDescription& description() const override { return target_.description(); }
  std::uint64_t identity() const override {
    return hash_text(fmt::format("{} reset={} marked={}", name(), description().reset, description().marked));
  }
  TargetFacts facts() const override { return target_.facts(); }
  std::string caveat() const override { return target_.caveat(); }
  std::unique_ptr<Sampler> make_sampler() const override { return target_.make_sampler(); }

 private:
  static std::int32_t fill(void* context, std::uint8_t* rows, std::int32_t row_count,
                           fairshuffle_batch* batch) {
    const auto& self = *static_cast<const FunctionTarget*>(context);
    std::array<char, 1000> why{};
    const std::int32_t answer = fairshuffle_js_call(self.function_, self.deck_size_, rows, row_count, batch,
                                                    why.data(), static_cast<std::int32_t>(why.size()));
    if (answer == FAIRSHUFFLE_FAIL) throw TargetError(why.data());
    return answer;
  }

  std::int32_t function_, deck_size_;
  RowTrials trials_;
  CallbackTarget target_;
};

struct Asked {
  std::string shuffle;
  int deck_size;
  CertifyOptions options;
};

Asked asked(SettingReader& reader, const TargetRun& run) {
  Asked found{.shuffle = reader.take("shuffle").value_or(""),
              .deck_size = reader.take_deck_size(run.deck_size),
              .options = {}};
  // The rows that it fills have a byte for each card.
  if (is_wide_deck(found.deck_size)) {
    reader.fail(fmt::format("a function is asked for decks of up to {} cards, and this one has {}",
                            largest_byte_deck, found.deck_size));
  }
  found.options.name = found.shuffle;
  if (reader.take_reset() == "never") found.options.reset = Reset::never;
  found.options.marked = reader.take_marked(found.deck_size);
  reader.finish();
  return found;
}

std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const Asked found = asked(reader, run);
  std::array<char, 1000> why{};
  const std::int32_t function =
      fairshuffle_js_function(found.shuffle.c_str(), why.data(), static_cast<std::int32_t>(why.size()));
  if (function < 0) reader.fail(why.data());
  return std::make_unique<FunctionTarget>(function, found.deck_size, found.options);
}

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const Asked found = asked(reader, run);
  TargetDescription description =
      callback_description(found.shuffle, found.deck_size,
                           found.options.reset == Reset::never ? "never" : "always", found.options.marked);
  std::string name = callback_name(description);
  return std::make_unique<UnopenedTarget>(std::move(name), std::move(description), callback_facts);
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
