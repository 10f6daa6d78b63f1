// Requests that are being sent and do not end.
//
// gRPC gathers a request before it tells of the call, up to the limit of a message for each of the thousands of streams of a
// connection, and neither counts nor ends those that stay unfinished. The system knows what a connection has sent, and the
// services know what of it has arrived as whole requests: the rest is unfinished, but for frames without content, which are
// estimated rather too high than too low. What gRPC refuses or drops never arrives: when a stream has begun or ended, a connection
// holds at most a whole request for each that is open. Until then what comes may be headers that do not end. A stream takes memory, too, however little its headers take on the wire: each that is
// open counts kOfStream_bytes more.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/deadline.h"
#include "server/base/arrived_bytes.h"
#include "server/net/traffic.h"

namespace waystone {

// Finds connections to end. One thread.
class UnfinishedRequests {
 public:
  using Clock = Deadline::Clock;
  // A connection that holds more, and from which nothing has come for so long, is ended: its peer has stalled. Work on a
  // stream's batches may keep it from being read for a minute.
  static constexpr uint64_t kStalled_bytes = 1 << 20;
  static constexpr std::chrono::seconds kStalled_s{120};

  static constexpr uint64_t kOfStream_bytes = 16 << 10;  // what gRPC and we take for one, measured

  // `max_bytes`: of all connections together; `max_request_bytes`: of a request.
  UnfinishedRequests(uint64_t max_bytes, uint64_t max_request_bytes)
      : max_bytes_(max_bytes), max_request_bytes_(max_request_bytes) {}

  struct ToEnd {
    std::vector<std::string> stalled;  // connections that have stalled, which are careless
    std::vector<std::string>
        largest;  // if all hold too much: of the holder that holds most the connection that holds
                  // most, and so on until they no longer do
  };
  // The connections to end. `arrived` is by connection, since the last look. O(connections).
  ToEnd Look(const std::vector<Traffic>& traffic, const ArrivedBytes::ByConnection& arrived,
             Clock::time_point now);

  // [bytes] That all connections hold, by the last look. O(connections).
  uint64_t held_bytes() const;
  // [bytes] That a connection holds, by the last look; with its streams.
  uint64_t HeldBy(const std::string& connection) const;

 private:
  struct Held {
    std::string holder;
    uint64_t received_bytes = 0;
    uint64_t sent_bytes = 0;
    uint64_t bytes = 0;         // of requests
    uint64_t stream_bytes = 0;  // of open streams
    uint64_t open_streams = 0;
    uint64_t begun_streams = 0;
    Clock::time_point counted_at;
    Clock::time_point moved_at;
    uint64_t look = 0;  // the last one that saw it
    bool is_ended = false;

    uint64_t all_bytes() const { return bytes + stream_bytes; }
  };
  void Count(const Traffic& traffic, const ArrivedBytes::Arrived& arrived, Clock::time_point now, Held& held);
  void EndTheMost(std::vector<std::string>& ended);

  const uint64_t max_bytes_;
  const uint64_t max_request_bytes_;
  uint64_t looks_ = 0;
  std::unordered_map<std::string, Held> held_;
};

}  // namespace waystone
