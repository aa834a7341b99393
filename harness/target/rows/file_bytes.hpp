// Bytes of a file, a pipe or standard input.
#pragma once

#include <memory>
#include <string>

#include "harness/target/rows/byte_source.hpp"

namespace fairshuffle {

class FileBytes final : public ByteSource {
 public:
  /// Throws TargetError when it cannot be opened.
  explicit FileBytes(const std::string& path);
  /// Standard input, which stays open.
  static std::unique_ptr<FileBytes> standard_input();
  ~FileBytes() override;
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  bool can_be_opened_again() const override;
  void request(std::uint64_t /*rows*/) override {}
  std::size_t read(std::span<char> into) override;
  std::string why_ended() override { return ""; }

 private:
  FileBytes(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::string name_;
  int descriptor_;
};

}  // namespace fairshuffle
