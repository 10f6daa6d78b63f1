// Packages of volumes, damaged: what LoadedMap accepts must be safe to use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/explore/route_explorer.h"
#include "core/place/place_audit.h"
#include "core/store/loaded_map.h"
#include "core/store/section_visit.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volume_triggers.h"
#include "core/surface/volume/volumes_of_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "map.waymap");
  if (!reader.ok()) return reader.status();
  return LoadedMap::FromPackage(*std::move(reader));
}

// A volume with a wall, a hole in it, and scattered voxels.
PackageFile Sound() {
  const TempFolder folder;
  std::string source =
      "voxel 5 4 4\n2 0 0\n2 1 0\n2 2 0\n2 3 0\n2 0 1\n2 1 1\n2 3 1\n2 0 2\n2 3 3\n0 1 1\n4 2 2\n";
  WriteFile(folder.File("map.3dmap"), source);
  EXPECT_EQ(Bake({folder.File("map.3dmap"), "-o", folder.path()}).exit_code, 0);
  std::ifstream file(folder.File("map.waymap"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  PackageFile package(bytes.size());
  std::memcpy(package.data(), bytes.data(), bytes.size());
  return package;
}

void Exercise(const LoadedMap& map, uint64_t seed) {
  ExerciseMap(map, seed);
  Random random(seed);
  const MapView view = *map.View("");
  Scratch scratch;
  const auto draw = [&] {
    return Vec3(random.NextInRange(-1, 6), random.NextInRange(-1, 5), random.NextInRange(-1, 5));
  };
  DistanceQuery distances;
  AuditQuery audit;
  for (int i = 0; i < 3; ++i) {
    distances.sources.push_back(draw());
    distances.targets.push_back(draw());
    audit.positions.push_back(draw());
  }
  distances.max_expansions = 10'000;
  EXPECT_TRUE(MeasureDistances(view, distances, scratch).ok());
  audit.suggest = true;
  audit.terms.rules.clearance_m = 0.2;
  audit.terms.rules.reachability = Reachability::kAny;
  EXPECT_TRUE(AuditPlaces(view, audit, scratch).ok());
  ExplorationQuery exploration;
  exploration.start = draw();
  exploration.return_to_start = true;
  exploration.sight_radius_m = 2;
  exploration.search_budget = std::chrono::milliseconds(1);
  const absl::Status explored = ExploreRoute(view, exploration, scratch).status();
  EXPECT_TRUE(explored.ok() || absl::IsDataLoss(explored)) << explored;
  // With a post in it, and walks into a trigger and around another one.
  RouteChanges changes;
  Solid& post = changes.solids.emplace_back();
  post.corners = {draw().Plane()};
  post.radius_m = 0.1;
  post.max_y = 1;
  EXPECT_TRUE(view.surface->Apply(view, changes, ZonesNeed::kCompute, Deadline()).ok());
  const auto box = [&] {
    const Vec3 low = draw();
    return Aabb{low, low + Vec3(2, 2, 2)};
  };
  const TriggerBox boxes[] = {{box(), true}, {box(), true}};
  const auto made = VolumeTriggers::Make(VolumeOf(view), boxes);
  ASSERT_TRUE(made.ok());
  const VolumeTriggers& triggers = **made;
  VolumeSearchScratch search;
  for (int i = 0; i < 3; ++i) {
    const SnapResult start = SnapToVolume(view, draw(), {});
    if (!start.place.has_value()) continue;
    const Voxel from = VolumeOf(view).VoxelAt(start.place->point);
    for (const uint32_t exit : {0U, 1U}) {
      triggers.WalkInto(exit, from, kNoVoxelLength, {.max_expansions = 10'000, .deadline = {}}, search);
    }
  }
}

std::vector<SectionType> SectionsOfVolumes() {
  std::vector<SectionType> types = SectionTypesOf<VolumeView::Arrays>();
  const std::vector<SectionType> of_skeleton = SectionTypesOf<SkeletonView::Arrays>();
  types.insert(types.end(), of_skeleton.begin(), of_skeleton.end());
  return types;
}
const std::vector<SectionType> kSections = SectionsOfVolumes();

TEST(VolumeDamage, EveryFlippedByteIsRefusedByName) {
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
      ASSERT_THAT(std::string(status.message()),
                  AnyOf(HasSubstr("section volume_"), HasSubstr("section skeleton_")));
    }
  }
}

TEST(VolumeDamage, OtherWordsUnderRightChecksumsDoNoHarm) {
  constexpr uint32_t kWords[] = {0, 1, 2, 3, 5, 0x10001, 0x7fffffff, 0xffffffff, 0x7ff80000, 0xfff00000};
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
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(accepted, 300U);  // rows that do not agree, stops, parts
}

TEST(VolumeDamage, KeyPointsOutOfFreeVoxelsAreRefusedByName) {
  PackageFile file = Sound();
  const SectionEntry entry = EntryOf(file, IndexOf(file, SectionType::kSkeletonKeyPoints, 1));
  const float x = 1000;
  std::memcpy(file.data() + entry.offset, &x, 4);
  Reseal(file);
  const absl::Status status = Load(file).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("skeleton key points[0]: not in a free voxel of its part"));
}

}  // namespace
}  // namespace waystone
