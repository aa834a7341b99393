#include "core/verdict/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/order/symmetries.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/diagnosis_sentence.hpp"
#include "core/verdict/suspects.hpp"

namespace fairshuffle {

namespace {

constexpr double level_of_fit = 1e-4;
const double log_ratio_over_fair = std::log(100);

// By how much, in logarithms, another law must be the likelier to exclude one: the weights of all laws that
// may do so sum to 1, half of it for the orders as they are, half for their seven other readings.
double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading) {
  const auto share = static_cast<double>(by_plain_reading ? 2 : 2 * (all_symmetries.size() - 1));
  return std::log(share * static_cast<double>(suspects) / level_of_fit);
}

/// The counts as each symmetry would have to have turned them: for a law q that was read through symmetry s,
/// counts[s][rank] are the trials of what q gave with that rank.
class Readings {
 public:
  explicit Readings(const Tally& whole) : trials_(whole.trials), by_rank_(whole.orders->by_rank()) {
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      image_ranks_[symmetry] = image_ranks(all_symmetries[symmetry], whole.deck_size);
      for (const std::uint32_t image : image_ranks_[symmetry]) {
        counts_[symmetry].push_back(static_cast<double>(by_rank_[image]));
      }
    }
  }

  std::uint64_t trials() const { return trials_; }
  const std::vector<std::uint64_t>& by_rank() const { return by_rank_; }

  double log_likelihood(const std::vector<double>& log_law, std::size_t symmetry) const {
    double sum = 0;
    for (std::size_t rank = 0; rank < log_law.size(); ++rank) sum += counts_[symmetry][rank] * log_law[rank];
    return sum;
  }

  std::vector<double> read_through(std::size_t symmetry, const std::vector<double>& law) const {
    std::vector<double> image(law.size());
    for (std::size_t rank = 0; rank < law.size(); ++rank) image[image_ranks_[symmetry][rank]] = law[rank];
    return image;
  }

 private:
  std::uint64_t trials_;
  std::vector<std::uint64_t> by_rank_;
  std::array<std::vector<std::uint32_t>, all_symmetries.size()> image_ranks_;
  std::array<std::vector<double>, all_symmetries.size()> counts_;
};

// Below any logarithm of a likelihood: one trial of an order that can't come leaves this or less.
constexpr double impossible = -1e30;

// What the probabilities of a law may be off by, so that they count as 0: a trial of an order of probability
// 1e-15 is not met.
double least_probability(const NumericLaw& law) {
  return law.error + 1e-15;
}

/// A law that likelihood alone does not exclude so far.
struct Survivor {
  SampleSetup setup;
  std::size_t suspect;  ///< number of the setup
  std::size_t symmetry;
  double log_likelihood;
  std::shared_ptr<const NumericLaw> law;  ///< before it is read through the symmetry
};

/// The likelihoods of all suspects in all readings, and the laws of those that may yet fit.
class Likelihoods {
 public:
  explicit Likelihoods(const Readings& readings) : readings_(&readings) {
    const auto orders = static_cast<double>(readings.by_rank().size());
    fair_ = -static_cast<double>(readings.trials()) * std::log(orders);
  }

  void add(const SampleSetup& setup, const NumericLaw& law) {
    const double least = least_probability(law);
    std::vector<double> log_law;
    log_law.reserve(law.probability.size());
    for (const double p : law.probability) log_law.push_back(p > least ? std::log(p) : impossible);
    std::shared_ptr<const NumericLaw> shared;
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      const double log_likelihood = readings_->log_likelihood(log_law, symmetry);
      all_.push_back(log_likelihood);
      double& greatest = symmetry == 0 ? greatest_plain_ : greatest_turned_;
      greatest = std::max(greatest, log_likelihood);
      if (!survives(log_likelihood, many_suspects)) continue;
      if (!shared) shared = std::make_shared<NumericLaw>(law);
      survivors_.push_back({setup, suspects_, symmetry, log_likelihood, shared});
    }
    ++suspects_;
  }

  /// To be called when all are added.
  std::vector<Survivor> take_survivors() {
    std::erase_if(survivors_,
                  [this](const Survivor& survivor) { return !survives(survivor.log_likelihood, suspects_); });
    return std::move(survivors_);
  }

  std::size_t suspects() const { return suspects_; }
  double fair() const { return fair_; }

  /// The greatest of those that are not in `fitting`; nothing when only impossible ones are left.
  std::optional<double> greatest_excluded(std::vector<std::size_t> fitting) const {
    std::ranges::sort(fitting);
    std::optional<double> greatest;
    for (std::size_t index = 0; index < all_.size(); ++index) {
      if (std::ranges::binary_search(fitting, index) || all_[index] <= impossible) continue;
      if (!greatest || all_[index] > *greatest) greatest = all_[index];
    }
    return greatest;
  }
  static std::size_t index_of(const Survivor& survivor) {
    return survivor.suspect * all_symmetries.size() + survivor.symmetry;
  }

 private:
  // More than there ever are: while suspects are added the thresholds only rise, so nothing is lost too
  // early.
  static constexpr std::size_t many_suspects = 100'000;

  bool survives(double log_likelihood, std::size_t suspects) const {
    return log_likelihood >= fair_ + log_ratio_over_fair &&
           log_likelihood >= greatest_plain_ - log_ratio_to_exclude(suspects, true) &&
           log_likelihood >= greatest_turned_ - log_ratio_to_exclude(suspects, false);
  }

  const Readings* readings_;
  double fair_;
  double greatest_plain_ = impossible, greatest_turned_ = impossible;
  std::size_t suspects_ = 0;
  std::vector<double> all_;  // by suspect and symmetry
  std::vector<Survivor> survivors_;
};

/// One law with everything known that has it.
struct Group {
  std::vector<double> law;
  double least = 0;  ///< probabilities up to here count as 0
  double log_likelihood = 0;
  std::vector<Survivor> members;
};

bool equal_laws(const Group& group, const std::vector<double>& law, double least) {
  const double slack = group.least + least;
  return std::ranges::equal(group.law, law, [slack](double a, double b) { return std::abs(a - b) <= slack; });
}

std::vector<Group> grouped(std::vector<Survivor> survivors, const Readings& readings) {
  std::vector<Group> groups;
  for (Survivor& survivor : survivors) {
    std::vector<double> law = readings.read_through(survivor.symmetry, survivor.law->probability);
    const double least = least_probability(*survivor.law);
    const auto found =
        std::ranges::find_if(groups, [&](const Group& group) { return equal_laws(group, law, least); });
    Group& group = found == groups.end() ? groups.emplace_back() : *found;
    if (group.members.empty()) {
      group.law = std::move(law);
      group.least = least;
      group.log_likelihood = survivor.log_likelihood;
    }
    group.members.push_back(std::move(survivor));
  }
  return groups;
}

std::vector<KnownMistake> mistakes_of(const Group& group) {
  std::vector<KnownMistake> mistakes;
  const Survivor* last = nullptr;
  for (const Survivor& member : group.members) {
    // A law that a symmetry leaves as it is has the plainest reading first: the others say nothing new.
    if (last == nullptr || member.suspect != last->suspect) {
      mistakes.push_back({target_text(member.setup), std::string(to_text(all_symmetries[member.symmetry]))});
    }
    last = &member;
  }
  std::ranges::stable_partition(mistakes,
                                [](const KnownMistake& mistake) { return mistake.reading.empty(); });
  return mistakes;
}

// How far the target's law can be from one that the counts fit. On orders that the law can't give, and that
// never came, the target may have a little probability yet: half of the error is for that.
std::optional<double> distance_at_most(const GoodnessOfFit& fit, const Group& group, std::uint64_t trials,
                                       double confidence) {
  if (fit.pooled) return std::nullopt;
  const bool all_can_come = std::ranges::none_of(group.law, [&group](double p) { return p <= group.least; });
  const double error = all_can_come ? 1 - confidence : (1 - confidence) / 2;
  const double never_seen = all_can_come ? 0 : -std::log(error) / static_cast<double>(trials);
  if (fit.pearson.degrees_of_freedom == 0) return std::min(1.0, never_seen);
  const double seen =
      tv_upper_bound(fit.pearson.statistic, fit.pearson.degrees_of_freedom, trials, 1 - error);
  return std::min(1.0, seen + never_seen);
}

// About how many trials of `truth` exclude `other`, with probability 0.999: by an order that `other` can't
// give, or by a likelihood ratio whose logarithm grows by the divergence KL(truth, other) a trial, with a
// variance of about twice that for laws so alike.
double trials_to_exclude(const Group& truth, const Group& other, double log_ratio) {
  double divergence = 0, only_in_truth = 0;
  for (std::size_t rank = 0; rank < truth.law.size(); ++rank) {
    const double p = truth.law[rank], q = other.law[rank];
    if (p <= truth.least) continue;
    if (q <= other.least) {
      only_in_truth += p;
    } else {
      // p ln(p/q) - p + q: the same sum, of terms that are never negative and lose no digits.
      const double excess = (q - p) / p;
      divergence += p * (excess - std::log1p(excess));
    }
  }
  // With x^2 = N KL, three standard deviations below its mean the ratio is still enough: x^2 - 3.09 sqrt(2) x
  // = log_ratio_of_exclusion.
  const double half = 3.09 * std::numbers::sqrt2 / 2;
  const double root = half + std::sqrt(half * half + log_ratio);
  if (only_in_truth > 0) return std::log(1000) / only_in_truth;
  return root * root / divergence;
}

std::optional<double> trials_to_tell_apart(const std::vector<Group>& fits, std::size_t suspects) {
  const double log_ratio = log_ratio_to_exclude(suspects, false);
  double most = 0;
  for (std::size_t other = 1; other < fits.size(); ++other) {
    most = std::max({most, trials_to_exclude(fits[0], fits[other], log_ratio),
                     trials_to_exclude(fits[other], fits[0], log_ratio)});
  }
  return most > 0 ? std::optional(most) : std::nullopt;
}

}  // namespace

bool can_be_diagnosed(const Tally& whole) {
  return whole.deck_size >= smallest_deck_diagnosed && whole.deck_size <= largest_deck_diagnosed &&
         whole.orders && whole.trials > 0 && !trials_look_dependent(whole);
}

DiagnosisRecord diagnose(const Tally& whole, double confidence) {
  const Readings readings(whole);
  Likelihoods likelihoods(readings);
  // A law with N phi2 below 1/n! can't be told from fairness: where it passes Pearson's test its likelihood
  // ratio over fairness is far below 100, so the third rule excludes it unseen.
  const double least_phi2 =
      1 / (static_cast<double>(readings.by_rank().size()) * static_cast<double>(readings.trials()));
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = for_each_suspect(
      whole.deck_size, least_phi2,
      [&likelihoods](const SampleSetup& setup, const NumericLaw& law) { likelihoods.add(setup, law); });
  record.mistakes_compared = likelihoods.suspects();

  std::vector<Group> fits;
  std::vector<GoodnessOfFit> outcomes;
  std::vector<std::size_t> fitting;
  std::vector<Group> groups = grouped(likelihoods.take_survivors(), readings);
  std::ranges::stable_sort(groups, std::ranges::greater{}, &Group::log_likelihood);
  for (Group& group : groups) {
    const GoodnessOfFit outcome = goodness_of_fit(readings.by_rank(), group.law, group.least);
    if (!outcome.possible || outcome.upper_tail.p < level_of_fit) continue;
    for (const Survivor& member : group.members) fitting.push_back(Likelihoods::index_of(member));
    outcomes.push_back(outcome);
    fits.push_back(std::move(group));
  }

  record.laws_fitting = fits.size();
  for (std::size_t index = 0; index < std::min(fits.size(), most_fits_listed); ++index) {
    const Group& group = fits[index];
    const GoodnessOfFit& outcome = outcomes[index];
    record.fits.push_back(
        {.mistakes = mistakes_of(group),
         .statistic = outcome.pearson.statistic,
         .degrees_of_freedom = outcome.pearson.degrees_of_freedom,
         .p_value = outcome.upper_tail.p,
         .log10_over_fair = (group.log_likelihood - likelihoods.fair()) / std::numbers::ln10,
         .log10_over_best = (group.log_likelihood - fits[0].log_likelihood) / std::numbers::ln10,
         .tv_upper = distance_at_most(outcome, group, readings.trials(), confidence)});
  }
  if (!fits.empty()) {
    if (const auto excluded = likelihoods.greatest_excluded(std::move(fitting))) {
      record.log10_excluded_over_best = (*excluded - fits[0].log_likelihood) / std::numbers::ln10;
    }
    record.trials_to_tell_apart = trials_to_tell_apart(fits, likelihoods.suspects());
  }
  record.sentence = sentence_of(record, readings.trials());
  return record;
}

}  // namespace fairshuffle
