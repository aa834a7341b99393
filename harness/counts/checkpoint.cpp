#include "harness/counts/checkpoint.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/target/kinds.hpp"

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
    if (!run.targets[index].is_decided) {
      head.undecided.push_back(index);
      continue;
    }
    TargetRecord& record = target_at(head.run, index);
    const PlannedTarget planned_target = record;
    record = run.targets[index].record;
    // What its job says of it, the engine does not know.
    static_cast<PlannedTarget&>(record) = planned_target;
  }
  return head;
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
    const double pace = tells_pace_ ? file_.a_second(run.trials) : 0;
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
    throw EarlyEndNotKept(
        fmt::format("{}; nothing is judged, since the older one there does not know of this early end: make "
                    "room, and go on from it",
                    reason));
  }
  file_.tell_why_not(reason);
}

bool Checkpoint::has_counts() const {
  std::error_code ignored;
  return is_on_ && !file_.is_anothers() && std::filesystem::exists(path(), ignored);
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

std::string why_it_cannot_go_on(std::span<const std::unique_ptr<Target>> targets, std::string_view option) {
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

}  // namespace fairshuffle
