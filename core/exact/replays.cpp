#include "core/exact/replays.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

// To ask a browser for the time takes as long as a run of few cards; others may take a second.
constexpr std::uint64_t runs_between_questions = 8;
constexpr std::uint64_t runs_repeated = 20, most_values = 1'000'000;
constexpr std::uint64_t units = std::uint64_t{1} << 53;

// "1 2 1"; throws std::invalid_argument for other than whole numbers above 0.
std::vector<Integer> integers_in(const std::string& text) {
  std::vector<Integer> numbers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::string digits = text.substr(from, end - from);
    // A leading 0 would be read as an octal number.
    if (digits.empty() || digits[0] == '0' || digits.find_first_not_of("0123456789") != std::string::npos) {
      throw std::invalid_argument(
          fmt::format("Paths::draw_weighted: weights must be whole numbers above 0, were \"{}\"", text));
    }
    numbers.emplace_back(digits);
    from = end + 1;
  }
  return numbers;
}

}  // namespace

Replays::Replays(Paths& owner, int cards, Paths::Shuffle code, PathLimits bounds)
    : shuffle(std::move(code)), limits(std::move(bounds)), deck_size(cards), owner_(owner) {}

std::uint64_t Replays::tried() {
  at_ = 0;
  beyond.clear();
  differs = false;
  first_left_ = first_while;
  if (runs_++ % runs_between_questions == 0 && limits.is_over && limits.is_over()) is_out_of_time_ = true;
  const std::uint64_t result = shuffle(owner_, deck_size);
  differs = differs || at_ < answers.size();
  return result;
}

std::uint64_t Replays::run() {
  const std::uint64_t result = tried();
  if (differs) refuse_difference();
  return result;
}

std::uint64_t Replays::draw(AnsweredDraw asked) {
  if (at_ < answers.size()) {
    const AnsweredDraw& answer = answers[at_];
    if (answer.asks_alike(asked)) {
      ++at_;
      return answer.value;
    }
    differs = true;
    return asked.kind == answer.kind ? answer.value % asked.size : 0;
  }
  if (answers.size() + beyond.size() >= limits.draws) {
    throw BeyondLimits(fmt::format("exact: a path has more than {} draws (draws: {})",
                                   with_commas(limits.draws), path_text(path())));
  }
  const bool is_each_followed = asked.kind == DrawKind::below || asked.kind == DrawKind::weighted;
  if (is_each_followed && asked.size > most_values) {
    throw PathsRefused(fmt::format("exact: a draw has {} values, more than can be followed (draws: {})",
                                   with_commas(asked.size), path_text(path())));
  }
  if (first_left_ >= least_chance) {
    asked.value = 0;
    first_left_ *= chance_of(asked);
  } else {
    asked.value = ordinary_value(asked);
  }
  beyond.push_back(asked);
  return asked.value;
}

std::uint64_t Replays::ordinary_value(const AnsweredDraw& asked) const {
  const std::size_t place = rest.skipped + beyond.size();
  if (asked.kind != DrawKind::weighted) return number_of(rest.seed, place, asked.size);
  double left = static_cast<double>(number_of(rest.seed, place, units)) / static_cast<double>(units);
  std::uint64_t value = 0;
  for (const Pieces::Branch& branch : alternatives_of(asked).each->branches) {
    left -= branch.chance;
    if (left < 0) break;
    ++value;
  }
  return std::min(value, asked.size - 1);
}

double Replays::chance_of(const AnsweredDraw& draw) const {
  if (draw.kind != DrawKind::weighted) return 1 / static_cast<double>(draw.size);
  return alternatives_of(draw).each->branches[draw.value].chance;
}

AnsweredDraw Replays::weighted_draw(const std::string& text) {
  const auto [known, is_new] = weights_.try_emplace(text, static_cast<std::uint32_t>(alternatives_.size()));
  if (is_new) {
    std::vector<Integer> of = integers_in(text);
    const auto each = [](std::uint64_t value) { return value; };
    auto pieces = std::make_shared<const Pieces>(pieces_of_values(of, each));
    alternatives_.push_back({std::move(of), std::move(pieces)});
  }
  return {.kind = DrawKind::weighted,
          .size = alternatives_[known->second].weights.size(),
          .value = 0,
          .weights = known->second};
}

std::vector<AnsweredDraw> Replays::path() const {
  std::vector<AnsweredDraw> all(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(at_));
  all.insert(all.end(), beyond.begin(), beyond.end());
  return all;
}

std::optional<double> Replays::hold_to_repeat() {
  answers.clear();
  std::optional<double> paths;
  bool are_alike = true;
  for (rest = {}; rest.seed < runs_repeated && !is_out_of_time_; ++rest.seed) {
    first_while = rest.seed == 0 ? 1 : 0;
    const std::uint64_t result = run();
    const std::vector<AnsweredDraw> draws = beyond;
    if (run() != result || beyond != draws) refuse_difference();
    double paths_if_all_were_so = 1;
    for (const AnsweredDraw& draw : draws) {
      are_alike &= draw.kind == DrawKind::below || draw.kind == DrawKind::weighted;
      are_alike &= draw.size <= many_values;
      paths_if_all_were_so *= static_cast<double>(draw.size);
    }
    are_alike &= paths.value_or(paths_if_all_were_so) == paths_if_all_were_so;
    paths = paths_if_all_were_so;
  }
  return are_alike ? paths : std::nullopt;
}

void Replays::refuse_difference() const {
  throw PathsRefused(
      fmt::format("exact: the same draws end otherwise the second time: is a deck or a generator kept from "
                  "call to call, or are numbers drawn elsewhere (another generator, the time)? (draws: {})",
                  path_text(path())));
}

}  // namespace fairshuffle
