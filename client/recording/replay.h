// Sends the calls of a recording to a server, and tells how its answers differ from those recorded.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/recording/answer_difference.h"
#include "client/recording/recording.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

struct ReplayOptions {
  // When calls are sent: at the times of the recording, or so many in a second; neither: as soon as there is room.
  bool is_as_recorded = false;
  double calls_per_s = 0;
  uint32_t in_flight = 8;  // [calls, 1-256, 8] under way at most
  uint32_t rounds = 1;     // the whole recording so often
  std::string only;        // only calls of this method ("PlanRoute", or its full name); empty: all
  // The time limit of a call that was recorded without a deadline, and of each batch of a stream.
  std::chrono::milliseconds timeout{5000};
};

struct CallDifference {
  uint32_t round = 1;   // from 1
  uint32_t record = 1;  // the call's number in the recording, from 1
  uint32_t batch = 0;   // of a stream: the batch's number, from 1; otherwise 0
  std::string method;   // "PlanRoute"
  std::string map_id;   // of the request; empty if it names none
  Difference difference;
};

// Of a stream's batches each counts as a call.
struct ReplaySummary {
  struct Latency {
    std::vector<uint32_t> recorded_us;
    std::vector<uint32_t> now_us;  // parallel
  };
  uint64_t calls = 0;  // sent and compared
  uint64_t differing_calls = 0;
  uint64_t differences = 0;
  uint64_t other_generation_calls = 0;       // answered from another package or world than when recorded
  std::map<std::string, uint64_t> by_field;  // differences by Difference::field
  std::map<std::string, Latency> latency;    // by method
  std::map<std::string, uint64_t> left_out;  // calls and batches not replayed, by why
  std::chrono::microseconds latest{0};       // how late a call was sent, at most
};

// Sends all calls in order, those of PrepareChanges first, because later ones may name what they prepare. A stream is one
// call; its batches are sent one after another, each when the one before is answered. Calls that were not answered when they
// were recorded are left out. Tells differences in the order of the recording, on any of its threads, but one at a time.
// InvalidArgument if no call is left to send. O(in_flight) threads.
absl::StatusOr<ReplaySummary> Replay(const Recording& recording, const std::shared_ptr<grpc::Channel>& server,
                                     const AnswerComparer& comparer, const ReplayOptions& options,
                                     const std::function<void(const CallDifference&)>& tell);

// The least value that `percent` of all are not above; 0 of none. `values` are put in another order.
uint32_t Percentile(std::vector<uint32_t>& values, uint32_t percent);

}  // namespace waystone::client
