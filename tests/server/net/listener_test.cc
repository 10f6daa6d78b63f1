#include "server/net/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace waystone {
namespace {

// A connection to 127.0.0.1 at that port, from this address; the test fails where there is none.
OwnedFd ConnectTo(int port, const char* from = "127.0.0.1") {
  OwnedFd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in own{};
  own.sin_family = AF_INET;
  inet_pton(AF_INET, from, &own.sin_addr);
  EXPECT_EQ(bind(fd.get(), reinterpret_cast<const sockaddr*>(&own), sizeof(own)), 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)), 0);
  const timeval patience{20, 0};
  setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  return fd;
}

// Sends 'h' to each connection that it is given, and keeps it.
class Greeter {
 public:
  explicit Greeter(uint32_t max_connections) {
    auto listener = Listener::Bind("127.0.0.1:0", max_connections);
    EXPECT_TRUE(listener.ok()) << listener.status();
    listener_ = *std::move(listener);
    listener_->Start([this](int fd) {
      EXPECT_EQ(write(fd, "h", 1), 1);
      const std::lock_guard lock(mutex_);
      taken_.emplace_back(fd);
    });
  }
  ~Greeter() { listener_->Stop(); }

  int port() const { return listener_->port(); }
  void EndConnection(const std::string& peer, bool is_shunned = true) {
    listener_->EndConnection(peer, is_shunned);
  }
  std::vector<Traffic> ReadTraffic() const { return listener_->ReadTraffic(); }
  // As gRPC does it.
  void EndAll() {
    const std::lock_guard lock(mutex_);
    for (const OwnedFd& fd : taken_) shutdown(fd.get(), SHUT_RDWR);
    taken_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<OwnedFd> taken_;
  std::unique_ptr<Listener> listener_;
};

// Whether the connection was greeted; false if it was closed.
bool IsGreeted(const OwnedFd& connection) {
  char byte = 0;
  return read(connection.get(), &byte, 1) == 1 && byte == 'h';
}

// Tries until a connection is greeted again.
bool IsGreetedSoon(int port) {
  for (int i = 0; i < 1000; ++i) {
    if (IsGreeted(ConnectTo(port))) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Listener, HandsOverConnections) {
  const Greeter greeter(10);
  EXPECT_NE(greeter.port(), 0);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsGreeted(ConnectTo(greeter.port())));
}

TEST(Listener, SaysWhyItCannotListen) {
  const Greeter greeter(10);
  const auto taken = Listener::Bind("127.0.0.1:" + std::to_string(greeter.port()), 10);
  EXPECT_EQ(taken.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(taken.status().message().find("Address already in use"), std::string::npos) << taken.status();
  const auto unknown = Listener::Bind("no.such.host.invalid:1", 10);
  EXPECT_NE(unknown.status().message().find("the host is not known"), std::string::npos) << unknown.status();
}

TEST(Listener, AnAddressHasThreeQuartersOfTheConnections) {
  Greeter greeter(8);
  std::vector<OwnedFd> open;
  for (int i = 0; i < 6; ++i) {
    open.push_back(ConnectTo(greeter.port()));
    EXPECT_TRUE(IsGreeted(open.back())) << i;
  }
  EXPECT_FALSE(IsGreeted(ConnectTo(greeter.port())));
  EXPECT_FALSE(IsGreeted(ConnectTo(greeter.port())));
  greeter.EndAll();
  EXPECT_TRUE(IsGreetedSoon(greeter.port()));
}

TEST(Listener, EndsTheConnectionOfAPeer) {
  Greeter greeter(8);
  const OwnedFd bad = ConnectTo(greeter.port());
  const OwnedFd good = ConnectTo(greeter.port());
  ASSERT_TRUE(IsGreeted(bad));
  ASSERT_TRUE(IsGreeted(good));
  sockaddr_in from{};
  socklen_t length = sizeof(from);
  getsockname(bad.get(), reinterpret_cast<sockaddr*>(&from), &length);
  greeter.EndConnection("ipv4:127.0.0.1:" + std::to_string(ntohs(from.sin_port)));
  char byte = 0;
  EXPECT_EQ(read(bad.get(), &byte, 1), 0);
  EXPECT_EQ(recv(good.get(), &byte, 1, MSG_DONTWAIT), -1);  // open, and nothing to read
  EXPECT_FALSE(IsGreeted(ConnectTo(greeter.port())));       // nobody more of that address
  EXPECT_TRUE(IsGreeted(ConnectTo(greeter.port(), "127.0.0.9")));
  EXPECT_TRUE(IsGreetedSoon(greeter.port())) << "not for long";
}

TEST(Listener, EndsAConnectionWithoutShunningItsAddress) {
  Greeter greeter(8);
  const OwnedFd bad = ConnectTo(greeter.port());
  ASSERT_TRUE(IsGreeted(bad));
  sockaddr_in from{};
  socklen_t length = sizeof(from);
  getsockname(bad.get(), reinterpret_cast<sockaddr*>(&from), &length);
  greeter.EndConnection("ipv4:127.0.0.1:" + std::to_string(ntohs(from.sin_port)), false);
  char byte = 0;
  EXPECT_EQ(read(bad.get(), &byte, 1), 0);
  EXPECT_TRUE(IsGreeted(ConnectTo(greeter.port())));
}

TEST(Listener, TellsWhatConnectionsHaveCarried) {
  Greeter greeter(8);
  const OwnedFd talker = ConnectTo(greeter.port());
  ASSERT_TRUE(IsGreeted(talker));
  const std::vector<char> said(1000);
  ASSERT_EQ(write(talker.get(), said.data(), said.size()), 1000);
  std::vector<Traffic> traffic;
  do {
    traffic = greeter.ReadTraffic();
    ASSERT_EQ(traffic.size(), 1U);
  } while (traffic[0].received_bytes < 1000);
  EXPECT_EQ(traffic[0].received_bytes, 1000U);
  EXPECT_EQ(traffic[0].sent_bytes, 1U);  // the greeting
  EXPECT_EQ(traffic[0].holder, "127.0.0.1");
  EXPECT_TRUE(traffic[0].connection.starts_with("127.0.0.1:"));
}

TEST(Listener, DropsWhatAPeerSentThatLeft) {
  std::atomic<int> taken{-1};
  auto listener = Listener::Bind("127.0.0.1:0", 10);
  ASSERT_TRUE(listener.ok()) << listener.status();
  (*listener)->Start([&](int fd) { taken = fd; });
  OwnedFd talker = ConnectTo((*listener)->port());
  while (taken < 0) std::this_thread::yield();
  const OwnedFd served(taken);
  const std::vector<char> said(100'000);
  ASSERT_EQ(write(talker.get(), said.data(), said.size()), 100'000);
  talker = OwnedFd();
  char byte = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (recv(served.get(), &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_LE(recv(served.get(), &byte, 1, MSG_DONTWAIT), 0);
}

TEST(Listener, RefusesAnAddressThatOpensTooFast) {
  const Greeter greeter(4096);
  int greeted = 0;
  for (int i = 0; i < 400; ++i) greeted += IsGreeted(ConnectTo(greeter.port())) ? 1 : 0;
  EXPECT_GE(greeted, ConnectionRate::kAtOnce);
  EXPECT_LT(greeted, 400);
  EXPECT_TRUE(IsGreeted(ConnectTo(greeter.port(), "127.0.0.9")));
  EXPECT_TRUE(IsGreetedSoon(greeter.port()));
}

TEST(Listener, APeerHasOneNameHoweverItIsWritten) {
  EXPECT_EQ(PlainPeer("ipv4:10.0.0.1:5"), "10.0.0.1:5");
  EXPECT_EQ(PlainPeer("ipv6:%5Bfe80::1%5D:5"), "fe80::1:5");
  EXPECT_EQ(PlainPeer("ipv6:[fe80::1]:5"), "fe80::1:5");
  EXPECT_EQ(PlainPeer("10.0.0.1:5"), "10.0.0.1:5");
}

TEST(Listener, LivesOnWhenThereAreNoDescriptors) {
  Greeter greeter(1000);
  const OwnedFd probe = ConnectTo(greeter.port());
  ASSERT_TRUE(IsGreeted(probe));
  // Clients first, as they are of this process: the one that cannot be accepted is closed.
  OwnedFd waiting = OwnedFd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  std::vector<OwnedFd> all;
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit few = before;
  few.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  for (int fd = open("/dev/null", O_RDONLY); fd >= 0; fd = open("/dev/null", O_RDONLY)) all.emplace_back(fd);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(greeter.port()));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(connect(waiting.get(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)), 0);
  EXPECT_FALSE(IsGreeted(waiting));
  all.clear();
  EXPECT_TRUE(IsGreetedSoon(greeter.port()));
  setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace waystone
