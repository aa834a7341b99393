// What recorded targets share, wherever the recording is: its rows are all the trials that there are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "harness/target/kind.hpp"
#include "harness/target/rows/row_settings.hpp"
#include "harness/target/rows/row_target.hpp"
#include "harness/target/setting_reader.hpp"

namespace fairshuffle {

inline constexpr TargetSetting column_setting{.name = "column",
                                              .placeholder = "NAME",
                                              .meaning = "the column of a CSV file that holds the orders",
                                              .schema = R"json({
  "description": "the name of the column of a CSV file that holds the orders",
  "type": "string",
  "minLength": 1,
  "maxLength": 1000
})json"};

inline constexpr TargetSetting columns_setting{
    .name = "columns",
    .placeholder = "NAMES",
    .meaning = "the columns of a CSV file that hold a card each, by comma, or as in c1-c52",
    .schema = R"json({
  "description": "the names of the columns of a CSV file that hold a card each, by comma, or as in \"c1-c52\"",
  "type": "string",
  "minLength": 1,
  "maxLength": 1000
})json",
    .gives_deck_size = true,
    .unless = deal_setting.name};

inline constexpr std::array recorded_settings{
    &format_setting,    &base_setting,       &deck_setting,   &equal_cards_setting, &deal_setting,
    &unordered_setting, &one_a_line_setting, &column_setting, &columns_setting,     &starts_anew_setting};

class RecordedTarget final : public RowTarget {
 public:
  using Open = std::function<std::unique_ptr<ByteSource>()>;

  /// Takes the settings of the rows, column, columns, reset and marked, and finishes `reader`. `name` has the
  /// kind and the settings that tell where the recording is; `shown_place` says so in reports. Throws
  /// InputError.
  RecordedTarget(SettingReader& reader, int standard_deck_size, TargetText name, std::string shown_place,
                 Open open);

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override;
  std::string caveat() const override;
  const RowManner& row_manner() const override { return manner_; }
  std::unique_ptr<ByteSource> open(std::uint64_t) const override { return open_(); }

  /// What is opened the first time gives these bytes; null for what it gives by itself.
  void open_first(std::unique_ptr<ByteSource> source);

 private:
  void take_columns(SettingReader& reader, TargetText& name);

  RowManner manner_;
  TargetDescription description_;
  std::string name_;
  Open open_;
};

/// The target, or where the first row is to tell its deck size the one that `make` makes of a text with it. A
/// recording that can be read only once is read on from there.
std::unique_ptr<Target> looked_at(
    const TargetText& text, const TargetRun& run, std::unique_ptr<RecordedTarget> target,
    const std::function<std::unique_ptr<RecordedTarget>(const TargetText&)>& make);

}  // namespace fairshuffle
