#include "core/interpret/lanes/draw_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/draw/exact.hpp"
#include "core/draw/modulo.hpp"
#include "core/draw/multiply_shift.hpp"
#include "core/interpret/lanes/plane_program.hpp"
#include "core/random/ansi_c_rand.hpp"
#include "core/random/java_random.hpp"
#include "core/random/minstd.hpp"
#include "core/random/msvc_rand.hpp"
#include "core/random/xoshiro256pp.hpp"

namespace fairshuffle {

namespace {

std::optional<LaneSource> lane_source(std::string_view name) {
  static constexpr std::array sources{
      std::pair{Xoshiro256PlusPlus::info.name, LaneSource::xoshiro256pp},
      std::pair{MsvcRand::info.name, LaneSource::msvc_rand},
      std::pair{AnsiCRand::info.name, LaneSource::ansi_c_rand},
      std::pair{Minstd::info.name, LaneSource::minstd},
      std::pair{JavaRandom::info.name, LaneSource::java_random},
  };
  const auto found = std::ranges::find(sources, name, [](const auto& source) { return source.first; });
  return found == sources.end() ? std::nullopt : std::optional(found->second);
}

// No form when a draw needs more than one word.
std::optional<DrawForm> form_of(std::string_view method, int word_bits, std::uint64_t largest_bound) {
  if (method == ModuloDraw::info.name) return DrawForm::modulo;
  if (word_bits == 64) {
    if (method == ExactDraw::info.name) return DrawForm::batched;
    if (method == MultiplyShiftDraw::info.name) return DrawForm::multiply_shift_64;
    return std::nullopt;
  }
  if (word_bits > 32 || largest_bound >> word_bits > 0) return std::nullopt;
  if (method == ExactDraw::info.name) return DrawForm::exact;
  if (method == MultiplyShiftDraw::info.name) return DrawForm::multiply_shift;
  return std::nullopt;
}

// Whether so many values can be drawn at once without drawing again too often: one batch of several draws in
// 1,600 at most of 16 bits, where many lanes wait for the one that does, and in 2^10 of 32 bits.
bool makes_a_batch(std::uint64_t product, int batch_bits) {
  if (batch_bits == 32) return product <= std::uint64_t{1} << 22;
  return product <= std::uint64_t{1} << 16 && (std::uint64_t{1} << 16) % product <= 40;
}

// Each batch has as many draws as it can.
std::vector<DrawBatch> batches_of(std::span<const std::uint64_t> bounds, int batch_bits) {
  std::vector<DrawBatch> batches;
  const std::uint64_t words = std::uint64_t{1} << batch_bits;
  for (std::size_t first = 0; first < bounds.size();) {
    std::size_t draws = 1;
    std::uint64_t product = bounds[first], product_of_batch = product;
    for (std::size_t more = 2; first + more <= bounds.size(); ++more) {
      if (batch_bits == 16 && more > longest_batch) break;
      product *= bounds[first + more - 1];
      if (product > words) break;
      if (!makes_a_batch(product, batch_bits)) continue;
      draws = more;
      product_of_batch = product;
    }
    batches.push_back(
        {.first = first, .draws = draws, .threshold = static_cast<std::uint32_t>(words % product_of_batch)});
    first += draws;
  }
  return batches;
}

}  // namespace

std::optional<DrawPlan> plan_draws(std::span<const std::uint64_t> bounds, const SourceEntry& source, int bits,
                                   const DrawEntry& method, int batch_bits) {
  if (batch_bits == 16 &&
      std::ranges::any_of(bounds, [](std::uint64_t bound) { return bound > largest_plane_bound; })) {
    throw std::invalid_argument("plan_draws: a draw of planes has a byte");
  }
  const auto lanes = lane_source(source.info.name);
  const std::uint64_t largest = bounds.empty() ? 1 : std::ranges::max(bounds);
  if (!lanes || largest >> 32 > 0) return std::nullopt;

  DrawPlan plan{.source = *lanes,
                .form = DrawForm::exact,
                .draws = {},
                .bounds = {bounds.begin(), bounds.end()},
                .batches = {}};
  const std::uint64_t largest_word = max_word_of(source, bits);
  plan.word_bits = bits == 0 ? source.word_bits : bits;
  plan.cut = source.word_bits - plan.word_bits;
  plan.gap =
      plan.word_bits == 64 ? 0 : static_cast<int>((std::uint64_t{1} << plan.word_bits) - 1 - largest_word);
  const auto form = form_of(method.info.name, plan.word_bits, largest);
  if (!form) return std::nullopt;
  plan.form = *form;

  if (plan.form == DrawForm::modulo && plan.word_bits + static_cast<int>(std::bit_width(largest)) > 32) {
    // A remainder and 16 more bits of the word, reduced again, and so on: below 2^(8 + 16) at every step.
    if (largest > 256) return std::nullopt;
    plan.chunks = (plan.word_bits + 15) / 16;
  }
  for (const std::uint64_t bound : bounds) {
    plan.draws.push_back(
        {.bound = static_cast<std::uint32_t>(bound),
         .reciprocal =
             bound == 1 ? 0 : static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + bound - 1) / bound),
         .threshold = static_cast<std::uint32_t>((largest_word % bound + 1) % bound)});
  }
  plan.batch_bits = batch_bits;
  if (plan.form == DrawForm::batched) plan.batches = batches_of(bounds, batch_bits);
  return plan;
}

}  // namespace fairshuffle
