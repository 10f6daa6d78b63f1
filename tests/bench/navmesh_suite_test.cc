#include "bench/navmesh/navmesh_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bake/contraction/hierarchy_builder.h"
#include "bench/navmesh/pair_sampler.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "core/surface/navmesh/navmesh_surface.h"
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

MapView MapOf(const NavmeshView& mesh) {
  MapView map;
  map.navmesh = &mesh;
  map.surface = &NavmeshSurface::Plain();
  return map;
}

TEST(SampleStats, TakeTheNearestRank) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Percentile({1, 2, 3, 4}, 1), 4);
  EXPECT_EQ(Percentile({5}, 0.99), 5);
}

TEST(PairSampler, FillsBucketsWithPathsOfTheirLengthWithinOneIsland) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  const MapView map = MapOf(mesh);
  PairSampler sampler(map, 7);
  ExactPlanner exact(map);
  for (size_t i = 0; i < kLengthBuckets.size(); ++i) {
    const std::vector<RoutePair> pairs = sampler.Draw(kLengthBuckets[i], 40);
    EXPECT_EQ(pairs.size(), i < 2 ? 40U : 0U) << i;
    for (const RoutePair& pair : pairs) {
      const PlannedPath path = exact.Plan(pair.start, pair.goal);
      EXPECT_TRUE(path.complete);
      EXPECT_GE(path.cost_m, kLengthBuckets[i].lo_m);
      EXPECT_LT(path.cost_m, kLengthBuckets[i].hi_m);
    }
  }
}

TEST(PairSampler, DrawsTheSamePairsForTheSameSeed) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  const std::vector<RoutePair> once = PairSampler(MapOf(mesh), 3).Draw(kLengthBuckets[0], 5);
  const std::vector<RoutePair> again = PairSampler(MapOf(mesh), 3).Draw(kLengthBuckets[0], 5);
  ASSERT_EQ(once.size(), 5U);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(once[i].start.point, again[i].start.point);
    EXPECT_EQ(once[i].goal.point, again[i].goal.point);
  }
}

// Writes a package of the mesh, with or without a hierarchy.
void WritePackage(const NavmeshData& data, bool with_hierarchy, const std::string& path) {
  MapManifest manifest;
  manifest.map_id = "islands";
  manifest.origin = {100, 0, -300};
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  const auto hierarchy = BuildHierarchy(ViewOf(data), LinkView(), 0, {.min_polygons = 0});
  ASSERT_TRUE(hierarchy.ok()) << hierarchy.status();
  const VariantContent content{.navmesh = &data, .hierarchy = with_hierarchy ? &*hierarchy : nullptr};
  const auto bytes = EncodeMap(manifest, {&content, 1});
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  ASSERT_TRUE(WritePackageFile(path, *bytes).ok());
}

std::vector<nlohmann::json> SuiteLines(const NavmeshSuiteOptions& options) {
  testing::internal::CaptureStdout();
  const absl::Status status = RunNavmeshSuite(options, BenchLines(true));
  std::istringstream out(testing::internal::GetCapturedStdout());
  EXPECT_TRUE(status.ok()) << status;
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

// The line that has the field; null where none has.
nlohmann::json LineWith(const std::vector<nlohmann::json>& lines, const char* field) {
  const auto at =
      std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.contains(field); });
  return at == lines.end() ? nlohmann::json() : *at;
}

NavmeshSuiteOptions SmallRun(const std::string& package_path) {
  NavmeshSuiteOptions options;
  options.package_path = package_path;
  options.pairs = 35;
  options.local_queries = 50;
  return options;
}

TEST(NavmeshSuite, PrintsALinePerBucketAndTheSummary) {
  const TempFolder folder;
  WritePackage(Islands(), false, folder.File("islands.waymap"));
  const std::vector<nlohmann::json> lines = SuiteLines(SmallRun(folder.File("islands.waymap")));
  ASSERT_EQ(lines.size(), kLengthBuckets.size() + 3 + 3);
  EXPECT_EQ(lines[1]["bucket_m"], (nlohmann::json{50.0, 100.0}));
  EXPECT_EQ(lines[1]["n"], 35);
  EXPECT_GT(lines[1]["ours_us"]["median"], 0.0);
  EXPECT_GE(lines[1]["peer_us"]["p99"], lines[1]["peer_us"]["median"]);
  EXPECT_GE(lines[1]["exact_us"]["p99"], lines[1]["exact_us"]["median"]);
  EXPECT_GE(lines[1]["p99_over_median"], 1.0);
  EXPECT_EQ(lines[1]["peer_truncated"], 0);
  EXPECT_EQ(lines[1]["ours_failed"], 0);
  EXPECT_EQ(lines[1]["exact_n"], 30);
  EXPECT_DOUBLE_EQ(lines[1]["length_ratio_to_exact"]["max"], 1.0);
  EXPECT_GE(lines[1]["peer_length_ratio_to_exact"]["min"], 1.0 - 1e-6);
  EXPECT_EQ(lines[1]["method"], "any_angle");
  EXPECT_EQ(lines[6]["n"], 0);
  EXPECT_TRUE(lines[6]["ours_us"].is_null());
  EXPECT_TRUE(lines[6]["method"].is_null());
  EXPECT_EQ(lines[7]["local"], "nearest_poly");
  EXPECT_TRUE(LineWith(lines, "unreachable_speedup").is_object());
  EXPECT_TRUE(LineWith(lines, "distance_only_share")["distance_only_share"].is_null());
  EXPECT_TRUE(LineWith(lines, "index_bytes")["index_bytes"].is_null());
  EXPECT_TRUE(LineWith(lines, "index_bytes")["bake_cpu_s"].is_null());
}

TEST(NavmeshSuite, NamesTheMethodAndMeasuresTheHierarchyOfAPackageThatHasOne) {
  const TempFolder folder;
  WritePackage(Islands(), true, folder.File("islands.waymap"));
  std::ofstream(folder.File("report.json"))
      << R"({"cpu_s": 7.5, "stages": [{"stage": "zones", "cpu_s": 1}, {"stage": "hierarchy", "cpu_s": 2},
             {"stage": "hierarchy", "cpu_s": 0.5}]})";
  NavmeshSuiteOptions options = SmallRun(folder.File("islands.waymap"));
  options.bake_report_path = folder.File("report.json");
  const std::vector<nlohmann::json> lines = SuiteLines(options);
  ASSERT_EQ(lines.size(), kLengthBuckets.size() + 3 + 3);
  EXPECT_EQ(lines[0]["method"], "any_angle");
  EXPECT_EQ(lines[1]["method"], "hierarchy");
  EXPECT_EQ(lines[1]["ours_failed"], 0);
  EXPECT_GE(lines[1]["length_ratio_to_exact"]["min"], 1 - 1e-6);
  EXPECT_LE(lines[1]["length_ratio_to_exact"]["max"], 1.1);
  const nlohmann::json share = LineWith(lines, "distance_only_share");
  EXPECT_GT(share["distance_only_share"], 0.0);
  EXPECT_EQ(share["bucket_m"], (nlohmann::json{50.0, 100.0}));
  EXPECT_GE(share["found"], 35);  // at least from each start to its own goal
  const nlohmann::json sizes = LineWith(lines, "index_bytes");
  EXPECT_GT(sizes["index_bytes"], 0);
  EXPECT_EQ(sizes["bake_cpu_s"], 7.5);
  EXPECT_EQ(sizes["hierarchy_cpu_s"], 2.5);
}

TEST(NavmeshSuite, FailsOnAPackageThatIsNotThere) {
  NavmeshSuiteOptions options;
  options.package_path = "no/such.waymap";
  const absl::Status status = RunNavmeshSuite(options, BenchLines(true));
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone
