#include "harness/target/rows/first_row.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "harness/target/rows/csv_lines.hpp"
#include "harness/target/rows/line_rows.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/rows/styled_lines.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

// Of the words of the first row; what is no whole number makes it no row.
class FirstRowWords final : public LineParser {
 public:
  explicit FirstRowWords(std::optional<FirstRow>& row) : row_(row) {}

  // That of any deck.
  std::size_t longest_line() const override { return longest_line_of(largest_deck_size); }

  void parse(std::string_view line, RowBuffer& rows) override {
    int words = 0;
    bool all_numbers = true;
    std::string_view word;
    for (RowWords each(line); each.next(word); ++words) {
      all_numbers &= all_digits(word);
    }
    if (rows.added() == 0 && words > 0 && all_numbers) row_ = FirstRow{words, row_text(line)};
    rows.add_wrong({}, "");
  }

 private:
  std::optional<FirstRow>& row_;
};

// Of the lines of a start that is one row, a card each; what is no card makes it no row, and so does an end
// that never comes.
class FirstStartCards final : public LineParser {
 public:
  explicit FirstStartCards(std::optional<FirstRow>& row) : row_(row) {}

  std::size_t longest_line() const override { return longest_line_of(1); }

  void parse(std::string_view line, RowBuffer& rows) override {
    RowWords words(line);
    std::string_view card, second;
    const bool is_card = words.next(card) && !words.next(second) && all_digits(card);
    if (!row_) row_ = FirstRow{0, row_text(line)};
    ++row_->cards;
    if (is_card && row_->cards <= largest_deck_size) return;
    if (!is_card) row_.reset();
    rows.add_wrong({}, "");
  }

 private:
  std::optional<FirstRow>& row_;
};

bool has_setting(const TargetText& text, std::string_view name, std::string_view value) {
  return std::ranges::find(text.settings, std::pair<std::string, std::string>(name, value)) !=
         text.settings.end();
}

}  // namespace

bool is_card_a_line(const TargetText& text) {
  return has_setting(text, "one-a-line", "true") && has_setting(text, "manner", "once");
}

std::optional<FirstRow> first_row_of(ByteSource& source, const std::vector<std::string>& columns,
                                     bool card_a_line) {
  std::optional<FirstRow> row;
  std::unique_ptr<LineParser> parser;
  if (card_a_line) {
    parser = std::make_unique<FirstStartCards>(row);
  } else {
    parser = make_styled_lines({.numbers = true, .deck_size = 0, .deck = {}},
                               std::make_unique<FirstRowWords>(row));
  }
  if (!columns.empty()) parser = make_csv_lines(columns, std::move(parser));
  const std::unique_ptr<RowReader> reader = make_line_rows(std::move(parser));
  RowBuffer rows(1);
  std::string bytes;
  std::array<char, 4096> room{};
  while (rows.added() == 0) {
    const std::size_t came = source.read(room);
    bytes.append(room.data(), came);
    if (came == 0) {
      reader->take_rest(bytes, rows);
      break;
    }
    bytes.erase(0, reader->take(bytes, 1, rows));
  }
  return row;
}

bool is_told_by_first_row(const TargetText& text, const TargetRun& run) {
  if (!run.may_look) return false;
  return std::ranges::none_of(text.settings, [&text](const auto& setting) {
    const auto& [key, value] = setting;
    return key == "n" || key == "deck" || key == "deal" || (key == "one-a-line" && !is_card_a_line(text)) ||
           key == "columns" || (key == "format" && value != "text");
  });
}

TargetText with_deck_size(const TargetText& text, const FirstRow& row) {
  if (row.cards == 1) {
    SettingReader(text).fail(
        fmt::format("row 1 is one card, \"{}\": a card a line is for --one-a-line, and decks of a single "
                    "card are for --n 1",
                    row.text));
  }
  if (row.cards > largest_deck_size) {
    SettingReader(text).fail(fmt::format("row 1 holds {} cards, and decks of 1 to {} can be judged: \"{}\"",
                                         row.cards, largest_deck_size, row.text));
  }
  TargetText sized = text;
  sized.settings.emplace_back("n", std::to_string(row.cards));
  return sized;
}

namespace {

/// Keeps what is read, until it is told to give it again.
class KeptBytes final : public ByteSource {
 public:
  explicit KeptBytes(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  void begin_again() { given_ = 0; }

  bool can_be_opened_again() const override { return source_->can_be_opened_again(); }
  void request(std::uint64_t rows) override { source_->request(rows); }
  void heed(const std::function<bool()>& is_to_end) override { source_->heed(is_to_end); }
  std::size_t read(std::span<char> into) override {
    if (given_ && *given_ < bytes_.size()) {
      const std::size_t size = std::min(into.size(), bytes_.size() - *given_);
      std::copy_n(bytes_.data() + *given_, size, into.data());
      *given_ += size;
      return size;
    }
    const std::size_t came = source_->read(into);
    if (!given_) bytes_.append(into.data(), came);
    return came;
  }
  std::string why_ended() override { return source_->why_ended(); }
  void finish() override { source_->finish(); }
  std::string asides() const override { return source_->asides(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string bytes_;
  std::optional<std::size_t> given_;  // of bytes_, once they are given again
};

}  // namespace

FirstRowLook::FirstRowLook(const std::function<std::unique_ptr<ByteSource>()>& open,
                           const std::vector<std::string>& columns, const TargetRun& run, bool card_a_line) {
  std::unique_ptr<KeptBytes> source;
  try {
    source = std::make_unique<KeptBytes>(open());
    source->heed(run.is_to_end);
    row_ = first_row_of(*source, columns, card_a_line);
  } catch (const TargetError&) {
    row_.reset();
  } catch (const RunEnds&) {
    row_.reset();
  }
  if (!source || source->can_be_opened_again()) return;
  source->begin_again();
  kept_ = std::move(source);
}

}  // namespace fairshuffle
