#include "harness/counts/checkpoint.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

CountsHead head_of(const RunRecord& planned, const std::string& digest, const std::string& contents,
                   const KeptRun& run, double trials_a_second) {
  CountsHead head{.plan = digest,
                  .contents = contents,
                  .look = run.look,
                  .early_end_spent = run.early_end_spent,
                  .undecided = {},
                  .shard = {},
                  .trials_a_second = trials_a_second,
                  .run = planned};
  for (std::size_t index = 0; index < run.targets.size(); ++index) {
    if (run.targets[index].record == nullptr) {
      head.undecided.push_back(index);
    } else {
      target_at(head.run, index) = *run.targets[index].record;
    }
  }
  return head;
}

CountsHead head_of(const ShardOfRun& shard) {
  CountsHead head;
  if (shard.start) {
    head = shard.start->head();
  } else {
    head.undecided.resize(targets_of(shard.planned));
    std::iota(head.undecided.begin(), head.undecided.end(), std::size_t{0});
  }
  head.plan = plan_digest(shard.planned);
  head.contents = shard.contents;
  head.trials_a_second = 0;
  head.run = shard.planned;
  head.shard = {.index = shard.share.index,
                .of = shard.share.of,
                .last_look = shard.last_look,
                .from = shard.start ? shard.start->checksum() : "",
                .trials = shard.trials};
  return head;
}

// What a file says against one of the same run.
std::string difference(const CountsHead& one, const CountsHead& other) {
  if (one.plan != other.plan) return "are of another plan";
  if (one.contents != other.contents) return "are of another version of a target's file";
  if (one.shard->of != other.shard->of)
    return fmt::format("are one of {} shards, and others one of {}", other.shard->of, one.shard->of);
  if (one.shard->from != other.shard->from || one.look != other.look) return "start from another checkpoint";
  if (one.shard->last_look != other.shard->last_look) return "end at another look";
  return "";
}

// If it did fail.
void note_failure(const CountsHead& head, std::size_t target, const ShardPart& part,
                  std::vector<std::string>& failures, std::string_view before = "") {
  if (part.error.empty()) return;
  failures.push_back(fmt::format("{}{}: {}", before, target_at(head.run, target).name, part.error));
}

}  // namespace

Checkpoint::Checkpoint(RunRecord planned, std::filesystem::path path, double every,
                       std::function<void(const std::string&)> tell, std::string contents)
    : planned_(std::move(planned)),
      digest_(plan_digest(planned_)),
      contents_(std::move(contents)),
      file_(std::move(path), "checkpoint", every, std::move(tell)) {}

void Checkpoint::keep(const KeptRun& run) {
  if (!is_on_) return;
  is_ending_ = run.is_ending;
  const std::string reason = file_.write([&](WholeFile& file) {
    const double pace = is_for_end_ ? 0 : file_.a_second(run.trials);
    CountsFileWriter writer(file, head_of(planned_, digest_, contents_, run, pace));
    for (std::size_t index = 0; index < run.targets.size(); ++index) {
      const RunningTarget* counts = run.targets[index].counts;
      if (counts != nullptr) writer.add_counts(index, [counts](CountsWriter& to) { counts->write(to); });
    }
    writer.end();
  });
  if (reason.empty()) return;
  std::error_code ignored;
  if (run.is_ending && file_.is_own() && std::filesystem::exists(path(), ignored)) {
    throw std::runtime_error(
        fmt::format("{}; nothing is judged, since the older one there does not know of this early end: make "
                    "room, and go on from it",
                    reason));
  }
  file_.tell_why_not(reason);
}

bool Checkpoint::has_counts() const {
  std::error_code ignored;
  return is_on_ && !is_for_end_ && !file_.is_anothers() && std::filesystem::exists(path(), ignored);
}

void Checkpoint::remove() {
  file_.remove();
}

std::shared_ptr<const RunStart> start_from(std::shared_ptr<CountsFile> file, const RunRecord& planned,
                                           const std::string& contents) {
  const CountsHead& head = file->head();
  if (head.plan != plan_digest(planned)) {
    file->refuse(
        "are of another plan: targets, tests, budgets and seed must be the same; run the command that "
        "began it, or 'fairshuffle certify --resume' with the file");
  }
  if (head.contents != contents) {
    file->refuse(
        "are of another version of a target's file, which has changed since; go on with the one that it was, "
        "or begin again");
  }
  auto start = std::make_shared<RunStart>();
  start->look = head.look;
  start->early_end_spent = head.early_end_spent;
  start->decided.resize(targets_of(planned));
  if (targets_of(head.run) != targets_of(planned)) file->refuse("are of fewer targets than their plan");
  for (std::size_t index = 0; index < start->decided.size(); ++index) {
    if (!std::ranges::binary_search(head.undecided, index))
      start->decided[index] = target_at(head.run, index);
  }
  start->counts = [file](std::size_t target) { return file->counts_of(target); };
  return start;
}

std::string why_it_cannot_go_on(std::span<const TargetOfRun> targets, std::string_view option) {
  for (const auto& target : targets) {
    const TargetFacts facts = target->facts();
    const TargetKind* kind = find_target_kind(target->description().kind);
    const bool can_be_read_again = facts.recorded && kind != nullptr && !kind->only_once;
    if (facts.follows_seed || can_be_read_again) continue;
    return fmt::format(
        "{}: a run of it can't be resumed, since {}; leave out {}{}", target->name(),
        facts.recorded ? "what it reads can be read once only" : "it gives other trials each time", option,
        facts.recorded ? "" : ", or have its command take its seed from {seed}");
  }
  return "";
}

std::unique_ptr<CountsFile> shard_at(const std::filesystem::path& path) {
  if (!is_counts_file(path)) return nullptr;
  auto file = std::make_unique<CountsFile>(path);
  return file->head().shard ? std::move(file) : nullptr;
}

std::vector<std::string> failures_in(CountsFile& shard) {
  const CountsHead& head = shard.head();
  std::vector<std::string> failures;
  for (int look = head.look; look <= head.shard->counted_look(); ++look) {
    for (std::size_t target = 0; target < targets_of(head.run); ++target) {
      std::optional<CountsReader> part = shard.counts_of(shard_counts_index(head, look, target));
      if (!part) continue;
      note_failure(head, target, read_part(*part), failures);
    }
  }
  return failures;
}

ShardFileWriter::ShardFileWriter(std::filesystem::path path, const ShardOfRun& shard, bool overwrite,
                                 double every, std::function<void(const std::string&)> tell)
    : head_(head_of(shard)),
      kept_(std::move(path), "counts", every, std::move(tell)),
      overwrite_(overwrite),
      file_(kept_.path(), "counts"),
      writer_(file_, head_) {
  kept_.make_due();
}

void ShardFileWriter::check_is_this(const CountsFile& file) const {
  std::string reason = difference(head_, file.head());
  const std::uint64_t index = file.head().shard->index;
  if (reason.empty() && index != head_.shard->index) reason = fmt::format("are of shard {}", index);
  if (!reason.empty()) file.refuse(reason + "; pass --force to replace them");
}

ShardStart ShardFileWriter::go_on_from(CountsFile& begun, const RunPlan& plan) {
  const CountsHead& head = begun.head();
  const ShardReached& reached = *head.shard->reached;
  ShardStart start{.look = reached.look,
                   .target = reached.target,
                   .is_over = std::vector<bool>(plan.targets.size()),
                   .counts = {},
                   .trials = reached.trials};
  const Plan data = plan_data(plan);
  for (int look = head.look; look <= reached.look; ++look) {
    const std::size_t end = look == reached.look ? reached.target : plan.targets.size();
    for (std::size_t target = 0; target < end; ++target) {
      std::optional<CountsReader> reader = begun.counts_of(shard_counts_index(head, look, target));
      if (!reader) continue;
      const ShardPart part = read_part(*reader);
      TallyHalves counts = running_target(plan, data, target).take_counts();
      counts.merge(*reader);
      add(look, target, part, counts);
      if (part.ended_early || !part.error.empty()) start.is_over[target] = true;
    }
  }
  start.counts = begun.counts_of(shard_counts_index(head, reached.look, reached.target));
  return start;
}

void ShardFileWriter::add(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts) {
  note_failure(head_, target, part, failures_);
  writer_.add_counts(shard_counts_index(head_, look, target), [&](CountsWriter& writer) {
    write_part(writer, part);
    counts.write(writer);
  });
}

void ShardFileWriter::keep(const KeptRun& shard) {
  CountsHead head = head_;
  head.trials_a_second = kept_.a_second(shard.trials);
  head.shard->reached = {
      .look = shard.look, .target = shard.target, .trials = shard.trials_before + shard.trials};
  const RunningTarget* const counts = shard.targets[shard.target].counts;
  const auto fill = [&](WholeFile& file) {
    CountsFileWriter writer(file, head);
    writer_.copy_counts(writer);
    if (counts != nullptr) {
      writer.add_counts(shard_counts_index(head, shard.look, shard.target),
                        [counts](CountsWriter& to) { counts->write(to); });
    }
    writer.end();
  };
  const std::string reason = kept_.write(fill, overwrite_);
  if (reason.empty()) {
    overwrite_ = true;
  } else {
    kept_.tell_why_not(reason);
  }
}

void ShardFileWriter::publish() {
  writer_.end();
  kept_.refuse_anothers();
  file_.publish(overwrite_);
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
    throw InputError("{} of {} shards are given, and all are needed", shards.size(), first.shard->of);
  }
  for (auto& file : shards) {
    if (const std::string reason = difference(first, file->head()); !reason.empty()) file->refuse(reason);
    const std::uint64_t index = file->head().shard->index;
    if (index >= files_.size()) file->refuse("are of a shard that there is not");
    if (files_[index])
      file->refuse(fmt::format("are of shard {}, and so are those of {}; give each shard once", index,
                               files_[index]->path().string()));
    files_[index] = std::move(file);
  }
  const auto missing = std::ranges::find_if(files_, [](const auto& file) { return !file; });
  if (missing != files_.end()) {
    throw InputError("shard {}/{} is not given", missing - files_.begin(), files_.size());
  }
  last_look_ = first.shard->last_look;
  for (const auto& file : files_) {
    const int counted_look = file->head().shard->counted_look();
    if (counted_look < first.look) file->refuse("are of a shard without a look of all targets; let it go on");
    last_look_ = std::min(last_look_, counted_look);
  }
  const std::string from = start_ ? start_->checksum() : "";
  if (from != first.shard->from) {
    throw InputError(from.empty() ? "the shards start from a checkpoint; give it, too"
                                  : fmt::format("the shards do not start from {}", start_->path().string()));
  }
}

ShardPart ShardFiles::count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) {
  std::vector<ShardPart> told;
  std::vector<CountsReader> counts;
  for (const auto& file : files_) {
    std::optional<CountsReader> part =
        file->counts_of(shard_counts_index(file->head(), asked.look, asked.target));
    if (!part) continue;
    told.push_back(read_part(*part));
    note_failure(file->head(), asked.target, told.back(), failures_, file->path().string() + ": ");
    faults_at_end_[asked.target] = told.back().fault_at_end;
    counts.push_back(*std::move(part));
  }
  return add_parts(target, asked, told, counts, waiting);
}

ShardPart ShardFiles::finish(RunningTarget&, std::size_t index) {
  return {.error = faults_at_end_[index]};
}

}  // namespace fairshuffle
