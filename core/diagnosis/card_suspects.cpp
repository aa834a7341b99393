#include "core/diagnosis/card_suspects.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "core/diagnosis/suspect_search.hpp"
#include "core/exact/shelf_words.hpp"
#include "core/interpret/found_once.hpp"
#include "core/shuffle/random_cut.hpp"
#include "core/shuffle/random_key_sort.hpp"
#include "core/shuffle/riffle.hpp"
#include "core/statistics/null_laws.hpp"
#include "core/tally/tables/numbers.hpp"

namespace fairshuffle {

namespace {

/// Laws of single cards.
struct LawsOfCards {
  using Law = CardLaw;
  class Rounds {
   public:
    explicit Rounds(const CardLaw& round) : round_(round) {}
    void step() { law_ = law_.deck_size == 0 ? round_ : after(round_, law_); }
    const CardLaw& law() const { return law_; }

   private:
    const CardLaw& round_;
    CardLaw law_;
  };
  static std::string why_none(const SampleSetup& setup) {
    // One word for all draws of a shuffle is no ideal seeding.
    if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) return "its draws are not independent";
    return why_no_card_law(setup);
  }
  static Law of(const SampleSetup& setup) { return card_law_of(setup); }
  static bool moves_nothing(const Law& law) {
    for (int card = 0; card < law.deck_size; ++card) {
      if (law.at(card, card) != 1) return false;
    }
    return true;
  }
  static bool is_valid(const Law&) { return true; }
  static double phi2(const Law& law) { return phi2_of_positions(law); }
  static double squared_distance(const Law& p, const Law& q) {
    double sum = 0;
    for (std::size_t cell = 0; cell < p.probability.size(); ++cell) {
      sum += (p.probability[cell] - q.probability[cell]) * (p.probability[cell] - q.probability[cell]);
    }
    return sum * (p.deck_size - 1);
  }
};

void add_number(CardSuspect& suspect) {
  const SampleSetup& setup = suspect.setup;
  if (!draws_exactly(setup)) return;
  if (setup.shuffle->name == Riffle::info.name) {
    suspect.own_view = CardView::Of::rising_sequences;
    suspect.own_law =
        rising_sequences_of_riffles(setup.deck_size, std::pow(2.0, static_cast<double>(setup.options[0])));
  } else if (setup.shuffle->name == RandomKeySort::info.name) {
    suspect.own_view = CardView::Of::descents;
    const RandomKeySort sort(setup.options);
    suspect.own_law = rising_sequences_of_riffles(setup.deck_size, static_cast<double>(sort.keys));
    suspect.own_law.erase(suspect.own_law.begin());
  } else if (const auto shelves = shelves_of(setup)) {
    suspect.own_view = CardView::Of::peaks;
    suspect.own_law = peaks_of_shelves(setup.deck_size, *shelves);
  }
}

// Single cards come fairly from a cut, but each is followed by the next one, or lies at the end.
CardSuspect random_cut_suspect(int deck_size) {
  const auto n = static_cast<std::size_t>(deck_size);
  CardSuspect cut{
      .setup = standard_setup(*find_shuffle(RandomCut::info.name), deck_size),
      .cards = {.deck_size = deck_size, .probability = std::vector<double>(n * n, 1. / deck_size)},
      .own_law = std::vector<double>(n),
      .own_view = CardView::Of::follower};
  cut.own_law[0] = 1. / deck_size;
  cut.own_law[1] = 1 - cut.own_law[0];
  return cut;
}

CardSuspects found_suspects(int deck_size) {
  CardSuspects found;
  const SuspectRange range{.least_phi2 = least_card_phi2, .least_difference = least_card_phi2};
  const std::function<void(const SampleSetup&, const CardLaw&)> visit = [&found](const SampleSetup& setup,
                                                                                 const CardLaw& law) {
    CardSuspect& added = found.suspects.emplace_back();
    added.setup = setup;
    added.cards = law;
    if (setup.deck_size >= smallest_large_deck) add_number(added);
    compare_with_fair(added);
  };
  SuspectSearch<LawsOfCards> search(deck_size, range, visit);
  for (const ShuffleInfo& shuffle : all_shuffles()) search.shuffle(shuffle);
  found.not_found = search.take_unknown();
  for (const std::string& name : found.not_found) {
    const ShuffleInfo* shuffle = find_shuffle(name);
    if (shuffle == nullptr) continue;
    for (SampleSetup& setup : combined_setups(*shuffle, deck_size, [deck_size](const OptionInfo& option) {
           return words_of(option, deck_size);
         })) {
      found.only_run.push_back(std::move(setup));
    }
  }
  CardSuspect cut = random_cut_suspect(deck_size);
  std::erase(found.not_found, target_text(cut.setup));
  compare_with_fair(cut);
  found.suspects.push_back(std::move(cut));
  return found;
}

bool is_own_view(CardView::Of of) {
  return of != CardView::Of::card && of != CardView::Of::position;
}

// Of the numbers per order.
const TableInfo& table_of(CardView::Of of) {
  switch (of) {
    case CardView::Of::descents:
      return descents_table;
    case CardView::Of::peaks:
      return peaks_table;
    case CardView::Of::inverse_peaks:
      return inverse_peaks_table;
    default:
      return rising_sequences_table;
  }
}

}  // namespace

std::vector<std::uint64_t> counts_of(const CardView& view, const Tally& whole) {
  if (view.of == CardView::Of::follower) {
    std::vector<std::uint64_t> followers;
    for (int next = 0; next < whole.deck_size; ++next) {
      followers.push_back(whole.neighbours.at(view.index, next == view.index ? whole.deck_size : next));
    }
    return followers;
  }
  if (is_own_view(view.of)) {
    const auto cells = whole.tables.of(table_of(view.of));
    return {cells.begin(), cells.end()};
  }
  std::vector<std::uint64_t> counts;
  for (int other = 0; other < whole.deck_size; ++other) {
    counts.push_back(view.of == CardView::Of::card ? whole.positions.at(other, view.index)
                                                   : whole.positions.at(view.index, other));
  }
  return counts;
}

bool is_counted(const CardView& view, const Tally& whole) {
  if (view.of == CardView::Of::peaks || view.of == CardView::Of::inverse_peaks) {
    return whole.tables.has(table_of(view.of));
  }
  if (view.of != CardView::Of::follower) return true;
  return std::ranges::any_of(counts_of(view, whole), [](std::uint64_t count) { return count > 0; });
}

std::vector<double> fair_law_of(const CardView& view, int deck_size) {
  if (view.of == CardView::Of::descents) return descents_law(deck_size);
  if (view.of == CardView::Of::peaks || view.of == CardView::Of::inverse_peaks) return peaks_law(deck_size);
  if (view.of == CardView::Of::rising_sequences) return rising_sequences_law(deck_size);
  return std::vector<double>(static_cast<std::size_t>(deck_size), 1.0 / deck_size);
}

double log_ratio(const std::vector<std::uint64_t>& counts, const std::vector<double>& p,
                 const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    if (counts[cell] == 0 || p[cell] == q[cell]) continue;
    if (p[cell] <= 0) return -std::numeric_limits<double>::infinity();
    if (q[cell] <= 0) return std::numeric_limits<double>::infinity();
    sum += static_cast<double>(counts[cell]) * std::log(p[cell] / q[cell]);
  }
  return sum;
}

// Positive terms that lose no digits: p ln(p/q) - p + q.
double divergence(const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t cell = 0; cell < p.size(); ++cell) {
    if (p[cell] <= 0) {
      sum += q[cell];
    } else if (q[cell] <= 0) {
      return std::numeric_limits<double>::infinity();
    } else {
      const double excess = (q[cell] - p[cell]) / p[cell];
      sum += p[cell] * (excess - std::log1p(excess));
    }
  }
  return sum;
}

bool CardSuspect::has(const CardView& view) const {
  return !is_own_view(view.of) || (!own_law.empty() && own_view == view.of);
}

std::vector<double> CardSuspect::law_of(const CardView& view) const {
  if (is_own_view(view.of)) return own_law;
  std::vector<double> law;
  for (int other = 0; other < cards.deck_size; ++other) {
    law.push_back(view.of == CardView::Of::card ? cards.at(other, view.index) : cards.at(view.index, other));
  }
  return law;
}

std::vector<CardView> CardSuspect::views() const {
  std::vector<CardView> views;
  if (!own_law.empty()) views.push_back({.of = own_view});
  for (int index = 0; index < cards.deck_size; ++index) {
    views.push_back({.of = CardView::Of::card, .index = index});
    views.push_back({.of = CardView::Of::position, .index = index});
  }
  return views;
}

TellingView most_telling(const CardSuspect& suspect, const std::function<bool(const CardView&)>& is_usable) {
  TellingView most;
  for (const CardView& view : suspect.views()) {
    if (!is_usable(view)) continue;
    const double information = divergence(suspect.law_of(view), fair_law_of(view, suspect.cards.deck_size));
    if (information > most.information) most = {view, information};
  }
  return most;
}

void compare_with_fair(CardSuspect& suspect) {
  const auto [view, information] = most_telling(suspect, [](const CardView&) { return true; });
  suspect.against_fair = view;
  suspect.information = information;
  suspect.phi2 = phi2_of_positions(suspect.cards);
}

const CardSuspects& card_suspects(int deck_size) {
  return found_once<found_suspects, 0, largest_byte_deck>("card_suspects", deck_size);
}

std::vector<double> peaks_of_shelves(int deck_size, const Integer& shelves) {
  std::vector<double> law = peaks_law(deck_size);
  const std::vector<Integer> words = shelf_words(deck_size, shelves);
  const Integer fair_share = pow(Integer(2 * shelves), static_cast<unsigned>(deck_size));
  Integer orders = 1;
  for (int cards = 2; cards <= deck_size; ++cards) orders *= cards;
  for (std::size_t peaks = 0; peaks < law.size(); ++peaks) {
    law[peaks] *= to_double(Fraction(orders * words[peaks], fair_share));
  }
  return law;
}

std::vector<double> rising_sequences_of_riffles(int deck_size, double packets) {
  std::vector<double> law = rising_sequences_law(deck_size);
  for (int rising = 1; rising <= deck_size; ++rising) {
    // n! C(a + n - r, n) / a^n, times the share of orders with r rising sequences.
    double ratio = 1;
    for (int factor = 1; factor <= deck_size; ++factor) {
      ratio *= std::max(0.0, (packets - rising + factor) / packets);
    }
    law[static_cast<std::size_t>(rising)] *= ratio;
  }
  return law;
}

}  // namespace fairshuffle
