// The kind of target "builtin": a shuffle of the catalogue with its source, draw method and seeding.
#include <array>

#include "harness/target/builtin/builtin_target.hpp"
#include "harness/target/kind_table.hpp"

namespace fairshuffle {

namespace {

constexpr TargetSetting source_setting{.name = "source",
                                       .placeholder = "SOURCE",
                                       .meaning = "where the random words come from",
                                       .schema = R"json({
  "description": "the name of a source, as \"fairshuffle list sources\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                       .is_option = false};

constexpr TargetSetting bits_setting{.name = "bits",
                                     .placeholder = "N",
                                     .meaning = "cut the words to their top bits",
                                     .schema = R"json({
  "description": "a number of bits from 1 to 64: the source's words are cut to their top bits",
  "type": "integer",
  "minimum": 1,
  "maximum": 64
})json",
                                     .is_option = false};

constexpr TargetSetting draw_setting{.name = "draw",
                                     .placeholder = "DRAW",
                                     .meaning = "how a number below a bound is made of words",
                                     .schema = R"json({
  "description": "the name of a draw method, as \"fairshuffle list draws\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                     .is_option = false};

constexpr TargetSetting seeding_setting{.name = "seeding",
                                        .placeholder = "SEEDING",
                                        .meaning = "when the source is seeded",
                                        .schema = R"json({
  "description": "the name of a seeding, as \"fairshuffle list seedings\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                        .is_option = false};

constexpr TargetSetting clock_setting{.name = "clock",
                                      .placeholder = "s|ms",
                                      .meaning = "what a seeding from a clock reads: seconds or milliseconds",
                                      .schema = R"json({
  "description": "\"s\" or \"ms\": the clock that a clock seeding reads",
  "enum": ["s", "ms"]
})json",
                                      .is_option = false};

constexpr TargetSetting rate_setting{.name = "rate",
                                     .placeholder = "N",
                                     .meaning = "shuffles a second, of a seeding from a clock",
                                     .schema = R"json({
  "description": "a whole number from 1 to 1000000000: shuffles a second, for a clock seeding",
  "type": "integer",
  "minimum": 1,
  "maximum": 1000000000
})json",
                                     .is_option = false};

constexpr TargetSetting seeds_setting{
    .name = "seeds",
    .placeholder = "N",
    .meaning =
        "how many seeds there are, of a random one for every shuffle: as many as the source takes "
        "(java-random 2^48, mt19937 2^32, dotnet-random 2^31), or 2^31 where it takes 64 bits",
    .schema = R"json({
  "description": "a whole number from 1 to 9007199254740992, or a power like \"2^31\": the seed is a random one of 0 to one less, for per-shuffle-random; standard: as many as the source takes, or 2^31 where it takes 64 bits",
  "type": ["integer", "string"],
  "minimum": 1,
  "maximum": 9007199254740992,
  "pattern": "^2\\^([1-4]?[0-9]|5[0-3])$"
})json",
    .is_option = false};

constexpr std::array settings{&source_setting, &bits_setting, &draw_setting, &seeding_setting,
                              &clock_setting,  &rate_setting, &seeds_setting};

// There is nothing to open.
std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  return std::make_unique<BuiltinTarget>(text, run.deck_size, run.seed);
}

}  // namespace

constinit const TargetKind builtin_kind{
    .name = BuiltinTarget::kind,
    .written = TargetKind::Written::by_shuffle,
    .naming = {.member = "shuffle", .setting = "", .placeholder = "", .meaning = "", .schema = R"json({
  "description": "the name of a shuffle or a preset, as \"fairshuffle list\" shows it",
  "$comment": "looked up by the program, which knows the names",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json"},
    .settings = settings,
    .make = &make,
    .make_unopened = &make};

}  // namespace fairshuffle
