#include "bake/recast/voxel_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace waystone {
namespace {

using testing::HasSubstr;

TEST(VoxelSettings, ADefaultAgentGetsCellsOfHalfItsRadius) {
  const auto s = MakeVoxelSettings(AgentProfile{}, {});
  ASSERT_TRUE(s.ok()) << s.status();
  EXPECT_EQ(s->cell_size_m, 0.2);
  EXPECT_EQ(s->cell_height_m, 0.1);
  EXPECT_EQ(s->radius_cells, 2);
  EXPECT_EQ(s->height_cells, 18);
  EXPECT_EQ(s->climb_cells, 5);
  EXPECT_EQ(s->tile_cells, 256);
}

TEST(VoxelSettings, MeasuresThatAreWholeCellsStayThatManyCells) {
  // 0.3 / 0.1 is 2.9999999999999996 in binary.
  AgentProfile agent;
  agent.radius_m = 0.3;
  agent.height_m = 0.3;
  agent.max_climb_m = 0.3;
  const auto s = MakeVoxelSettings(agent, {.cell_size_m = 0.1, .cell_height_m = 0.1});
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->radius_cells, 3);
  EXPECT_EQ(s->height_cells, 3);
  EXPECT_EQ(s->climb_cells, 3);
}

TEST(VoxelSettings, OtherMeasuresAreRoundedAgainstTheAgent) {
  AgentProfile agent;
  agent.radius_m = 0.41;
  agent.height_m = 1.81;
  agent.max_climb_m = 0.59;
  const auto s = MakeVoxelSettings(agent, {.cell_size_m = 0.2, .cell_height_m = 0.1});
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->radius_cells, 3);
  EXPECT_EQ(s->height_cells, 19);
  EXPECT_EQ(s->climb_cells, 5);
}

TEST(VoxelSettings, EveryProfileInRangeHasDefaultsThatWork) {
  for (const double radius : {0.0, 0.01, 0.4, 3.0, 10.0}) {
    for (const double height : {0.1, 1.8, 50.0}) {
      for (const double climb : {0.0, 0.5, 10.0}) {
        AgentProfile agent;
        agent.radius_m = radius;
        agent.height_m = height;
        agent.max_climb_m = climb;
        EXPECT_TRUE(MakeVoxelSettings(agent, {}).ok()) << radius << " " << height << " " << climb;
      }
    }
  }
}

TEST(VoxelSettings, WhatIsOutOfRangeIsNamed) {
  const auto error = [](const VoxelOptions& options) {
    return std::string(MakeVoxelSettings(AgentProfile{}, options).status().message());
  };
  EXPECT_THAT(error({.cell_size_m = 0.001}), HasSubstr("cell_size_m is 0.001"));
  EXPECT_THAT(error({.cell_size_m = 11}), HasSubstr("cell_size_m is 11"));
  EXPECT_THAT(error({.cell_size_m = std::numeric_limits<double>::quiet_NaN()}),
              HasSubstr("cell_size_m is nan"));
  EXPECT_THAT(error({.cell_height_m = 20}), HasSubstr("cell_height_m is 20"));
  EXPECT_THAT(error({.cell_height_m = 0.011, .tile_size_m = 1}), HasSubstr("tile"));
  EXPECT_THAT(error({.tile_size_m = 1e9}), HasSubstr("tile_size_m"));
  EXPECT_THAT(error({.tile_size_m = 300}), HasSubstr("see --tile-size"));
}

}  // namespace
}  // namespace waystone
