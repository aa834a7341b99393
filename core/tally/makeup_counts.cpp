#include "core/tally/makeup_counts.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

const Makeup& checked(const Makeup& makeup, int deck_size) {
  if (!is_makeup(makeup, deck_size)) {
    throw std::invalid_argument(
        fmt::format("MakeupCounts: a deck of {} cards is not made up of such kinds or deals", deck_size));
  }
  return makeup;
}

void add_as_many(std::span<const std::uint64_t> more, std::vector<std::uint64_t>& counts) {
  if (more.size() != counts.size()) {
    throw std::invalid_argument(fmt::format("MakeupCounts: {} counts, not {}", more.size(), counts.size()));
  }
  for (std::size_t cell = 0; cell < counts.size(); ++cell) counts[cell] += more[cell];
}

}  // namespace

bool has_pairs(const Makeup& makeup, int deck_size) {
  return makeup.dealt >= 2 && makeup.dealt <= deck_size - 2;
}

bool counts_together(const Makeup& makeup, int deck_size) {
  return has_pairs(makeup, deck_size) && makeup.dealt <= most_dealt_together;
}

MakeupCounts::MakeupCounts(const Makeup& makeup, int deck_size)
    : makeup_(checked(makeup, deck_size)), deck_size_(deck_size), reader_(makeup, deck_size) {
  const auto cards = static_cast<std::size_t>(deck_size);
  sites_.resize(cards * symbols());
  if (makeup.has_equal_cards()) neighbours_.resize((symbols() + 1) * (symbols() + 1));
  if (counts_together(makeup, deck_size)) together_.resize(cards * (cards - 1) / 2);
  if (const auto all = count_arrangements(makeup, deck_size, most_arrangements)) arrangements_.resize(*all);
}

template <class AnyCard>
void MakeupCounts::add_each(std::span<const AnyCard> order) {
  const std::span<const Symbol> at_sites = reader_.read(order);
  const std::size_t kinds = symbols();
  for (std::size_t site = 0; site < at_sites.size(); ++site) ++sites_[site * kinds + at_sites[site]];
  if (!neighbours_.empty()) {
    std::size_t before = kinds;
    for (const Symbol kind : at_sites) {
      ++neighbours_[before * (kinds + 1) + kind];
      before = kind;
    }
    ++neighbours_[before * (kinds + 1) + kinds];
  }
  if (!together_.empty()) {
    std::array<AnyCard, most_dealt_together> dealt;
    const auto end =
        std::ranges::copy(order.first(static_cast<std::size_t>(makeup_.dealt)), dealt.begin()).out;
    std::sort(dealt.begin(), end);
    for (auto lower = dealt.begin(); lower != end; ++lower) {
      // Before the pairs of this card stand those of all lower ones.
      const std::size_t card = *lower, cards = at_sites.size();
      const std::size_t first = card * (2 * cards - card - 1) / 2;
      for (auto higher = lower + 1; higher != end; ++higher) ++together_[first + *higher - card - 1];
    }
  }
  if (!arrangements_.empty()) ++arrangements_[reader_.rank()];
}

template void MakeupCounts::add_each(std::span<const Card>);
template void MakeupCounts::add_each(std::span<const WideCard>);

void MakeupCounts::merge(const MakeupCounts& other) {
  if (makeup_ != other.makeup_ || deck_size_ != other.deck_size_) {
    throw std::invalid_argument("MakeupCounts: decks that are made up otherwise do not add up");
  }
  add_counts(other.sites_, other.neighbours_, other.together_, other.arrangements_);
}

void MakeupCounts::add_counts(std::span<const std::uint64_t> sites, std::span<const std::uint64_t> neighbours,
                              std::span<const std::uint64_t> together,
                              std::span<const std::uint64_t> arrangements) {
  add_as_many(sites, sites_);
  add_as_many(neighbours, neighbours_);
  add_as_many(together, together_);
  add_as_many(arrangements, arrangements_);
}

}  // namespace fairshuffle
