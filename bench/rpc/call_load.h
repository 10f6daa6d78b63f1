// Keeps a server busy with calls that were encoded before, so that the client costs as little as it can.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "grpcpp/channel.h"

namespace waystone {

// Calls of one kind.
struct CallKind {
  std::string name;                   // "plan_route"
  std::string method;                 // "/waystone.v1.PathPlanning/PlanRoute"
  bool stream = false;                // messages of one bidirectional stream, each answered by one
  uint32_t requests_per_message = 1;  // 64 for batches of 64
  std::vector<std::string> messages;  // sent in turn, again and again; not empty
};

struct LoadResult {
  uint64_t requests = 0;
  double seconds = 0;           // [s] wall clock
  uint64_t sent_bytes = 0;      // of messages, without what HTTP/2 adds
  uint64_t received_bytes = 0;  // likewise
};

// Sends for `seconds` with `in_flight` messages waiting for their answers at any time, then waits for the
// answers still due. An error if a call fails.
absl::StatusOr<LoadResult> RunLoad(const std::shared_ptr<grpc::Channel>& channel, const CallKind& kind,
                                   double seconds, uint32_t in_flight);

}  // namespace waystone
