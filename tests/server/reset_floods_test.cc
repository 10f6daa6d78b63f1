#include "server/rpc/reset_floods.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(ResetFloods, AreTheResetsOfOneConnectionInASecond) {
  ResetFloods floods;
  const ResetFloods::Clock::time_point start{};
  int found = 0;
  for (uint32_t i = 1; i <= ResetFloods::kMostPerSecond; ++i) {
    EXPECT_FALSE(floods.Count("slow", start + i * std::chrono::milliseconds(2)));
    if (floods.Count("flood", start + i * std::chrono::microseconds(900))) ++found;
  }
  EXPECT_EQ(found, 1);  // told once
}

}  // namespace
}  // namespace waystone
