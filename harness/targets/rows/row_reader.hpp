// What readers of rows have in common.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// How a target from outside writes its permutations: declared by the user, or told by its first row.

struct RowFormat {
  enum class Kind {
    text,    ///< a line a row: whole numbers, parted as the first row parts them
    u8,      ///< n raw bytes a row, one a card, and nothing between
    u16,     ///< likewise two a card, the lower one first
    tokens,  ///< a line a row: words of the deck, likewise
  };

  Kind kind = Kind::text;
  int deck_size = 5;
  int base = 0;  ///< the number of the first card, or kind, 0 or 1; for raw bytes and text
  /// For tokens: the word of each kind of card, all different, none with separators; the cards of a deck
  /// without equal ones. For raw bytes: likewise where cards are equal, and their numbers are in this order.
  std::vector<std::string> deck;
  bool is_standard =
      false;                ///< they are the words of the standard deck, which are read in any usual notation
  bool one_a_line = false;  ///< a row is not a line, but one for each card
  Multiset multiset = {};   ///< a deal's rows hold the cards that were dealt

  /// Raw bytes, and no lines.
  bool is_raw() const { return kind == Kind::u8 || kind == Kind::u16; }
  /// The cards in a row.
  int row_size() const { return multiset.is_deal() ? multiset.dealt : deck_size; }
};

/// As --format takes them, in the order of their kinds.
inline constexpr std::array<std::string_view, 4> names_of_formats{"text", "u8", "u16", "tokens"};
constexpr std::string_view to_text(RowFormat::Kind kind) {
  return names_of_formats[static_cast<std::size_t>(kind)];
}

// How the rows of a target are to be understood, and how what writes them lives.

struct RowManner {
  RowFormat format;
  bool carried = false;   ///< reset=never: each row was shuffled from the one before; relative orders count
  bool recorded = false;  ///< an end is no error: there are no more trials then
  std::vector<std::string> columns = {};  ///< of a CSV with a header line; none where a line is a row
  bool restarts = false;      ///< a start that ends in peace after whole rows is followed by another
  bool starts_anew = false;   ///< each row started from a draw of its own
  bool follows_seed = false;  ///< its command takes its seed
  bool anew = false;          ///< each look has a start of its own
  bool answers = false;       ///< rows come when they are asked for, and no others
  bool once = false;          ///< a start gives one row and ends
  /// The trials at each look, where all rows are read at the first one and then it is ended; else none.
  std::vector<std::uint64_t> looks_ahead = {};

  /// Whether starts that begin with the same decks would be counted twice.
  bool is_compared() const { return restarts || anew; }

  /// Between looks it waits, and holds descriptors.
  bool lives_on() const { return !recorded && !anew && !once && looks_ahead.empty(); }
};

// Where the bytes of a target's rows come from: a program, a file, standard input.

/// Not thread-safe. Its end closes, stops and forgets whatever it stands for.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// False where what was read is gone: a pipe, or standard input.
  virtual bool can_be_opened_again() const { return true; }

  /// Told before rows are read: so many more are wanted. One that answers requests is asked here.
  virtual void request(std::uint64_t rows) = 0;

  /// Waits for bytes and takes some: how many, at least 1, or 0 when there are none left. Nothing where
  /// nobody waits any more, since the run is to end. Throws TargetError when the source fails (a child that
  /// hangs or crashes).
  virtual std::optional<std::size_t> read(std::span<char> into) = 0;

  /// For one that can't be opened again: what was read of it comes once more, before the rest.
  virtual void give_back(std::string) {}

  /// Told after bytes were read: so many rows were in them.
  virtual void took(std::uint64_t) {}

  /// What is written without having been asked for, as far as it comes while `patience` lasts; for one that
  /// answers requests. Bytes as `read` takes them; 0 for none.
  virtual std::size_t read_unasked(std::span<char>, std::chrono::milliseconds) { return 0; }

  /// Once it says so, `read` waits no longer. It must outlive the next `heed`.
  virtual void heed(const std::function<bool()>&) {}

  /// After `read` gave 0: true when it ended as a program does that is done, so that it may be started again.
  virtual bool has_ended_well() { return false; }

  /// After `read` gave 0, where more bytes were due: what is known of why there are no more, as a clause or
  /// sentences to stand after a full stop ("It exited with status 3. Its last words on standard error: ...");
  /// empty when nothing is.
  virtual std::string why_ended() = 0;

  /// After `why_ended`: true where it was disturbed, as TargetDisturbed means it.
  virtual bool was_disturbed() const { return false; }

  /// To be called when no more rows are wanted. Throws TargetError when the source is known to have failed by
  /// then, so that what it gave is no evidence of fairness.
  virtual void finish() {}

  /// What it said so far beside its rows, for a reader's eyes: the end of a child's standard error, in one
  /// line. Empty for nothing.
  virtual std::string asides() const { return {}; }
};

// Rows that were read and are not yet counted.

/// A row that can be told to be no permutation as it is read.
struct WrongRow {
  std::uint64_t number;         ///< from 1
  std::vector<WideCard> cards;  ///< empty where they are no cards, or too many
  std::string text;             ///< as it was written, by row_text
  std::uint64_t words = 0;      ///< how many cards stood there, whatever they were; 0 where nobody counted
};

/// The most cards of a row that are kept where it is none of a deck of that size.
constexpr std::uint64_t most_cards_kept(int deck_size) {
  return is_wide_deck(deck_size) ? largest_deck_size : largest_byte_deck;
}

/// A queue of rows. Each takes deck_size cards; in place of a wrong row's stand as many bytes that are no
/// cards, so that it is a permutation to no one.
class RowBuffer {
 public:
  /// deck_size in 1..largest_deck_size.
  explicit RowBuffer(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  std::size_t deck_size() const { return deck_size_; }
  /// Rows in the queue.
  std::uint64_t rows() const { return added_ - removed_; }
  /// Rows that ever were in it: the next one is row added() + 1.
  std::uint64_t added() const { return added_; }

  /// The rows in the queue, end to end.
  std::span<const WideCard> decks() const;
  /// What is known of row `number`; null when it was not told to be wrong.
  const WrongRow* wrong(std::uint64_t number) const;
  /// Takes rows out at the front. Precondition: rows <= rows().
  void remove(std::uint64_t rows);

  /// Room for so many rows at the end, to be written to; `commit` then says how many were.
  std::span<WideCard> room(std::uint64_t rows);
  void commit(std::uint64_t rows) { added_ += rows; }
  /// Precondition: deck_size cards.
  void add(std::span<const WideCard> cards);
  void add_wrong(std::vector<WideCard> cards, std::string text, std::uint64_t words = 0);
  /// Takes the last rows out again, as if they had never been in it. Precondition: rows <= rows().
  void remove_last(std::uint64_t rows);

 private:
  std::size_t deck_size_;
  std::uint64_t added_ = 0, removed_ = 0;
  std::uint64_t first_ = 1;  // the number of the row at the front of cards_
  std::vector<WideCard> cards_;
  std::deque<WrongRow> wrong_;  // of the rows in the queue, ascending
};

// One start of what writes rows: a program that has ended is started again for more.

struct RowStart {
  std::uint64_t first_seed = 0;  ///< that of start 0
  std::uint64_t number = 0;      ///< from 0
  std::uint64_t rows = 0;        ///< that will be asked for until the target is judged; 0 where nobody knows

  /// Its own. A child gets the low 31 bits, in which no two of 2^31 starts have the same.
  std::uint64_t seed() const {
    constexpr std::uint64_t low_bits = 0x7fff'ffff;
    // Odd factors and shifts to the right are one-to-one on 31 bits; 0 stays 0, so that start 0 has the
    // first.
    std::uint64_t mixed = number * 0x9e37'79b1 & low_bits;
    mixed ^= mixed >> 15;
    mixed = mixed * 0x2c1b'3c6d & low_bits;
    mixed ^= mixed >> 12;
    mixed = mixed * 0x297a'2d39 & low_bits;
    mixed ^= mixed >> 15;
    return first_seed ^ mixed;
  }
};

/// Opens the source of a start. The one before is given up by then.
using RowOpener = std::function<std::shared_ptr<ByteSource>(const RowStart&)>;

// The words of a line: numbers, or names of cards.

/// True of a line that has what parts the fields of tables.
bool may_be_of_a_table(std::string_view line);

/// What parts words.
inline constexpr std::string_view separators = " \t,";

/// Words are parted by blanks and tabs with at most one comma among them; one may stand after the last. An
/// empty word stands where a comma follows no word.
class RowWords {
 public:
  explicit RowWords(std::string_view line) : rest_(line) {}

  /// False after the last word.
  bool next(std::string_view& word);

 private:
  std::string_view rest_;
};

/// All of them.
std::vector<std::string_view> words_in(std::string_view line);

/// True where there is a digit, and nothing else.
bool all_digits(std::string_view word);

/// True of the bytes of a character of UTF-8 but its first.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// True when there is nothing but blanks and tabs.
bool is_blank(std::string_view line);

/// Throws the TargetError for an empty row in the middle.
[[noreturn]] void fail_empty_row(std::uint64_t row);

// A row as the outside wrote it, made fit to be shown.

/// The most bytes that row_text gives, unless told otherwise.
inline constexpr std::size_t longest_row_text = 200;

/// The bytes as text in valid UTF-8 that moves no terminal's cursor: control characters and what is no UTF-8
/// stand as \n, \t, \r or \xNN, and what is too long ends in "...".
std::string row_text(std::string_view bytes, std::size_t most = longest_row_text);

// A row of cards as it was read, made the order that stands for all that look like it.

class MultisetRow {
 public:
  explicit MultisetRow(const RowFormat& format);

  /// The number of the lowest card of each kind, or of each card.
  std::span<const WideCard> first_of_kind() const { return first_; }

  /// The cards of a row, as many as it is to have and equal ones all the lowest of their kind, become an
  /// order of the whole deck. False where they are none: too many of a kind, a card twice.
  bool complete(std::vector<WideCard>& cards);

 private:
  std::size_t deck_size_;
  Multiset multiset_;
  std::vector<WideCard> first_;
  std::vector<WideCard> next_, last_;  // of each kind, by its lowest card
};

// Reads rows from bytes, however these are cut into pieces. No input or output.
//
// What becomes of a row that is no order of the deck:
//   too few cards, too many, one twice, a number outside the deck     an invalid trial; its row is kept
//   a word that is not the deck's (tokens)                            an invalid trial; its row is kept
//   a field that is no whole number (text), an empty field (CSV)      TargetError
//   a row that is written otherwise than row 1 (brackets, separators) TargetError
//   a line of more than 4096 bytes, of decks of more than 128 cards
//   more than 16384, in a CSV more than 65536                         TargetError
//   a quote in the wrong place, a row without the column (CSV)        TargetError
//   a last row that is not whole (u8, u16), or that has no line end and
//   is no permutation                                                       cut off: left to the caller
// A last line without its end counts when it is a permutation. Empty lines and those that begin with '#' are
// no rows.

class RowReader {
 public:
  /// More bytes than any row may have: of so many `take` takes some, or throws.
  static constexpr std::size_t longest_row = 65536 + 2;

  virtual ~RowReader() = default;

  /// The bytes that come next are the first of a program that was started anew, and what a text may begin
  /// with may come again.
  virtual void begin_start() {}

  /// Reads whole rows from the front of `bytes` into `rows`, at most `most`: how many bytes it took. Those
  /// left are to be given again, with more behind them. Throws TargetError, which names the row by its number
  /// from 1, shows it and says what was expected.
  virtual std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) = 0;

  /// When no more bytes come: reads `rest`, what `take` left when it could have taken more, as the last row.
  /// Empty, or what was cut off: "row 7 is cut off: \"2 0\"". Throws as `take` does.
  virtual std::string take_rest(std::string_view rest, RowBuffer& rows) = 0;

  /// What whoever wrote the rows should know of how they were read, so far: "rows are read as row 1 is
  /// written: in [ ]; 2 blank lines passed over". Empty for nothing.
  virtual std::string remark() const { return {}; }
};

/// `columns` names that of a CSV with a header line which holds the rows, or one for each card; empty where
/// lines are rows. Throws std::invalid_argument for columns of raw bytes.
std::unique_ptr<RowReader> make_row_reader(const RowFormat& format,
                                           const std::vector<std::string>& columns = {});

/// Throws TargetError where rows that are read as raw bytes are lines of text, or have other bytes a card.
void check_raw_bytes(const RowFormat& format, const RowBuffer& rows);

}  // namespace fairshuffle
