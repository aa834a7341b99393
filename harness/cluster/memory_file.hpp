// Text that can be read as a file and is none.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// Holds the text in memory, under a path for this process alone.
class MemoryFile {
 public:
  /// Throws std::system_error where there is no memory for it.
  explicit MemoryFile(std::string_view text);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  std::string path() const;

 private:
  int file_;
};

}  // namespace fairshuffle
