#include "bench/validate/validate_suite.h"

#include <gtest/gtest.h>

#include "tests/bench/bench_package.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

TEST(ValidateSuite, PrintsALinePerRuleWithAndWithoutTheWalk) {
  const TempFolder folder;
  WriteBenchPackage(folder.File("f.waymap"),
                    "....#.....\n....#.....\n....#.....\n....#.....\n....#.....\n....#.....\n..........\n"
                    "##########\n......#...\n");
  absl::Status status;
  const std::vector<nlohmann::json> lines = LinesOf(
      [&] {
        return RunValidateSuite({.package_path = folder.File("f.waymap"), .moves = 500, .seconds = 0.01},
                                BenchLines(true));
      },
      status);
  EXPECT_TRUE(status.ok()) << status;
  ASSERT_EQ(lines.size(), 4U);
  for (const nlohmann::json& line : lines) {
    EXPECT_GT(line["us"]["median"], 0.0) << line;
    EXPECT_GT(line["per_second"], 0.0) << line;
    EXPECT_GT(line["per_second_batch_64"], 0.0) << line;
    uint64_t moves = line["legal"];
    for (const auto& [kind, count] : line["rejected"].items()) moves += count.get<uint64_t>();
    EXPECT_EQ(moves, 500U) << line;
    EXPECT_GT(line["legal"], 0U) << line;
    EXPECT_GT(line["rejected"]["unreachable"], 0U) << "one move in ten leads to another zone: " << line;
    EXPECT_EQ(line["rejected"].contains("blocked"), line["walk"]) << line;
  }
  EXPECT_EQ(lines[0]["rule"], "exact");
  EXPECT_EQ(lines[2]["rule"], "seed");
}

TEST(ValidateSuite, FailsOnAPackageThatIsNotThere) {
  const absl::Status status = RunValidateSuite({.package_path = "no/such.waymap"}, BenchLines(true));
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone
