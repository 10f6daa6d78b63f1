// Why not? Generated levels, a server that has them, and the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/why/why_levels.h"
#include "client/cli/command.h"
#include "core/base/str_cat.h"
#include "tests/e2e/served_level.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

enum Obstacle : uint32_t {
  kStepKind = 0,
  kDropKind = 4,
  kDoorKind = 7,
  kAbilityKind = 8,
  kRequirementKind = 9
};

std::string Text(const Vec3& at) { return StrCat(at.x, ",", at.y, ",", at.z); }

struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};
Outcome RunWhy(ServedLevel& served, const std::string& to, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"waystone", "why",
                                    "--server", StrCat("127.0.0.1:", served.server().server().port()),
                                    "--map",    served.level().from_map,
                                    "--from",   Text(served.level().from),
                                    "--to",     to};
  words.insert(words.end(), more.begin(), more.end());
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = cli::RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out, err});
  return {exit_code, out.str(), err.str()};
}

TEST(WhyNot, ARouteNamesTheStepWithPlaceMeasureAndLimit) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  const v1::PlanRouteResponse response = served.Plan(served.Request());
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  ASSERT_EQ(response.fixes_size(), 1);
  const v1::Fix& fix = response.fixes(0);
  EXPECT_EQ(fix.kind(), v1::FIX_KIND_STEP);
  EXPECT_NEAR(fix.measure(), served.planted().measure, 0.01);
  EXPECT_LT(fix.limit(), fix.measure());
  EXPECT_EQ(fix.unit(), v1::FIX_UNIT_METRES);
  EXPECT_EQ(fix.at().map_id(), "level");
  EXPECT_GT(fix.to().y(), fix.at().y());
  EXPECT_THAT(fix.sentence(), StartsWith("a step of "));
  v1::PlanRouteRequest plain = served.Request();
  plain.mutable_detail()->set_explain(false);
  EXPECT_EQ(served.Plan(plain).fixes_size(), 0);
}

TEST(WhyNot, TheCommandLineChangesOtherMapsThanItsOwn) {
  WhyLevel level;
  level.files = {{"a.map", "type octile\nheight 1\nwidth 9\nmap\n.........\n"},
                 {"b.map", "type octile\nheight 1\nwidth 9\nmap\n.........\n"},
                 {"world.yaml",
                  "world: rooms\nmaps:\n  - {id: a, source: a.map}\n"
                  "  - {id: b, source: b.map, doors: [{name: hatch, cells: [[4, 0, 1, 1]]}]}\n"
                  "portals:\n  - {id: way, kind: walk_on_use, from: {map: a, trigger: {min: [8, -1, 0], "
                  "max: [9, 1, 1]}}, to: {map: b, point: [0.5, 0, 0.5]}}\n"}};
  level.from_map = "a";
  level.to_map = "b";
  level.from = {0.5, 0, 0.5};
  ServedLevel served(level);
  const std::string to = "7.5,0,0.5";
  EXPECT_THAT(RunWhy(served, to, {"--to-map", "b"}).out, StartsWith("a route leads there"));
  const Outcome closed = RunWhy(served, to, {"--to-map", "b", "--close-door", "hatch@b"});
  EXPECT_EQ(closed.exit_code, 0) << closed.err;
  EXPECT_THAT(closed.out, HasSubstr("- the request closes the door \"hatch\""));
  const Outcome of_own = RunWhy(served, to, {"--to-map", "b", "--close-door", "hatch"});
  EXPECT_EQ(of_own.exit_code, 2);
  EXPECT_THAT(of_own.err, HasSubstr("map \"a\" has no door \"hatch\""));
  const Outcome nowhere = RunWhy(served, to, {"--to-map", "b", "--close-door", "hatch@c"});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no map \"c\" is served"));
}

TEST(WhyNot, TheWayBackIsADrop) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_start()->Swap(request.mutable_goals(0));
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_DROP);
  EXPECT_LT(response.fixes(0).to().y(), response.fixes(0).at().y());
}

TEST(WhyNot, TheWayToAPlaceViaAndTheWayFromItAreExplained) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  v1::PlanRouteRequest request = served.Request();
  *request.add_via() = request.goals(0);
  *request.mutable_goals(0) = request.start();
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_EQ(response.fixes_size(), 2);
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_STEP);
  EXPECT_EQ(response.fixes(1).kind(), v1::FIX_KIND_DROP);
}

TEST(WhyNot, AnAuditNamesIt) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  v1::PlaceResourceRequest request;
  request.set_map_id("level");
  const Vec3 off = served.level().to + Vec3(0, 60, 0);
  for (const Vec3& at : {served.level().from, served.level().to, off}) {
    for (const double value : {at.x, at.y, at.z}) request.mutable_audit()->add_xyz(value);
  }
  const Vec3& from = served.level().from;
  for (const double value : {from.x, from.y, from.z}) request.mutable_rules()->add_anchor_xyz(value);
  request.mutable_audit()->set_explain(true);
  v1::PlaceResourceResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().PlaceResource(&context, request, &response).ok());
  EXPECT_THAT(response.verdicts(),
              ElementsAre(v1::PLACE_REASON_GOOD, v1::PLACE_REASON_UNREACHABLE, v1::PLACE_REASON_OFF_MESH));
  ASSERT_EQ(response.explanations_size(), 2);
  EXPECT_EQ(response.explanations(0).index(), 1U);
  ASSERT_EQ(response.explanations(0).fixes_size(), 1);
  EXPECT_EQ(response.explanations(0).fixes(0).kind(), v1::FIX_KIND_STEP);
  ASSERT_EQ(response.explanations(1).fixes_size(), 1);
  EXPECT_EQ(response.explanations(1).fixes(0).kind(), v1::FIX_KIND_NO_GROUND);
  EXPECT_NEAR(response.explanations(1).fixes(0).measure(), 60, 0.1);
}

TEST(WhyNot, AMoveNamesIt) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  v1::ValidateMoveRequest request;
  ServedLevel::Put("level", served.level().from, *request.mutable_from());
  ServedLevel::Put("level", served.level().to, *request.mutable_to());
  request.set_explain(true);
  v1::ValidateMoveResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().ValidateMove(&context, request, &response).ok());
  ASSERT_EQ(response.violations_size(), 1);
  ASSERT_EQ(response.violations(0).fixes_size(), 1);
  EXPECT_EQ(response.violations(0).fixes(0).kind(), v1::FIX_KIND_STEP);
}

TEST(WhyNot, AClosedDoorIsAFixAndABlockingChange) {
  ServedLevel served(MakeWhyLevel(kDoorKind, 3));
  const v1::PlanRouteResponse response = served.Plan(served.Request());
  ASSERT_EQ(response.blocking_changes_size(), 1);
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_CLOSED);
  EXPECT_EQ(response.fixes(0).name(), "gate");
  EXPECT_TRUE(response.fixes(0).has_at());
  EXPECT_THAT(response.fixes(0).sentence(), StartsWith("the map's settings close the door \"gate\" at ("));
}

TEST(WhyNot, AnAbilityIsNamed) {
  ServedLevel served(MakeWhyLevel(kAbilityKind, 3));
  const v1::PlanRouteResponse response = served.Plan(served.Request());
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_THAT(response.fixes(0).abilities(), ElementsAre("drop"));
  v1::PlanRouteRequest able = served.Request();
  able.mutable_agent()->add_abilities("drop");
  EXPECT_EQ(served.Plan(able).status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST(WhyNot, APortalsRequirementIsNamed) {
  ServedLevel served(MakeWhyLevel(kRequirementKind, 3));
  const v1::PlanRouteResponse response = served.Plan(served.Request());
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_BUDGET_EXCEEDED);
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_REQUIREMENT);
  EXPECT_EQ(response.fixes(0).name(), "key");
  EXPECT_EQ(response.fixes(0).at().map_id(), "level");
  v1::PlanRouteRequest met = served.Request();
  met.mutable_portals()->add_met_requirements("key");
  const v1::PlanRouteResponse there = served.Plan(met);
  EXPECT_EQ(there.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(there.fixes_size(), 0);
}

TEST(WhyNot, APortalThatTheRequestClosesIsAllThatIsNamed) {
  ServedLevel served(MakeWhyLevel(kRequirementKind, 3));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_portals()->add_met_requirements("key");
  request.mutable_changes()->add_closed_portals("gate");
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_CLOSED);
  EXPECT_EQ(response.fixes(0).name(), "gate");
}

// From map a to map c over b, or down a shaft with a rope.
WhyLevel ThreeMaps() {
  const auto portal = [](const char* id, const char* from, double row, const char* to, const char* more) {
    return StrCat("  - {id: ", id, ", kind: walk_on_use, from: {map: ", from, ", trigger: {min: [7, -1, ",
                  row, "], max: [8, 1, ", row + 1, "]}}, to: {map: ", to, ", point: [0.5, 0, 0.5]}", more,
                  "}\n");
  };
  WhyLevel level;
  std::string maps = "maps:\n";
  for (const std::string id : {"a", "b", "c"}) {
    level.files.emplace_back(id + ".map",
                             "type octile\nheight 3\nwidth 8\nmap\n........\n........\n........\n");
    StrAppend(maps, "  - {id: ", id, ", source: ", id, ".map}\n");
  }
  level.files.emplace_back("world.yaml",
                           StrCat("world: three\n", maps, "portals:\n", portal("over", "a", 0, "b", ""),
                                  portal("on", "b", 0, "c", ""), portal("back", "b", 2, "a", ""),
                                  portal("shaft", "a", 2, "c", ", requirement: rope")));
  level.from_map = "a";
  level.to_map = "c";
  level.from = {1.5, 0, 1.5};
  level.to = {6.5, 0, 1.5};
  return level;
}

TEST(WhyNot, AnExcludedMapIsNamedAndNothingElse) {
  ServedLevel served(ThreeMaps());
  v1::PlanRouteRequest request = served.Request();
  EXPECT_EQ(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE);
  request.mutable_changes()->add_excluded_maps("c");
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_NE(response.status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_MAP);
  EXPECT_EQ(response.fixes(0).name(), "c");
  EXPECT_EQ(response.fixes(0).field(), "changes.excluded_maps[0]");
  EXPECT_EQ(response.fixes(0).sentence(), "the request excludes the map \"c\"");
  // Nobody needs a rope where one can walk.
  request.mutable_changes()->clear_excluded_maps();
  request.mutable_changes()->add_closed_portals("on");
  request.mutable_changes()->add_closed_portals("shaft");
  const v1::PlanRouteResponse closed = served.Plan(request);
  ASSERT_EQ(closed.fixes_size(), 1) << closed.DebugString();
  EXPECT_EQ(closed.fixes(0).kind(), v1::FIX_KIND_CLOSED);
  EXPECT_EQ(closed.fixes(0).name(), "on");
}

TEST(WhyNot, AClearanceThatNoPathKeepsIsABlockingChange) {
  ServedLevel served(MakeWhyLevel(kDoorKind, 3));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_changes()->add_maps()->add_opened_doors("gate");
  EXPECT_EQ(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE);
  request.mutable_agent()->set_min_clearance_m(3);
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLEARANCE);
  ASSERT_EQ(response.blocking_changes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.blocking_changes(0).field(), "agent.min_clearance_m");
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_EQ(response.fixes(0).field(), "agent.min_clearance_m");
  EXPECT_EQ(response.fixes(0).limit(), 3);
  const double most_m = response.fixes(0).measure();
  EXPECT_THAT(response.fixes(0).sentence(),
              HasSubstr("no path keeps the clearance of 3 m asked for: the most that one keeps is 1."));
  request.mutable_agent()->set_min_clearance_m(most_m);
  EXPECT_EQ(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE);
  request.mutable_agent()->set_min_clearance_m(most_m + 3.0 / 128);
  EXPECT_NE(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE);
  request.mutable_agent()->set_min_clearance_m(3);
  request.mutable_changes()->mutable_maps(0)->clear_opened_doors();
  EXPECT_EQ(served.Plan(request).blocking_changes_size(), 2) << "the gate as well";
}

TEST(WhyNot, AStartThatCannotWalkToThePortalIsToldWhy) {
  ServedLevel served(MakeWhyLevel(kRequirementKind, 3));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_portals()->add_met_requirements("key");
  // Behind the wall that shuts the passage: 9.5 m along it.
  const Vec3& from = served.level().from;
  const Vec3& portal = served.planted().from;
  const Vec3 ahead = (portal - from) * (1 / PlaneDistance(from, portal));
  ServedLevel::Put("level", portal + ahead * 8.5, *request.mutable_start()->mutable_position());
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_STEP);
  EXPECT_EQ(response.fixes(0).at().map_id(), "level");
  EXPECT_NEAR(response.fixes(0).measure(), 4, 0.01) << "the wall";
}

TEST(WhyNot, TheCommandPrintsALineForEachFix) {
  ServedLevel served(MakeWhyLevel(kStepKind, 3));
  const Outcome blocked = RunWhy(served, Text(served.level().to));
  EXPECT_EQ(blocked.exit_code, 0) << blocked.err;
  EXPECT_THAT(blocked.out, HasSubstr("\n- a step of "));
  const Outcome near = RunWhy(served, Text(served.level().from + Vec3(0.3, 0, 0)));
  EXPECT_EQ(near.exit_code, 0) << near.err;
  EXPECT_THAT(near.out, StartsWith("a route leads there: "));
  const Outcome json = RunWhy(served, Text(served.level().to), {"--json"});
  EXPECT_THAT(json.out, HasSubstr("FIX_KIND_STEP"));
  EXPECT_EQ(RunWhy(served, "here").exit_code, 2);
}

}  // namespace
}  // namespace waystone
