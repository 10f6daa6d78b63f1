// A call that has ended, in words.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "nlohmann/json.hpp"
#include "server/observe/call_record.h"

namespace waystone {

struct CallSummary {
  Rpc rpc = Rpc::kPlanRoute;
  int code = 0;  // as gRPC counts them
  RunLane lane = RunLane::kInline;
  std::chrono::nanoseconds duration{0};
  std::chrono::nanoseconds waited{0};
  std::chrono::system_clock::time_point ended_at;
  std::string map_id;  // empty: none
  uint64_t nodes = 0;
  v1::RouteMethod method = v1::ROUTE_METHOD_UNSPECIFIED;
  uint64_t request_bytes = 0;
  uint64_t answer_bytes = 0;
  std::string peer;      // its connection, as gRPC names it
  std::string caller;    // empty: nobody
  std::string trace_id;  // hexadecimal; empty: none
};

// {"rpc":"PlanRoute","code":"OK","ms":1.25,...}; without the nodes and method of calls that planned nothing.
nlohmann::ordered_json ToJson(const CallSummary& call);

// [ms]
double Milliseconds(std::chrono::nanoseconds time);

}  // namespace waystone
