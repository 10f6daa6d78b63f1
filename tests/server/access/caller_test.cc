#include "server/access/caller.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace waystone {
namespace {

Caller CallerOfMaps(std::vector<std::string> maps) {
  Caller caller;
  caller.maps = std::move(maps);
  return caller;
}

TEST(Caller, SeesMapsOfItsPatterns) {
  struct Case {
    const char* pattern;
    const char* map_id;
    bool sees;
  };
  const Case cases[] = {
      {"town", "town", true},      {"town", "town2", false},
      {"town", "tow", false},      {"town*", "town", true},
      {"town*", "town_2", true},   {"town*", "down", false},
      {"*town", "old town", true}, {"*town", "old towns", false},
      {"*", "anything", true},     {"*", "", true},
      {"a*b*c", "abc", true},      {"a*b*c", "a1b2b3c", true},
      {"a*b*c", "acb", false},     {"**", "x", true},
      {"a*a", "a", false},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(CallerOfMaps({one.pattern}).MaySee(one.map_id), one.sees) << one.pattern << " " << one.map_id;
  }
  EXPECT_TRUE(CallerOfMaps({}).MaySee("any")) << "no list is no limit";
  EXPECT_TRUE(CallerOfMaps({"x", "town*"}).MaySee("town3"));
}

// Doubling the text must not square the time by much more than the text's length: a pattern of stars is a caller's own.
TEST(Caller, PatternsOfManyStarsEnd) {
  const std::string text(4000, 'a');
  EXPECT_FALSE(CallerOfMaps({"*a*a*a*a*a*a*a*a*a*a*a*b"}).MaySee(text));
}

TEST(Caller, RolesMayWhatTheTableSays) {
  struct Case {
    Rpc rpc;
    bool player;
    bool game_server;
    bool admin;
  };
  const Case cases[] = {
      {Rpc::kPlanRoute, true, true, true},        {Rpc::kValidateMove, true, true, true},
      {Rpc::kMeasureDistances, true, true, true}, {Rpc::kBatch, true, true, true},
      {Rpc::kExchange, true, true, true},         {Rpc::kReach, true, true, true},
      {Rpc::kListMaps, true, true, true},         {Rpc::kDescribeServer, true, true, true},
      {Rpc::kDescribeMap, true, true, true},      {Rpc::kDescribeWorld, true, true, true},
      {Rpc::kPlaceResource, false, true, true},   {Rpc::kPrepareChanges, false, true, true},
      {Rpc::kGetSurface, false, true, true},      {Rpc::kGetSkeleton, false, true, true},
      {Rpc::kReload, false, false, true},         {Rpc::kPreload, false, false, true},
      {Rpc::kVerify, false, false, true},
  };
  EXPECT_EQ(std::size(cases), kRpcCount) << "each call has a line";
  Caller caller;
  caller.name = "x";
  for (const Case& one : cases) {
    caller.role = Role::kPlayer;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.player) << NameOf(one.rpc);
    caller.role = Role::kGameServer;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.game_server) << NameOf(one.rpc);
    caller.role = Role::kAdmin;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.admin) << NameOf(one.rpc);
  }
  caller.role = Role::kPlayer;
  EXPECT_EQ(CheckRole(caller, Rpc::kReload).message(), "\"x\", a player, may not call Reload");
}

TEST(Caller, RolesHaveNames) {
  for (const Role role : {Role::kPlayer, Role::kGameServer, Role::kAdmin}) {
    EXPECT_EQ(RoleNamed(NameOf(role)), role);
  }
  EXPECT_EQ(RoleNamed("Admin"), std::nullopt);
  EXPECT_EQ(RoleNamed(""), std::nullopt);
}

}  // namespace
}  // namespace waystone
