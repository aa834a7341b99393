#include "harness/counts/rewritten_file.hpp"

#include <algorithm>
#include <utility>

#include "harness/input_error.hpp"

namespace fairshuffle {

RewrittenFile::RewrittenFile(std::filesystem::path path, std::string what, double every,
                             std::function<void(const std::string&)> tell)
    : path_(std::move(path)),
      what_(std::move(what)),
      every_(every),
      tell_(std::move(tell)),
      due_(begin_ + std::chrono::duration_cast<Clock::duration>(every_)) {
  claim();
}

void RewrittenFile::claim() {
  last_.reset();
  begun_.reset();
  begun_ = std::make_unique<LockedFile>(path_);
  if (!begun_->is_held_elsewhere()) return;
  refuse_to_write(path_, what_,
                  "another run, which is not over, writes it; wait for that, or name another file");
}

void RewrittenFile::remove() {
  if (!is_anothers()) remove_whole_file(path_);
}

std::string RewrittenFile::write(const std::function<void(WholeFile&)>& fill, bool overwrite) {
  const Clock::time_point start = Clock::now();
  std::string reason;
  try {
    auto file = std::make_unique<WholeFile>(path_, what_);
    fill(*file);
    claim();
    file->publish(overwrite);
    last_ = std::move(file);
    told_.clear();
  } catch (const InputError& error) {
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
