// The one place that is told of each call's end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "server/base/event_log.h"
#include "server/observe/call_counters.h"
#include "server/observe/call_record.h"
#include "server/observe/call_summary.h"
#include "server/observe/running_calls.h"
#include "server/observe/slow_calls.h"
#include "server/observe/span_exporter.h"

namespace waystone {

struct EndedCall {
  const CallRecord& record;
  grpc::StatusCode code;
  std::string_view map_id;  // that its request is about; empty: none
  const grpc::ByteBuffer& request;
  uint64_t answer_bytes;
  const std::string& connection;  // as gRPC names it
  std::string_view caller;        // empty: nobody
  const grpc::CallbackServerContext& context;
};

// Counts calls, and writes those that are asked for: to the access log, to the slowest, to the collector of traces. Thread-safe.
// The log must outlive it.
class CallObserver {
 public:
  struct Options {
    double access_log_share = 0;  // [0, 1] of calls that the access log has, drawn at random
    std::string otlp_host_port;   // where spans are sent; empty: nowhere
  };
  CallObserver(const EventLog& log, const Options& options);

  RunningCalls& running() { return running_; }
  SlowCalls& slow() { return slow_; }
  const SpanExporter* spans() const { return spans_.get(); }  // null: none are sent
  CallCounters& counters() { return counters_; }
  const CallCounters& counters() const { return counters_; }

  // A call was answered, or ended with an error.
  void Ended(const EndedCall& call);

 private:
  bool IsDrawn() const;
  void WriteAccess(const EndedCall& call, const CallSummary& summary) const;

  const EventLog& log_;
  const double access_log_share_;
  CallCounters counters_;
  RunningCalls running_;
  SlowCalls slow_;
  const std::unique_ptr<SpanExporter> spans_;
};

}  // namespace waystone
