#include "harness/counts/rewritten_file.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "harness/input_error.hpp"

namespace fairshuffle {

RewrittenFile::RewrittenFile(std::filesystem::path path, std::string what, double every,
                             std::function<void(const std::string&)> tell)
    : path_(std::move(path)),
      what_(std::move(what)),
      every_(every),
      tell_(std::move(tell)),
      due_(begin_ + std::chrono::duration_cast<Clock::duration>(every_)),
      own_(patiently_locked(path_)),
      is_anothers_(own_->is_held_elsewhere()) {
  if (is_anothers_) refuse_to_write_anothers(path_, what_);
}

void RewrittenFile::refuse_anothers() {
  std::error_code unknown;
  const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(path_, unknown));
  is_anothers_ = is_there && !own_->is_at(path_);
  if (is_anothers_) refuse_to_write_anothers(path_, what_);
}

void RewrittenFile::remove() {
  if (own_->is_at(path_)) remove_whole_file(path_);
}

std::string RewrittenFile::write(const std::function<void(WholeFile&)>& fill, bool overwrite) {
  const Clock::time_point start = Clock::now();
  std::string reason;
  try {
    refuse_anothers();
    WholeFile file(path_, what_);
    fill(file);
    refuse_anothers();
    // Of two that both found none only one may come first.
    file.publish(overwrite && own_->is_open());
    own_ = std::make_unique<LockedFile>(file.locked_descriptor());
    told_.clear();
  } catch (const InputError& error) {
    if (!own_->is_open()) refuse_anothers();
    reason = error.what();
  }
  is_written_ = reason.empty();
  const Clock::time_point end = Clock::now();
  const std::chrono::duration<double> of_share = (end - start) / most_share;
  due_ = end + std::chrono::duration_cast<Clock::duration>(std::max(every_, of_share));
  return reason;
}

void RewrittenFile::tell_why_not(const std::string& reason) {
  if (told_ != reason) tell_(told_ = reason);
}

double RewrittenFile::a_second(std::uint64_t trials) const {
  const std::chrono::duration<double> passed = Clock::now() - begin_;
  return passed.count() > 0 ? static_cast<double>(trials) / passed.count() : 0;
}

}  // namespace fairshuffle
