// HTTP as a test speaks it: bytes to a port of this machine, and all that comes back.
#pragma once

#include <string>

namespace waystone {

struct HttpReply {
  int status = 0;  // 0: the connection ended without an answer
  std::string head;
  std::string body;
};

// Sends `request` as it is, and reads its answer or until the connection ends, for 20 s at most.
HttpReply CallHttp(int port, const std::string& request);
// Sends `requests`, and reads until the connection ends.
std::string CallHttpUntilItEnds(int port, const std::string& requests);
HttpReply GetHttp(int port, const std::string& path);
HttpReply PostHttp(int port, const std::string& path);

}  // namespace waystone
