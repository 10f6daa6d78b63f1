#include "server/observe/span_exporter.h"

#include <chrono>
#include <random>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/random.h"
#include "core/version/version.h"
#include "httplib.h"
#include "server/observe/code_names.h"

namespace waystone {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds kPause(1);
constexpr std::chrono::seconds kPatience(5);

// 16 hex digits, not all zeros.
std::string NewSpanId() {
  thread_local Random random([] {
    std::random_device seed;
    return (static_cast<uint64_t>(seed()) << 32) | seed();
  }());
  return absl::StrFormat("%016x", std::max<uint64_t>(random.NextU64(), 1));
}

std::string Nanoseconds(std::chrono::system_clock::time_point time) {
  return std::to_string(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

Json Text(const char* key, std::string value) {
  return {{"key", key}, {"value", {{"stringValue", std::move(value)}}}};
}
// 64-bit numbers are strings in Protobuf's JSON.
Json Number(const char* key, uint64_t value) {
  return {{"key", key}, {"value", {{"intValue", std::to_string(value)}}}};
}
Json Real(const char* key, double value) { return {{"key", key}, {"value", {{"doubleValue", value}}}}; }

Json SpanOf(const Span& span) {
  constexpr int kServer = 2;
  constexpr int kError = 2;
  const CallSummary& call = span.call;
  const auto duration = std::chrono::duration_cast<std::chrono::system_clock::duration>(call.duration);
  Json attributes = {Text("rpc.system", "grpc"), Text("rpc.method", std::string(NameOf(call.rpc))),
                     Number("rpc.grpc.status_code", static_cast<uint64_t>(call.code)),
                     Text("waystone.lane", NameOf(call.lane)),
                     Real("waystone.queue_ms", Milliseconds(call.waited))};
  if (!call.map_id.empty()) attributes.push_back(Text("waystone.map_id", call.map_id));
  if (call.method != v1::ROUTE_METHOD_UNSPECIFIED) {
    attributes.push_back(Text("waystone.method", NameOfMethod(call.method)));
    attributes.push_back(Number("waystone.nodes", call.nodes));
  }
  Json out = {{"traceId", span.parent.trace_id},
              {"spanId", NewSpanId()},
              {"parentSpanId", span.parent.parent_id},
              {"name", NameOf(call.rpc)},
              {"kind", kServer},
              {"startTimeUnixNano", Nanoseconds(call.ended_at - duration)},
              {"endTimeUnixNano", Nanoseconds(call.ended_at)},
              {"attributes", std::move(attributes)}};
  if (call.code != 0) out["status"] = {{"code", kError}, {"message", NameOfCode(call.code)}};
  return out;
}

}  // namespace

std::string ToOtlpJson(const std::vector<Span>& spans) {
  Json listed = Json::array();
  for (const Span& span : spans) listed.push_back(SpanOf(span));
  const Json resource = {{"attributes", Json::array({Text("service.name", "waystone"),
                                                     Text("service.version", FullVersion())})}};
  const Json of_scope = {{"scope", {{"name", "waystone"}}}, {"spans", std::move(listed)}};
  const Json request = {
      {"resourceSpans", Json::array({{{"resource", resource}, {"scopeSpans", Json::array({of_scope})}}})}};
  return request.dump(-1, ' ', true, Json::error_handler_t::replace);
}

SpanExporter::SpanExporter(std::string host_port)
    : host_port_(std::move(host_port)), thread_([this] { Run(); }) {}

SpanExporter::~SpanExporter() {
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    wake_.notify_all();
    // Its own limits of time are of each read and write.
    has_given_up_ = !wake_.wait_for(lock, kPause, [this] { return has_ended_; });
    if (has_given_up_ && sending_ != nullptr) sending_->stop();
  }
  thread_.join();
}

void SpanExporter::Add(Span span) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= kMostWaiting) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(span));
}

void SpanExporter::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait_for(lock, kPause, [this] { return stopping_; });
    const bool is_last = stopping_;
    std::vector<Span> spans;
    spans.swap(waiting_);
    if (!spans.empty()) {
      lock.unlock();
      Send(spans, is_last ? kPause : kPatience);
      lock.lock();
    }
    if (is_last) break;
  }
  has_ended_ = true;
  wake_.notify_all();
}

// Whether anything may still be sent.
bool SpanExporter::SetSending(httplib::Client* collector) {
  const std::lock_guard lock(mutex_);
  sending_ = collector;
  return !has_given_up_;
}

void SpanExporter::Send(const std::vector<Span>& spans, std::chrono::seconds patience) {
  httplib::Client collector("http://" + host_port_);
  collector.set_connection_timeout(patience);
  collector.set_read_timeout(patience);
  collector.set_write_timeout(patience);
  bool is_taken = false;
  if (SetSending(&collector)) {
    const httplib::Result result = collector.Post("/v1/traces", ToOtlpJson(spans), "application/json");
    is_taken = result && result->status >= 200 && result->status < 300;
    SetSending(nullptr);
  }
  (is_taken ? sent_ : dropped_) += spans.size();
}

}  // namespace waystone
