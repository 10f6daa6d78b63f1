#include "server/net/inherited_sockets.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "absl/strings/numbers.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

constexpr int kFirst = 3;

// They are this process's if the environment names it: it may have been left by a parent.
std::vector<int> ReadEnvironment() {
  const char* const process = std::getenv("LISTEN_PID");
  const char* const sockets = std::getenv("LISTEN_FDS");
  int pid = 0;
  int count = 0;
  std::vector<int> found;
  if (process == nullptr || sockets == nullptr || !absl::SimpleAtoi(process, &pid) || pid != getpid() ||
      !absl::SimpleAtoi(sockets, &count)) {
    return found;
  }
  for (int fd = kFirst; fd < kFirst + count && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0; ++fd) found.push_back(fd);
  return found;
}

std::vector<int>& Untaken() {
  static std::vector<int> fds = ReadEnvironment();
  return fds;
}

sockaddr_storage BoundAddress(int fd) {
  sockaddr_storage bound{};
  socklen_t length = sizeof(bound);
  getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length);
  return bound;
}

bool IsSame(const sockaddr& a, const sockaddr& b) {
  if (a.sa_family != b.sa_family) return false;
  if (a.sa_family == AF_INET) {
    const auto& a4 = reinterpret_cast<const sockaddr_in&>(a);
    const auto& b4 = reinterpret_cast<const sockaddr_in&>(b);
    return a4.sin_port == b4.sin_port && a4.sin_addr.s_addr == b4.sin_addr.s_addr;
  }
  if (a.sa_family != AF_INET6) return false;
  const auto& a6 = reinterpret_cast<const sockaddr_in6&>(a);
  const auto& b6 = reinterpret_cast<const sockaddr_in6&>(b);
  return a6.sin6_port == b6.sin6_port && a6.sin6_scope_id == b6.sin6_scope_id &&
         std::memcmp(&a6.sin6_addr, &b6.sin6_addr, sizeof(a6.sin6_addr)) == 0;
}

bool Listens(int fd) {
  int listens = 0;
  socklen_t length = sizeof(listens);
  return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens != 0;
}

}  // namespace

int TakeInheritedSocket(const sockaddr& address) {
  std::vector<int>& fds = Untaken();
  const auto found = std::find_if(fds.begin(), fds.end(), [&](int fd) {
    const sockaddr_storage bound = BoundAddress(fd);
    return Listens(fd) && IsSame(reinterpret_cast<const sockaddr&>(bound), address);
  });
  if (found == fds.end()) return -1;
  const int fd = *found;
  fds.erase(found);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  return fd;
}

absl::Status CheckInheritedTaken() {
  if (Untaken().empty()) return absl::OkStatus();
  const sockaddr_storage bound = BoundAddress(Untaken().front());
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  getnameinfo(reinterpret_cast<const sockaddr*>(&bound), sizeof(bound), host.data(), host.size(), port.data(),
              port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
  return absl::FailedPreconditionError(StrCat("systemd hands over a socket of ", host.data(), ":",
                                              port.data(),
                                              ", which is not the address of --listen, --admin-listen or "
                                              "--http-listen"));
}

}  // namespace waystone
