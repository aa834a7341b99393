// Trials from rows.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/interpret/sample.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// The starts of what writes rows, and whether each begins otherwise than all before it. Where the second one
// begins as the first, all are taken for one sequence: a start is told to give more, and what is known of it
// is passed over.

class RowStarts {
 public:
  /// Rows of each start that are compared. Fair starts of two cards begin so alike once in 2^64.
  static constexpr std::uint64_t rows_compared = 64;

  /// No start has been made, and start 0 will have this seed.
  void begin(std::uint64_t first_seed);
  /// The next start, of which so many new rows are wanted; 0 where nobody knows how many.
  RowStart next(std::uint64_t rows);
  /// Rows that the start gave, end to end.
  void hear(std::span<const WideCard> decks, std::size_t deck_size);

  std::uint64_t begun() const { return begun_; }
  /// Rows of this start that were heard.
  std::uint64_t heard() const { return heard_; }
  /// Rows that were wanted of this start.
  std::uint64_t told() const { return told_; }
  /// True while none of its rows may be counted: too few are heard to tell it from an earlier start.
  bool is_unknown() const { return begun_ > 1 && heard_ < rows_compared && !is_one_sequence_; }
  /// Whether it began as an earlier one did. To be asked when rows_compared rows are heard.
  bool began_before() const { return began_before_ && !is_one_sequence_; }

  /// To be called where a start began before: whether the next one can go on where that one ended.
  bool take_for_one_sequence() { return is_one_sequence_ = begun_ == 2; }
  bool is_one_sequence() const { return is_one_sequence_; }
  /// Rows of this start that are known and to be passed over.
  std::uint64_t known() const { return is_one_sequence_ ? given_ - std::min(given_, heard_) : 0; }
  /// Whether those that were passed over are not the ones that were known.
  bool is_another_sequence() const { return is_another_; }

  /// This start ended in peace before it gave what it was told.
  void ended_early() {
    ++ended_early_;
    has_no_more_ = is_one_sequence_;
  }
  /// What whoever wrote the program should know of its starts, so far; empty for nothing.
  std::string remark(bool takes_seed, std::uint64_t rows_given) const;

 private:
  std::uint64_t first_seed_ = 0, begun_ = 0, told_ = 0, heard_ = 0, ended_early_ = 0;
  std::uint64_t first_rows_ = 0;        // of this start, in a hash
  std::set<std::uint64_t> begun_with_;  // the hashes of all starts so far
  bool began_before_ = false;
  // Of the first start, or of the one sequence: its rows, and a hash of them and of those of this start.
  std::uint64_t given_ = 0, given_rows_ = 0, rows_ = 0;
  bool is_one_sequence_ = false, is_another_ = false, has_no_more_ = false;
};

// Trials from rows that come from outside, wherever their bytes come from.

/// Reads rows from the bytes of one start after the other, and counts them as trials: the order of row r is
/// trial r - 1. What becomes of a row that is no permutation is told by RowReader. Which rows come, and from
/// which start each, depends on the rows that are asked for and on what each start writes; never on time.
class RowSampler final : public Sampler, public LookListener {
 public:
  /// `open` is called by begin_block, with its seed, and where the manner says so again for further starts.
  /// Leaves in `remark` what there is to tell of its rows and starts, when it is done and when it is gone.
  RowSampler(RowManner manner, RowOpener open, std::shared_ptr<std::string> remark = nullptr);
  RowSampler(RowSampler&&) = default;
  RowSampler& operator=(RowSampler&&) = default;
  ~RowSampler() override;

  /// Opens the source. Rows are counted from 1 again.
  void begin_block(std::uint64_t seed) override;
  /// Asks the source for the rows that are not yet there and reads them. Throws TargetError: at a row that is
  /// none in this format, at an end that comes too early, at a recording without rows. Where one of the rows
  /// before that is no permutation, these are ready first, so that it is not forgotten.
  std::uint64_t ready(std::uint64_t trials) override;
  /// Precondition: `trials` rows are ready.
  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override;
  void finish() override;
  void check() override;
  void begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                  const std::function<void(std::uint64_t)>& on_waiting) override;
  /// Ends what can be started again, or was to be read ahead. That it failed is told by `finish`.
  void end_look() override;

  /// Shows `hear` what each source gave whenever it was read, and the source alone before it goes.
  using Hear = std::function<void(const ByteSource& source, std::string_view bytes)>;
  void let_hear(Hear hear) { hear_ = std::move(hear); }

 private:
  void open_next();
  void read_ahead(std::uint64_t rows);
  void read_start(std::uint64_t rows);
  // False where the run is to end.
  bool read_rows(std::uint64_t rows);
  void read_single_start();
  void read_all_ahead();
  void end_starts();
  std::optional<std::size_t> read_source(std::uint64_t missing);
  void make_room();
  void hear_rows(std::uint64_t before);
  void refuse_unasked(std::chrono::milliseconds patience);
  void end_start(std::uint64_t missing);
  [[noreturn]] void fail_end(std::uint64_t missing);
  // Of a source that has told why it ended.
  [[noreturn]] void fail(const std::string& sentence) const;
  void give_up();
  void close();
  void heed(const std::function<bool()>& is_to_end);
  void leave_remark();

  void check_first_rows() const;
  bool holds_no_permutation() const;
  std::span<const WideCard> relative_orders(std::span<const WideCard> decks);
  std::uint64_t first_row() const { return rows_.added() - rows_.rows() + 1; }

  RowManner manner_;
  RowOpener open_;
  std::shared_ptr<std::string> remark_;
  Hear hear_;
  RowStarts starts_;
  std::shared_ptr<ByteSource> source_;
  std::unique_ptr<RowReader> reader_;
  std::vector<char> bytes_;               // as they came
  std::size_t next_byte_ = 0, end_ = 0;   // of bytes_, those that are not yet read
  RowBuffer rows_;                        // read, not yet counted
  std::deque<std::uint64_t> first_rows_;  // of later starts than start 0, where decks are carried on
  std::string cut_off_;                   // what stood after the last whole row
  bool has_ended_ = false;                // the source, and its end was read
  bool is_over_ = false;                  // no row comes any more
  std::uint64_t wanted_ = 0;              // rows of this look that are not yet counted; 0 where nobody told
  std::function<bool()> is_to_end_;       // once it says so, nothing is waited for
  std::function<void(std::uint64_t)> on_waiting_;
  std::exception_ptr start_fault_;  // of a start that was ended with its look
  std::exception_ptr later_fault_;  // of one that was read ahead; its rows come first
  std::exception_ptr read_fault_;   // after which nothing is read any more

  TrialStream stream_;
  std::vector<WideCard> before_;  // the deck that the next row was shuffled from, where decks are carried on
  std::vector<WideCard> relative_;  // the permutations of the rows that are counted, there
};

// A target whose trials are rows: what it shares with its kin, so that rows can be looked at apart from
// statistics.

class RowTarget : public Target {
 public:
  const RowManner& row_manner() const { return manner_; }
  /// A way to open one start after the other, for one sampler. Throws TargetError. The target must outlive
  /// it.
  virtual RowOpener opener() const = 0;

  TargetFacts facts() const override {
    return {.recorded = manner_.recorded,
            .in_sequence = true,
            .writes_rows = true,
            .may_end = true,
            .starts_anew = manner_.starts_anew};
  }
  std::unique_ptr<Sampler> make_sampler() const override {
    return std::make_unique<RowSampler>(manner_, opener(), remark_);
  }
  std::string remark() const override {
    return noticed_ + (noticed_.empty() || remark_->empty() ? "" : "; ") + *remark_;
  }
  /// Its deck size was not given, and its first row told it.
  void notice_deck_size() {
    const int cards = description_.deck_size;
    noticed_ = manner_.format.is_standard ? "row 1 has the 52 cards of --deck standard"
                                          : fmt::format("row 1 has {} card{}, and no --n says otherwise",
                                                        cards, cards == 1 ? "" : "s");
  }

 protected:
  RowManner manner_;

 private:
  std::string noticed_;
  std::shared_ptr<std::string> remark_ = std::make_shared<std::string>();
};

}  // namespace fairshuffle
