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
    const char* rpc;
    bool player;
    bool game_server;
    bool admin;
  };
  const Case cases[] = {
      {"PlanRoute", true, true, true},        {"ValidateMove", true, true, true},
      {"MeasureDistances", true, true, true}, {"Batch", true, true, true},
      {"Exchange", true, true, true},         {"ListMaps", true, true, true},
      {"DescribeServer", true, true, true},   {"DescribeMap", true, true, true},
      {"DescribeWorld", true, true, true},    {"PlaceResource", false, true, true},
      {"PrepareChanges", false, true, true},  {"GetSurface", false, true, true},
      {"GetSkeleton", false, true, true},     {"Reload", false, false, true},
      {"Preload", false, false, true},        {"Verify", false, false, true},
  };
  Caller caller;
  caller.name = "x";
  for (const Case& one : cases) {
    caller.role = Role::kPlayer;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.player) << one.rpc;
    caller.role = Role::kGameServer;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.game_server) << one.rpc;
    caller.role = Role::kAdmin;
    EXPECT_EQ(CheckRole(caller, one.rpc).ok(), one.admin) << one.rpc;
  }
  caller.role = Role::kPlayer;
  EXPECT_EQ(CheckRole(caller, "Reload").message(), "\"x\", a player, may not call Reload");
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
