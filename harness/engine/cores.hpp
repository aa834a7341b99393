// Which core a thread begins on.
#pragma once

#include <cstddef>
#include <thread>

namespace fairshuffle {

/// Moves a thread that the calling one has just started, as its `index`-th, to a core of its own: a system
/// may leave it behind the other one for longer than a short run takes, however idle its other cores are.
/// From then on the system moves it as any other. Does nothing where the system does not say which cores
/// there are.
void move_beside(std::jthread& started, std::size_t index);

}  // namespace fairshuffle
