// The processes of one run, as one of them sees them.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

class Ranks {
 public:
  virtual ~Ranks() = default;

  /// From 0 to size() - 1; 0 judges.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Any bytes. Messages from one rank to another come in the order in which they are sent.
  virtual void send(int to, std::string_view message) = 0;
  /// Waits for the next message of that rank, without keeping a core busy.
  virtual std::string receive(int from) = 0;
};

}  // namespace fairshuffle
