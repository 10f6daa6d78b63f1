#include "bench/navmesh/navmesh_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/navmesh/pair_sampler.h"
#include "bench/sample_stats.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

// Two islands of 80 m by 20 m: enough for the first two buckets.
NavmeshData Islands() {
  std::string drawing;
  for (int row = 0; row < 11; ++row)
    drawing += row == 5 ? "####################\n" : "....#.........#.....\n";
  for (int row : {0, 10}) drawing.replace(static_cast<size_t>(row) * 21, 20, std::string(20, '.'));
  return AsciiNavmesh(drawing, {.cell_m = 4});
}

TEST(SampleStats, TakeTheNearestRank) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Percentile({1, 2, 3, 4}, 1), 4);
  EXPECT_EQ(Percentile({5}, 0.99), 5);
}

TEST(PairSampler, FillsBucketsWithWaysOfTheirLengthWithinOneIsland) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  PairSampler sampler(mesh, 7);
  AnyAnglePlanner exact(mesh);
  for (size_t i = 0; i < kLengthBuckets.size(); ++i) {
    const std::vector<RoutePair> pairs = sampler.Draw(kLengthBuckets[i], 40);
    EXPECT_EQ(pairs.size(), i < 2 ? 40U : 0U) << i;
    for (const RoutePair& pair : pairs) {
      const PlannedPath path = exact.Plan(pair.start, pair.goal);
      EXPECT_TRUE(path.complete);
      EXPECT_GE(path.plane_length_m, kLengthBuckets[i].lo_m);
      EXPECT_LT(path.plane_length_m, kLengthBuckets[i].hi_m);
    }
  }
}

TEST(PairSampler, DrawsTheSamePairsForTheSameSeed) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  const std::vector<RoutePair> once = PairSampler(mesh, 3).Draw(kLengthBuckets[0], 5);
  const std::vector<RoutePair> again = PairSampler(mesh, 3).Draw(kLengthBuckets[0], 5);
  ASSERT_EQ(once.size(), 5U);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(once[i].start.point, again[i].start.point);
    EXPECT_EQ(once[i].goal.point, again[i].goal.point);
  }
}

TEST(NavmeshSuite, PrintsALinePerBucketAndTheSummary) {
  const NavmeshData data = Islands();
  MapManifest manifest;
  manifest.map_id = "islands";
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  const VariantContent content{&data};
  const auto bytes = EncodeMap(manifest, {&content, 1});
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const TempFolder folder;
  ASSERT_TRUE(WritePackageFile(folder.File("islands.waymap"), *bytes).ok());

  testing::internal::CaptureStdout();
  NavmeshSuiteOptions options;
  options.package_path = folder.File("islands.waymap");
  options.pairs = 35;
  options.local_queries = 50;
  const absl::Status status = RunNavmeshSuite(options, BenchLines(true));
  std::istringstream out(testing::internal::GetCapturedStdout());
  ASSERT_TRUE(status.ok()) << status;
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(lines.size(), kLengthBuckets.size() + 3 + 3);
  EXPECT_EQ(lines[1]["bucket_m"], (nlohmann::json{50.0, 100.0}));
  EXPECT_EQ(lines[1]["n"], 35);
  EXPECT_GT(lines[1]["ours_us"]["median"], 0.0);
  EXPECT_GE(lines[1]["peer_us"]["p99"], lines[1]["peer_us"]["median"]);
  EXPECT_EQ(lines[1]["peer_truncated"], 0);
  EXPECT_EQ(lines[1]["ours_failed"], 0);
  EXPECT_EQ(lines[1]["exact_n"], 30);
  EXPECT_DOUBLE_EQ(lines[1]["length_ratio_to_exact"]["max"], 1.0);
  EXPECT_GE(lines[1]["peer_length_ratio_to_exact"]["max"], 1.0 - 1e-6);
  EXPECT_EQ(lines[1]["method"], OwnPlanner::kMethod);
  EXPECT_EQ(lines[6]["n"], 0);
  EXPECT_TRUE(lines[6]["ours_us"].is_null());
  EXPECT_EQ(lines[7]["local"], "nearest_poly");
  for (const char* field : {"distance_only_share", "unreachable_speedup", "index_bytes", "bake_cpu_s"}) {
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
      return line.contains(field);
    })) << field;
  }
}

TEST(NavmeshSuite, FailsOnAPackageThatIsNotThere) {
  NavmeshSuiteOptions options;
  options.package_path = "no/such.waymap";
  const absl::Status status = RunNavmeshSuite(options, BenchLines(true));
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone
