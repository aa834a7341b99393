// The steps of a program on planes: the frequent ones in registers, the rare ones in functions of their own.
// Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_STEPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_STEPS_INL
#undef FAIRSHUFFLE_LANES_PLANE_STEPS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_STEPS_INL
#endif

#include <bit>

#include "core/interpret/lanes/planes-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

template <int deck_size>
HWY_NOINLINE void Rearrange(const PlaneStep& step, V8 value, Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  for (int p = 0; p < deck_size; ++p) {
    const auto at = static_cast<std::size_t>(p);
    unsigned sources = step.sources[at];
    V8 card = before.card[std::countr_zero(sources)];
    sources &= sources - 1;
    if (sources != 0) {
      const V8 source = hn::TableLookupBytes(hn::LoadDup128(d8, step.source[at].data()), value);
      for (; sources != 0; sources &= sources - 1) {
        const int from = std::countr_zero(sources);
        card = hn::IfThenElse(hn::Eq(source, Number(from)), before.card[from], card);
      }
    }
    planes.card[p] = card;
  }
}

template <int deck_size>
HWY_NOINLINE void DealByItself(Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  for (int p = 0; p < deck_size; ++p) planes.card[p] = CardAt(before, before.card[p]);
}

/// Throwing packets is a sort by how many begin behind a card.
template <int deck_size>
HWY_INLINE void ToPacketsBehind(V8* label) {
  V8 behind = hn::Zero(d8);
  for (int p = deck_size - 1; p >= 0; --p) {
    const auto begins = hn::Eq(label[p], hn::Zero(d8));
    label[p] = behind;
    behind = hn::Add(behind, hn::IfThenElseZero(begins, Number(1)));
  }
}

/// Sorts by labels, turns the even ones round, throws packets, or undoes sorting. Position p comes at
/// place[p] of the labels in stable order.
template <int deck_size>
HWY_NOINLINE void MoveByLabels(const PlaneStep& step, const std::uint8_t* values, Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  V8 label[deck_size], place[deck_size];
  for (int p = 0; p < deck_size; ++p) {
    const StepIndex& index = step.labels[static_cast<std::size_t>(p)];
    label[p] = index.is_drawn() ? LoadPlaneValue(values, index.draw, index.fixed) : Number(index.fixed);
    place[p] = hn::Zero(d8);
  }
  if (step.kind == PlaneStep::Kind::throw_by_labels) ToPacketsBehind<deck_size>(label);
  const V8 turned = Number(step.kind == PlaneStep::Kind::shelve_by_labels ? 1 : 0);
  for (int p = 0; p < deck_size; ++p) {
    const V8 bound = hn::Or(label[p], turned);
    for (int q = p + 1; q < deck_size; ++q) {
      const auto later_first = hn::Lt(label[q], bound);
      place[p] = hn::Add(place[p], hn::IfThenElseZero(later_first, Number(1)));
      place[q] = hn::Add(place[q], hn::IfThenZeroElse(later_first, Number(1)));
    }
  }
  const bool merge = step.kind == PlaneStep::Kind::merge_by_labels;
  for (int p = 0; p < deck_size; ++p) {
    if (merge) {
      planes.card[p] = CardAt(before, place[p]);
    } else {
      V8 card = before.card[0];
      for (int q = 1; q < deck_size; ++q) {
        card = hn::IfThenElse(hn::Eq(place[q], Number(p)), before.card[q], card);
      }
      planes.card[p] = card;
    }
  }
}

// Apart from the frequent steps, so that the planes of those need not lie in memory.
template <int deck_size>
HWY_NOINLINE Planes<deck_size> AfterRareStep(const PlaneStep& step, const std::uint8_t* values,
                                             Planes<deck_size> planes) {
  switch (step.kind) {
    case PlaneStep::Kind::deal_by_itself:
      DealByItself(planes);
      break;
    case PlaneStep::Kind::sort_by_labels:
    case PlaneStep::Kind::merge_by_labels:
    case PlaneStep::Kind::shelve_by_labels:
    case PlaneStep::Kind::throw_by_labels:
      MoveByLabels(step, values, planes);
      break;
    case PlaneStep::Kind::constant:
      Rearrange(step, hn::Zero(d8), planes);
      break;
    default:
      Rearrange(step, LoadPlaneValue(values, step.draw, 0), planes);
  }
  return planes;
}

/// Sorted decks after the steps of the program. `values` has a register for each draw.
template <int deck_size>
HWY_INLINE Planes<deck_size> ShuffledPlanes(const PlaneProgram& program, const std::uint8_t* values) {
  Planes<deck_size> planes;
  SortFrom<0>(planes);
  for (const PlaneStep& step : program.steps) {
    switch (step.kind) {
      case PlaneStep::Kind::swap_lower:
        DoAt<Swapping<Lower>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_upper:
        DoAt<Swapping<Upper>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_any:
        DoAt<Swapping<Any>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::move_lower:
        DoAt<MovingLower>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::move_from_upper:
        DoAt<MovingFromUpper>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::cut:
        CutFrom<1>(LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_drawn:
        SwapDrawn(LoadPlaneValue(values, step.draw, step.offset),
                  LoadPlaneValue(values, step.second_draw, step.second_offset), planes);
        break;
      default:
        planes = AfterRareStep(step, values, planes);
    }
  }
  return planes;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
