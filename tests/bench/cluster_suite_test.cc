#include "bench/clusters/cluster_suite.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/navmesh/pair_sampler.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

// A hall of 80 m by 44 m with walls across it.
void WriteHall(const std::string& path) {
  std::string drawing;
  for (int row = 0; row < 11; ++row) {
    drawing += row == 0 || row == 10 ? "....................\n" : "....#.........#.....\n";
  }
  const NavmeshData data = AsciiNavmesh(drawing, {.cell_m = 4});
  MapManifest manifest;
  manifest.map_id = "hall";
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  const VariantContent content{.navmesh = &data};
  const auto bytes = EncodeMap(manifest, {&content, 1});
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  ASSERT_TRUE(WritePackageFile(path, *bytes).ok());
}

TEST(ClusterSuite, ComparesBothMethodsOnTheSamePairs) {
  const TempFolder folder;
  WriteHall(folder.File("hall.waymap"));
  testing::internal::CaptureStdout();
  ClusterSuiteOptions options;
  options.package_path = folder.File("hall.waymap");
  options.pairs = 20;
  options.exact_samples = 20;
  options.polygons = {8, 32};
  const absl::Status status = RunClusterSuite(options, BenchLines(true));
  std::istringstream out(testing::internal::GetCapturedStdout());
  ASSERT_TRUE(status.ok()) << status;
  size_t sizes = 0;
  size_t long_paths = 0;
  std::set<std::string> indices;
  for (std::string text; std::getline(out, text);) {
    const nlohmann::json line = nlohmann::json::parse(text);
    indices.insert(line["index"].get<std::string>() + " " + line["polygons"].dump());
    if (line.contains("bytes")) {
      ++sizes;
      EXPECT_GT(line["entrances"], 0);
      EXPECT_GT(line["bytes"], line["cost_bytes"]);
      continue;
    }
    EXPECT_EQ(line["ours_failed"], 0);
    if (line["n"] == 0) continue;
    EXPECT_GE(line["length_ratio_to_exact"]["min"], 1 - 1e-6);
    if (line["bucket_m"][0] != 50.0) continue;
    ++long_paths;
    EXPECT_EQ(line["method"], "clusters");
    EXPECT_LE(line["length_ratio_to_exact"]["mean"], 1.2);
  }
  EXPECT_EQ(sizes, 4U);
  EXPECT_EQ(long_paths, 4U);
  EXPECT_EQ(indices, (std::set<std::string>{"edges 8", "edges 32", "points 8", "points 32"}));
}

TEST(ClusterSuite, FailsOnAPackageThatIsNotThere) {
  ClusterSuiteOptions options;
  options.package_path = "no/such.waymap";
  EXPECT_EQ(RunClusterSuite(options, BenchLines(true)).code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone
