#include "server/net/listener.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/str_replace.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/base/shared_address.h"
#include "server/net/inherited_sockets.h"

namespace waystone {

namespace {

constexpr int kBacklog = 1024;
constexpr uint8_t kEstablished =
    1;  // TCP_ESTABLISHED of netinet/tcp.h, which cannot stand beside linux/tcp.h

std::string LastError() { return std::system_category().message(errno); }

OwnedFd OpenSpare() { return OwnedFd(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

// The numeric host of a peer.
std::string AddressOf(const sockaddr_storage& peer, socklen_t length) {
  std::array<char, NI_MAXHOST> host{};
  getnameinfo(reinterpret_cast<const sockaddr*>(&peer), length, host.data(), host.size(), nullptr, 0,
              NI_NUMERICHOST);
  return host.data();
}

int PortOf(const sockaddr_storage& address) {
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

int BoundPort(int fd) {
  sockaddr_storage bound{};
  socklen_t length = sizeof(bound);
  getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length);
  return PortOf(bound);
}

bool IsLoopback(const addrinfo& address) {
  constexpr uint32_t kFirstByte = 24;
  if (address.ai_family == AF_INET) {
    const auto& ipv4 = *reinterpret_cast<const sockaddr_in*>(address.ai_addr);
    return ntohl(ipv4.sin_addr.s_addr) >> kFirstByte == IN_LOOPBACKNET;
  }
  const auto& ipv6 = *reinterpret_cast<const sockaddr_in6*>(address.ai_addr);
  return address.ai_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&ipv6.sin6_addr);
}

void SetPort(addrinfo& address, int port) {
  const auto in_order = htons(static_cast<uint16_t>(port));
  if (address.ai_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(address.ai_addr)->sin6_port = in_order;
  } else {
    reinterpret_cast<sockaddr_in*>(address.ai_addr)->sin_port = in_order;
  }
}

// systemd's, or else an own one. An invalid one where it cannot be, and errno says why.
OwnedFd ListenOn(const addrinfo& address) {
  OwnedFd inherited(TakeInheritedSocket(*address.ai_addr));
  if (inherited.get() >= 0) return inherited;
  OwnedFd fd(socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int one = 1;
  const int both_families = 0;
  setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
  if (address.ai_family == AF_INET6) {
    setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &both_families, sizeof(both_families));
  }
  const bool listens = fd.get() >= 0 && bind(fd.get(), address.ai_addr, address.ai_addrlen) == 0 &&
                       listen(fd.get(), kBacklog) == 0;
  return listens ? std::move(fd) : OwnedFd();
}

bool AddTo(int epoll, int fd, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

tcp_info ReadTcpInfo(int fd) {
  tcp_info info{};
  socklen_t length = sizeof(info);
  getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length);
  return info;
}

// Else gRPC reads on through what the system has of an ended connection: some megabytes, which may be 100,000 calls.
void DropUnread(int fd) {
  constexpr size_t kAtOnce_bytes = 1 << 20;
  constexpr int kMost = 64;  // the peer may still be sending
  for (int i = 0; i < kMost && recv(fd, nullptr, kAtOnce_bytes, MSG_TRUNC | MSG_DONTWAIT) > 0; ++i) {
  }
}

}  // namespace

std::string PlainPeer(std::string_view peer) {
  for (const std::string_view family : {"ipv4:", "ipv6:"}) {
    if (peer.starts_with(family)) peer.remove_prefix(family.size());
  }
  return absl::StrReplaceAll(ToAbsl(peer), {{"%5B", ""}, {"%5D", ""}, {"[", ""}, {"]", ""}});
}

OwnedFd& OwnedFd::operator=(OwnedFd&& other) noexcept {
  if (fd_ >= 0) close(fd_);
  fd_ = other.Release();
  return *this;
}

OwnedFd::~OwnedFd() {
  if (fd_ >= 0) close(fd_);
}

int OwnedFd::Release() { return std::exchange(fd_, -1); }

absl::StatusOr<std::unique_ptr<Listener>> Listener::Bind(const std::string& address, uint32_t max_connections,
                                                         bool is_behind_proxy) {
  std::unique_ptr<Listener> listener(new Listener(max_connections, is_behind_proxy));
  WS_RETURN_IF_ERROR(listener->Open(address));
  return listener;
}

absl::Status Listener::CheckLoopback(std::string_view what_helps) const {
  if (is_loopback_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      StrCat(address_, " is beyond loopback and would be served without TLS: give ", what_helps));
}

absl::Status Listener::Open(const std::string& address) {
  address_ = address;
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), address.c_str() + colon + 1, &hints, &found) != 0) {
    return absl::UnavailableError(StrCat("cannot listen on ", address, ": the host is not known"));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
  std::string why;
  for (addrinfo* one = found; one != nullptr; one = one->ai_next) {
    if (port_ != 0) SetPort(*one, port_);
    OwnedFd fd = ListenOn(*one);
    if (fd.get() < 0) {
      why = LastError();
      continue;
    }
    port_ = BoundPort(fd.get());
    is_loopback_ = is_loopback_ && IsLoopback(*one);
    listening_.push_back(std::move(fd));
  }
  if (listening_.empty()) return absl::UnavailableError(StrCat("cannot listen on ", address, ": ", why));
  events_ = OwnedFd(epoll_create1(EPOLL_CLOEXEC));
  stop_ = OwnedFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  spare_ = OpenSpare();
  bool watches = AddTo(events_.get(), stop_.get(), EPOLLIN);
  for (const OwnedFd& fd : listening_) watches = watches && AddTo(events_.get(), fd.get(), EPOLLIN);
  if (!watches) return absl::UnavailableError(StrCat("cannot listen on ", address, ": ", LastError()));
  return absl::OkStatus();
}

Listener::~Listener() { Stop(); }

void Listener::Start(std::function<void(int fd)> take) {
  take_ = std::move(take);
  thread_ = std::thread([this] { Run(); });
}

void Listener::Stop() {
  if (thread_.joinable()) {
    eventfd_write(stop_.get(), 1);
    thread_.join();
  }
  listening_.clear();
}

void Listener::Run() {
  std::array<epoll_event, 64> events{};
  while (true) {
    const int count = epoll_wait(events_.get(), events.data(), events.size(), -1);
    for (int i = 0; i < count; ++i) {
      const int fd = events[i].data.fd;
      if (fd == stop_.get()) return;
      const bool is_listening = std::any_of(listening_.begin(), listening_.end(),
                                            [&](const OwnedFd& one) { return one.get() == fd; });
      if (is_listening) {
        Accept(fd);
      } else {
        (events[i].events & (EPOLLHUP | EPOLLERR)) != 0 ? Forget(fd) : Leave(fd);
      }
    }
  }
}

void Listener::Accept(int listening) {
  sockaddr_storage peer{};
  socklen_t length = sizeof(peer);
  OwnedFd fd(accept4(listening, reinterpret_cast<sockaddr*>(&peer), &length, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (fd.get() < 0) {
    if (errno == EMFILE || errno == ENFILE) ShedOne(listening);
    return;  // the next event says it again if one still waits
  }
  const std::string address = AddressOf(peer, length);
  const int one = 1;
  setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
  if (!MayHave(HolderOf(address)) || !Watch(fd.get(), address, PortOf(peer))) {
    ++refused_;
    return;
  }
  take_(fd.Release());
}

// The connection that waits longest is closed by means of the spare descriptor; without one, it waits on.
void Listener::ShedOne(int listening) {
  spare_ = OwnedFd();
  OwnedFd(accept4(listening, nullptr, nullptr, SOCK_CLOEXEC));
  ++refused_;
  spare_ = OpenSpare();
  if (spare_.get() < 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

bool Listener::MayHave(const std::string& holder) {
  {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    std::erase_if(shunned_, [now](const auto& of) { return of.second.until + kRemembered_s <= now; });
    if (const auto shunned = shunned_.find(holder); shunned != shunned_.end() && shunned->second.until > now)
      return false;
  }
  const auto found = of_holder_.find(holder);
  const uint32_t has = found == of_holder_.end() ? 0 : found->second;
  return connections_.size() < max_connections_ && has < max_of_holder_ &&
         (is_behind_proxy_ || rate_.MayOpen(holder, std::chrono::steady_clock::now()));
}

bool Listener::Watch(int fd, const std::string& address, int port) {
  OwnedFd watched(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  // Only that its peer has shut it down; that both have is always told.
  if (watched.get() < 0 || !AddTo(events_.get(), watched.get(), EPOLLRDHUP)) return false;
  const std::string holder = HolderOf(address);
  ++of_holder_[holder];
  const int key = watched.get();
  const std::lock_guard lock(mutex_);
  connections_[key] = {std::move(watched), holder, StrCat(address, ":", port),
                       std::chrono::steady_clock::now()};
  return true;
}

void Listener::EndConnection(const std::string& peer, bool is_shunned) {
  const std::string plain = PlainPeer(peer);
  const std::lock_guard lock(mutex_);
  for (const auto& [fd, connection] : connections_) {
    if (connection.peer != plain) continue;
    shutdown(fd, SHUT_RDWR);
    DropUnread(fd);
    if (is_shunned && !is_behind_proxy_) Shun(connection.holder);
  }
}

// Under the lock.
void Listener::Shun(const std::string& holder) {
  const auto now = std::chrono::steady_clock::now();
  Shunned& shunned = shunned_[holder];
  if (shunned.until > now) return;  // several of its connections are ended at once
  shunned.until = now + shunned.next;
  shunned.next = std::min(2 * shunned.next, kMostShunned_s);
}

std::vector<Traffic> Listener::ReadTraffic() const {
  const std::lock_guard lock(mutex_);
  std::vector<Traffic> traffic;
  traffic.reserve(connections_.size());
  for (const auto& [fd, connection] : connections_) {
    const tcp_info info = ReadTcpInfo(fd);
    if (info.tcpi_state != kEstablished) continue;
    traffic.push_back({.connection = connection.peer,
                       .holder = is_behind_proxy_ ? connection.peer : connection.holder,
                       .received_bytes = info.tcpi_bytes_received,
                       .sent_bytes = info.tcpi_bytes_acked});
  }
  return traffic;
}

// The peer sends no more. gRPC would begin the calls that it has not read yet, only to end them all when it comes to the end.
void Listener::Leave(int watched) {
  shutdown(watched, SHUT_RDWR);
  DropUnread(watched);
}

void Listener::Forget(int watched) {
  const auto found = connections_.find(watched);
  if (found == connections_.end()) return;
  const auto now = std::chrono::steady_clock::now();
  if (!is_behind_proxy_ && now - found->second.opened_at < ConnectionRate::kShort) {
    const tcp_info info = ReadTcpInfo(watched);
    rate_.AddShort(found->second.holder, info.tcpi_bytes_received, info.tcpi_bytes_acked, now);
  }
  const auto of_holder = of_holder_.find(found->second.holder);
  if (--of_holder->second == 0) of_holder_.erase(of_holder);
  // Closing it is not enough: the peer's other descriptor would keep telling that it is shut down.
  epoll_ctl(events_.get(), EPOLL_CTL_DEL, watched, nullptr);
  const std::lock_guard lock(mutex_);
  connections_.erase(found);  // and closes it
}

}  // namespace waystone
