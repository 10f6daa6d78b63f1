// Each thread sends one call at a time and waits for it. What is found is held back until all calls before have been told.
#include "client/recording/replay.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "client/recording/api_methods.h"
#include "client/recording/call_sender.h"
#include "client/recording/replay_plan.h"
#include "client/recording/request_map.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/error.pb.h"

namespace waystone::client {
namespace {

using Clock = std::chrono::steady_clock;
using google::protobuf::Message;

constexpr std::string_view kPrepareChanges = "/waystone.v1.PathPlanning/PrepareChanges";

// What a call adds to the summary.
struct Found {
  std::vector<CallDifference> differences;
  std::vector<std::pair<uint32_t, uint32_t>> latencies_us;  // recorded, now
  uint64_t differing = 0;
  uint64_t other_generation = 0;
  std::chrono::microseconds late{0};
};

// The status as a message, to be compared as answers are.
v1::StatusDetails DetailsOf(int code, const std::string& message, const std::string& details) {
  v1::StatusDetails status;
  if (!details.empty() && status.ParseFromString(details)) return status;
  status.Clear();
  status.set_code(code);
  status.set_message(message);
  return status;
}

std::unique_ptr<Message> Parse(const Message& type, std::string_view bytes) {
  std::unique_ptr<Message> message(type.New());
  if (!message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return nullptr;
  return message;
}

// The results of a batch that were no answers when they were recorded count as the same now.
void LeaveOutUnanswered(const v1::BatchResponse& was, v1::BatchResponse& is) {
  for (int i = 0; i < std::min(was.results_size(), is.results_size()); ++i) {
    const v1::BatchError& error = was.results(i).error();
    if (was.results(i).has_error() && WhyNoAnswer(error.code(), error.reason())) {
      *is.mutable_results(i) = was.results(i);
    }
  }
}

class Replayer {
 public:
  Replayer(const std::shared_ptr<grpc::Channel>& server, const AnswerComparer& comparer,
           const ReplayOptions& options, const std::function<void(const CallDifference&)>& tell,
           ReplaySummary& summary)
      : server_(server), comparer_(comparer), options_(options), tell_(tell), summary_(summary) {}

  // Sends all of these, in order, and returns when all have ended.
  void SendAll(const std::vector<Planned>& calls, uint32_t round) {
    next_ = 0;
    told_ = 0;
    start_ = Clock::now();
    std::vector<std::thread> threads;
    const size_t count = std::min<size_t>(options_.in_flight, calls.size());
    for (size_t i = 0; i < count; ++i) threads.emplace_back([&] { SendSome(calls, round); });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  void SendSome(const std::vector<Planned>& calls, uint32_t round) {
    CallSender sender(server_, options_.timeout);
    for (size_t i = next_++; i < calls.size(); i = next_++) {
      const Planned& planned = calls[i];
      Found found;
      found.late = WaitFor(TimeOf(planned.call->at_us, calls.front().call->at_us, i));
      if (planned.method != nullptr && planned.method->is_stream) {
        const auto wait = [&](size_t batch) {
          if (!options_.is_as_recorded) return;
          const uint64_t at_us = planned.asked[batch].request->at_us;
          found.late = std::max(found.late, WaitFor(TimeOf(at_us, calls.front().call->at_us, i)));
        };
        const auto done = [&](size_t batch, const Answered& answered) {
          Compare(planned, batch, answered, round, found);
        };
        sender.SendStream(planned, wait, done);
      } else {
        Compare(planned, 0, sender.SendCall(*planned.call), round, found);
      }
      Tell(i, planned, std::move(found));
    }
  }

  // When the call of that number is sent.
  Clock::time_point TimeOf(uint64_t at_us, uint64_t first_us, size_t number) const {
    if (options_.is_as_recorded) return start_ + std::chrono::microseconds(at_us - first_us);
    if (options_.calls_per_s <= 0) return Clock::time_point::min();
    const std::chrono::duration<double> after(static_cast<double>(number) / options_.calls_per_s);
    return start_ + std::chrono::duration_cast<Clock::duration>(after);
  }

  // How much later than `time` it is.
  static std::chrono::microseconds WaitFor(Clock::time_point time) {
    if (time == Clock::time_point::min()) return std::chrono::microseconds(0);
    std::this_thread::sleep_until(time);
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - time);
  }

  void Compare(const Planned& planned, size_t batch, const Answered& now, uint32_t round,
               Found& found) const {
    const Asked& asked = planned.asked[batch];
    const std::string_view method = ShortName(planned.call->method);
    Comparison comparison;
    const auto add = [&comparison](Comparison more) {
      comparison.is_other_generation |= more.is_other_generation;
      std::move(more.differences.begin(), more.differences.end(), std::back_inserter(comparison.differences));
    };
    add(CompareStatus(planned, now));
    // If only one of them is an error, that says all.
    if (comparison.differences.empty() || asked.answers.size() == now.answers.size()) {
      add(CompareAnswers(planned, asked, now));
    }
    found.latencies_us.emplace_back(static_cast<uint32_t>(asked.answered_us - asked.request->at_us),
                                    static_cast<uint32_t>(now.took.count()));
    found.differing += comparison.differences.empty() ? 0 : 1;
    found.other_generation += comparison.is_other_generation ? 1 : 0;
    const bool is_stream = planned.method != nullptr && planned.method->is_stream;
    for (Difference& difference : comparison.differences) {
      const std::string map_id = MapOfRequest(planned.method, asked.request->bytes, difference.path);
      found.differences.push_back({.round = round,
                                   .record = planned.record,
                                   .batch = is_stream ? static_cast<uint32_t>(batch + 1) : 0,
                                   .method = std::string(method),
                                   .map_id = map_id,
                                   .difference = std::move(difference)});
    }
  }

  Comparison CompareStatus(const Planned& planned, const Answered& now) const {
    const bool is_stream = planned.method != nullptr && planned.method->is_stream;
    const std::string_view method = ShortName(planned.call->method);
    v1::StatusDetails was;
    if (!is_stream)
      was = DetailsOf(planned.call->end->code, planned.call->end->message, planned.call->end->details);
    v1::StatusDetails is =
        DetailsOf(now.status.error_code(), now.status.error_message(), now.status.error_details());
    if (was.code() == is.code()) return comparer_.Compare(method, "status", was, is);
    // The code says all; the message, why.
    Comparison comparison;
    const auto text = [](const v1::StatusDetails& status) {
      return StrCat(status.code(), status.message().empty() ? "" : ": ", status.message());
    };
    comparison.differences.push_back({"status.code", StrCat(method, ".status.code"), text(was), text(is), 1});
    return comparison;
  }

  Comparison CompareAnswers(const Planned& planned, const Asked& asked, const Answered& now) const {
    const std::string_view method = ShortName(planned.call->method);
    Comparison comparison;
    const auto differ = [&](const std::string& path, std::string was, std::string is) {
      comparison.differences.push_back({path, StrCat(method, ".", path), std::move(was), std::move(is), 1});
    };
    if (asked.answers.size() != now.answers.size()) {
      differ("messages", StrCat(asked.answers.size()), StrCat(now.answers.size()));
    }
    for (size_t i = 0; i < std::min(asked.answers.size(), now.answers.size()); ++i) {
      if (asked.answers[i] == now.answers[i]) continue;
      const auto was = planned.method == nullptr ? nullptr : Parse(*planned.method->answer, asked.answers[i]);
      const auto is = planned.method == nullptr ? nullptr : Parse(*planned.method->answer, now.answers[i]);
      if (was == nullptr || is == nullptr) {
        differ("bytes", ShownBytes(asked.answers[i]), ShownBytes(now.answers[i]));
        continue;
      }
      if (const auto* batch = dynamic_cast<const v1::BatchResponse*>(was.get())) {
        LeaveOutUnanswered(*batch, dynamic_cast<v1::BatchResponse&>(*is));
      }
      Comparison of_message =
          comparer_.Compare(method, asked.answers.size() > 1 ? StrCat("messages[", i, "]") : "", *was, *is);
      comparison.is_other_generation |= of_message.is_other_generation;
      std::move(of_message.differences.begin(), of_message.differences.end(),
                std::back_inserter(comparison.differences));
    }
    return comparison;
  }

  // Tells what is known of the calls up to the first that is under way.
  void Tell(size_t number, const Planned& planned, Found found) {
    const std::lock_guard lock(mutex_);
    ReplaySummary::Latency& latency = summary_.latency[std::string(ShortName(planned.call->method))];
    for (const auto& [recorded_us, now_us] : found.latencies_us) {
      latency.recorded_us.push_back(recorded_us);
      latency.now_us.push_back(now_us);
    }
    summary_.calls += found.latencies_us.size();
    summary_.differing_calls += found.differing;
    summary_.other_generation_calls += found.other_generation;
    summary_.differences += found.differences.size();
    summary_.latest = std::max(summary_.latest, found.late);
    for (const CallDifference& difference : found.differences)
      ++summary_.by_field[difference.difference.field];
    untold_[number] = std::move(found.differences);
    for (auto it = untold_.find(told_); it != untold_.end(); it = untold_.find(++told_)) {
      for (const CallDifference& difference : it->second) tell_(difference);
      untold_.erase(it);
    }
  }

  const std::shared_ptr<grpc::Channel>& server_;
  const AnswerComparer& comparer_;
  const ReplayOptions& options_;
  const std::function<void(const CallDifference&)>& tell_;
  ReplaySummary& summary_;
  std::atomic<size_t> next_{0};
  Clock::time_point start_;
  std::mutex mutex_;
  std::map<size_t, std::vector<CallDifference>> untold_;
  size_t told_ = 0;
};

}  // namespace

absl::StatusOr<ReplaySummary> Replay(const Recording& recording, const std::shared_ptr<grpc::Channel>& server,
                                     const AnswerComparer& comparer, const ReplayOptions& options,
                                     const std::function<void(const CallDifference&)>& tell) {
  ReplaySummary summary;
  std::vector<Planned> first;
  std::vector<Planned> calls;
  bool is_named = options.only.empty();
  for (size_t i = 0; i < recording.calls.size(); ++i) {
    const RecordedCall& call = recording.calls[i];
    const bool is_only =
        options.only.empty() || options.only == call.method || options.only == ShortName(call.method);
    is_named = is_named || is_only;
    const bool prepares = call.method == kPrepareChanges;
    if (!is_only && !prepares) continue;
    std::optional<Planned> planned = PlanCall(call, static_cast<uint32_t>(i + 1), summary.left_out);
    if (planned.has_value()) (prepares ? first : calls).push_back(*std::move(planned));
  }
  if (!is_named)
    return absl::InvalidArgumentError(StrCat("no call of ", Quoted(options.only), " was recorded"));
  if (first.empty() && calls.empty())
    return absl::InvalidArgumentError("no call was recorded that was answered");
  Replayer replayer(server, comparer, options, tell, summary);
  for (uint32_t round = 1; round <= options.rounds; ++round) {
    replayer.SendAll(first, round);
    replayer.SendAll(calls, round);
  }
  return summary;
}

uint32_t Percentile(std::vector<uint32_t>& values, uint32_t percent) {
  if (values.empty()) return 0;
  const size_t rank = (values.size() * percent + 99) / 100;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(rank, 1) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace waystone::client
