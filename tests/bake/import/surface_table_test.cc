#include "bake/import/surface_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// One triangle per pair of group and material, group outer.
SourceMap NamedTriangles(const std::vector<std::string>& groups, const std::vector<std::string>& materials) {
  SourceMap map;
  map.groups = groups;
  map.materials = materials;
  for (uint32_t g = 0; g < groups.size(); ++g) {
    for (uint32_t m = 0; m < materials.size(); ++m) {
      map.triangles.push_back({0, 1, 2});
      map.triangle_groups.push_back(g);
      map.triangle_materials.push_back(m);
    }
  }
  return map;
}

std::vector<TriangleClass> Classify(const SourceMap& map, const SurfaceTable& table) {
  std::vector<UnknownName> unknown;
  const std::vector<TriangleClass> classes = ClassifyTriangles(map, table, unknown);
  EXPECT_THAT(unknown, testing::IsEmpty());
  return classes;
}

TEST(SurfaceTable, WhatNoRuleNamesIsGround) {
  EXPECT_THAT(Classify(NamedTriangles({""}, {"", "a"}), {}), ElementsAre(1, 1));
}

TEST(SurfaceTable, EachListGivesItsClass) {
  SurfaceTable table;
  table.areas = {{{5, "road"}, {{"asphalt"}, {}}}};
  table.not_walkable.materials = {"hedge"};
  table.not_solid.materials = {"water"};
  table.ignored.materials = {"sky"};
  EXPECT_THAT(Classify(NamedTriangles({""}, {"", "asphalt", "hedge", "water", "sky"}), table),
              ElementsAre(1, 5, kNotWalkable, kNotSolid, kIgnored));
}

TEST(SurfaceTable, TheStrongerRuleWinsWhicheverNameItHas) {
  SurfaceTable table;
  table.areas = {{{2, "floor"}, {{"m_area"}, {"g_area"}}}};
  table.not_walkable = {{"m_block"}, {"g_block"}};
  table.not_solid = {{"m_air"}, {"g_air"}};
  table.ignored = {{"m_gone"}, {"g_gone"}};
  const std::vector<std::string> groups = {"", "g_area", "g_block", "g_air", "g_gone"};
  const std::vector<std::string> materials = {"", "m_area", "m_block", "m_air", "m_gone"};
  const std::vector<TriangleClass> classes = Classify(NamedTriangles(groups, materials), table);
  const TriangleClass by_strength[] = {1, 2, kNotWalkable, kNotSolid, kIgnored};
  for (size_t g = 0; g < 5; ++g) {
    for (size_t m = 0; m < 5; ++m)
      EXPECT_EQ(classes[5 * g + m], by_strength[std::max(g, m)]) << g << " " << m;
  }
}

TEST(SurfaceTable, OfTwoAreasTheGroupsWins) {
  SurfaceTable table;
  table.areas = {{{2, "road"}, {{"stone"}, {}}}, {{3, "bridge"}, {{}, {"bridge"}}}};
  EXPECT_THAT(Classify(NamedTriangles({"", "bridge"}, {"stone"}), table), ElementsAre(2, 3));
}

TEST(SurfaceTable, ListsNamesTheSourceDoesNotHave) {
  SurfaceTable table;
  table.not_solid.groups = {"watr"};
  std::vector<UnknownName> unknown;
  ClassifyTriangles(NamedTriangles({"", "water"}, {""}), table, unknown);
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].name, "watr");
  EXPECT_THAT(unknown[0].message, HasSubstr("no group 'watr'"));
}

}  // namespace
}  // namespace waystone
