#include "harness/target/rows/recorded.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/random/streams.hpp"

namespace fairshuffle {

RecordedTarget::RecordedTarget(SettingReader& reader, int standard_deck_size, TargetText name,
                               std::string shown_place, Open open)
    : open_(std::move(open)) {
  description_.kind = name.name;
  description_.shuffle = std::move(shown_place);
  manner_.recorded = true;
  if (std::optional<std::string> column = reader.take("column")) {
    if (column->empty()) reader.fail("column= is empty; name a column of the header");
    manner_.column = *column;
    description_.options.emplace_back("column", *column);
    name.settings.emplace_back("column", *std::move(column));
  }
  manner_.format = take_row_format(reader, standard_deck_size, description_);
  if (!manner_.column.empty() && manner_.format.kind == RowFormat::Kind::u8) {
    reader.fail("column= is for a CSV, whose rows are lines; format=u8 has none");
  }
  add_row_settings(manner_.format, name);
  description_.reset = reader.take_reset();
  manner_.carried = description_.reset == "never";
  description_.marked = reader.take_marked(description_.deck_size);
  add_last_settings(description_, name);
  reader.finish();
  name_ = written(name);
}

std::uint64_t RecordedTarget::identity() const {
  std::string text = fmt::format("{} {} n={} reset={}", description_.kind, description_.shuffle,
                                 description_.deck_size, description_.reset);
  for (const auto& [key, value] : description_.options) text += fmt::format(" {}={}", key, value);
  return hash_text(text);
}

std::string RecordedTarget::caveat() const {
  return "rows that were left out of the recording, or chosen for it";
}

}  // namespace fairshuffle
