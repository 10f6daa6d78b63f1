// What is noted of a call while it goes through the server, and how its answer is counted.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/deadline.h"
#include "server/base/rpc.h"
#include "server/observe/call_counters.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Of one call, or of one batch of a stream; used by one thread after the other.
struct CallRecord {
  using Clock = Deadline::Clock;

  explicit CallRecord(Rpc of) : rpc(of) {}

  const Rpc rpc;
  const Clock::time_point begun = Clock::now();
  RunLane lane = RunLane::kInline;
  std::chrono::nanoseconds waited{0};                     // in queues, before it ran
  std::optional<RefusalReason> refusal;                   // why it was refused as busy
  v1::RouteMethod method = v1::ROUTE_METHOD_UNSPECIFIED;  // of its route; of a batch, of the last one
  uint64_t nodes = 0;                                     // of its searches

  // It waits for a worker, or a worker has begun with it.
  void Waits(Lane in) {
    lane = in == Lane::kQuick ? RunLane::kQuick : RunLane::kSlow;
    waits_since_ = Clock::now();
  }
  void Runs() { waited += Clock::now() - waits_since_; }

 private:
  Clock::time_point waits_since_;
};

// Counts what an answer tells of the work behind it. O(items).
void CountAnswer(const v1::PlanRouteResponse& response, CallCounters& counters, CallRecord& record);
void CountAnswer(const v1::MeasureDistancesResponse& response, CallCounters& counters, CallRecord& record);
void CountAnswer(const v1::ReachResponse& response, CallCounters& counters, CallRecord& record);
void CountAnswer(const v1::BatchRequest& request, const v1::BatchResponse& response, CallCounters& counters,
                 CallRecord& record);

template <typename Request, typename Response>
void CountAnswer(const Request& /*request*/, const Response& response, CallCounters& counters,
                 CallRecord& record) {
  if constexpr (requires { CountAnswer(response, counters, record); })
    CountAnswer(response, counters, record);
}

// The map of a request (MapOf) as it is kept and shown: 128 bytes at most, whatever a caller sent.
std::string ShownMapId(std::string_view map_id);

}  // namespace waystone
