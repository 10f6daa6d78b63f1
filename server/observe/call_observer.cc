#include "server/observe/call_observer.h"

#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "core/base/hash128.h"
#include "core/base/random.h"
#include "server/observe/trace_parent.h"

namespace waystone {

namespace {

// 16 hex digits: the same bytes have the same on every machine.
std::string HashOf(const grpc::ByteBuffer& request) {
  constexpr size_t kShownDigits = 16;
  Hasher128 hasher;
  std::vector<grpc::Slice> slices;
  if (request.Dump(&slices).ok()) {
    for (const grpc::Slice& slice : slices) hasher.Add(std::as_bytes(std::span(slice.begin(), slice.size())));
  }
  return ToHex(hasher.Finish()).substr(0, kShownDigits);
}

CallSummary Summarize(const EndedCall& call, std::chrono::nanoseconds duration) {
  const CallRecord& record = call.record;
  return {.rpc = record.rpc,
          .code = call.code,
          .lane = record.lane,
          .duration = duration,
          .waited = record.waited,
          .ended_at = std::chrono::system_clock::now(),
          .map_id = ShownMapId(call.map_id),
          .nodes = record.nodes,
          .method = record.method,
          .request_bytes = call.request.Length(),
          .answer_bytes = call.answer_bytes,
          .peer = call.connection,
          .caller = std::string(call.caller),
          .trace_id = {}};
}

}  // namespace

CallObserver::CallObserver(const EventLog& log, const Options& options)
    : log_(log),
      access_log_share_(log.Enabled(spdlog::level::info) ? options.access_log_share : 0),
      spans_(options.otlp_host_port.empty() ? nullptr
                                            : std::make_unique<SpanExporter>(options.otlp_host_port)) {}

bool CallObserver::IsDrawn() const {
  if (access_log_share_ <= 0) return false;
  thread_local Random random(std::random_device{}());
  return random.NextUnit() < access_log_share_;
}

void CallObserver::WriteAccess(const EndedCall& call, const CallSummary& summary) const {
  EventLog::Fields fields = ToJson(summary);
  fields["request_hash"] = HashOf(call.request);
  log_.Write(spdlog::level::info, "call", fields);
}

void CallObserver::Ended(const EndedCall& call) {
  const CallRecord& record = call.record;
  const auto duration = CallRecord::Clock::now() - record.begun;
  counters_.CountCall(record.rpc, call.code, record.lane, duration);
  if (record.refusal) {
    counters_.CountRefusal(*record.refusal);
  } else if (record.lane != RunLane::kInline) {
    counters_.CountWait(record.lane, record.waited);
  }
  const bool is_logged = IsDrawn();
  const bool is_slow = record.lane != RunLane::kInline && slow_.Wants(duration);
  if (!is_logged && !is_slow && spans_ == nullptr) return;
  const std::optional<TraceParent> trace = TraceParentOf(call.context);
  const bool is_traced = spans_ != nullptr && trace.has_value() && trace->is_sampled;
  if (!is_logged && !is_slow && !is_traced) return;
  CallSummary summary = Summarize(call, duration);
  if (trace) summary.trace_id = trace->trace_id;
  if (is_logged) WriteAccess(call, summary);
  if (is_traced) spans_->Add({*trace, summary});
  if (is_slow) slow_.Add(std::move(summary));
}

}  // namespace waystone
