#include "harness/counts/counts_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/record/plan.hpp"
#include "core/statistics/test_result.hpp"
#include "harness/report/report_input.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

// What always stands there.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CountsHead, plan, look, early_end_spent, undecided)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShardHead, index, of, last_look, from, trials)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShardReached, look, target, trials)

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
    own_ = file.take_lock();
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

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view signature = "fairshuffle counts\n";
constexpr std::uint64_t format_version = 8;
constexpr std::size_t checksum_bytes = 8;
constexpr std::size_t most_at_once = 128 * 1024;
constexpr std::size_t longest_head = 1024 * 1024;
constexpr std::uint64_t end_mark = 0;  // in place of an index, which is counted from 1

std::array<char, checksum_bytes> bytes_of(std::uint64_t checksum) {
  std::array<char, checksum_bytes> bytes;
  for (std::size_t index = 0; index < checksum_bytes; ++index) {
    bytes[index] = static_cast<char>(checksum >> (8 * index));
  }
  return bytes;
}

// The same plan before its first trial.
RunRecord without_findings(const RunRecord& run) {
  RunRecord plan;
  static_cast<RunSettings&>(plan) = run;
  for (const auto& [from, to] :
       {std::pair(&run.results, &plan.results), std::pair(&run.controls, &plan.controls)}) {
    for (const TargetRecord& target : *from) static_cast<PlannedTarget&>(to->emplace_back()) = target;
  }
  return plan;
}

std::string envelope(const CountsHead& head) {
  json envelope = head;
  envelope["tool_version"] = head.run.tool_version;
  if (!head.contents.empty()) envelope["contents"] = head.contents;
  if (head.shard) envelope["shard"] = *head.shard;
  if (head.shard && head.shard->reached) envelope["shard"]["reached"] = *head.shard->reached;
  if (head.trials_a_second > 0) envelope["trials_a_second"] = head.trials_a_second;
  return envelope.dump();
}

// What no program writes, but a file may say.
std::string contradiction(const CountsHead& head) {
  const LookSchedule schedule(head.run);
  // A run that is kept after its last look has come to that.
  const int looks = schedule.unscheduled();
  if (head.look < 1 || head.look > looks) return fmt::format("go on at look {} of {}", head.look, looks - 1);
  const std::size_t targets = targets_of(head.run);
  for (std::size_t index = 0; index < head.undecided.size(); ++index) {
    const bool ascends = index == 0 || head.undecided[index - 1] < head.undecided[index];
    if (!ascends || head.undecided[index] >= targets) return "tell of targets that there are not";
  }
  const auto is_none = [](const std::string& test) { return find_test(test) == nullptr; };
  if (std::ranges::any_of(head.run.tests, is_none))
    return "are damaged: they name a test that there is not; take an older file, or begin again";
  if (!head.shard) return "";
  if (head.shard->index >= head.shard->of) return "are of a shard that there is not";
  if (head.shard->last_look < head.look || head.shard->last_look > looks) return "end before they begin";
  const std::optional<ShardReached>& reached = head.shard->reached;
  if (reached && (reached->look < head.look || reached->look > head.shard->last_look ||
                  reached->target >= targets || reached->trials > head.shard->trials)) {
    return "are of a shard that is where none can be";
  }
  return "";
}

bool begins_with_signature(std::istream& file) {
  std::string start(signature.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == signature;
}

}  // namespace

std::string plan_digest(const RunRecord& run) {
  const boost::uuids::name_generator_sha1 digest(boost::uuids::ns::oid());
  const std::string plan = json_report(without_findings(run));
  return to_string(digest(fmt::format("{}\nblocks of {}\n{}", signature, trials_per_block, plan)));
}

std::size_t shard_counts_index(const CountsHead& head, int look, std::size_t target) {
  const std::size_t targets = targets_of(head.run);
  return static_cast<std::size_t>(look - head.look) * targets + target;
}

bool is_counts_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return begins_with_signature(file);
}

CountsFileWriter::CountsFileWriter(WholeFile& file, const CountsHead& head)
    : file_(file), writer_([this](std::string_view bytes) { put(bytes); }) {
  put(signature);
  writer_.number(format_version);
  writer_.text(envelope(head));
  writer_.text(json_report(head.run));
  writer_.end();
  counts_begin_ = file_.size();
}

void CountsFileWriter::put(std::string_view bytes) {
  checksum_.process_bytes(bytes.data(), bytes.size());
  file_.write(bytes);
}

void CountsFileWriter::add_counts(std::size_t index, const std::function<void(CountsWriter&)>& write) {
  writer_.number(index + 1);
  // In pieces, the last one empty: whoever does not want them passes over them.
  CountsWriter counts([this](std::string_view piece) {
    if (!piece.empty()) writer_.text(piece);
  });
  write(counts);
  counts.end();
  writer_.text("");
}

void CountsFileWriter::copy_counts(CountsFileWriter& to) {
  writer_.end();
  std::vector<char> bytes(most_at_once);
  for (std::uint64_t from = counts_begin_;;) {
    const std::size_t size = file_.read_back(from, bytes);
    if (size == 0) return;
    to.put({bytes.data(), size});
    from += size;
  }
}

void CountsFileWriter::end() {
  writer_.number(end_mark);
  writer_.end();
  const auto checksum = bytes_of(checksum_.checksum());
  file_.write({checksum.data(), checksum.size()});
  file_.sync();
}

CountsFile::CountsFile(fs::path path)
    : path_(std::move(path)), buffer_(most_at_once), reader_([this] { return take(); }) {
  check_whole();
  try {
    read_head();
  } catch (const InputError&) {
    throw;
  } catch (const CodedCountsError& error) {
    refuse(error.what());
  } catch (const std::exception&) {
    refuse("are damaged: what they say of their run can't be read; take an older file, or begin again");
  }
}

void CountsFile::refuse(std::string_view reason) const {
  throw InputError("the counts of {} {}", path_.string(), reason);
}

void CountsFile::check_whole() {
  std::error_code error;
  const auto cannot_read = [this](const std::string& reason) {
    throw InputError("cannot read the counts {}: {}", path_.string(), reason);
  };
  const fs::file_status status = fs::status(path_, error);
  if (!fs::exists(status)) cannot_read("there is no such file");
  if (!fs::is_regular_file(status)) cannot_read("it is no file");
  const std::uintmax_t size = fs::file_size(path_, error);
  if (error) cannot_read(error.message());
  file_.open(path_, std::ios::binary);
  if (!file_) cannot_read(std::error_code(errno, std::generic_category()).message());
  if (!begins_with_signature(file_)) throw InputError("{} is no file of counts", path_.string());
  if (size < signature.size() + checksum_bytes) refuse("break off");

  CountsChecksum checksum;
  checksum.process_bytes(signature.data(), signature.size());
  const std::uint64_t counts = size - signature.size() - checksum_bytes;
  left_ = counts;
  for (std::string_view bytes = take(); !bytes.empty(); bytes = take()) {
    checksum.process_bytes(bytes.data(), bytes.size());
  }
  std::array<char, checksum_bytes> stored{};
  file_.read(stored.data(), stored.size());
  checksum_ = checksum.checksum();
  if (!file_ || stored != bytes_of(checksum.checksum())) {
    refuse("are damaged: their checksum is another one; take an older file, or begin again");
  }
  file_.seekg(static_cast<std::streamoff>(signature.size()));
  left_ = counts;
}

std::string CountsFile::checksum() const {
  return fmt::format("{:016x}", checksum_);
}

std::string_view CountsFile::take() {
  const std::size_t size = std::min<std::uint64_t>(left_, buffer_.size());
  file_.read(buffer_.data(), static_cast<std::streamsize>(size));
  const auto taken = static_cast<std::size_t>(file_.gcount());
  left_ -= size;
  return {buffer_.data(), taken};
}

void CountsFile::read_head() {
  const std::uint64_t version = reader_.number();
  if (version != format_version) {
    refuse(fmt::format("are of version {} of their format, and this program reads version {}", version,
                       format_version));
  }
  const json head = json::parse(reader_.text(longest_head));
  from_json(head, head_);
  head_.contents = head.value("contents", "");
  if (head.contains("shard")) {
    const json& shard = head["shard"];
    head_.shard = shard.get<ShardHead>();
    if (shard.contains("reached")) head_.shard->reached = shard["reached"].get<ShardReached>();
  }
  head_.trials_a_second = head.value("trials_a_second", 0.0);
  const std::string tool_version = head.at("tool_version");
  if (tool_version != FAIRSHUFFLE_VERSION) {
    refuse(
        fmt::format("were written by fairshuffle {}, and this is {}: another version may shuffle or judge "
                    "otherwise; go on with that one, or begin again",
                    tool_version, FAIRSHUFFLE_VERSION));
  }
  head_.run = run_from_json(reader_.text(largest_report_file));
  if (const std::string reason = contradiction(head_); !reason.empty()) refuse(reason);
}

std::string_view CountsFile::next_piece() {
  if (is_in_section_) piece_ = reader_.text(most_at_once);
  if (piece_.empty()) is_in_section_ = false;
  return piece_;
}

std::optional<CountsReader> CountsFile::counts_of(std::size_t index) {
  for (;;) {
    // What nobody read of the one before.
    while (is_in_section_) next_piece();
    // The end has the largest index of all.
    if (!section_) section_ = reader_.number() - 1;
    if (*section_ > index) return std::nullopt;
    is_in_section_ = true;
    if (std::exchange(section_, std::nullopt) == index) return CountsReader([this] { return next_piece(); });
  }
}

}  // namespace fairshuffle
