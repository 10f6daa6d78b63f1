// What counts as a trigger, and as walking into one, on maps of all kinds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/package/package_writer.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kStrip = "type octile\nheight 1\nwidth 8\nmap\n........\n";

// A world of one map with one portal of that trigger, which leads to a place.
BuiltWorld WorldOf(const std::string& file, const std::string& text, const BakeConfig& config,
                   const TriggerSpec& trigger, const Vec3& to) {
  const TempFolder folder;
  const std::string package = BakeSource(folder.path(), "line", file, text, config);
  WorldManifest manifest;
  manifest.maps.emplace_back().map_id = "line";
  PortalSpec& portal = manifest.portals.emplace_back();
  portal.name = "gate";
  portal.trigger = trigger;
  portal.trigger.map_id = "line";
  portal.to.map_id = "line";
  portal.to.point = to;
  const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest, {package}, {.thread_count = 1});
  EXPECT_TRUE(built.ok()) << built.status();
  return built.ok() ? *built : BuiltWorld();
}

// Of a strip of cells 10.3 m up.
BuiltWorld WorldWith(const TriggerSpec& trigger) {
  BakeConfig config;
  config.cells.origin = Vec3(0.1, 10.3, 0.7);
  return WorldOf("line.map", kStrip, config, trigger, Vec3(0.6, 10.3, 1.2));
}

std::vector<std::string> WarningsOf(const TriggerSpec& trigger) { return WorldWith(trigger).warnings; }

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

TEST(TriggerRulesTest, WhatLiesBeyondAnyEdgeOfAGridCountsForNothing) {
  const auto of_cells = [](int64_t left, int64_t top, int64_t right, int64_t bottom) {
    TriggerSpec trigger;
    trigger.cells = {left, top, right, bottom};
    return trigger;
  };
  const auto of_box = [](double x0, double z0, double x1, double z1) {
    TriggerSpec trigger;
    trigger.box = {Vec3(0.1 + x0, 10, 0.7 + z0), Vec3(0.1 + x1, 11, 0.7 + z1)};
    return trigger;
  };
  EXPECT_EQ(WorldWith(of_cells(-3, -2, 1, 0)).bytes, WorldWith(of_cells(0, 0, 1, 0)).bytes);
  EXPECT_EQ(WorldWith(of_cells(6, 0, 99, 99)).bytes, WorldWith(of_cells(6, 0, 7, 0)).bytes);
  EXPECT_EQ(WorldWith(of_cells(-1000000000, -1000000000, 1000000000, 1000000000)).bytes,
            WorldWith(of_cells(0, 0, 7, 0)).bytes);
  for (const TriggerSpec& trigger : {of_box(-9, -9, 0.6, 9), of_box(7.4, -9, 20, 9)}) {
    EXPECT_THAT(WarningsOf(trigger), IsEmpty());
  }
  for (const TriggerSpec& trigger :
       {of_cells(-4, 0, -1, 0), of_cells(8, 0, 9, 0), of_cells(0, -5, 7, -1), of_cells(0, 1, 7, 3),
        of_box(-4, 0, -1, 1), of_box(9, 0, 12, 1), of_box(0, -5, 8, -1), of_box(0, 2, 8, 4)}) {
    EXPECT_THAT(WarningsOf(trigger),
                ElementsAre(": portal \"gate\": left out, for nobody can stand in its trigger"));
  }
}

constexpr const char* kPlank = "v -2 0 -4\nv 10 0 -4\nv 10 0 5\nv -2 0 5\nf 1 4 3 2\n";
// A node at each end, and two before and behind the trigger.
constexpr const char* kRope =
    R"({"nodes": [{"id": 0, "x": 0, "y": 0, "z": 0.5}, {"id": 1, "x": 2, "y": 0, "z": 0.5},
                  {"id": 2, "x": 7, "y": 0, "z": 0.5}, {"id": 3, "x": 8, "y": 0, "z": 0.5}],
        "links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 1, "to": 2}, {"from": 2, "to": 1},
                  {"from": 2, "to": 3}, {"from": 3, "to": 2}]})";
constexpr double kNoPath = -1;

TEST(TriggerRulesTest, WhatLiesBeyondAnyEdgeOfASurfaceCountsForNothing) {
  const auto warnings_of = [](const char* file, const char* text, const Vec3& min, const Vec3& max) {
    TriggerSpec trigger;
    trigger.box = {min, max};
    return WorldOf(file, text, {}, trigger, Vec3(2, 0, 0.5)).warnings;
  };
  constexpr double kFar_m = 1e9;
  for (const auto& [file, text] : {std::pair("line.obj", kPlank), std::pair("line.waypoints.json", kRope)}) {
    for (const double reach_m : {3.0, kFar_m}) {
      // Over the left, right, upper and lower edge, and beyond them.
      EXPECT_THAT(warnings_of(file, text, Vec3(-3 - reach_m, -1, 0), Vec3(0, 1, 1)), IsEmpty());
      EXPECT_THAT(warnings_of(file, text, Vec3(8, -1, 0), Vec3(11 + reach_m, 1, 1)), IsEmpty());
      EXPECT_THAT(warnings_of(file, text, Vec3(0, -1, -5 - reach_m), Vec3(8, 1, 0.5)), IsEmpty());
      EXPECT_THAT(warnings_of(file, text, Vec3(0, -1, 0.5), Vec3(8, 1, 6 + reach_m)), IsEmpty());
      const auto is_left_out = ElementsAre(HasSubstr("nobody can stand in its trigger"));
      EXPECT_THAT(warnings_of(file, text, Vec3(-3 - reach_m, -1, 0), Vec3(-3, 1, 1)), is_left_out);
      EXPECT_THAT(warnings_of(file, text, Vec3(11, -1, 0), Vec3(11 + reach_m, 1, 1)), is_left_out);
      EXPECT_THAT(warnings_of(file, text, Vec3(0, -1, -5 - reach_m), Vec3(8, 1, -5)), is_left_out);
      EXPECT_THAT(warnings_of(file, text, Vec3(0, -1, 6), Vec3(8, 1, 6 + reach_m)), is_left_out);
    }
  }
}

// Four maps along a line: cells, a mesh, waypoints and voxels. Walking into what lies 3 to 6 m along them
// leads to the one cell of a fifth one.
class LinesOfAllKinds : public ::testing::Test {
 protected:
  explicit LinesOfAllKinds(const std::vector<std::pair<double, double>>& triggers = {{3, 6}}) {
    Bake("cells", "cells.map", kStrip);
    Bake("mesh", "mesh.obj", kPlank);
    Bake("waypoints", "waypoints.waypoints.json", kRope);
    BakeConfig voxels;
    voxels.cells.origin = Vec3(0, -0.5, 0);
    Bake("voxels", "voxels.3dmap", "voxel 8 1 1\n", voxels);
    for (const std::string& from : kinds_) {
      for (size_t i = 0; i < triggers.size(); ++i)
        AddPortal(from, i == 0 ? "" : std::to_string(i), triggers[i]);
    }
    Bake("end", "end.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, paths_, {.thread_count = 1});
    EXPECT_TRUE(built.ok()) << built.status();
    EXPECT_THAT(built->warnings, IsEmpty());
    EXPECT_TRUE(WritePackageFile(folder_.File(std::string(kWorldFileName)), built->bytes).ok());
    EXPECT_TRUE(maps_.LoadFolder(folder_.path()).ok());
    store_ = maps_.World();
  }

  void Bake(const std::string& id, const std::string& file, const std::string& text,
            const BakeConfig& config = {}) {
    paths_.push_back(BakeSource(folder_.path(), id, file, text, config));
    manifest_.maps.emplace_back().map_id = id;
  }
  void AddPortal(const std::string& from, const std::string& number, std::pair<double, double> x) {
    PortalSpec& portal = manifest_.portals.emplace_back();
    portal.name = from + number;
    portal.money = 5;
    portal.ticket = "pass";
    portal.requirement = "rope";
    portal.kind = PortalKind::kWalkIn;
    portal.trigger.map_id = from;
    portal.trigger.box = {Vec3(x.first, -1, -9), Vec3(x.second, 1, 9)};
    portal.to.map_id = "end";
    portal.to.cell = {0, 0};
  }
  WorldPosition At(const std::string& map, double x) const {
    return {*store_->world().view().FindMap(map), Vec3(x, 0, 0.5)};
  }
  // What paths cost over each of the maps. `set_off_` gets the portals that their ends set off, and
  // `explanations_` what is said of them.
  std::vector<double> Costs(WorldMode mode, double start_x, std::optional<double> goal_x) {
    std::vector<double> costs;
    set_off_.clear();
    explanations_.clear();
    for (const std::string& map : kinds_) {
      WorldRouteQuery query;
      query.mode = mode;
      query.start = At(map, start_x);
      query.goals = {goal_x.has_value() ? At(map, *goal_x) : At("end", 0.5)};
      const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
      EXPECT_TRUE(answer.ok()) << answer.status();
      const bool is_found = answer.ok() && answer->status == RouteStatus::kComplete;
      costs.push_back(is_found ? answer->cost_m : kNoPath);
      const bool ends_in_trigger = answer.ok() && !answer->sets_off.IsNone();
      set_off_.emplace_back(ends_in_trigger ? store_->world().view().NameOf(answer->sets_off) : "");
      explanations_.push_back(answer.ok() ? answer->explanation : "");
    }
    return costs;
  }

  const std::vector<std::string> kinds_ = {"cells", "mesh", "waypoints", "voxels"};
  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> paths_;
  MapStore maps_;
  std::shared_ptr<WorldStore> store_;
  Scratch scratch_;
  std::vector<std::string> set_off_;
  std::vector<std::string> explanations_;
};

// A millimetre or so is kept off triggers, and walked into them. Voxels are as cells.
auto AreNear(double cells, double mesh, double waypoints) {
  constexpr double kKept_m = 0.01;
  return ElementsAre(DoubleNear(cells, 1e-9), DoubleNear(mesh, kKept_m), DoubleNear(waypoints, kKept_m),
                     DoubleNear(cells, 1e-9));
}

TEST_F(LinesOfAllKinds, OneThatStartsInATriggerThatTeleportsMayLeaveIt) {
  constexpr WorldMode kMode = WorldMode::kWalkInTeleports;
  // Out of it at once.
  EXPECT_THAT(Costs(kMode, 3.5, 1.5), AreNear(2, 2, 2));
  EXPECT_THAT(set_off_, ElementsAre("", "", "", ""));
  // Within it, and through it: the next cell of it teleports, the surface around the start does not.
  EXPECT_THAT(Costs(kMode, 3.5, 5.5), AreNear(kNoPath, 2, 2));
  EXPECT_THAT(set_off_, ElementsAre("", "", "", ""));
  EXPECT_THAT(Costs(kMode, 3.5, 7.5), AreNear(kNoPath, 4, 4));
  EXPECT_THAT(explanations_, ElementsAre(HasSubstr("sets off portal \"cells\""), "", "",
                                         HasSubstr("sets off portal \"voxels\"")));
  EXPECT_THAT(Costs(kMode, 3.5, 4.5), AreNear(1, 1, 1));
  EXPECT_THAT(set_off_, ElementsAre("cells", "", "", "voxels"));
  // To set it off: to the next cell; over its nearest side and at once back in; to the nearest node outside
  // and back.
  EXPECT_THAT(Costs(kMode, 3.5, {}), AreNear(1, 0.5, 2.5));
}

TEST_F(LinesOfAllKinds, OneThatStartsOutsideATriggerThatTeleportsSetsItOff) {
  constexpr WorldMode kMode = WorldMode::kWalkInTeleports;
  EXPECT_THAT(Costs(kMode, 1.5, 3.5), AreNear(2, 2, 2));
  EXPECT_THAT(set_off_, ElementsAre("cells", "mesh", "waypoints", "voxels"));
  // Deeper in it: of its cells, one before sets it off.
  EXPECT_THAT(Costs(kMode, 1.5, 5.5), AreNear(kNoPath, 4, 4));
  EXPECT_THAT(set_off_, ElementsAre("", "mesh", "waypoints", ""));
  EXPECT_THAT(explanations_, ElementsAre(HasSubstr("sets off portal \"cells\""), "", "",
                                         HasSubstr("sets off portal \"voxels\"")));
  EXPECT_THAT(Costs(kMode, 1.5, 7.5), AreNear(kNoPath, kNoPath, kNoPath));
  EXPECT_THAT(
      explanations_,
      ElementsAre(HasSubstr("sets off portal \"cells\""), HasSubstr("sets off portal \"mesh\""),
                  HasSubstr("sets off portal \"waypoints\""), HasSubstr("sets off portal \"voxels\"")));
  EXPECT_THAT(Costs(kMode, 1.5, {}), AreNear(2, 1.5, 1.5));
}

TEST_F(LinesOfAllKinds, ATriggerThatMayBeUsedHindersNobody) {
  constexpr WorldMode kMode = WorldMode::kMayUse;
  EXPECT_THAT(Costs(kMode, 3.5, 7.5), AreNear(4, 4, 4));
  EXPECT_THAT(Costs(kMode, 1.5, 7.5), AreNear(6, 6, 6));
  EXPECT_THAT(Costs(kMode, 1.5, 4.5), AreNear(3, 3, 3));
  EXPECT_THAT(set_off_, ElementsAre("", "", "", ""));
  EXPECT_THAT(Costs(kMode, 3.5, {}), AreNear(0, 0, 0));
}

// The second one reaches farther than the first, the third lies within it.
class LinesWithOverlaps : public LinesOfAllKinds {
 protected:
  LinesWithOverlaps() : LinesOfAllKinds({{3, 5}, {3, 6}, {3.5, 4.6}}) {}
};

TEST_F(LinesWithOverlaps, OfTriggersThatOverlapTheFirstIsInTheWay) {
  EXPECT_THAT(Costs(WorldMode::kWalkInTeleports, 1.5, 7.5), AreNear(kNoPath, kNoPath, kNoPath));
  EXPECT_THAT(explanations_, ElementsAre(HasSubstr("portals \"cells\" and \"cells1\","),
                                         HasSubstr("portals \"mesh\" and \"mesh1\","),
                                         HasSubstr("portals \"waypoints\" and \"waypoints1\","),
                                         HasSubstr("portals \"voxels\" and \"voxels1\",")));
}

TEST_F(LinesOfAllKinds, WhatThePathThereLacksIsNamed) {
  WorldRouteQuery query;
  query.start = At("cells", 1.5);
  query.goals = {At("end", 0.5)};
  query.limits.is_limited = true;
  query.limits.money = 2;
  const WorldRouteAnswer poor = *PlanWorldRoute(*store_, query, scratch_);
  EXPECT_EQ(poor.status, RouteStatus::kBudgetExceeded);
  EXPECT_EQ(poor.explanation,
            "the cheapest path there needs money 5 (you have 2), ticket \"pass\" x 1 (you have 0)");
  query.limits.money = 5;
  query.limits.tickets = {{*store_->world().view().FindTicket("pass"), 1}};
  EXPECT_EQ(PlanWorldRoute(*store_, query, scratch_)->status, RouteStatus::kComplete);
  query.is_unmet = {true, true, true};
  EXPECT_EQ(PlanWorldRoute(*store_, query, scratch_)->explanation,
            "the cheapest path there needs requirement \"rope\"");
}

}  // namespace
}  // namespace waystone
