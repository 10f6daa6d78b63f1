// How many streams each connection has.
//
// Only gRPC knows: it tells of a call when its request is complete, and of those of its own services (health, reflection)
// and of unknown methods never. It counts the streams of each connection anyway, for channelz, so calls cost no more.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/deadline.h"
#include "server/net/traffic.h"

namespace waystone {

// One thread.
class StreamCounts {
 public:
  using Clock = Deadline::Clock;

  // Of the gRPC server of this process that was built last.
  StreamCounts();

  // Fills in the streams of each connection. To ask for those of one takes some 20 us: they are asked for as soon as
  // kNews_bytes have come since, and else after kStale. O(connections).
  void Read(std::vector<Traffic>& traffic, Clock::time_point now);

 private:
  static constexpr uint64_t kNews_bytes = 4096;
  static constexpr std::chrono::seconds kStale{1};          // if anything has come
  static constexpr std::chrono::seconds kStaleAndQuiet{5};  // if nothing has, and streams are open

  struct Socket {
    intptr_t id = 0;  // gRPC's
    Clock::time_point read_at;
    uint64_t received_bytes = 0;  // by then
    uint64_t open = 0;
    uint64_t begun = 0;
    uint64_t reset = 0;
    uint64_t look = 0;  // the last one that saw it
  };

  void FindNewSockets();
  static bool IsDue(const Socket& socket, uint64_t received_bytes, Clock::time_point now);
  static void ReadSocket(Socket& socket);

  intptr_t server_id_ = 0;    // gRPC's
  intptr_t next_socket_ = 0;  // gRPC gives ids in order
  uint64_t looks_ = 0;
  std::unordered_map<std::string, Socket> sockets_;  // by PlainPeer
};

}  // namespace waystone
