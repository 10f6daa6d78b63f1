#include "bench/grid/grid_cluster_suite.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace waystone {
namespace {

TEST(GridClusterSuite, HoldsPathsAgainstTheBestOnADrawnMap) {
  testing::internal::CaptureStdout();
  GridClusterSuiteOptions options;
  options.drawn = 200;
  options.sides = {16, 32};
  options.pairs = 40;
  const absl::Status status = RunGridClusterSuite(options, BenchLines(true));
  std::istringstream out(testing::internal::GetCapturedStdout());
  ASSERT_TRUE(status.ok()) << status;
  std::string text;
  int lines = 0;
  for (; std::getline(out, text); ++lines) {
    const auto line = nlohmann::json::parse(text);
    EXPECT_EQ(line["side"], options.sides[static_cast<size_t>(lines)]);
    EXPECT_EQ(line["pairs"], 40);
    EXPECT_NEAR(line["free"].get<double>() / line["cells"].get<double>(), options.free, 0.01);
    EXPECT_GT(line["by_blocks"], 10);
    EXPECT_GE(line["ratio"]["mean"], 1 - 1e-9);
    EXPECT_LT(line["ratio"]["max"], 1.5);
    EXPECT_GT(line["us"]["median"], 0);
    EXPECT_GT(line["bytes"], 0);
  }
  EXPECT_EQ(lines, 2);
}

TEST(GridClusterSuite, AMissingMapIsNamed) {
  GridClusterSuiteOptions options;
  options.map_path = "nowhere.map";
  EXPECT_TRUE(absl::IsNotFound(RunGridClusterSuite(options, BenchLines(true))));
}

}  // namespace
}  // namespace waystone
