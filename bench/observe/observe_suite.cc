#include "bench/observe/observe_suite.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/stopwatch.h"
#include "server/observe/call_observer.h"

namespace waystone {

namespace {

constexpr size_t kRequestBytes = 200;
constexpr uint64_t kAnswerBytes = 100;

// One call after the other, as the services tell of them.
void Observe(CallObserver& observer, bool is_on_worker, uint32_t calls) {
  const grpc::Slice slice(std::string(kRequestBytes, 'x'));
  const grpc::ByteBuffer request(&slice, 1);
  const std::string peer = "ipv4:127.0.0.1:50000";
  const grpc::CallbackServerContext context;
  const v1::PlanRouteRequest asked;
  v1::PlanRouteResponse answer;
  answer.set_method(v1::ROUTE_METHOD_HIERARCHY);
  answer.set_expansions(10);
  std::atomic<bool> cancelled{false};
  for (uint32_t i = 0; i < calls; ++i) {
    CallRecord record(is_on_worker ? Rpc::kPlanRoute : Rpc::kValidateMove);
    if (is_on_worker) {
      record.Waits(Lane::kQuick);
      record.Runs();
      const RunningCalls::Entry running(observer.running(), record, {"town", "", ""}, cancelled);
      CountAnswer(asked, answer, observer.counters(), record);
    }
    observer.Ended({.record = record,
                    .code = grpc::StatusCode::OK,
                    .map_id = "town",
                    .request = request,
                    .answer_bytes = kAnswerBytes,
                    .connection = peer,
                    .caller = {},
                    .context = context});
  }
}

}  // namespace

absl::Status RunObserveSuite(const ObserveSuiteOptions& options, const BenchLines& lines) {
  std::ofstream nowhere("/dev/null");
  const EventLog log = EventLog::ToStream(nowhere, spdlog::level::info);
  for (const double share : {0.0, 0.01, 1.0}) {
    CallObserver observer(log, {.access_log_share = share, .otlp_host_port = {}});
    const uint32_t calls = std::max(share < 1 ? options.calls : options.calls / 20, 1U);
    for (const bool is_on_worker : {false, true}) {
      const double us = CpuMicrosecondsOf([&] { Observe(observer, is_on_worker, calls); });
      lines.Print({{"call", is_on_worker ? "worker" : "inline"},
                   {"access_log_share", share},
                   {"cpu_ns", us * 1e3 / calls}});
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
