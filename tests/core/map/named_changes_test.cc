#include "core/map/named_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace waystone {
namespace {

using ::testing::HasSubstr;

Door Gate() {
  Door gate{.name = "gate"};
  gate.volumes = {{.corners = {{0, 0}, {2, 0}, {2, 1}, {0, 1}}, .min_y = 0, .max_y = 2}};
  gate.links = {"over"};
  gate.areas = 2;
  gate.cells = {{0, 0, 1, 1}};
  return gate;
}

TEST(NamedChanges, EveryBrokenRuleOfADoorIsNamed) {
  EXPECT_TRUE(CheckDoors({Gate()}).ok());
  const struct {
    const char* message;
    std::function<void(Door&)> breaks;
  } cases[] = {
      {"must be UTF-8 of 1 to 128 bytes", [](Door& d) { d.name.clear(); }},
      {"must be UTF-8 of 1 to 128 bytes", [](Door& d) { d.name = std::string(129, 'x'); }},
      {"needs volumes, links, areas or cells", [](Door& d) { d = {.name = "gate"}; }},
      {"more than 64 parts", [](Door& d) { d.links.resize(65, "over"); }},
      {"area 0", [](Door& d) { d.areas |= 1; }},
      {"a link's id", [](Door& d) { d.links = {""}; }},
      {"needs columns and rows", [](Door& d) { d.cells[0].rows = 0; }},
      {"within 1e+08 m", [](Door& d) { d.volumes[0].corners[0].x = NAN; }},
      {"ends below its base", [](Door& d) { d.volumes[0].max_y = -1; }},
      {"3 to 256 corners", [](Door& d) { d.volumes[0].corners.resize(2); }},
      {"a cylinder's radius", [](Door& d) { d.volumes[0].corners.resize(1); }},
      {"only cylinders", [](Door& d) { d.volumes[0].radius_m = 1; }},
      {"must be convex",
       [](Door& d) {
         d.volumes[0].corners[2] = {0.1, 0.1};
       }},
      {"must be convex", [](Door& d) { std::swap(d.volumes[0].corners[1], d.volumes[0].corners[3]); }},
      {"two corners in a row", [](Door& d) { d.volumes[0].corners[1] = d.volumes[0].corners[0]; }},
      {"must enclose some area, once",
       [](Door& d) {  // twice round
         const std::vector<Vec2> once = d.volumes[0].corners;
         d.volumes[0].corners.insert(d.volumes[0].corners.end(), once.begin(), once.end());
       }},
  };
  for (const auto& broken : cases) {
    Door gate = Gate();
    broken.breaks(gate);
    EXPECT_THAT(std::string(CheckDoors({gate}).message()), HasSubstr(broken.message));
  }
}

TEST(NamedChanges, NamesAscend) {
  EXPECT_THAT(std::string(CheckDoors({Gate(), Gate()}).message()), HasSubstr("\"gate\" is there twice"));
  EXPECT_THAT(std::string(CheckCostProfiles({{.name = "b"}, {.name = "a"}}).message()),
              HasSubstr("must come before others"));
}

TEST(NamedChanges, EveryBrokenRuleOfACostProfileIsNamed) {
  const CostProfile good{
      .name = "cart", .costs = {{1, 0.01}, {63, 1000}}, .excluded_areas = 4, .min_clearance_m = 100};
  EXPECT_TRUE(CheckCostProfiles({good}).ok()) << CheckCostProfiles({good});
  const struct {
    const char* message;
    std::function<void(CostProfile&)> breaks;
  } cases[] = {
      {"areas must ascend", [](CostProfile& p) { p.costs[1].area = 1; }},
      {"areas must ascend", [](CostProfile& p) { p.costs[1].area = 64; }},
      {"a factor must be", [](CostProfile& p) { p.costs[0].factor = 0; }},
      {"a factor must be", [](CostProfile& p) { p.costs[0].factor = NAN; }},
      {"needs no factor", [](CostProfile& p) { p.excluded_areas = 2; }},
      {"area 0", [](CostProfile& p) { p.excluded_areas = 1; }},
      {"min_clearance_m", [](CostProfile& p) { p.min_clearance_m = 101; }},
  };
  for (const auto& broken : cases) {
    CostProfile profile = good;
    broken.breaks(profile);
    EXPECT_THAT(std::string(CheckCostProfiles({profile}).message()), HasSubstr(broken.message));
  }
}

TEST(NamedChanges, NamesAreFound) {
  std::vector<CostProfile> list;
  for (const char* name : {"a", "c", "e"}) list.push_back({.name = name});
  EXPECT_EQ(IndexOf(list, "a"), 0U);
  EXPECT_EQ(IndexOf(list, "c"), 1U);
  EXPECT_EQ(IndexOf(list, "e"), 2U);
  for (const char* name : {"", "b", "d", "f"}) EXPECT_EQ(IndexOf(list, name), 3U);
  EXPECT_EQ(IndexOf(std::vector<CostProfile>(), "a"), 0U);
}

}  // namespace
}  // namespace waystone
