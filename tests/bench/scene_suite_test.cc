#include "bench/scene/scene_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SceneSuite, FindsNothingWrongAndAsksEnough) {
  testing::internal::CaptureStdout();
  const absl::Status status =
      RunSceneSuite({.trees = 40, .positions = 1000, .seed = 5, .mesh_folder = ""}, BenchLines(true));
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_THAT(printed,
              HasSubstr(R"({"scene_trees":40,"wrong":0,"positions":1000,"in_solid":0,"lookups":2000,)"));
  EXPECT_THAT(printed, Not(HasSubstr(R"("by_heights_complete":0,)")));
}

}  // namespace
}  // namespace waystone
