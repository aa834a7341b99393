#include "harness/target/exec/exec_target.hpp"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "core/random/streams.hpp"
#include "harness/target/exec/starts_ahead.hpp"
#include "harness/target/rows/row_settings.hpp"
#include "harness/target/setting_reader.hpp"

namespace fairshuffle {

ExecTarget::ExecTarget(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::optional<std::string> command = reader.take("command");
  if (!command || command->find_first_not_of(" \t\n") == std::string::npos) {
    reader.fail("command= is missing: the program to run, as it is typed in a shell");
  }
  description_.kind = kind;
  description_.shuffle = *command;
  rows_.format = take_row_format(reader, run.deck_size, description_);
  const std::string manner = reader.take_word("manner", {"stream", "serve", "once"});
  const int timeout = reader.take_timeout();
  description_.options.emplace_back("manner", manner);
  description_.options.emplace_back("timeout", std::to_string(timeout));
  description_.reset = reader.take_reset();
  rows_.carried = description_.reset == "never";
  description_.marked = reader.take_marked(description_.deck_size);
  check_made_up(reader, description_);
  const bool declared_anew = take_starts_anew(reader, description_);
  // Seeds that we deal out tell nothing of those that it would start from.
  if (declared_anew && command->find("{seed}") != std::string::npos) {
    reader.fail("starts-anew is for a program that draws by itself for each deck; leave it or {seed} out");
  }
  reader.finish();

  children_ = run.children;
  rows_.starts_anew = declared_anew;
  rows_.once = manner == "once";
  rows_.answers = manner == "serve";
  rows_.restarts = manner == "stream";
  rows_.follows_seed = command->find("{seed}") != std::string::npos;
  rows_.anew = rows_.follows_seed || command->find("{trials}") != std::string::npos;

  child_ = {.command = *command,
            .serves = manner == "serve",
            .silence = std::chrono::seconds(timeout),
            .deck_size = description_.deck_size,
            .most_trials = run.most_trials};

  TargetText canonical{.name = std::string(kind), .settings = {{"command", *command}}};
  add_row_settings(rows_.format, canonical);
  if (manner != "stream") canonical.settings.emplace_back("manner", manner);
  if (timeout != SettingReader::standard_timeout)
    canonical.settings.emplace_back("timeout", std::to_string(timeout));
  if (declared_anew) canonical.settings.emplace_back(starts_anew_setting.name, "true");
  add_last_settings(description_, canonical);
  name_ = written(canonical);
}

std::uint64_t ExecTarget::identity() const {
  std::string text = fmt::format("{} {} n={} reset={}", kind, description_.shuffle, description_.deck_size,
                                 description_.reset);
  // How long one waits for a row does not make it another, nor what one knows of it.
  for (const auto& [key, value] : description_.options) {
    if (key != "timeout" && key != starts_anew_setting.name) text += fmt::format(" {}={}", key, value);
  }
  return hash_text(text);
}

TargetFacts ExecTarget::facts() const {
  TargetFacts facts = RowTarget::facts();
  facts.follows_seed = takes_seed();
  facts.starts_anew = rows_.starts_anew || (rows_.once && !takes_seed());
  return facts;
}

bool ExecTarget::takes_seed() const {
  return rows_.follows_seed;
}

bool ExecTarget::is_told_deck_size() const {
  return child_.serves || child_.command.find("{n}") != std::string::npos;
}

std::unique_ptr<ByteSource> ExecTarget::open_for_a_look(std::uint64_t seed) const {
  ChildManner manner = child_;
  // Of a row over several lines the next one tells the end.
  manner.most_trials = rows_.once ? 1 : 2;
  return std::make_unique<ChildBytes>(manner, seed);
}

std::string ExecTarget::caveat() const {
  std::string text = rows_.once
                         ? "seeds of the program other than those of its starts, one for each trial"
                         : "other starts of the program: all trials are of one start of it, or of a few";
  if (!takes_seed()) {
    text +=
        ". Its command has no {seed}: the run repeats only if it takes its seed from FAIRSHUFFLE_SEED, or "
        "always "
        "the same one";
  }
  if (rows_.starts_anew) text += fmt::format("; {}", starts_on_trust);
  return text;
}

std::unique_ptr<ByteSource> ExecTarget::open(std::uint64_t seed) const {
  return std::make_unique<ChildBytes>(child_, seed);
}

RowOpener ExecTarget::opener() const {
  if (rows_.once) {
    return [starts = std::make_shared<StartsAhead>(child_, children_)](const RowStart& start) {
      return starts->open(start);
    };
  }
  return [this](const RowStart& start) {
    ChildManner manner = child_;
    if (start.rows > 0) manner.most_trials = start.rows;
    return std::make_unique<ChildBytes>(manner, start.seed());
  };
}

}  // namespace fairshuffle
