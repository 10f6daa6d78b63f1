#include "bench/zones/zones_suite.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

TEST(ZonesSuite, PrintsEveryStageOfAPackage) {
  const NavmeshData data = AsciiNavmesh("....#.\n....#.\n");
  MapManifest manifest;
  manifest.map_id = "yard";
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  const VariantContent content{&data};
  const auto bytes = EncodeMap(manifest, {&content, 1});
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const TempFolder folder;
  ASSERT_TRUE(WritePackageFile(folder.File("yard.waymap"), *bytes).ok());
  ZonesSuiteOptions options;
  options.package_path = folder.File("yard.waymap");
  testing::internal::CaptureStdout();
  const absl::Status status = RunZonesSuite(options, BenchLines(true));
  const auto line = nlohmann::json::parse(testing::internal::GetCapturedStdout());
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(line["polygons"], 10);
  EXPECT_EQ(line["weak_components"], 2);
  EXPECT_EQ(line["strong_components"], 2);
  EXPECT_EQ(line["isolated_polygons"], 2);
  double sum_ms = 0;
  for (const char* stage : {"collect_ms", "weak_and_scc_ms", "isolate_rank_mark_ms", "index_ms"}) {
    ASSERT_TRUE(line[stage].is_number()) << stage;
    sum_ms += line[stage].get<double>();
  }
  EXPECT_GT(line["total_ms"], 0.0);
  EXPECT_GT(sum_ms, 0.0);
}

TEST(ZonesSuite, FailsOnAPackageThatIsNotThere) {
  ZonesSuiteOptions options;
  options.package_path = "no/such.waymap";
  EXPECT_TRUE(absl::IsNotFound(RunZonesSuite(options, BenchLines(true))));
}

}  // namespace
}  // namespace waystone
