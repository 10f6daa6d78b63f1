#include "tests/bake/walks/baked_scenes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "tests/support/program_run.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr const char* kHuman = "name=human";
constexpr const char* kOthers[] = {
    "name=small,radius=0.2,height=0.5,climb=0.25", "name=giant,radius=1,height=3.5,climb=0.9,slope=55",
    "name=flat,radius=0.5,height=0.6,climb=0.5", "name=tiny,radius=0.1,height=0.3,climb=0.2",
    "name=thin,radius=0,height=1.2,climb=0.4"};

// A floor with boxes on it, most of them steps low enough to climb, some in flights.
void WriteSteps(const std::string& path, uint64_t seed) {
  std::ofstream file(path);
  int vertices = 0;
  const auto add_box = [&](const Vec3& min, const Vec3& max) {
    for (const double y : {min.y, max.y}) {
      file << "v " << min.x << ' ' << y << ' ' << min.z << "\nv " << max.x << ' ' << y << ' ' << min.z
           << "\nv " << max.x << ' ' << y << ' ' << max.z << "\nv " << min.x << ' ' << y << ' ' << max.z
           << '\n';
    }
    for (const char* face : {"0 1 2 3", "7 6 5 4", "4 5 1 0", "5 6 2 1", "6 7 3 2", "7 4 0 3"}) {
      file << 'f';
      for (int k = 0; k < 4; ++k) file << ' ' << vertices + 1 + (face[2 * k] - '0');
      file << '\n';
    }
    vertices += 8;
  };
  add_box({-15, -1, -15}, {15, 0, 15});
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    const Vec3 at(random.NextInRange(-15, 12), 0, random.NextInRange(-15, 12));
    const double step_m = random.NextInRange(0.1, 0.5);
    const auto flight = 1 + random.NextBelow(5);
    const double width_m = random.NextInRange(1, 4);
    const double depth_m = random.NextInRange(0.3, 1.5);
    for (uint64_t k = 0; k < flight; ++k) {
      const double from_m = static_cast<double>(k) * depth_m;
      add_box(at + Vec3(from_m, 0, 0),
              at + Vec3(from_m + depth_m + 0.6, step_m * static_cast<double>(k + 1), width_m));
    }
  }
}

}  // namespace

std::shared_ptr<const LoadedMap> BakeByProgram(const std::string& source, const TempFolder& folder,
                                               std::vector<std::string> flags) {
  std::vector<std::string> command = {WAYSTONE_BAKE, source,          "-o", folder.path(), "--map-id",
                                      "scene",       "--no-hierarchy"};
  command.insert(command.end(), flags.begin(), flags.end());
  const ProgramRun run = RunProgram(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const absl::StatusOr<std::shared_ptr<const LoadedMap>> map = LoadedMap::Load(folder.File("scene.waymap"));
  return map.ok() ? *map : nullptr;
}

void ForEachScene(const std::function<void(const SceneWithAgent&)>& visit) {
  const TempFolder folder;
  EXPECT_EQ(RunProgram({WAYSTONE_SAMPLES, "world", "-o", folder.path()}).exit_code, 0);
  std::vector<std::string> sources = {folder.File("town.obj"), folder.File("castle.obj")};
  for (const uint64_t seed : {1, 2, 3}) {
    sources.push_back(folder.File(StrCat("steps", seed, ".obj")));
    WriteSteps(sources.back(), seed);
  }
  for (const char* path :
       {"scenes/recast_dungeon.obj", "scenes/recast_nav_test.obj", "scenes/recast_undulating.obj",
        "scenes/proto-level.obj", "quake/dm4.obj", "quake/e1m1.obj", "quake/e1m3.obj", "quake/e1m7.obj"}) {
    if (const auto there = TestDataPath(path)) sources.push_back(*there);
  }
  for (size_t i = 0; i < sources.size(); ++i) {
    for (const char* agent :
         {kHuman, kOthers[i % std::size(kOthers)], kOthers[(i + 2) % std::size(kOthers)]}) {
      const auto map = BakeByProgram(sources[i], folder, {"--no-skeleton", "--agent", agent});
      ASSERT_NE(map, nullptr);
      const absl::StatusOr<MapView> view = map->View("", {});
      ASSERT_TRUE(view.ok()) << view.status();
      visit({sources[i].substr(sources[i].rfind('/') + 1), view->variant->agent.name, *view});
    }
  }
}

}  // namespace waystone
