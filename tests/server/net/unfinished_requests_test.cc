#include "server/net/unfinished_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kMegabyte = 1 << 20;
constexpr uint64_t kStreams = 6;  // that a connection has open, if nothing else is said

// Connections on an imagined clock.
class UnfinishedRequestsTest : public ::testing::Test {
 protected:
  using Clock = UnfinishedRequests::Clock;

  void Receive(const std::string& connection, uint64_t bytes) { Of(connection).received_bytes += bytes; }
  void OpenStreams(const std::string& connection, uint64_t streams) { Of(connection).open_streams = streams; }
  void Send(const std::string& connection, uint64_t bytes) { Of(connection).sent_bytes += bytes; }
  void Arrive(const std::string& connection, uint64_t bytes, uint32_t requests = 1) {
    arrived_[connection].bytes += bytes;
    arrived_[connection].requests += requests;
  }
  void Close(const std::string& connection) {
    std::erase_if(traffic_, [&](const Traffic& one) { return one.connection == connection; });
  }
  std::vector<std::string> Look(std::chrono::milliseconds later = std::chrono::milliseconds(100)) {
    now_ += later;
    const ArrivedBytes::ByConnection arrived = std::exchange(arrived_, {});
    UnfinishedRequests::ToEnd to_end = unfinished_.Look(traffic_, arrived, now_);
    EXPECT_TRUE(to_end.stalled.empty() || to_end.largest.empty());
    is_stalled_ = !to_end.stalled.empty();
    return is_stalled_ ? to_end.stalled : to_end.largest;
  }

  bool is_stalled_ = false;  // what the last look ended

  // [bytes] Of requests, by a connection with kStreams.
  uint64_t HeldOfRequests(const std::string& connection) const {
    return unfinished_.HeldBy(connection) - kStreams * UnfinishedRequests::kOfStream_bytes;
  }

  UnfinishedRequests unfinished_{100 * kMegabyte, 16 * kMegabyte};

 private:
  Traffic& Of(const std::string& connection) {
    for (Traffic& one : traffic_) {
      if (one.connection == connection) return one;
    }
    return traffic_.emplace_back(Traffic{.connection = connection,
                                         .holder = connection.substr(0, connection.find(':')),
                                         .open_streams = kStreams});
  }

  std::vector<Traffic> traffic_;
  ArrivedBytes::ByConnection arrived_;
  Clock::time_point now_{};
};

TEST_F(UnfinishedRequestsTest, WhatHasNotArrivedIsHeld) {
  Receive("a:1", 10 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_NEAR(static_cast<double>(HeldOfRequests("a:1")), 10.0 * kMegabyte, 1000);
  Receive("a:1", 6 * kMegabyte);
  Arrive("a:1", 16 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_EQ(HeldOfRequests("a:1"), 0U);
}

TEST_F(UnfinishedRequestsTest, AConnectionThatOnlyAsksHoldsNothing) {
  for (int i = 0; i < 100'000; ++i) {
    Receive("a:1", 1000 * (100 + 200));  // headers; and 9 of 32 KiB are frames that make room for answers
    Send("a:1", 1000 * 2000);
    Arrive("a:1", 1000 * 100, 1000);
    ASSERT_THAT(Look(), IsEmpty());
  }
  EXPECT_LT(HeldOfRequests("a:1"), kMegabyte);
}

TEST_F(UnfinishedRequestsTest, ProbesOfHealthHoldNothing) {
  for (int i = 0; i < 100'000; ++i) {
    Receive("a:1", 150);
    ASSERT_THAT(Look(std::chrono::seconds(1)), IsEmpty());
  }
  EXPECT_EQ(HeldOfRequests("a:1"), 0U);
}

TEST_F(UnfinishedRequestsTest, IfAllHoldTooMuchTheLargestOfTheLargestHolderIsEnded) {
  Receive("a:1", 30 * kMegabyte);
  Receive("b:1", 20 * kMegabyte);
  Receive("b:2", 25 * kMegabyte);
  Receive("b:3", 24 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  Receive("c:1", 2 * kMegabyte);
  EXPECT_THAT(Look(), ElementsAre("b:2"));
  EXPECT_FALSE(is_stalled_);
  EXPECT_THAT(Look(), IsEmpty()) << "one that is being ended counts no more";
  Close("b:2");
  Receive("c:1", 60 * kMegabyte);
  EXPECT_THAT(Look(), ElementsAre("c:1"));
}

TEST_F(UnfinishedRequestsTest, StreamsTakeMemoryHoweverLittleIsSentOnThem) {
  const uint64_t third = 100 * kMegabyte / UnfinishedRequests::kOfStream_bytes / 3;
  for (const char* connection : {"a:1", "a:2", "b:1"}) {
    Receive(connection, 1000);
    OpenStreams(connection, third);
  }
  EXPECT_THAT(Look(), IsEmpty());
  OpenStreams("a:2", third + 4);
  EXPECT_THAT(Look(), ElementsAre("a:2"));
  Close("a:2");
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_THAT(Look(2 * UnfinishedRequests::kStalled_s), IsEmpty()) << "streams may be idle for long";
  OpenStreams("a:1", 0);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_EQ(unfinished_.HeldBy("a:1"), 0U);
}

TEST_F(UnfinishedRequestsTest, WhatGrpcDroppedIsNotHeldForEver) {
  Receive("a:1", 90 * kMegabyte);  // of which it refused all but what comes on the streams still open
  OpenStreams("a:1", 2);
  EXPECT_THAT(Look(), IsEmpty());
  OpenStreams("a:1", 1);  // as soon as it tells of these streams
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_EQ(unfinished_.HeldBy("a:1"), 16 * kMegabyte + UnfinishedRequests::kOfStream_bytes);
  OpenStreams("a:1", 0);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_EQ(unfinished_.HeldBy("a:1"), 0U);
}

TEST_F(UnfinishedRequestsTest, HeadersThatDoNotEndAreHeldWithoutAnyStream) {
  Receive("a:1", 1000);
  OpenStreams("a:1", 0);
  EXPECT_THAT(Look(), IsEmpty());
  for (int i = 0; i < 9; ++i) {
    Receive("a:1", 10 * kMegabyte);
    ASSERT_THAT(Look(), IsEmpty()) << i;
    ASSERT_THAT(Look(), IsEmpty()) << i;  // a pause changes nothing
  }
  Receive("a:1", 11 * kMegabyte);
  EXPECT_THAT(Look(), ElementsAre("a:1"));
}

TEST_F(UnfinishedRequestsTest, AStalledConnectionIsEndedAfterATime) {
  Receive("a:1", 2 * kMegabyte);
  Receive("b:1", kMegabyte / 2);
  Receive("c:1", 2 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_THAT(Look(UnfinishedRequests::kStalled_s - std::chrono::seconds(1)), IsEmpty());
  Receive("c:1", 1000);
  EXPECT_THAT(Look(std::chrono::seconds(1)), ElementsAre("a:1"));
  EXPECT_TRUE(is_stalled_);
}

TEST_F(UnfinishedRequestsTest, AConnectionThatIsGoneIsForgotten) {
  Receive("a:1", 90 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  Close("a:1");
  Receive("b:1", 90 * kMegabyte);
  EXPECT_THAT(Look(), IsEmpty());
  EXPECT_EQ(unfinished_.HeldBy("a:1"), 0U);
}

}  // namespace
}  // namespace waystone
