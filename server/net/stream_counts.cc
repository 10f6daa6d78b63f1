#include "server/net/stream_counts.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "grpc/grpc.h"
#include "grpc/support/alloc.h"
#include "nlohmann/json.hpp"
#include "server/net/listener.h"

namespace waystone {

namespace {

// What channelz answers: JSON, in which numbers of 64 bits are strings. Null if what was asked for is gone.
nlohmann::json Parse(char* text) {
  if (text == nullptr) return nullptr;
  const std::unique_ptr<char, decltype(&gpr_free)> owned(text, gpr_free);
  return nlohmann::json::parse(text, nullptr, false);
}

// A number that is left out is 0.
uint64_t NumberIn(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? 0 : std::stoull(found->get_ref<const std::string&>());
}

}  // namespace

StreamCounts::StreamCounts() {
  for (bool is_end = false; !is_end;) {
    const nlohmann::json page = Parse(grpc_channelz_get_servers(server_id_ + 1));
    is_end = page.value("end", false) || !page.contains("server");
    if (!page.contains("server")) break;
    for (const nlohmann::json& server : page["server"])
      server_id_ = std::max(server_id_, static_cast<intptr_t>(NumberIn(server["ref"], "serverId")));
  }
}

void StreamCounts::Read(std::vector<Traffic>& traffic, Clock::time_point now) {
  ++looks_;
  FindNewSockets();
  for (Traffic& one : traffic) {
    const auto found = sockets_.find(one.connection);
    if (found == sockets_.end()) continue;  // it does not speak HTTP/2 yet
    Socket& socket = found->second;
    socket.look = looks_;
    if (IsDue(socket, one.received_bytes, now)) {
      ReadSocket(socket);
      socket.read_at = now;
      socket.received_bytes = one.received_bytes;
    }
    one.open_streams = socket.open;
    one.begun_streams = socket.begun;
    one.reset_streams = socket.reset;
  }
  std::erase_if(sockets_, [this](const auto& named) { return named.second.look != looks_; });
}

void StreamCounts::FindNewSockets() {
  for (bool is_end = false; !is_end;) {
    const nlohmann::json page = Parse(grpc_channelz_get_server_sockets(server_id_, next_socket_, 0));
    is_end = page.is_null() || page.value("end", false) || !page.contains("socketRef");
    if (page.is_null() || !page.contains("socketRef")) return;
    for (const nlohmann::json& ref : page["socketRef"]) {
      const auto id = static_cast<intptr_t>(NumberIn(ref, "socketId"));
      const std::string& name = ref["name"].get_ref<const std::string&>();  // "chttp2 ipv4:ADDRESS:PORT"
      Socket socket;
      socket.id = id;
      socket.look = looks_;
      sockets_[PlainPeer(std::string_view(name).substr(name.rfind(' ') + 1))] = socket;
      next_socket_ = std::max(next_socket_, id + 1);
    }
  }
}

bool StreamCounts::IsDue(const Socket& socket, uint64_t received_bytes, Clock::time_point now) {
  const uint64_t news_bytes = received_bytes - socket.received_bytes;
  const auto age = now - socket.read_at;
  return news_bytes >= kNews_bytes || (news_bytes > 0 && age >= kStale) ||
         (socket.open > 0 && age >= kStaleAndQuiet);
}

void StreamCounts::ReadSocket(Socket& socket) {
  const nlohmann::json answer = Parse(grpc_channelz_get_socket(socket.id));
  if (!answer.is_object()) return;
  const nlohmann::json& data = answer["socket"]["data"];
  const uint64_t failed = NumberIn(data, "streamsFailed");
  const uint64_t ended = NumberIn(data, "streamsSucceeded") + failed;
  const uint64_t begun = NumberIn(data, "streamsStarted");
  socket.open = begun - std::min(begun, ended);  // they are read one after the other
  socket.begun = begun;
  socket.reset = failed;
}

}  // namespace waystone
