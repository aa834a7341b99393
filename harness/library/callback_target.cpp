#include "harness/library/callback_target.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/tally/subsets.hpp"
#include "core/tally/trial_stream.hpp"

namespace fairshuffle {

namespace {

class CallbackSampler final : public Sampler {
 public:
  CallbackSampler(detail::Trials& trials, int deck_size, bool carried, std::exception_ptr& thrown)
      : trials_(&trials),
        deck_size_(static_cast<std::size_t>(deck_size)),
        carried_(carried),
        thrown_(&thrown),
        own_rows_(trials.room() == nullptr ? trials.batch() * deck_size_ : 0),
        rows_(trials.room() == nullptr ? own_rows_.data() : trials.room()),
        stream_(deck_size) {}

  void begin_block(std::uint64_t) override {
    stream_.begin();
    if (carried_) guarded([this] { start_fresh(); });
  }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    guarded([&] {
      if (carried_) return run_carried(first_trial, trials, tally);
      for (std::uint64_t done = 0; done < trials;) {
        const std::uint64_t batch = std::min<std::uint64_t>(trials - done, trials_->batch());
        run_batch(first_trial + done, batch, tally);
        done += batch;
      }
    });
  }

 private:
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

  void run_batch(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
    const std::span<Card> decks(rows_, trials * deck_size_);
    unreadable_.clear();
    trials_->run_fresh(decks, unreadable_);
    std::size_t counted = 0;
    for (const detail::UnreadableDeck& deck : unreadable_) {
      stream_.add_decks(decks.subspan(counted * deck_size_, (deck.trial - counted) * deck_size_),
                        first_trial + counted, tally);
      tally.add_invalid({}, first_trial + deck.trial, deck.text);
      counted = deck.trial + 1;
    }
    stream_.add_decks(decks.subspan(counted * deck_size_), first_trial + counted, tally);
  }

  void start_fresh() {
    trials_->start_fresh();
    for (std::size_t position = 0; position < deck_size_; ++position) {
      before_[position] = static_cast<Card>(position);
    }
  }

  void run_carried(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
    std::array<Card, largest_deck_size> relative;
    for (std::uint64_t trial = first_trial; trial < first_trial + trials; ++trial) {
      const std::span<Card> after(rows_, deck_size_);
      unreadable_.clear();
      trials_->run_on(after, unreadable_);
      if (!unreadable_.empty() || !is_order(after)) {
        // A deck that lost cards can't be carried on.
        if (unreadable_.empty()) {
          tally.add_invalid(after, trial);
        } else {
          tally.add_invalid({}, trial, unreadable_.front().text);
        }
        start_fresh();
        continue;
      }
      relative_order({before_.data(), deck_size_}, after, relative);
      stream_.add({relative.data(), deck_size_}, trial, tally);
      std::ranges::copy(after, before_.begin());
    }
  }

  detail::Trials* trials_;
  std::size_t deck_size_;
  bool carried_;
  std::exception_ptr* thrown_;
  std::vector<Card> own_rows_;
  Card* rows_;                                    // of a batch
  std::array<Card, largest_deck_size> before_{};  // where decks are carried: what the next trial starts from
  std::vector<detail::UnreadableDeck> unreadable_;
  TrialStream stream_;
};

}  // namespace

CallbackTarget::CallbackTarget(detail::Trials& trials, int deck_size, const CertifyOptions& options)
    : trials_(&trials),
      carried_(options.reset == Reset::never),
      description_(
          callback_description(options.name, deck_size, carried_ ? "never" : "always", options.marked)),
      name_(callback_name(description_)) {
  if (options.marked != 0) SubsetCounts(deck_size, options.marked);  // throws where that can't be counted
}

std::unique_ptr<Sampler> CallbackTarget::make_sampler() const {
  return std::make_unique<CallbackSampler>(*trials_, description_.deck_size, carried_, *thrown_);
}

}  // namespace fairshuffle
