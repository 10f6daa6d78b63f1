// What a connection has carried.
#pragma once

#include <cstdint>
#include <string>

namespace waystone {

// Since the connection began, if nothing else is said.
struct Traffic {
  std::string connection;  // its name, unique
  std::string holder;      // who answers for it: its address, or behind a proxy the connection itself
  uint64_t received_bytes = 0;
  uint64_t sent_bytes = 0;
  uint64_t open_streams = 0;   // now: begun and not forgotten, whether anybody knows of their calls or not
  uint64_t begun_streams = 0;  // the open ones and all that have ended
  uint64_t reset_streams = 0;  // that ended before their answer was out
};

}  // namespace waystone
