#include "tests/support/http_call.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace waystone {

namespace {

bool IsWhole(const std::string& reply) {
  const std::string name = "\r\nContent-Length: ";
  const size_t head_end = reply.find("\r\n\r\n");
  const size_t length = reply.find(name);
  if (head_end == std::string::npos || length > head_end) return false;
  return reply.size() >= head_end + 4 + std::strtoul(reply.c_str() + length + name.size(), nullptr, 10);
}

template <typename IsEnough>
std::string Exchange(int port, const std::string& sent, const IsEnough& is_enough) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval patience{20, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  std::string all;
  if (connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0 &&
      send(fd, sent.data(), sent.size(), MSG_NOSIGNAL) >= 0) {
    char some[4096];
    for (ssize_t got = 0; !is_enough(all) && (got = recv(fd, some, sizeof(some), 0)) > 0;)
      all.append(some, static_cast<size_t>(got));
  }
  close(fd);
  return all;
}

}  // namespace

HttpReply CallHttp(int port, const std::string& request) {
  const std::string all = Exchange(port, request, IsWhole);
  const size_t head_end = all.find("\r\n\r\n");
  if (head_end == std::string::npos || !all.starts_with("HTTP/1.1 ")) return {};
  return {std::atoi(all.c_str() + 9), all.substr(0, head_end), all.substr(head_end + 4)};
}

std::string CallHttpUntilItEnds(int port, const std::string& requests) {
  return Exchange(port, requests, [](const std::string& /*all*/) { return false; });
}

HttpReply GetHttp(int port, const std::string& path) {
  return CallHttp(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

HttpReply PostHttp(int port, const std::string& path) {
  return CallHttp(port, "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

}  // namespace waystone
