// Packages of waypoints, damaged: what LoadedMap accepts must be safe to use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/store/loaded_map.h"
#include "core/store/section_visit.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_search.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "map.waymap");
  if (!reader.ok()) return reader.status();
  return LoadedMap::FromPackage(*std::move(reader));
}

PackageFile Sound() {
  return WaypointPackage(
      DrawnWaypoints("a....b....c\n"
                     "...........\n"
                     "d....e....f\n",
                     {"ab", "b>c", "^be", "#c>f", "fe", "ed"}));
}

const std::vector<SectionType> kSections = SectionTypesOf<WaypointView::Arrays>();

// Calls `use` with every file that has one word of a section of the graph replaced, under right checksums.
template <typename Use>
void WithExtremeWords(const PackageFile& original, const Use& use) {
  constexpr uint32_t kWords[] = {0,          1,          0x7fffffff, 0xffffffff,
                                 0x7fc00000, 0x7f800000, 0x47000000, 0xff7fffff};
  PackageFile table = original;
  for (const SectionType type : kSections) {
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at + 4 <= entry.offset + entry.size_bytes; at += 4) {
      for (const uint32_t word : kWords) {
        PackageFile file = original;
        std::memcpy(file.data() + at, &word, 4);
        Reseal(file);
        use(file, at);
      }
    }
  }
}

TEST(WaypointDamage, EveryFlippedByteIsRefusedByName) {
  PackageFile file = Sound();
  ASSERT_TRUE(Load(file).ok());
  PackageFile table = file;
  for (const SectionType type : kSections) {
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at < entry.offset + entry.size_bytes; ++at) {
      file[at] ^= std::byte{0x10};
      const absl::Status status = Load(file).status();
      file[at] ^= std::byte{0x10};
      ASSERT_TRUE(absl::IsDataLoss(status)) << at;
      ASSERT_THAT(std::string(status.message()), HasSubstr("section waypoint_"));
    }
  }
}

TEST(WaypointDamage, ExtremeWordsUnderRightChecksumsDoNoHarm) {
  size_t refused = 0;
  size_t accepted = 0;
  WithExtremeWords(Sound(), [&](const PackageFile& file, uint64_t at) {
    const auto map = Load(file);
    ++(map.ok() ? accepted : refused);
    if (map.ok()) ExerciseMap(**map, at);
  });
  EXPECT_GT(refused, 500U);
  EXPECT_GT(accepted, 100U);  // landmark costs, radii, flags
}

// Explorations name nodes by their key points.
TEST(WaypointDamage, KeyPointsThatAreNotTheNodesAreRefused) {
  PackageFile file = Sound();
  const SectionEntry entry = EntryOf(file, IndexOf(file, SectionType::kSkeletonKeyPoints, 1));
  const uint32_t other = 1;
  std::memcpy(file.data() + entry.offset + offsetof(KeyPoint, poly), &other, 4);
  Reseal(file);
  const absl::Status status = Load(file).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("skeleton key points[0]: is not node 0"));
}

// That every path over the graph of a map costs what the slow search says.
void ExpectCheapestPaths(const LoadedMap& map, WaypointWorkspace& workspace) {
  const absl::StatusOr<MapView> view = map.View("", {});
  ASSERT_TRUE(view.ok());
  const WaypointView& graph = *FindWaypoints(*view);
  for (uint32_t start = 0; start < graph.size(); ++start) {
    const std::vector<WaypointEnd> starts = {{PolyId(start), 0}};
    const std::vector<double> costs = SlowCosts(graph, starts, ~uint64_t{0}, {});
    for (uint32_t goal = 0; goal < graph.size(); ++goal) {
      const std::vector<WaypointEnd> goals = {{PolyId(goal), 0}};
      const WaypointPath path =
          FindWaypointPath(graph, {.starts = starts, .goals = goals, .abilities = ~uint64_t{0}}, workspace);
      ASSERT_EQ(path.arrives, std::isfinite(costs[goal])) << start << " to " << goal;
      if (path.arrives) {
        ASSERT_NEAR(path.cost_m, costs[goal], 1e-6) << start << " to " << goal;
      }
    }
  }
}

// Less than the truth is a weaker bound, and no harm.
TEST(WaypointDamage, NoTableOfLandmarksThatIsAcceptedChangesAPath) {
  const PackageFile original = Sound();
  PackageFile table = original;
  WaypointWorkspace workspace;
  size_t refused = 0;
  size_t accepted = 0;
  for (const SectionType type : {SectionType::kWaypointLandmarks, SectionType::kWaypointLandmarkCosts}) {
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at + 2 <= entry.offset + entry.size_bytes; at += 2) {
      uint16_t was = 0;
      std::memcpy(&was, original.data() + at, 2);
      for (const int change : {-700, -1, 1, 2, 700, 0xffff - was, -was}) {
        const auto is = static_cast<uint16_t>(was + change);
        if (is == was) continue;
        PackageFile file = original;
        std::memcpy(file.data() + at, &is, 2);
        Reseal(file);
        const auto map = Load(file);
        ++(map.ok() ? accepted : refused);
        if (map.ok()) {
          ExpectCheapestPaths(**map, workspace);
        } else {
          EXPECT_THAT(std::string(map.status().message()), HasSubstr(": waypoint landmark"));
        }
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(accepted, 50U);
  EXPECT_GT(refused, 400U);
}

TEST(WaypointDamage, AUnitOfLandmarksThatIsTooLargeIsRefused) {
  PackageFile file = Sound();
  const SectionEntry entry = EntryOf(file, IndexOf(file, SectionType::kWaypointHeader, 1));
  const float unit_m = 0.2F;
  std::memcpy(file.data() + entry.offset + offsetof(WaypointHeader, landmark_unit_m), &unit_m, 4);
  Reseal(file);
  const absl::Status status = Load(file).status();
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("variant 1: waypoint landmark costs: node "));
}

TEST(WaypointDamage, AGraphThatIsNotThatOfTheLinksIsRefused) {
  PackageFile file = Sound();
  const SectionEntry arcs = EntryOf(file, IndexOf(file, SectionType::kWaypointArcs, 1));
  const uint32_t node = 4;
  std::memcpy(file.data() + arcs.offset, &node, 4);
  Reseal(file);
  const absl::Status status = Load(file).status();
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("map.waymap: variant 1: waypoint "));
}

// Where this fails after an intended change of the format: make_package_corpus
// tests/fuzz/corpus/fuzz_package.
TEST(WaypointDamage, APackageWrittenBeforeStillLoads) {
  std::ifstream stream(std::string(WAYSTONE_SOURCE_DIR) + "/tests/fuzz/corpus/fuzz_package/waypoints.waymap",
                       std::ios::binary);
  const std::vector<char> chars(std::istreambuf_iterator<char>(stream), {});
  const auto bytes = std::as_bytes(std::span(chars));
  const auto map = Load(PackageFile(bytes.begin(), bytes.end()));
  ASSERT_TRUE(map.ok()) << map.status();
  ExerciseMap(**map, 1);
}

TEST(WaypointDamage, MutantsDoNoHarm) {
  const PackageFile original = Sound();
  Random random(2027);
  size_t accepted = 0;
  for (uint32_t i = 0; i < 20'000; ++i) {
    PackageFile file = original;
    for (uint32_t changes = 1 + random.NextBelow(3); changes > 0; --changes) {
      const uint32_t at = random.NextBelow(static_cast<uint32_t>(file.size()));
      file[at] = static_cast<std::byte>(random.NextU64());
    }
    Reseal(file);
    const auto map = Load(file);
    if (!map.ok()) continue;
    ++accepted;
    ExerciseMap(**map, i);
  }
  EXPECT_GT(accepted, 1000U);
}

}  // namespace
}  // namespace waystone
