// Sends spans to a collector: OTLP over HTTP, in JSON, https://opentelemetry.io/docs/specs/otlp/.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/observe/call_summary.h"
#include "server/observe/trace_parent.h"

namespace httplib {
class Client;
}  // namespace httplib

namespace waystone {

// A call of a sampled trace.
struct Span {
  TraceParent parent;
  CallSummary call;
};

// Sends on a thread of its own, what has come of a second at once; what cannot be sent, or has no room, is dropped and counted.
// Thread-safe. The destructor sends what waits, if the collector takes it within a second, and drops what is on its way if it does not.
class SpanExporter {
 public:
  static constexpr size_t kMostWaiting = 4096;

  // To http://host_port/v1/traces.
  explicit SpanExporter(std::string host_port);
  ~SpanExporter();
  SpanExporter(const SpanExporter&) = delete;
  SpanExporter& operator=(const SpanExporter&) = delete;

  void Add(Span span);

  uint64_t sent() const { return sent_; }
  uint64_t dropped() const { return dropped_; }

 private:
  void Run();
  bool SetSending(httplib::Client* collector);
  void Send(const std::vector<Span>& spans, std::chrono::seconds patience);

  const std::string host_port_;
  std::atomic<uint64_t> sent_{0};
  std::atomic<uint64_t> dropped_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  bool has_ended_ = false;              // the thread sends no more
  bool has_given_up_ = false;           // the destructor waits for no more
  httplib::Client* sending_ = nullptr;  // null: nothing is on its way
  std::vector<Span> waiting_;
  std::thread thread_;  // last: begins when the rest is there
};

// What is sent: one ExportTraceServiceRequest. Spans have ids of their own, at random.
std::string ToOtlpJson(const std::vector<Span>& spans);

}  // namespace waystone
