#include "harness/targets/rows/first_row.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/standard_deck.hpp"
#include "core/random/seeding.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/rows/lines.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

bool has_setting(const TargetText& text, std::string_view name, std::string_view value) {
  return std::ranges::find(text.settings, std::pair<std::string, std::string>(name, value)) !=
         text.settings.end();
}

// Columns are as many as the cards, and say no more.
bool may_hold_standard_deck(std::string_view columns) {
  const auto names = column_names(columns);
  return names && names->size() == size_of_standard_deck;
}

}  // namespace

bool is_card_a_line(const TargetText& text) {
  return has_setting(text, "one-a-line", "true") && has_setting(text, "manner", "once");
}

std::optional<FirstRow> first_row_of(ByteSource& source, std::string& bytes,
                                     const std::vector<std::string>& columns, bool card_a_line) {
  const RowFormat unknown{.deck_size = 0, .deck = {}};
  const std::unique_ptr<RowReader> reader = make_line_rows(
      make_card_words(unknown), {.row = card_a_line ? LineShape::Row::line : LineShape::Row::printed,
                                 .format = unknown,
                                 .columns = columns});
  // One more than a deck may have is enough to see that they are too many.
  const std::uint64_t most = card_a_line ? largest_deck_size + 1 : 1;
  RowBuffer rows(1);
  std::size_t taken = bytes.size();
  std::array<char, 4096> room{};
  for (bool has_ended = false; rows.added() < most && !has_ended;) {
    const auto came = source.read(room);
    if (!came) return std::nullopt;
    bytes.append(room.data(), *came);
    std::string rest = bytes.substr(taken);
    has_ended = *came == 0;
    if (has_ended && !rest.empty()) rest += '\n';
    taken += reader->take(rest, most - rows.added(), rows);
    if (has_ended && rows.added() < most) reader->take_rest("", rows);
  }
  const WrongRow* first = rows.wrong(1);
  if (first == nullptr) return std::nullopt;
  if (!card_a_line) return FirstRow{static_cast<int>(first->words), first->text};
  for (std::uint64_t row = 1; row <= rows.added(); ++row) {
    if (rows.wrong(row)->words != 1) return std::nullopt;
  }
  return FirstRow{static_cast<int>(rows.added()), first->text};
}

bool is_told_by_first_row(const TargetText& text, const TargetRun& run) {
  if (!run.may_look) return false;
  return std::ranges::none_of(text.settings, [&text](const auto& setting) {
    const auto& [key, value] = setting;
    return key == "n" || key == "deck" || key == "deal" || (key == "one-a-line" && !is_card_a_line(text)) ||
           (key == "columns" && !may_hold_standard_deck(value)) || (key == "format" && value != "text");
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
  if (row.is_standard && has_setting(text, "format", "text")) return text;  // whose rows are of numbers
  if (row.is_standard) {
    sized.settings.emplace_back("deck", name_of_standard_deck);
  } else {
    sized.settings.emplace_back("n", std::to_string(row.cards));
  }
  return sized;
}

namespace {

// What is no row of numbers may be one of the standard deck's cards.
bool begin_with_standard_deck(const std::string& bytes, const std::vector<std::string>& columns) {
  const RowFormat format{.kind = RowFormat::Kind::tokens,
                         .deck_size = size_of_standard_deck,
                         .deck = standard_deck(),
                         .is_standard = true};
  RowBuffer rows(size_of_standard_deck);
  try {
    make_row_reader(format, columns)->take(bytes + '\n', 1, rows);
  } catch (const TargetError&) {
    return false;
  }
  return rows.added() == 1 && rows.wrong(1) == nullptr;
}

}  // namespace

FirstRowLook look_at_first_row(const std::function<std::shared_ptr<ByteSource>()>& open,
                               const std::vector<std::string>& columns, const TargetRun& run,
                               bool card_a_line) {
  FirstRowLook look;
  std::string bytes;
  try {
    look.kept = open();
    look.kept->heed(run.is_to_end);
    look.row = first_row_of(*look.kept, bytes, columns, card_a_line);
  } catch (const TargetError&) {
    if (!card_a_line && begin_with_standard_deck(bytes, columns))
      look.row = FirstRow{.cards = size_of_standard_deck, .text = "", .is_standard = true};
  }
  if (look.kept && look.kept->can_be_opened_again()) look.kept.reset();
  if (look.kept) look.kept->give_back(std::move(bytes));
  return look;
}

namespace {

// "3 1 2" and "2 3 1" are the same whole deck of other cards than ours; what lost cards is seldom either.
bool is_deck_of_its_own(const WrongRow& row, const WrongRow& first, int deck_size) {
  if (row.words > most_cards_kept(deck_size)) return true;
  std::vector<WideCard> cards = row.cards, others = first.cards;
  std::ranges::sort(cards);
  std::ranges::sort(others);
  return !cards.empty() && cards == others && std::ranges::adjacent_find(cards) == cards.end() &&
         static_cast<std::size_t>(cards.back() - cards.front()) + 1 == cards.size();
}

// Whether bytes, one a card, are so many different cards of the deck that whoever packed them did not.
bool begin_a_deck(const RowFormat& format, std::string_view bytes) {
  constexpr std::size_t fewest = 8;
  std::set<int> seen;
  for (const char byte : bytes.substr(0, static_cast<std::size_t>(format.row_size()))) {
    const int card = static_cast<unsigned char>(byte) - format.base;
    if (card < 0 || card >= format.deck_size || !seen.insert(card).second) return false;
  }
  return seen.size() >= fewest;
}

}  // namespace

std::string why_no_rows(const RowFormat& format, std::string_view first_bytes) {
  // Of a card of two bytes the upper one is 0, as of a letter in UTF-16.
  const bool is_of_pairs = format.kind == RowFormat::Kind::u16;
  const std::optional<ForeignBytes> foreign =
      is_of_pairs ? marked_bytes(first_bytes) : foreign_bytes(first_bytes);
  // Of a deck of 140 cards one in 20,000 begins as gzip's files do; of two bytes a card none does.
  if (!foreign || (format.kind == RowFormat::Kind::u8 && begin_a_deck(format, first_bytes))) return "";
  return fmt::format("{}: {} FILE | {}", foreign->sentence, foreign->command, read_from_a_pipe);
}

void check_first_bytes(const RowFormat& format, std::string_view first_bytes) {
  const std::string reason = why_no_rows(format, first_bytes);
  if (!reason.empty()) throw TargetError(reason);
  // Of decks of up to eight cards raw bytes never come to the end of a line.
  const bool is_raw = !first_bytes.empty() && static_cast<unsigned char>(first_bytes.front()) < '\t';
  if (is_raw && format.kind == RowFormat::Kind::text) {
    throw TargetError("rows are raw bytes, and format=text says lines of numbers; give --format u8, or u16");
  }
}

// Cards are lost now and then, or others each time; a deck of another size than was said is the same in each
// row.
void check_deck_size(const RowFormat& format, const RowBuffer& rows) {
  constexpr std::uint64_t first_rows = 3;
  const WrongRow* first = rows.wrong(1);
  const auto deck_size = static_cast<std::uint64_t>(format.row_size());
  if (first == nullptr || first->words == 0 || first->words == deck_size) return;
  const bool is_single = first->words == 1;
  for (std::uint64_t row = 1; row <= std::min(rows.added(), first_rows); ++row) {
    const WrongRow* other = rows.wrong(row);
    if (other == nullptr || other->words != first->words) return;
    if (!is_single && !is_deck_of_its_own(*other, *first, format.deck_size)) return;
  }
  const std::string cards = is_single ? "1 card" : fmt::format("{} cards", first->words);
  if (format.multiset.is_deal()) {
    throw TargetError("rows hold {}, --deal says {}; give the number of cards in a row", cards, deck_size);
  }
  if (is_single) {
    throw TargetError("rows hold 1 card, and a deck has {}; a card a line is for --one-a-line", deck_size);
  }
  throw TargetError("rows hold {}, --n says {}; give the number of cards in a row, or leave it out", cards,
                    deck_size);
}

namespace {

// A row that nobody wrote, of a format that is our own, in numbers.
std::string in_numbers(std::span<const WideCard> cards) {
  return fmt::format("{}", fmt::join(cards, " "));
}

// What was written, row by row, as the program reads it. Throws TargetError after the rows before a fault are
// in `shown`.
void read_rows(std::string_view bytes, std::uint64_t rows, const RowTarget& target,
               std::vector<ShownRow>& shown) {
  const RowManner& manner = target.row_manner();
  const std::unique_ptr<RowReader> reader = make_row_reader(manner.format, manner.columns);
  RowBuffer understood(manner.format.deck_size);
  while (shown.size() < rows) {
    const std::size_t taken = reader->take(bytes, 1, understood);
    std::string_view written = bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    // A row that has no end yet may still be one.
    if (understood.rows() == 0) {
      written = bytes;
      reader->take_rest(bytes, understood);
      bytes = {};
    }
    if (understood.rows() == 0) return;
    if (!manner.format.is_raw()) {
      while (written.ends_with('\n') || written.ends_with('\r')) written.remove_suffix(1);
    }
    const std::span<const WideCard> cards = understood.decks();
    const bool is_shuffled = !cards.empty() && is_permutation(cards);
    ShownRow row;
    if (is_shuffled) row.permutation.assign(cards.begin(), cards.end());
    if (target.facts().writes_rows) {
      row.written = row_text(written);
    } else if (!is_shuffled) {
      row.written = in_numbers(cards);
    }
    shown.push_back(std::move(row));
    understood.remove(1);
  }
}

}  // namespace

RowTrial::RowTrial(const RowTarget& target, std::uint64_t run_seed, std::uint64_t max_trials)
    : target_(&target),
      max_trials_(max_trials),
      looks_(max_trials, false),
      sampler_(target.row_manner(), target.opener()) {
  sampler_.let_hear([this](const ByteSource& source, std::string_view bytes) {
    constexpr std::size_t most_kept = most_shown * RowReader::longest_row;
    if (are_kept_) bytes_.append(bytes.substr(0, most_kept - bytes_.size()));
    asides_ = source.asides();
  });
  begin_look();
  sampler_.begin_block(stream_seed(run_seed, target.identity(), 0));
}

// A program that ends with its look is told what the next one needs when it is started again.
void RowTrial::begin_look() {
  sampler_.begin_look(looks_.trials_at(looks_.look_from(counted_ + 1)) - counted_, {}, {});
}

std::vector<ShownRow> RowTrial::first(std::uint64_t rows) {
  std::uint64_t ready = rows;
  try {
    ready = sampler_.ready(rows);
  } catch (const TargetError& error) {
    fault_ = error;
  }
  are_kept_ = false;
  std::vector<ShownRow> shown;
  try {
    read_rows(bytes_, ready, *target_, shown);
  } catch (const TargetError&) {
    if (!fault_) throw;  // else it is the fault that is known
  }
  if (!fault_) {
    RunningTally counted(target_->description().deck_size, 0, std::nullopt);
    sampler_.run(0, ready, counted);
    counted_ = ready;
  }
  return shown;
}

RowPace RowTrial::measure(double seconds) {
  using Clock = std::chrono::steady_clock;
  RunningTally tally(target_->description().deck_size, 0);
  const auto start = Clock::now();
  const auto passed = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  RowPace pace;
  // A slow target is asked for few at a time, a fast one for as many as certify asks.
  for (std::uint64_t batch = 1; counted_ < max_trials_ && passed() < seconds;) {
    const double batch_start = passed();
    begin_look();
    const std::uint64_t wanted = std::min(batch, max_trials_ - counted_);
    const std::uint64_t ready = sampler_.ready(wanted);
    sampler_.run(counted_, ready, tally);
    pace.rows += ready;
    counted_ += ready;
    if (ready < wanted) break;
    if (passed() - batch_start < seconds / 10) batch = std::min(2 * batch, trials_per_block);
  }
  pace.seconds = passed();
  pace.no_permutations = tally.invalid_trials();
  return pace;
}

}  // namespace fairshuffle
