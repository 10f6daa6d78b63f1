#include "server/observe/trace_parent.h"

#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";

TEST(TraceParent, TheStandardsExampleIsRead) {
  const auto parent = ParseTraceParent("00-" + kTrace + "-" + kSpan + "-01");
  ASSERT_TRUE(parent.has_value());
  EXPECT_EQ(parent->trace_id, kTrace);
  EXPECT_EQ(parent->parent_id, kSpan);
  EXPECT_TRUE(parent->is_sampled);
  EXPECT_FALSE(ParseTraceParent("00-" + kTrace + "-" + kSpan + "-00")->is_sampled);
  EXPECT_FALSE(ParseTraceParent("00-" + kTrace + "-" + kSpan + "-fe")->is_sampled);
}

TEST(TraceParent, LaterVersionsMaySayMore) {
  EXPECT_TRUE(ParseTraceParent("cc-" + kTrace + "-" + kSpan + "-01").has_value());
  EXPECT_TRUE(ParseTraceParent("cc-" + kTrace + "-" + kSpan + "-01-more").has_value());
  EXPECT_FALSE(ParseTraceParent("cc-" + kTrace + "-" + kSpan + "-01.more").has_value());
  EXPECT_FALSE(ParseTraceParent("00-" + kTrace + "-" + kSpan + "-01-more").has_value());
  EXPECT_FALSE(ParseTraceParent("ff-" + kTrace + "-" + kSpan + "-01").has_value());
}

TEST(TraceParent, WhatIsNotOneIsNone) {
  const std::string good = "00-" + kTrace + "-" + kSpan + "-01";
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(ParseTraceParent(good.substr(0, i)).has_value()) << i;
    for (const char other : {'G', ' ', 'A', '\0', '_'}) {
      std::string changed = good;
      changed[i] = other;
      EXPECT_FALSE(ParseTraceParent(changed).has_value()) << changed;
    }
  }
  EXPECT_FALSE(ParseTraceParent("00-" + std::string(32, '0') + "-" + kSpan + "-01").has_value());
  EXPECT_FALSE(ParseTraceParent("00-" + kTrace + "-" + std::string(16, '0') + "-01").has_value());
}

}  // namespace
}  // namespace waystone
