#include "server/rpc/failure_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>

namespace waystone {
namespace {

using std::chrono::milliseconds;

int64_t Lines(const std::ostringstream& out) {
  const std::string text = out.str();
  return std::count(text.begin(), text.end(), '\n');
}

TEST(FailureLog, OurFaultsAreLoggedSoManyASecondAndTheRestIsCounted) {
  std::ostringstream out;
  const EventLog log = EventLog::ToStream(out, spdlog::level::info);
  FailureLog failures(log);
  const FailureLog::Clock::time_point begin{};
  for (int i = 0; i < 500; ++i)
    failures.Write(Rpc::kPlanRoute, absl::DataLossError("broken"), "ipv4:127.0.0.1:9",
                   begin + milliseconds(i));
  EXPECT_EQ(Lines(out), LogRate::kMostPerSecond);
  failures.TellLeftOut();
  EXPECT_NE(out.str().find("\"not_logged\":480"), std::string::npos) << out.str();
  failures.TellLeftOut();
  EXPECT_EQ(Lines(out), LogRate::kMostPerSecond + 1) << "nothing new";
  failures.Write(Rpc::kPlanRoute, absl::DataLossError("broken"), "ipv4:127.0.0.1:9",
                 begin + milliseconds(1000));
  EXPECT_EQ(Lines(out), LogRate::kMostPerSecond + 2);
}

TEST(FailureLog, FaultsOfCallersAreOfLevelDebug) {
  std::ostringstream out;
  const EventLog quiet = EventLog::ToStream(out, spdlog::level::info);
  FailureLog(quiet).Write(Rpc::kPlanRoute, absl::InvalidArgumentError("start: required"), "");
  EXPECT_EQ(Lines(out), 0);
  const EventLog loud = EventLog::ToStream(out, spdlog::level::debug);
  FailureLog failures(loud);
  for (int i = 0; i < 100; ++i)
    failures.Write(Rpc::kPlanRoute, absl::InvalidArgumentError("start: required"), "");
  EXPECT_EQ(Lines(out), 100);
}

TEST(FailureLog, RefusedCallersAreNamedAndLoggedSoManyASecond) {
  std::ostringstream out;
  const EventLog log = EventLog::ToStream(out, spdlog::level::info);
  FailureLog failures(log);
  const FailureLog::Clock::time_point begin{};
  for (int i = 0; i < 100; ++i) {
    failures.Write(Rpc::kReload, absl::UnauthenticatedError("no token"), "ipv4:192.0.2.1:9", begin);
  }
  EXPECT_EQ(Lines(out), LogRate::kMostPerSecond);
  EXPECT_NE(out.str().find("\"event\":\"access_refused\""), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("\"from\":\"ipv4:192.0.2.1:9\""), std::string::npos);
  failures.Write(Rpc::kPlanRoute, absl::DataLossError("broken"), "ipv4:127.0.0.1:9", begin);
  EXPECT_NE(out.str().find("\"message\":\"broken\""), std::string::npos) << "refusals hide no fault of ours";
  out.str("");
  failures.TellLeftOut();
  EXPECT_NE(out.str().find("\"event\":\"accesses_refused\""), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("\"not_logged\":80"), std::string::npos) << out.str();
  EXPECT_EQ(out.str().find("requests_failed"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace waystone
