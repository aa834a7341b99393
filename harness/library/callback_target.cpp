#include "harness/library/callback_target.hpp"

#include <algorithm>
#include <array>
#include <future>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

/// AnyCard: what a row of the trials has for a card.
template <class AnyCard>
class CallbackSampler final : public Sampler {
 public:
  CallbackSampler(detail::Trials& trials, int deck_size, bool carried, std::exception_ptr& thrown)
      : trials_(&trials),
        deck_size_(static_cast<std::size_t>(deck_size)),
        carried_(carried),
        thrown_(&thrown),
        own_rows_(has_room() ? 0 : (trials.overlaps() ? 2 : 1) * trials.batch() * deck_size_),
        rows_(has_room() ? reinterpret_cast<AnyCard*>(trials.room()) : own_rows_.data()),
        stream_(deck_size),
        before_(deck_size_),
        relative_(deck_size_) {}

  void begin_block(std::uint64_t) override {
    stream_.begin();
    is_fresh_ = true;
  }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    guarded([&] {
      if (carried_) return run_carried(first_trial, trials, tally);
      // Ends before the rows that it reads, whatever is thrown.
      std::future<void> counting;
      std::size_t part = 0;
      for (std::uint64_t done = 0; done < trials;) {
        const std::uint64_t batch = std::min<std::uint64_t>(trials - done, trials_->batch());
        const std::span<AnyCard> decks(rows_ + part * trials_->batch() * deck_size_, batch * deck_size_);
        std::vector<detail::UnreadableDeck>& unreadable = unreadable_[part];
        unreadable.clear();
        trials_->run(decks, true, unreadable);
        if (counting.valid()) counting.get();
        const std::uint64_t first = first_trial + done;
        if (trials_->overlaps()) {
          counting = std::async(std::launch::async, [this, decks, &unreadable, first, &tally] {
            count_batch(decks, unreadable, first, tally);
          });
          part = 1 - part;
        } else {
          count_batch(decks, unreadable, first, tally);
        }
        done += batch;
      }
      if (counting.valid()) counting.get();
    });
  }

 private:
  bool has_room() const { return trials_->room() != nullptr; }

  // The engine makes a sentence of what is thrown; the caller gets the thing itself.
  template <class Work>
  void guarded(Work work) {
    try {
      work();
    } catch (...) {
      *thrown_ = std::current_exception();
      throw;
    }
  }

  void count_batch(std::span<const AnyCard> decks, const std::vector<detail::UnreadableDeck>& unreadable,
                   std::uint64_t first_trial, RunningTally& tally) {
    std::size_t counted = 0;
    for (const detail::UnreadableDeck& deck : unreadable) {
      stream_.add_decks(decks.subspan(counted * deck_size_, (deck.trial - counted) * deck_size_),
                        first_trial + counted, tally);
      tally.add_invalid(std::span<const AnyCard>(), first_trial + deck.trial, deck.text);
      counted = deck.trial + 1;
    }
    stream_.add_decks(decks.subspan(counted * deck_size_), first_trial + counted, tally);
  }

  void run_carried(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
    for (std::uint64_t trial = first_trial; trial < first_trial + trials; ++trial) {
      const std::span<AnyCard> after(rows_, deck_size_);
      std::vector<detail::UnreadableDeck>& unreadable = unreadable_.front();
      unreadable.clear();
      if (is_fresh_) std::iota(before_.begin(), before_.end(), AnyCard{0});
      trials_->run(after, is_fresh_, unreadable);
      const std::span<const AnyCard> left = after;
      // A deck that lost cards can't be carried on.
      is_fresh_ = !unreadable.empty() || !is_permutation(left);
      if (is_fresh_) {
        if (unreadable.empty()) {
          tally.add_invalid(left, trial);
        } else {
          tally.add_invalid(std::span<const AnyCard>(), trial, unreadable.front().text);
        }
        continue;
      }
      relative_order(std::span<const AnyCard>(before_), left, std::span<AnyCard>(relative_));
      stream_.add(std::span<const AnyCard>(relative_), trial, tally);
      std::ranges::copy(left, before_.begin());
    }
  }

  detail::Trials* trials_;
  std::size_t deck_size_;
  bool carried_;
  std::exception_ptr* thrown_;
  std::vector<AnyCard> own_rows_;
  AnyCard* rows_;                                                  // of a batch, or of two
  std::array<std::vector<detail::UnreadableDeck>, 2> unreadable_;  // of a batch, and of the one before
  TrialStream stream_;
  bool is_fresh_ = true;           // where decks are carried: the next trial starts from a fresh one
  std::vector<AnyCard> before_;    // where decks are carried: what the next trial starts from
  std::vector<AnyCard> relative_;  // there: the order of a trial
};

}  // namespace

std::unique_ptr<Sampler> CallbackTarget::make_sampler() const {
  const int deck_size = description_.deck_size;
  const bool carried = description_.reset == "never";
  if (is_wide_deck(deck_size))
    return std::make_unique<CallbackSampler<WideCard>>(*trials_, deck_size, carried, *thrown_);
  return std::make_unique<CallbackSampler<Card>>(*trials_, deck_size, carried, *thrown_);
}

}  // namespace fairshuffle
