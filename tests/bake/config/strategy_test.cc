#include "bake/config/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

using testing::HasSubstr;

TEST(Strategy, FollowsTheKindOfTheMapItsTerrainAndItsObstacles) {
  const auto choose = [](const MapTraits& traits) {
    return *ChooseStrategy(traits, StrategyChoice::kSuiting);
  };
  EXPECT_EQ(choose({SourceShape::kMesh}).surface, SurfaceKind::kNavmesh);
  EXPECT_EQ(choose({SourceShape::kPolygons}).surface, SurfaceKind::kNavmesh);
  EXPECT_EQ(choose({SourceShape::kCells, 3, true}).surface, SurfaceKind::kGrid);
  EXPECT_THAT(choose({SourceShape::kCells, 3, true}).reason, HasSubstr("cells of 3 costs"));
  EXPECT_THAT(choose({SourceShape::kCells, 1, true}).reason, HasSubstr("obstacles"));
}

TEST(Strategy, OpenGroundIsAGridUnlessTheSeedIsFollowedToTheLetter) {
  const MapTraits open{SourceShape::kCells, 1, false};
  const Strategy ours = *ChooseStrategy(open, StrategyChoice::kSuiting);
  EXPECT_EQ(ours.surface, SurfaceKind::kGrid);
  EXPECT_THAT(ours.reason, HasSubstr("without obstacles: a grid, whose cells a request may block"));
  const Strategy seed = *ChooseStrategy(open, StrategyChoice::kSeed);
  EXPECT_EQ(seed.surface, SurfaceKind::kWaypoint);
  EXPECT_THAT(seed.reason, HasSubstr("the seed's rule"));
  EXPECT_EQ(ChooseStrategy(open, StrategyChoice::kWaypoint)->surface, SurfaceKind::kWaypoint);
  for (const MapTraits& other :
       {MapTraits{SourceShape::kCells, 2, false}, MapTraits{SourceShape::kCells, 1, true},
        MapTraits{SourceShape::kMesh}, MapTraits{SourceShape::kPolygons}, MapTraits{SourceShape::kNodes}}) {
    const Strategy suiting = *ChooseStrategy(other, StrategyChoice::kSuiting);
    EXPECT_EQ(ChooseStrategy(other, StrategyChoice::kSeed)->surface, suiting.surface);
    EXPECT_EQ(ChooseStrategy(other, StrategyChoice::kSeed)->reason, suiting.reason);
  }
}

TEST(Strategy, IsWhatTheSettingsAskForWhereTheSourceCanBecomeThat) {
  const Strategy strategy = *ChooseStrategy({SourceShape::kCells, 1, true}, StrategyChoice::kNavmesh);
  EXPECT_EQ(strategy.surface, SurfaceKind::kNavmesh);
  EXPECT_THAT(strategy.reason, HasSubstr("the settings ask for a navmesh"));
  for (const SourceShape shape : {SourceShape::kMesh, SourceShape::kPolygons}) {
    const absl::Status refused = ChooseStrategy({shape}, StrategyChoice::kGrid).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(refused.message()), HasSubstr("strategy grid: the source is "));
    EXPECT_EQ(ChooseStrategy({shape}, StrategyChoice::kNavmesh)->reason,
              ChooseStrategy({shape}, StrategyChoice::kSuiting)->reason);
  }
}

TEST(Strategy, OfWaypointsIsWaypointsAndNothingElse) {
  const Strategy strategy = *ChooseStrategy({SourceShape::kNodes}, StrategyChoice::kSuiting);
  EXPECT_EQ(strategy.surface, SurfaceKind::kWaypoint);
  EXPECT_EQ(strategy.reason, "the source is waypoints: paths lead from node to node over its links");
  EXPECT_EQ(ChooseStrategy({SourceShape::kNodes}, StrategyChoice::kWaypoint)->reason, strategy.reason);
  const std::pair<StrategyChoice, const char*> others[] = {{StrategyChoice::kGrid, "grid"},
                                                           {StrategyChoice::kNavmesh, "navmesh"}};
  for (const auto& [asked, name] : others) {
    const absl::Status refused = ChooseStrategy({SourceShape::kNodes}, asked).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(refused.message(),
              StrCat("strategy ", name, ": the source is waypoints, which cannot become that"));
  }
}

TEST(Strategy, OnlyOpenGroundOfOneCostBecomesALatticeOfWaypoints) {
  const Strategy lattice = *ChooseStrategy({SourceShape::kCells, 1, false}, StrategyChoice::kWaypoint);
  EXPECT_EQ(lattice.surface, SurfaceKind::kWaypoint);
  EXPECT_EQ(lattice.reason, "the settings ask for waypoints: a lattice over open ground");
  const std::pair<MapTraits, const char*> others[] = {{{SourceShape::kCells, 1, true}, "cells"},
                                                      {{SourceShape::kCells, 2, false}, "cells"},
                                                      {{SourceShape::kMesh}, "triangles"},
                                                      {{SourceShape::kPolygons}, "a navmesh's polygons"}};
  for (const auto& [traits, source] : others) {
    const absl::Status refused = ChooseStrategy(traits, StrategyChoice::kWaypoint).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(refused.message(),
              StrCat("strategy waypoint: the source is ", source, ", which cannot become that"));
  }
}

TEST(Strategy, HasSixNames) {
  EXPECT_EQ(*ParseStrategy("grid"), StrategyChoice::kGrid);
  EXPECT_EQ(*ParseStrategy("navmesh"), StrategyChoice::kNavmesh);
  EXPECT_EQ(*ParseStrategy("waypoint"), StrategyChoice::kWaypoint);
  EXPECT_EQ(*ParseStrategy("volume"), StrategyChoice::kVolume);
  EXPECT_EQ(*ParseStrategy("scenes"), StrategyChoice::kScenes);
  EXPECT_EQ(*ParseStrategy("seed"), StrategyChoice::kSeed);
  EXPECT_THAT(std::string(ParseStrategy("Grid").status().message()),
              HasSubstr("strategy \"Grid\" is not grid, navmesh, waypoint, volume, scenes or seed"));
}

}  // namespace
}  // namespace waystone
