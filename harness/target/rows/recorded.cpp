#include "harness/target/rows/recorded.hpp"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/random/streams.hpp"
#include "harness/target/rows/column_names.hpp"
#include "harness/target/rows/first_row.hpp"

namespace fairshuffle {

RecordedTarget::RecordedTarget(SettingReader& reader, int standard_deck_size, TargetText name,
                               std::string shown_place, Open open)
    : open_(std::move(open)) {
  description_.kind = name.name;
  description_.shuffle = std::move(shown_place);
  manner_.recorded = true;
  take_columns(reader, name);
  const bool card_each = manner_.columns.size() > 1;
  const auto columns = static_cast<int>(manner_.columns.size());
  // The columns of a deal are not those of a deck.
  const bool of_deck = card_each && !reader.has("deal");
  manner_.format = take_row_format(reader, of_deck ? columns : standard_deck_size, description_);
  if (!manner_.columns.empty() && manner_.format.is_raw()) {
    reader.fail(fmt::format("column= is for a CSV, whose rows are lines; format={} has none",
                            to_text(manner_.format.kind)));
  }
  if (!manner_.columns.empty() && manner_.format.one_a_line) {
    reader.fail("one-a-line= is for lines without columns; name the rows of a CSV with column= or columns=");
  }
  if (card_each && manner_.format.row_size() != columns) {
    reader.fail(
        fmt::format("columns= names {} columns, and a row has {} cards", columns, manner_.format.row_size()));
  }
  add_row_settings(manner_.format, name);
  description_.reset = reader.take_reset();
  manner_.carried = description_.reset == "never";
  description_.marked = reader.take_marked(description_.deck_size);
  check_made_up(reader, description_);
  manner_.starts_anew = take_starts_anew(reader, description_);
  if (manner_.starts_anew) name.settings.emplace_back(starts_anew_setting.name, "true");
  add_last_settings(description_, name);
  reader.finish();
  name_ = written(name);
}

void RecordedTarget::take_columns(SettingReader& reader, TargetText& name) {
  for (const std::string_view key : {"column", "columns"}) {
    std::optional<std::string> typed = reader.take(key);
    if (!typed) continue;
    if (typed->empty()) reader.fail(fmt::format("{}= is empty; name a column of the header", key));
    if (!manner_.columns.empty()) reader.fail("column= and columns= are given; one of them names the row");
    if (key == "column") {
      manner_.columns = {*typed};
    } else if (auto names = column_names(*typed); names && names->size() > 1) {
      const std::set<std::string_view> different(names->begin(), names->end());
      if (different.size() < names->size()) {
        reader.fail(fmt::format("columns={} has a column twice; each holds a card of its own", *typed));
      }
      manner_.columns = *std::move(names);
    } else {
      reader.fail(fmt::format("columns={} is no list of 2 to {} columns; write it as c1-c52 or first,second",
                              *typed, largest_deck_size));
    }
    description_.options.emplace_back(key, *typed);
    name.settings.emplace_back(key, *std::move(typed));
  }
}

std::uint64_t RecordedTarget::identity() const {
  std::string text = fmt::format("{} {} n={} reset={}", description_.kind, description_.shuffle,
                                 description_.deck_size, description_.reset);
  for (const auto& [key, value] : description_.options) text += fmt::format(" {}={}", key, value);
  return hash_text(text);
}

std::string RecordedTarget::caveat() const {
  std::string text = "rows that were left out of the recording, or chosen for it";
  if (manner_.starts_anew) text += fmt::format("; {}", starts_on_trust);
  return text;
}

void RecordedTarget::open_first(std::unique_ptr<ByteSource> source) {
  const auto first = std::make_shared<std::unique_ptr<ByteSource>>(std::move(source));
  open_ = [first, open = std::move(open_)] { return *first ? std::move(*first) : open(); };
}

std::unique_ptr<Target> looked_at(
    const TargetText& text, const TargetRun& run, std::unique_ptr<RecordedTarget> target,
    const std::function<std::unique_ptr<RecordedTarget>(const TargetText&)>& make) {
  const RowFormat& format = target->row_manner().format;
  SettingReader reader(text);
  const bool is_sized =
      !run.may_look || format.kind == RowFormat::Kind::tokens || format.makeup.is_deal() || reader.has("n");
  if (format.one_a_line && !is_sized) {
    reader.fail(
        "a card a line does not tell how many make a deck: say it with --n, or name them with --deck");
  }
  if (!is_told_by_first_row(text, run)) return target;
  FirstRowLook look([&target] { return target->open(0); }, target->row_manner().columns, run);
  if (look.row() && look.row()->cards != run.deck_size) {
    target = make(with_deck_size(text, *look.row()));
    target->notice_deck_size();
  }
  target->open_first(look.kept());
  return target;
}

}  // namespace fairshuffle
