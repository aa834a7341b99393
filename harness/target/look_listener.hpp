// A sampler that is to know the looks of its run: what it samples costs something while no one asks for
// trials.
#pragma once

#include <cstdint>
#include <functional>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

class LookListener {
 public:
  LookListener() = default;
  LookListener(LookListener&&) = default;
  LookListener& operator=(LookListener&&) = default;
  virtual ~LookListener() = default;

  /// Told before blocks are run: so many trials more are wanted before the target is judged. Once
  /// `is_to_end`, where it is not empty, says so, `ready` is to wait no longer and to give what there is.
  /// `on_waiting`, where it is not empty, may be told until end_look how many trials wait to be run, where
  /// they take long to come.
  virtual void begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                          const std::function<void(std::uint64_t)>& on_waiting) = 0;
  /// Told when they were run, or are not to be.
  virtual void end_look() = 0;
};

/// The sampler, where it listens; else null.
inline LookListener* listener_in(Sampler& sampler) {
#ifdef __cpp_rtti
  return dynamic_cast<LookListener*>(&sampler);
#else
  // The WebAssembly module knows no types at run time, and has no target that waits for trials.
  static_cast<void>(sampler);
  return nullptr;
#endif
}

}  // namespace fairshuffle
