// Packages of scenes, damaged: what LoadedMap accepts must be safe to use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/scene/scene_visits.h"
#include "core/store/loaded_map.h"
#include "core/store/section_visit.h"
#include "core/surface/search_surface.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "map.waymap");
  if (!reader.ok()) return reader.status();
  return LoadedMap::FromPackage(*std::move(reader));
}

// A floor under water, a closed scene in it and one of layers.
PackageFile Sound() {
  const TempFolder folder;
  WriteFile(folder.File("map.obj"), "v 0 0 0\nv 12 0 0\nv 12 0 12\nv 0 0 12\nf 1 4 3 2\n");
  WriteFile(
      folder.File("map.obj.bake.yaml"),
      "skeleton: false\nscene_cell_m: 1\nscenes:\n"
      "  - {name: sea, box: [[0, 0, 0], [12, 6, 12]], medium: water, surfaces: [layers], walkable: true}\n"
      "  - {name: cave, box: [[4, 1, 4], [9, 5, 9]], medium: water, surfaces: [points],\n"
      "     mouths: [{name: gate, at: [4, 3, 6], state: swimming}]}\n");
  const ProgramRun run = Bake({folder.File("map.obj"), "-o", folder.path()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string bytes = ReadFile(folder.File("map.waymap"));
  PackageFile package(bytes.size());
  std::memcpy(package.data(), bytes.data(), bytes.size());
  return package;
}

void Exercise(const LoadedMap& map, uint64_t seed) {
  ExerciseMap(map, seed);
  const MapView view = *map.View("", {"swim"});
  for (const RouteMethod method : {RouteMethod::kScenes, RouteMethod::kRiseFirst, RouteMethod::kRiseLast}) {
    RouteQuery query = Query({1, 2, 1}, {6, 3, 6});
    query.method = method;
    query.shape = RouteShape::kSmoothed;
    query.teleports_to_mouths = true;
    query.max_expansions = 5'000;
    const RouteAnswer answer = Plan(view, query);
    const SceneView& scenes = *view.surface->Scenes();
    for (const SceneVisit& visit : VisitsAlong(scenes.tree(), scenes.scenes(), answer.points)) {
      EXPECT_TRUE(visit.scene.IsNone() || scenes.NameOf(visit.scene).size() < 100);
    }
  }
}

const std::vector<SectionType> kSections = SectionTypesOf<SceneView::Arrays>();

TEST(SceneDamage, EveryFlippedByteIsRefusedByName) {
  PackageFile file = Sound();
  ASSERT_TRUE(Load(file).ok());
  PackageFile table = file;
  for (const SectionType type : kSections) {
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at < entry.offset + entry.size_bytes; at += 3) {
      file[at] ^= std::byte{0x10};
      const absl::Status status = Load(file).status();
      file[at] ^= std::byte{0x10};
      ASSERT_TRUE(absl::IsDataLoss(status)) << at;
      ASSERT_THAT(std::string(status.message()), HasSubstr("section scene_"));
    }
  }
}

TEST(SceneDamage, OtherWordsUnderRightChecksumsDoNoHarm) {
  constexpr uint32_t kWords[] = {0, 1, 3, 0x10001, 0x7fffffff, 0xffffffff, 0x7ff80000, 0x41000000};
  const PackageFile original = Sound();
  PackageFile table = original;
  size_t refused = 0;
  size_t accepted = 0;
  for (const SectionType type : kSections) {
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at + 4 <= entry.offset + entry.size_bytes; at += 4) {
      for (const uint32_t word : kWords) {
        PackageFile file = original;
        std::memcpy(file.data() + at, &word, 4);
        Reseal(file);
        const auto map = Load(file);
        ++(map.ok() ? accepted : refused);
        if (map.ok()) Exercise(**map, at);
      }
    }
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(accepted, 100U);  // boxes, priorities, the parts of polygons
}

}  // namespace
}  // namespace waystone
