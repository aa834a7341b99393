// The kind of target "exec": a program in any language, which writes one permutation for each trial.
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/targets/child/answered_process.hpp"
#include "harness/targets/child/child_process.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/first_row.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_sampler.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

class ExecTarget final : public ChildTarget {
 public:
  static constexpr std::string_view kind = "exec";

  /// Settings: command, n, format, base, deck, manner, timeout, reset, marked. Throws InputError. Nothing is
  /// started before a sampler begins.
  ExecTarget(const TargetText& text, const TargetRun& run);

  std::uint64_t identity() const override;
  /// That it follows its seed is believed where its command takes one.
  TargetFacts facts() const override;
  std::string caveat() const override;
  RowOpener opener() const override;

  /// True where it learns from us how many cards to shuffle.
  bool is_told_deck_size() const;
  /// A start of it that is wanted for its first rows only.
  std::unique_ptr<ByteSource> open_for_a_look(std::uint64_t seed) const;

 private:
  ChildManner child_;
};

std::string take_command(SettingReader& reader) {
  const std::optional<std::string> command = reader.take("command");
  if (!command || command->find_first_not_of(" \t\n") == std::string::npos) {
    reader.fail("command= is missing: the program to run, as it is typed in a shell");
  }
  return *command;
}

ExecTarget::ExecTarget(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::string command = take_command(reader);
  description_.kind = kind;
  description_.shuffle = command;
  manner_.format = take_row_format(reader, run.deck_size, description_);
  const std::string manner = reader.take_word("manner", {"stream", "serve", "once"});
  const int timeout = reader.take_timeout();
  description_.options.emplace_back("manner", manner);
  description_.options.emplace_back("timeout", std::to_string(timeout));
  take_row_life(reader, description_, manner_);
  manner_.follows_seed = command.find("{seed}") != std::string::npos;
  // Seeds that we deal out tell nothing of those that it would start from.
  if (manner_.starts_anew && manner_.follows_seed) {
    reader.fail("starts-anew is for a program that draws by itself for each deck; leave it or {seed} out");
  }
  reader.finish();

  children_ = run.children;
  manner_.once = manner == "once";
  manner_.answers = manner == "serve";
  manner_.restarts = manner == "stream";
  manner_.anew = manner_.follows_seed || command.find("{trials}") != std::string::npos;

  child_ = {.command = command,
            .serves = manner_.answers,
            .silence = std::chrono::seconds(timeout),
            .deck_size = description_.deck_size,
            .max_trials = run.max_trials};

  TargetText canonical{.name = std::string(kind), .settings = {{"command", command}}};
  add_row_settings(manner_.format, canonical);
  if (!manner_.restarts) canonical.settings.emplace_back("manner", manner);
  if (timeout != SettingReader::standard_timeout)
    canonical.settings.emplace_back("timeout", std::to_string(timeout));
  add_row_life(manner_, description_, canonical);
  name_ = written(canonical);
}

// How long one waits for a row does not make it another, nor what one knows of it.
std::uint64_t ExecTarget::identity() const {
  return identity_of(description_, {"timeout", starts_anew_setting.name});
}

TargetFacts ExecTarget::facts() const {
  TargetFacts facts = RowTarget::facts();
  facts.follows_seed = manner_.follows_seed;
  facts.starts_anew = manner_.starts_anew || (manner_.once && !manner_.follows_seed);
  return facts;
}

bool ExecTarget::is_told_deck_size() const {
  return child_.serves || child_.command.find("{n}") != std::string::npos;
}

std::unique_ptr<ByteSource> ExecTarget::open_for_a_look(std::uint64_t seed) const {
  ChildManner manner = child_;
  // Of a row over several lines the next one tells the end.
  manner.max_trials = manner_.once ? 1 : 2;
  return std::make_unique<ChildBytes>(manner, seed);
}

std::string ExecTarget::caveat() const {
  std::string text = manner_.once
                         ? "seeds of the program other than those of its starts, one for each trial"
                         : "other starts of the program: all trials are of one start of it, or of a few";
  if (!manner_.follows_seed) {
    text +=
        ". Its command has no {seed}: the run repeats only if it takes its seed from FAIRSHUFFLE_SEED, or "
        "always the same one";
  }
  if (manner_.starts_anew) text += fmt::format("; {}", starts_on_trust);
  return text;
}

RowOpener ExecTarget::opener() const {
  if (manner_.once) {
    return [starts = std::make_shared<StartsAhead>(child_, children_)](const RowStart& start) {
      return starts->open(start);
    };
  }
  return [this](const RowStart& start) {
    ChildManner manner = child_;
    if (start.rows > 0) manner.max_trials = start.rows;
    return std::make_unique<ChildBytes>(manner, start.seed());
  };
}

constexpr TargetSetting manner_setting{.name = "manner",
                                       .placeholder = "stream|serve|once",
                                       .meaning =
                                           "a program writes on its own, answers lines \"trials n\" on its "
                                           "standard input, or is started anew for each deck (stream)",
                                       .schema = R"json({
  "description": "\"stream\" for a program that writes on its own, \"serve\" for one that answers requests, \"once\" for one that is started anew for each deck",
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
  const std::optional<FirstRow> row =
      look_at_first_row([&] { return target->open_for_a_look(run.seed); }, {}, run, is_card_a_line(text)).row;
  if (!row || (row->cards == run.deck_size && !row->is_standard)) return target;
  target = std::make_unique<ExecTarget>(with_deck_size(text, *row), run);
  target->notice_deck_size();
  return target;
}

AnsweredCode answered(const TargetText& text, int deck_size) {
  SettingReader reader(text);
  const std::string command = take_command(reader);
  const int cards = reader.take_deck_size(deck_size);
  const std::chrono::seconds silence(reader.take_timeout());
  reader.finish();
  return answered_process(command, command, cards, silence);
}

}  // namespace

constinit const TargetKind exec_kind{
    .name = ExecTarget::kind,
    .naming = {.member = ExecTarget::kind,
               .setting = "command",
               .placeholder = "COMMAND",
               .meaning =
                   "a program that writes a permutation a line; {trials}, {n} and {seed} are filled in",
               .schema = R"json({
  "description": "a program that writes permutations: a command line for the shell, or a list of 1 to 1000 words",
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
    .make_unopened = &make_unopened,
    .answered = &answered};

}  // namespace fairshuffle
