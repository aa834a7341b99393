// Where the bytes of a target's rows come from: a child program, a file, standard input.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace fairshuffle {

/// Nobody waits for bytes any more, since the run is to end. No fault of the source's.
struct RunEnds {};

/// Not thread-safe. Its end closes, stops and forgets whatever it stands for.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// False where what was read is gone: a pipe, or standard input.
  virtual bool can_be_opened_again() const { return true; }

  /// Told before rows are read: so many more are wanted. One that answers requests is asked here.
  virtual void request(std::uint64_t rows) = 0;

  /// Waits for bytes and takes some: how many, at least 1, or 0 when there are none left. Throws TargetError
  /// when the source fails (a child that hangs or crashes).
  virtual std::size_t read(std::span<char> into) = 0;

  /// Told after bytes were read: so many rows were in them.
  virtual void took(std::uint64_t) {}

  /// What is written without having been asked for, as far as it comes while `patience` lasts; for one that
  /// answers requests. Bytes as `read` takes them; 0 for none.
  virtual std::size_t read_unasked(std::span<char>, std::chrono::milliseconds) { return 0; }

  /// Once it says so, `read` waits no longer, and throws RunEnds. It must outlive the next `heed`.
  virtual void heed(const std::function<bool()>&) {}

  /// After `read` gave 0: true when it ended as a program does that is done, so that it may be started again.
  virtual bool has_ended_well() { return false; }

  /// After `read` gave 0, where more bytes were due: what is known of why there are no more, as a clause or
  /// sentences to stand after a full stop ("It exited with status 3. Its last words on standard error: ...");
  /// empty when nothing is.
  virtual std::string why_ended() = 0;

  /// After `why_ended`: true where it was disturbed, as TargetDisturbed means it.
  virtual bool was_disturbed() const { return false; }

  /// To be called when no more rows are wanted. Throws TargetError when the source is known to have failed by
  /// then, so that what it gave is no evidence of fairness.
  virtual void finish() {}

  /// What it said so far beside its rows, for a reader's eyes: the end of a child's standard error, in one
  /// line. Empty for nothing.
  virtual std::string asides() const { return {}; }
};

}  // namespace fairshuffle
