// waystone-bake as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/loaded_map.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

void WriteFile(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

ProgramRun Bake(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), WAYSTONE_BAKE);
  return RunProgram(arguments);
}

// A floor of 10 by 10 metres at height 1.
constexpr std::string_view kFloor =
    "v 0 1 0\n"
    "v 0 1 10\n"
    "v 10 1 10\n"
    "v 10 1 0\n"
    "f 1 2 3 4\n";

TEST(BakeProgram, AFloorBecomesAPackageThatLoads) {
  const TempFolder folder;
  WriteFile(folder.File("floor.obj"), kFloor);
  const ProgramRun run = Bake({folder.File("floor.obj"), "-o", folder.File("out/maps")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto map = LoadedMap::Load(folder.File("out/maps/floor.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const MapManifest& manifest = (*map)->manifest();
  EXPECT_EQ(manifest.map_id, "floor");
  EXPECT_EQ(manifest.source_name, "floor.obj");
  EXPECT_EQ(manifest.source_sha256.size(), 64U);
  EXPECT_EQ(manifest.variants.size(), 1U);
  // The floor less the agent's radius on each side, to a cell.
  EXPECT_NEAR(manifest.bounds.min.x, 0.4, 0.41);
  EXPECT_NEAR(manifest.bounds.max.x, 9.6, 0.41);
  EXPECT_NEAR(manifest.bounds.min.y, 1.0, 1e-5);
  EXPECT_NEAR(manifest.bounds.max.y, 1.0, 1e-5);
}

}  // namespace
}  // namespace waystone
