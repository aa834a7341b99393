#include "harness/counts/shard_files.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "harness/input_error.hpp"

namespace fairshuffle {

namespace {

CountsHead head_of_shard(const RunRecord& planned, const std::string& contents, const CountsFile* start,
                         BlockShare share, int last_look) {
  CountsHead head;
  if (start != nullptr) head = start->head();
  head.plan = plan_digest(planned);
  head.contents = contents;
  head.run = planned;
  head.shard = {.index = share.index,
                .of = share.of,
                .last_look = last_look,
                .from = start == nullptr ? "" : start->checksum()};
  return head;
}

// What a file says against one of the same run.
std::string difference(const CountsHead& one, const CountsHead& other) {
  if (one.plan != other.plan) return "are of another plan";
  if (one.contents != other.contents) return "are of another plug-in of that name: its file was another one";
  if (one.shard->of != other.shard->of)
    return fmt::format("are one of {} shards, and others one of {}", other.shard->of, one.shard->of);
  if (one.shard->from != other.shard->from || one.look != other.look) return "start from another checkpoint";
  if (one.shard->last_look != other.shard->last_look) return "end at another look";
  return "";
}

}  // namespace

ShardFileWriter::ShardFileWriter(const std::filesystem::path& path, const RunRecord& planned,
                                 const std::string& contents, const CountsFile* start, BlockShare share,
                                 int last_look)
    : head_(head_of_shard(planned, contents, start, share, last_look)),
      file_(path, "counts"),
      writer_(file_, head_) {}

void ShardFileWriter::add(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts) {
  writer_.add_counts(shard_counts_index(head_, look, target), [&](CountsWriter& writer) {
    write_part(writer, part);
    counts.write(writer);
  });
}

void ShardFileWriter::publish(bool overwrite) {
  writer_.end();
  file_.publish(overwrite);
}

ShardFiles::ShardFiles(std::span<const std::filesystem::path> paths) {
  std::vector<std::unique_ptr<CountsFile>> shards;
  for (const std::filesystem::path& path : paths) {
    auto file = std::make_unique<CountsFile>(path);
    if (file->head().shard) {
      shards.push_back(std::move(file));
    } else if (start_) {
      file->refuse("are a second checkpoint: shards start from one");
    } else {
      start_ = std::move(file);
    }
  }
  if (shards.empty())
    throw InputError("no file of a shard is given; 'certify --shard 0/4 --out FILE' writes one");
  const CountsHead first = shards.front()->head();
  files_.resize(std::min<std::uint64_t>(first.shard->of, paths.size()));
  if (first.shard->of > paths.size()) {
    throw InputError(
        fmt::format("{} of {} shards are given, and all are needed", shards.size(), first.shard->of));
  }
  for (auto& file : shards) {
    if (const std::string reason = difference(first, file->head()); !reason.empty()) file->refuse(reason);
    const std::uint64_t index = file->head().shard->index;
    if (index >= files_.size()) file->refuse("are of a shard that there is not");
    if (files_[index])
      file->refuse(fmt::format("are of shard {}, as {}", index, files_[index]->path().string()));
    files_[index] = std::move(file);
  }
  const auto missing = std::ranges::find_if(files_, [](const auto& file) { return !file; });
  if (missing != files_.end()) {
    throw InputError(fmt::format("shard {}/{} is not given", missing - files_.begin(), files_.size()));
  }
  const std::string from = start_ ? start_->checksum() : "";
  if (from != first.shard->from) {
    throw InputError(from.empty() ? "the shards start from a checkpoint; give it, too"
                                  : fmt::format("the shards do not start from {}", start_->path().string()));
  }
}

LookSource::Parts ShardFiles::parts_of(const AskedTrials& asked) {
  Parts parts;
  for (const auto& file : files_) {
    std::optional<CountsReader> counts =
        file->counts_of(shard_counts_index(file->head(), asked.look, asked.target));
    if (!counts) continue;
    parts.told.push_back(read_part(*counts));
    parts.counts.push_back(*std::move(counts));
  }
  return parts;
}

}  // namespace fairshuffle
