// The kind of target "exec": a child program in any language, which writes one order for each trial.
#include <array>

#include "harness/target/exec/exec_target.hpp"
#include "harness/target/kind_table.hpp"
#include "harness/target/rows/first_row.hpp"
#include "harness/target/rows/row_settings.hpp"
#include "harness/target/shared_settings.hpp"

namespace fairshuffle {

namespace {

constexpr TargetSetting manner_setting{
    .name = "manner",
    .placeholder = "stream|serve|once",
    .meaning =
        "a child writes on its own, answers lines \"trials n\" on its standard input, or is started anew for "
        "each deck (stream)",
    .schema = R"json({
  "description": "\"stream\" for a child that writes on its own, \"serve\" for one that answers requests, \"once\" for one that is started anew for each deck",
  "enum": ["stream", "serve", "once"]
})json"};

constexpr std::array settings{
    &format_setting,    &base_setting,       &deck_setting,   &equal_cards_setting, &deal_setting,
    &unordered_setting, &one_a_line_setting, &manner_setting, &timeout_setting,     &starts_anew_setting};

// It is started by its samplers only.
std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  return std::make_unique<ExecTarget>(text, run);
}

// One that is not told the deck size may be started for its first row.
std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  auto target = std::make_unique<ExecTarget>(text, run);
  if (target->is_told_deck_size() || !is_told_by_first_row(text, run)) return target;
  const FirstRowLook look([&] { return target->open_for_a_look(run.seed); }, {}, run, is_card_a_line(text));
  if (!look.row() || look.row()->cards == run.deck_size) return target;
  target = std::make_unique<ExecTarget>(with_deck_size(text, *look.row()), run);
  target->notice_deck_size();
  return target;
}

}  // namespace

constinit const TargetKind exec_kind{
    .name = ExecTarget::kind,
    .naming = {.member = ExecTarget::kind,
               .setting = "command",
               .placeholder = "COMMAND",
               .meaning =
                   "a child program that writes an order a line; {trials}, {n} and {seed} are filled in",
               .schema = R"json({
  "description": "a child program that writes orders: a command line for the shell, or a list of 1 to 1000 words",
  "type": ["string", "array"],
  "minLength": 1,
  "maxLength": 10000,
  "minItems": 1,
  "maxItems": 1000,
  "items": { "description": "a word of up to 10000 characters", "type": "string", "maxLength": 10000 }
})json"},
    .takes = TargetKind::Takes::command,
    .settings = settings,
    .told_by_first_row = true,
    .make = &make,
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
