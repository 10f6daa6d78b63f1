#include "bake/world/portal_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PortalTable, ReadsTriggersAndArrivalsOfBothKindsInAnyOrderOfColumns) {
  const auto portals = ParsePortalTable(
      "\xEF\xBB\xBFkind,id,from_map,to_map,first_column,first_row,last_column,last_row,column,row,"
      "min_x,min_y,min_z,max_x,max_y,max_z,x,y,z,cost_m,money,ticket,requirement,group\r\n"
      ",gate,town,cave,1,2,3,4,5,6,,,,,,,,,,,,,,\r\n"
      "\r\n"
      "ship , ferry,cave,town,,,,,,,-1,0,1,2,3.5,4,7,8,-9,300,12.5,boat,rope,sea\n",
      "p.csv");
  ASSERT_TRUE(portals.ok()) << portals.status();
  ASSERT_EQ(portals->size(), 2U);
  const PortalSpec& gate = (*portals)[0];
  EXPECT_EQ(gate.name, "gate");
  EXPECT_EQ(gate.kind, PortalKind::kWalkIn);
  EXPECT_EQ(gate.trigger.map_id, "town");
  EXPECT_EQ(gate.to.map_id, "cave");
  EXPECT_EQ(gate.trigger.cells, (std::array<int64_t, 4>{1, 2, 3, 4}));
  EXPECT_EQ(gate.to.cell, (std::array<int64_t, 2>{5, 6}));
  EXPECT_EQ(gate.cost_m, 0);
  EXPECT_EQ(gate.place, "p.csv:2");
  const PortalSpec& ferry = (*portals)[1];
  EXPECT_EQ(ferry.name, "ferry");
  EXPECT_EQ(ferry.kind, PortalKind::kShip);
  EXPECT_FALSE(ferry.trigger.cells.has_value());
  EXPECT_EQ(ferry.trigger.box.min, Vec3(-1, 0, 1));
  EXPECT_EQ(ferry.trigger.box.max, Vec3(2, 3.5, 4));
  EXPECT_FALSE(ferry.to.cell.has_value());
  EXPECT_EQ(ferry.to.point, Vec3(7, 8, -9));
  EXPECT_EQ(ferry.cost_m, 300);
  EXPECT_EQ(ferry.money, 12.5);
  EXPECT_EQ(ferry.ticket, "boat");
  EXPECT_EQ(ferry.requirement, "rope");
  EXPECT_EQ(ferry.group, "sea");
  EXPECT_EQ(ferry.place, "p.csv:4");
}

TEST(PortalTable, TriggersMayBeginBeyondTheFirstCell) {
  const auto portals = ParsePortalTable(
      "id,from_map,to_map,first_column,first_row,last_column,last_row,column,row\n"
      "gate,a,b,-4294967295,-2,4294967295,4,5,6\n",
      "p.csv");
  ASSERT_TRUE(portals.ok()) << portals.status();
  EXPECT_EQ((*portals)[0].trigger.cells, (std::array<int64_t, 4>{-4294967295, -2, 4294967295, 4}));
}

TEST(PortalTable, NamesTheLineAndTheColumnOfWhatIsWrong) {
  constexpr const char* kCells =
      "id,from_map,to_map,first_column,first_row,last_column,last_row,column,row,cost_m,kind\n";
  const struct {
    std::string text;
    const char* expected;
  } cases[] = {
      {"", "p.csv: has no header"},
      {"id,from_map\n", "p.csv:1: the header needs a column 'to_map'"},
      {"id,from_map,to_map,id\n", "p.csv:1: column 'id' is there twice"},
      {"id,from_map,to_map,two_way\n", "p.csv:1: column 'two_way' is not known"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,6,0\n", "p.csv:2: has 10 fields, the header 11"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,6,0,walk\n", "p.csv:2: column 'kind': \"walk\" is none of"},
      {std::string(kCells) + "a,m,n,x,2,3,4,5,6,0,\n", "p.csv:2: column 'first_column': 'x' is not a number"},
      {std::string(kCells) + "a,m,n,3,2,1,4,5,6,0,\n", "p.csv:2: key 'cells' must be [first column"},
      {std::string(kCells) + "a,m,n,1,4,3,2,5,6,0,\n", "p.csv:2: key 'cells' must be [first column"},
      {std::string(kCells) + "a,m,n,1,2,3,4,-5.5,6,0,\n", "p.csv:2: cells are whole numbers, not -5.5"},
      {std::string(kCells) + "a,m,n,1.5,2,3,4,5,6,0,\n", "p.csv:2: cells are whole numbers"},
      {std::string(kCells) + "a,m,n,nan,2,3,4,5,6,0,\n", "p.csv:2: cells are whole numbers"},
      {std::string(kCells) + "a,m,n,1,2,4294967296,4,5,6,0,\n", "p.csv:2: cells are whole numbers"},
      {std::string(kCells) + "a,m,n,1,2,3,,5,6,0,\n", "p.csv:2: the trigger is all of"},
      {std::string(kCells) + "a,m,n,,,,,5,6,0,\n", "p.csv:2: the trigger is all of"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,,0,\n", "p.csv:2: the arrival is all of"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,6,-1,\n", "p.csv:2: key 'cost_m' is -1 and must be"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,6,nan,\n", "p.csv:2: key 'cost_m' is nan and must be"},
      {std::string(kCells) + "a,m,n,1,2,3,4,5,6,1e999,\n", "p.csv:2: key 'cost_m' is inf and must be"},
      {std::string(kCells) + "\"a\",m,n,1,2,3,4,5,6,0,\n", "p.csv:2: quotes are not read"},
      {std::string(kCells) + ",m,n,1,2,3,4,5,6,0,\n", "p.csv:2: key 'id' must not be empty"},
      {std::string(kCells) + std::string(129, 'a') + ",m,n,1,2,3,4,5,6,0,\n", "p.csv:2: key 'id' must be"},
      {"id,from_map,to_map,x,y,z,min_x,min_y,min_z,max_x,max_y,max_z\na,m,n,1,2,inf,0,0,0,1,1,1\n",
       "p.csv:2: key 'point' must be finite"},
      {"id,from_map,to_map,x,y,z,min_x,min_y,min_z,max_x,max_y,max_z\na,m,n,1,2,3,0,5,0,1,1,1\n",
       "p.csv:2: key 'trigger' has a min above its max"},
      {"id,from_map,to_map,x,y,z,min_x,min_y,min_z,max_x,max_y,max_z\na,m,n,1,2,3,0,0,0,inf,1,1\n",
       "p.csv:2: key 'trigger' must be finite"},
  };
  for (const auto& c : cases) {
    const auto portals = ParsePortalTable(c.text, "p.csv");
    ASSERT_FALSE(portals.ok()) << c.text;
    EXPECT_TRUE(absl::IsInvalidArgument(portals.status())) << c.text;
    EXPECT_THAT(std::string(portals.status().message()), HasSubstr(c.expected)) << c.text;
    EXPECT_THAT(std::string(portals.status().message()), Not(HasSubstr("\n")));
  }
}

TEST(PortalTable, RowsAboveTheLimitAreRefused) {
  std::string text = "id,from_map,to_map,first_column,first_row,last_column,last_row,column,row\n";
  for (size_t i = 0; i < kMaxWorldPortals; ++i) text += "p,a,b,0,0,0,0,0,0\n";
  ASSERT_TRUE(ParsePortalTable(text, "p.csv").ok());
  text += "p,a,b,0,0,0,0,0,0\n";
  EXPECT_THAT(std::string(ParsePortalTable(text, "p.csv").status().message()),
              HasSubstr("p.csv:1000002: more than 1000000 portals"));
}

}  // namespace
}  // namespace waystone
