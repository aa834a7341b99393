#include "core/record/findings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"

namespace fairshuffle {

namespace {

constexpr std::array link_proofs{
    std::pair{LinkProof::repeats, "repeats"}, std::pair{LinkProof::birthday, "birthday"},
    std::pair{LinkProof::orders, "orders"}, std::pair{LinkProof::quotients, "quotients"},
    std::pair{LinkProof::samples, "samples"}};
constexpr std::array link_shapes{std::pair{LinkShape::periodic, "periodic"},
                                 std::pair{LinkShape::never_repeated, "never repeated"},
                                 std::pair{LinkShape::repeated, "repeated"},
                                 std::pair{LinkShape::fixed_step, "fixed step"},
                                 std::pair{LinkShape::alternating, "alternating"},
                                 std::pair{LinkShape::known_mistake, "known mistake"},
                                 std::pair{LinkShape::moved, "moved"},
                                 std::pair{LinkShape::unclear, "unclear"}};

template <class Words, class Value>
const char* word_of(const Words& words, Value value) {
  return std::ranges::find(words, value, [](const auto& entry) { return entry.first; })->second;
}

template <class Value, class Words>
std::optional<Value> value_of(const Words& words, std::string_view text) {
  for (const auto& [value, word] : words) {
    if (word == text) return value;
  }
  return std::nullopt;
}

}  // namespace

const char* to_text(LinkProof proof) {
  return word_of(link_proofs, proof);
}

const char* to_text(LinkShape shape) {
  return word_of(link_shapes, shape);
}

std::optional<LinkProof> link_proof_from_text(std::string_view text) {
  return value_of<LinkProof>(link_proofs, text);
}

std::optional<LinkShape> link_shape_from_text(std::string_view text) {
  return value_of<LinkShape>(link_shapes, text);
}

std::uint64_t rejected_hypotheses(std::span<const TestRecord> tests) {
  return static_cast<std::uint64_t>(std::ranges::count_if(tests, [](const TestRecord& test) {
    return test.rejected && test.same_as.empty() && test.name != e_value_name;
  }));
}

bool too_regular(const TestRecord& test) {
  return test.rejected && test.tail == Tail::lower && test.degrees_of_freedom > 0;
}

bool rejects_as_uneven(const TestRecord& test) {
  return test.rejected && !too_regular(test);
}

bool rejects_as_uneven(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && rejects_as_uneven(*test);
}

bool single_decks_are_uneven(std::span<const TestRecord> tests) {
  return std::ranges::any_of(tests, [](const TestRecord& test) {
    return rejects_as_uneven(test) && test.test != repeats_test.name && test.test != quotients_test.name;
  });
}

const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
