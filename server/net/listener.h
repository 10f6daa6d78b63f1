// Accepts connections, in place of gRPC's own listener: that one dies for good when descriptors run out (CVE-2023-4785),
// and takes any number of connections.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "server/net/connection_rate.h"
#include "server/net/traffic.h"

namespace waystone {

// A descriptor that is closed with it.
class OwnedFd {
 public:
  explicit OwnedFd(int fd = -1) : fd_(fd) {}
  OwnedFd(OwnedFd&& other) noexcept : fd_(other.Release()) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept;
  ~OwnedFd();
  int get() const { return fd_; }
  int Release();

 private:
  int fd_;
};

// "ADDRESS:PORT" of what gRPC calls a peer: "ipv4:ADDRESS:PORT", or "ipv6:" and the address in brackets of some kind.
std::string PlainPeer(std::string_view peer);

// Listens on a host and port, and hands over each connection's socket, which is non-blocking. A spare descriptor is kept, so
// that connections for which there is none are closed at once and the next are taken as soon as there is. Connections over a
// limit are closed at once, too; one holder (HolderOf the address) has three quarters of them at most and opens
// them at a ConnectionRate, if it is no proxy. A connection counts until both sides have shut it down: it is watched through a second descriptor. One thread calls its methods, if nothing else is said, and it has
// one of its own.
class Listener {
 public:
  // host:port; a name that means several addresses is listened to on all of them, port 0 picks a free one. Unavailable if it
  // cannot be listened on.
  static absl::StatusOr<std::unique_ptr<Listener>> Bind(const std::string& address, uint32_t max_connections,
                                                        bool is_behind_proxy = false);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }
  // FailedPrecondition if others than this machine can connect; it says what helps.
  absl::Status CheckLoopback(std::string_view what_helps) const;
  // Hands over from now on, on its thread; `take` closes what it is given. Once.
  void Start(std::function<void(int fd)> take);
  // Listens no more; connections stay. Once at most.
  void Stop();
  // For as long no connection is taken of a holder who is shunned, if it is no proxy: who attacks comes back at once. No
  // longer, as others may have the same address; but twice as long each time that it is shunned again within kRemembered_s,
  // up to kMostShunned_s.
  static constexpr std::chrono::seconds kShunned_s{2};
  static constexpr std::chrono::seconds kMostShunned_s{10};
  static constexpr std::chrono::seconds kRemembered_s{60};

  // Shuts the connections of that peer down and drops what they have sent and nobody has read, by what gRPC calls it or by its
  // PlainPeer. Its holder may then be shunned. Thread-safe. O(connections).
  void EndConnection(const std::string& peer, bool is_shunned);
  // Connections closed at once since the last time: over a limit, too fast, shunned, or without a descriptor for them. Thread-safe.
  uint64_t TakeRefusedCount() { return refused_.exchange(0); }
  // Connections that count now. Thread-safe.
  size_t connection_count() const {
    const std::lock_guard lock(mutex_);
    return connections_.size();
  }
  // What each connection that neither side has shut down has carried, by its PlainPeer. Thread-safe. A system call for each.
  std::vector<Traffic> ReadTraffic() const;

 private:
  struct Connection {
    OwnedFd watched;
    std::string holder;  // HolderOf its address
    std::string peer;    // its PlainPeer
    std::chrono::steady_clock::time_point opened_at;
  };

  struct Shunned {
    std::chrono::steady_clock::time_point until;
    std::chrono::seconds next = kShunned_s;
  };

  Listener(uint32_t max_connections, bool is_behind_proxy)
      : max_connections_(max_connections),
        is_behind_proxy_(is_behind_proxy),
        max_of_holder_(is_behind_proxy ? max_connections : std::max(1U, max_connections / 4 * 3)) {}
  absl::Status Open(const std::string& address);
  void Run();
  void Accept(int listening);
  void ShedOne(int listening);
  bool MayHave(const std::string& holder);
  void Shun(const std::string& holder);
  bool Watch(int fd, const std::string& address, int port);
  void Leave(int watched);
  void Forget(int watched);

  const uint32_t max_connections_;
  const bool is_behind_proxy_;
  const uint32_t max_of_holder_;
  int port_ = 0;
  std::string address_;  // as it was given
  bool is_loopback_ = true;
  std::vector<OwnedFd> listening_;
  OwnedFd events_;  // epoll
  OwnedFd stop_;    // an eventfd
  OwnedFd spare_;
  std::atomic<uint64_t> refused_{0};
  mutable std::mutex mutex_;                         // of what other threads use: connections_, shunned_
  std::unordered_map<int, Connection> connections_;  // by the watched descriptor
  std::map<std::string, Shunned> shunned_;           // by holder
  std::map<std::string, uint32_t> of_holder_;
  ConnectionRate rate_;
  std::function<void(int fd)> take_;
  std::thread thread_;
};

}  // namespace waystone
