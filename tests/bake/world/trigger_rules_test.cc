// What counts as a trigger, and as walking into one, on maps of all kinds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "bake/world/world_builder.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kStrip = "type octile\nheight 1\nwidth 8\nmap\n........\n";

// Of a world of a strip of cells 10.3 m up, with one portal of that trigger.
std::vector<std::string> WarningsOf(const TriggerSpec& trigger) {
  const TempFolder folder;
  BakeConfig config;
  config.cells.origin = Vec3(0.1, 10.3, 0.7);
  const std::string package = BakeSource(folder.path(), "strip", "strip.map", kStrip, config);
  WorldManifest manifest;
  manifest.maps.emplace_back().map_id = "strip";
  PortalSpec& portal = manifest.portals.emplace_back();
  portal.name = "gate";
  portal.trigger = trigger;
  portal.trigger.map_id = "strip";
  portal.to.map_id = "strip";
  portal.to.cell = {0, 0};
  const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest, {package}, {.thread_count = 1});
  EXPECT_TRUE(built.ok()) << built.status();
  return built.ok() ? built->warnings : std::vector<std::string>();
}

TriggerSpec BoxBetween(double min_y, double max_y) {
  TriggerSpec trigger;
  trigger.box = {Vec3(5, min_y, 0), Vec3(8, max_y, 2)};
  return trigger;
}

TEST(TriggerRulesTest, ABoxTakesCellsOfAGridOnlyAtTheirHeight) {
  EXPECT_THAT(WarningsOf(BoxBetween(9, 11)), IsEmpty());
  EXPECT_THAT(WarningsOf(BoxBetween(10.3, 12)), IsEmpty());
  EXPECT_THAT(WarningsOf(BoxBetween(0, 10.3)), IsEmpty());
  TriggerSpec cells;
  cells.cells = {5, 0, 7, 0};
  EXPECT_THAT(WarningsOf(cells), IsEmpty());
  for (const auto& [min_y, max_y] : {std::pair(100, 200), std::pair(-1, 1), std::pair(11, 12)}) {
    EXPECT_THAT(WarningsOf(BoxBetween(min_y, max_y)),
                ElementsAre(": portal \"gate\": left out, for nobody can stand in its trigger"));
  }
}

}  // namespace
}  // namespace waystone
