#include "bake/config/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

using testing::HasSubstr;

TEST(Strategy, FollowsTheKindOfTheMapItsTerrainAndItsObstacles) {
  const auto choose = [](const MapTraits& traits) { return *ChooseStrategy(traits, std::nullopt); };
  EXPECT_EQ(choose({SourceShape::kMesh}).surface, SurfaceKind::kNavmesh);
  EXPECT_EQ(choose({SourceShape::kPolygons}).surface, SurfaceKind::kNavmesh);
  EXPECT_EQ(choose({SourceShape::kCells, 3, true}).surface, SurfaceKind::kGrid);
  EXPECT_THAT(choose({SourceShape::kCells, 3, true}).reason, HasSubstr("cells of 3 costs"));
  EXPECT_THAT(choose({SourceShape::kCells, 1, true}).reason, HasSubstr("obstacles"));
  EXPECT_THAT(choose({SourceShape::kCells, 1, false}).reason, HasSubstr("without obstacles"));
}

TEST(Strategy, IsWhatTheSettingsAskForWhereTheSourceCanBecomeThat) {
  const Strategy strategy = *ChooseStrategy({SourceShape::kCells, 1, true}, SurfaceKind::kNavmesh);
  EXPECT_EQ(strategy.surface, SurfaceKind::kNavmesh);
  EXPECT_THAT(strategy.reason, HasSubstr("the settings ask for a navmesh"));
  for (const SourceShape shape : {SourceShape::kMesh, SourceShape::kPolygons}) {
    const absl::Status refused = ChooseStrategy({shape}, SurfaceKind::kGrid).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(refused.message()), HasSubstr("strategy grid: the source is "));
    EXPECT_EQ(ChooseStrategy({shape}, SurfaceKind::kNavmesh)->reason,
              ChooseStrategy({shape}, std::nullopt)->reason);
  }
}

TEST(Strategy, HasThreeNames) {
  EXPECT_EQ(*ParseStrategy("grid"), SurfaceKind::kGrid);
  EXPECT_EQ(*ParseStrategy("navmesh"), SurfaceKind::kNavmesh);
  EXPECT_EQ(*ParseStrategy("waypoint"), SurfaceKind::kWaypoint);
  EXPECT_THAT(std::string(ParseStrategy("Grid").status().message()),
              HasSubstr("strategy \"Grid\" is not grid, navmesh or waypoint"));
}

}  // namespace
}  // namespace waystone
