#include "harness/cluster/rank_messages.hpp"

#include <functional>
#include <utility>

namespace fairshuffle {

namespace {

constexpr std::size_t longest_text = std::size_t{1} << 30;
constexpr int most_of_a_kind = 1'000'000;  // threads, children, looks

std::string written(const std::function<void(CountsWriter&)>& write) {
  std::string message;
  CountsWriter writer([&message](std::string_view bytes) { message += bytes; });
  write(writer);
  writer.end();
  return message;
}

void write_task(CountsWriter& writer, RankTask task) {
  writer.number(static_cast<std::uint64_t>(task));
}

}  // namespace

std::string end_message() {
  return written([](CountsWriter& writer) { write_task(writer, RankTask::end); });
}

std::string message_of(const RankPlan& plan) {
  return written([&plan](CountsWriter& writer) {
    write_task(writer, RankTask::plan);
    writer.text(plan.report);
    writer.text(plan.digest);
    writer.number(static_cast<std::uint64_t>(plan.threads));
    writer.number(static_cast<std::uint64_t>(plan.children));
  });
}

std::string message_of(const AskedTrials& asked) {
  return written([&asked](CountsWriter& writer) {
    write_task(writer, RankTask::count);
    writer.number(static_cast<std::uint64_t>(asked.look));
    writer.number(asked.target);
    writer.number(asked.from);
    writer.number(asked.to);
    writer.number(asked.had);
  });
}

std::string finish_message(std::size_t target) {
  return written([target](CountsWriter& writer) {
    write_task(writer, RankTask::finish);
    writer.number(target);
  });
}

std::string message_of(const ShardPart& part) {
  return written([&part](CountsWriter& writer) { write_part(writer, part); });
}

std::string message_of(const ShardTargets::Counted* counted) {
  return written([counted](CountsWriter& writer) {
    writer.number(counted == nullptr ? 0 : 1);
    if (counted == nullptr) return;
    write_part(writer, counted->part);
    counted->counts.write(writer);
  });
}

RankTask task_of(CountsReader& message) {
  return static_cast<RankTask>(message.number(static_cast<std::uint64_t>(RankTask::finish)));
}

RankPlan read_plan(CountsReader& message) {
  RankPlan plan;
  plan.report = message.text(longest_text);
  plan.digest = message.text(longest_text);
  plan.threads = static_cast<int>(message.number(most_of_a_kind));
  plan.children = static_cast<int>(message.number(most_of_a_kind));
  return plan;
}

AskedTrials read_asked(CountsReader& message) {
  AskedTrials asked;
  asked.look = static_cast<int>(message.number(most_of_a_kind));
  asked.target = message.number();
  asked.from = message.number();
  asked.to = message.number();
  asked.had = message.number();
  return asked;
}

CountsReader reader_of(std::string_view message) {
  return CountsReader([message]() mutable { return std::exchange(message, {}); });
}

std::vector<int> ranks_below(const Ranks& ranks) {
  std::vector<int> below;
  for (int rank = 2 * ranks.rank() + 1; rank <= 2 * ranks.rank() + 2; ++rank) {
    if (rank < ranks.size()) below.push_back(rank);
  }
  return below;
}

void send_below(Ranks& ranks, std::string_view message) {
  for (const int rank : ranks_below(ranks)) ranks.send(rank, message);
}

}  // namespace fairshuffle
