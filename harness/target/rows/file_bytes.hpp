// Bytes of a file, a pipe or standard input.
#pragma once

#include <functional>
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
  void heed(const std::function<bool()>& is_to_end) override { is_to_end_ = is_to_end; }
  void request(std::uint64_t /*rows*/) override {}
  std::size_t read(std::span<char> into) override;
  std::string why_ended() override { return ""; }

 private:
  FileBytes(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}
  void wait_for_bytes() const;

  std::string name_;
  int descriptor_;
  std::function<bool()> is_to_end_;
};

}  // namespace fairshuffle
