// Doors and cost profiles by name, in every answer.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/random.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::StartsWith;

// From the left room to the right one: 4 m through the gate, farther through the hatch, farther still over the link.
const std::string kEnds =
    "start{position{map_id:'keep' x:1.5 y:0 z:1.5}} goals{position{map_id:'keep' x:5.5 y:0 z:1.5}} ";
constexpr double kByGate_m = 4;
constexpr double kByHatch_m = 6.8310;
constexpr double kByLeap_m = 14.4721;

// A message of the argument's type that equals the one with this text.
MATCHER_P(EqualsText, text, "") {
  return google::protobuf::util::MessageDifferencer::Equals(arg, Parse<std::decay_t<decltype(arg)>>(text));
}

std::string Changes(const std::string& text) { return "changes{maps{" + text + "}} "; }

class DoorsTest : public ::testing::Test {
 protected:
  template <typename Response, typename Request>
  Response Ask(grpc::Status (v1::PathPlanning::Stub::*call)(grpc::ClientContext*, const Request&, Response*),
               const std::string& text) {
    Response response;
    grpc::ClientContext context;
    status_ = (server_.planning().*call)(&context, Parse<Request>(text), &response);
    return response;
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    return Ask<v1::PlanRouteResponse, v1::PlanRouteRequest>(&v1::PathPlanning::Stub::PlanRoute, text);
  }
  double CostOf(const std::string& text) {
    const v1::PlanRouteResponse response = Plan(text);
    EXPECT_TRUE(status_.ok()) << text << status_.error_message();
    EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE) << text;
    return response.routes_size() == 1 ? response.routes(0).cost_m() : -1;
  }

  static RunningServer Serve(const std::string& folder) {
    WriteKeep(folder);
    WriteVault(folder);
    WriteAnnex(folder);
    WriteGallery(folder);
    WriteDrawnMap(folder, "lanes.waymap", "lanes",
                  "...........\n.#########.\n...........\n.#########.\n...........\n");
    return RunningServer(TestServerOptions(folder));
  }

  grpc::Status status_;
  TempFolder folder_;
  RunningServer server_ = Serve(folder_.path());
};

TEST_F(DoorsTest, RoutesTakeWhatIsOpen) {
  EXPECT_NEAR(CostOf(kEnds), kByGate_m, 1e-9);
  EXPECT_NEAR(CostOf(kEnds + Changes("opened_doors:'hatch' closed_doors:'gate'")), kByHatch_m, 1e-3);
  const v1::PlanRouteResponse shut =
      Plan(kEnds + Changes("closed_doors:'gate'") + "limits{complete_only:true}");
  EXPECT_EQ(shut.status(), v1::ROUTE_STATUS_UNREACHABLE) << "the hatch is closed until it is opened";
  EXPECT_EQ(shut.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  const std::string jumper = "agent{abilities:'jump'} ";
  EXPECT_NEAR(CostOf(kEnds + jumper + Changes("closed_doors:'gate'")), kByLeap_m, 1e-3);
  EXPECT_EQ(
      Plan(kEnds + jumper + Changes("closed_doors:['gate','leap']") + "limits{complete_only:true}").status(),
      v1::ROUTE_STATUS_UNREACHABLE);
}

TEST_F(DoorsTest, DistancesMovesAndPlacesKnowThemToo) {
  const std::string pair = "map_id:'keep' source_xyz:[1.5,0,1.5] target_xyz:[5.5,0,1.5] ";
  const auto measure = [&](const std::string& changes) {
    return Ask<v1::MeasureDistancesResponse, v1::MeasureDistancesRequest>(
        &v1::PathPlanning::Stub::MeasureDistances, pair + changes);
  };
  EXPECT_NEAR(measure("").distance_m(0), kByGate_m, 1e-6);
  EXPECT_NEAR(measure(Changes("opened_doors:'hatch' closed_doors:'gate'")).distance_m(0), kByHatch_m, 1e-3);
  EXPECT_EQ(measure(Changes("closed_doors:'gate'")).statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);

  const auto verdict = [&](double x, double z, const std::string& changes) {
    const std::string from = "from{map_id:'keep' x:2.5 y:0 z:" + std::to_string(z) + "} ";
    const std::string to = "to{map_id:'keep' x:" + std::to_string(x) + " y:0 z:" + std::to_string(z) + "} ";
    return Ask<v1::ValidateMoveResponse, v1::ValidateMoveRequest>(&v1::PathPlanning::Stub::ValidateMove,
                                                                  from + to + changes)
        .verdict();
  };
  EXPECT_EQ(verdict(4.5, 1.5, ""), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(verdict(4.5, 1.5, Changes("closed_doors:'gate'")), v1::MOVE_VERDICT_ILLEGAL);
  EXPECT_EQ(verdict(4.5, 4.5, ""), v1::MOVE_VERDICT_ILLEGAL) << "the hatch is closed";
  EXPECT_EQ(verdict(4.5, 4.5, Changes("opened_doors:'hatch'")), v1::MOVE_VERDICT_LEGAL);

  // With the gate shut one room is what players reach and leave again, and the hatch joins both.
  const auto rooms = [&](const std::string& changes) {
    const auto response = Ask<v1::PlaceResourceResponse, v1::PlaceResourceRequest>(
        &v1::PathPlanning::Stub::PlaceResource, "map_id:'keep' scatter{count:200} " + changes);
    EXPECT_EQ(response.status(), v1::PLACE_STATUS_COMPLETE);
    bool left = false;
    bool right = false;
    for (int i = 0; i < response.points().xyz_size(); i += 3) {
      left |= response.points().xyz(i) < 3;
      right |= response.points().xyz(i) > 4;
    }
    return (left ? 1 : 0) + (right ? 1 : 0);
  };
  EXPECT_EQ(rooms(""), 2);
  EXPECT_EQ(rooms(Changes("closed_doors:'gate'")), 1);
  EXPECT_EQ(rooms(Changes("closed_doors:'gate' opened_doors:'hatch'")), 2);
}

TEST_F(DoorsTest, ADoorOfAGridIsItsCells) {
  const std::string ends =
      "start{position{map_id:'vault' x:0.5 y:0 z:1.5}} goals{position{map_id:'vault' x:4.5 y:0 z:1.5}} ";
  EXPECT_NEAR(CostOf(ends + Changes("opened_doors:'grille'")), 4, 1e-9);
  EXPECT_GT(CostOf(ends), 7);
  EXPECT_NEAR(CostOf(ends), CostOf(ends + Changes("opened_doors:'grille' blocked_cells:7")), 1e-9);
  EXPECT_EQ(Plan(ends + Changes("closed_doors:'shutter'") + "limits{complete_only:true}").status(),
            v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_NEAR(CostOf(ends + Changes("closed_doors:'shutter' opened_doors:'grille'")), 4, 1e-9);
}

TEST_F(DoorsTest, ABatchsDoorsHoldForAllItsRequests) {
  v1::BatchRequest batch;
  *batch.mutable_changes() =
      Parse<v1::Changes>("maps{map_id:'keep' closed_doors:'gate' opened_doors:'hatch'}");
  *batch.add_items()->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kEnds);
  *batch.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kEnds + Changes("opened_doors:'gate'"));
  *batch.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kEnds + Changes("closed_doors:'hatch'") + "limits{complete_only:true}");
  v1::BatchResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(server_.planning().Batch(&context, batch, &response).ok());
  EXPECT_NEAR(response.results(0).plan_route().routes(0).cost_m(), kByHatch_m, 1e-3);
  EXPECT_NEAR(response.results(1).plan_route().routes(0).cost_m(), kByHatch_m, 1e-3)
      << "what either closes is closed";
  EXPECT_EQ(response.results(2).plan_route().status(), v1::ROUTE_STATUS_UNREACHABLE);
}

TEST_F(DoorsTest, CostProfilesAreCostsByName) {
  EXPECT_NEAR(CostOf(kEnds + Changes("cost_profile:'cart'")), 5, 1e-9)
      << "a metre of the door's ground counts twice";
  EXPECT_NEAR(CostOf(kEnds + Changes("cost_profile:'cart' area_costs{area:'door' factor:4}")), kByGate_m + 3,
              1e-2);
  EXPECT_NEAR(CostOf(kEnds + Changes("cost_profile:'porter' opened_doors:'hatch'")), 6, 1e-2);
  EXPECT_EQ(Plan(kEnds + Changes("cost_profile:'porter' opened_doors:'hatch' closed_doors:'gate'") +
                 "limits{complete_only:true}")
                .status(),
            v1::ROUTE_STATUS_UNREACHABLE);
}

TEST_F(DoorsTest, AlternativesKnowTheChanges) {
  const std::string lanes =
      "start{position{map_id:'lanes' x:0.5 y:0 z:2.5}} goals{position{x:10.5 y:0 z:2.5}} "
      "detail{alternatives:8} ";
  const v1::PlanRouteResponse open = Plan(lanes);
  ASSERT_EQ(open.routes_size(), 3) << "the straight lane, and one on either side";
  EXPECT_NEAR(open.routes(0).cost_m(), 10, 1e-9);
  for (const v1::Route& route : open.routes()) {
    EXPECT_GE(route.cost_m(), 10 - 1e-9);
    EXPECT_LE(route.cost_m(), 15);
    EXPECT_EQ(route.legs_size(), 1);
  }
  const v1::PlanRouteResponse shut =
      Plan(lanes + Changes("obstacles{cylinder{base{x:5 y:0 z:2.5} radius_m:1 height_m:1}}"));
  EXPECT_EQ(shut.routes_size(), 2);
  const v1::PlanRouteResponse limited = Plan(lanes + "limits{max_length_m:11}");
  EXPECT_EQ(limited.routes_size(), 1) << "the other lanes are longer";
}

// What has to go, by field and name.
std::vector<std::string> Blocking(const v1::PlanRouteResponse& response) {
  std::vector<std::string> changes;
  for (const v1::BlockingChange& change : response.blocking_changes()) {
    changes.push_back(change.field() + ":" + change.name());
  }
  return changes;
}

TEST_F(DoorsTest, AnExplanationNamesTheChangesThatHaveToGo) {
  const std::string explain = "detail{explain:true} ";
  v1::PlanRouteResponse response = Plan(kEnds + explain + Changes("closed_doors:['leap','gate']"));
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_THAT(Blocking(response), ElementsAre(":hatch")) << "to open the hatch is enough";
  EXPECT_THAT(response.explanation(), EndsWith("; a route would lead there without door \"hatch\""));
  // A column in each passage, and others elsewhere.
  const std::string columns =
      "obstacles{cylinder{base{x:1 y:0 z:0.5} radius_m:0.1 height_m:2}} "
      "obstacles{cylinder{base{x:3.5 y:0 z:1.5} radius_m:0.5 height_m:2}} "
      "obstacles{cylinder{base{x:6 y:0 z:0.5} radius_m:0.1 height_m:2}} "
      "obstacles{cylinder{base{x:3.5 y:0 z:4.5} radius_m:0.5 height_m:2}} ";
  response = Plan(kEnds + explain + Changes(columns + "opened_doors:'hatch'"));
  EXPECT_THAT(Blocking(response), ElementsAre("changes.maps[0].obstacles[3]:"));
  ASSERT_EQ(response.fixes_size(), 1);
  EXPECT_EQ(response.fixes(0).at().map_id(), "keep");
  EXPECT_EQ(response.fixes(0).at().x(), 3.5);
  EXPECT_EQ(response.fixes(0).at().z(), 4.5);
  response =
      Plan(kEnds + explain + Changes(columns + "opened_doors:'hatch' area_costs{area:'door' excluded:true}"));
  EXPECT_THAT(Blocking(response), ElementsAre("changes.maps[0].obstacles[3]:"));
  response = Plan(kEnds + explain + Changes("area_costs{area:'mud' excluded:true} closed_doors:'gate'"));
  EXPECT_THAT(Blocking(response), ElementsAre("changes.maps[0].closed_doors[0]:gate"));
  response = Plan(kEnds + explain + Changes("cost_profile:'porter' " + columns));
  EXPECT_THAT(Blocking(response), ElementsAre("changes.maps[0].obstacles[1]:"));
  EXPECT_THAT(Blocking(Plan(kEnds + explain)), ElementsAre());
  EXPECT_THAT(Blocking(Plan(kEnds + Changes("closed_doors:'gate'"))), ElementsAre())
      << "it was not asked for";

  // By reference the same, and in a batch about another map.
  v1::PrepareChangesRequest set;
  *set.mutable_changes() = Parse<v1::Changes>("maps{map_id:'keep' opened_doors:'hatch' " + columns + "}");
  v1::PrepareChangesResponse kept;
  grpc::ClientContext prepare;
  ASSERT_TRUE(server_.planning().PrepareChanges(&prepare, set, &kept).ok());
  response = Plan(kEnds + explain + "changes{changes_ref:'" + kept.changes_ref() + "'}");
  EXPECT_THAT(Blocking(response), ElementsAre("changes.changes_ref.maps[0].obstacles[3]:"));
  v1::BatchRequest elsewhere;
  elsewhere.set_map_id("vault");
  *elsewhere.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kEnds + explain + "changes{maps{map_id:'keep' closed_doors:'gate'}}");
  v1::BatchResponse from_elsewhere;
  grpc::ClientContext other;
  ASSERT_TRUE(server_.planning().Batch(&other, elsewhere, &from_elsewhere).ok());
  EXPECT_THAT(Blocking(from_elsewhere.results(0).plan_route()), ElementsAre(":hatch"));

  v1::BatchRequest batch;
  *batch.mutable_changes() =
      Parse<v1::Changes>("maps{map_id:'keep' closed_doors:'gate' closed_doors:'hatch'}");
  *batch.add_items()->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kEnds + explain);
  v1::BatchResponse answers;
  grpc::ClientContext context;
  ASSERT_TRUE(server_.planning().Batch(&context, batch, &answers).ok());
  EXPECT_THAT(Blocking(answers.results(0).plan_route()),
              ElementsAre("batch.changes.maps[0].closed_doors[1]:hatch", ":hatch"));
}

std::string Column(double x, double z, double radius_m) {
  return "obstacles{cylinder{base{x:" + std::to_string(x) + " y:0 z:" + std::to_string(z) +
         "} radius_m:" + std::to_string(radius_m) + " height_m:2}} ";
}

// The fields and names of fixes, and the kinds of those that no change is to blame for.
std::vector<std::string> Named(const google::protobuf::RepeatedPtrField<v1::Fix>& fixes) {
  std::vector<std::string> named;
  for (const v1::Fix& fix : fixes) {
    named.push_back(fix.kind() == v1::FIX_KIND_CLOSED ? fix.field() + ":" + fix.name()
                                                      : v1::FixKind_Name(fix.kind()));
  }
  return named;
}

TEST_F(DoorsTest, OfAnAreaInASetAndBesideItBothAreToldIfBothExcludeIt) {
  const auto named = [&](const std::string& set, const std::string& own) {
    v1::PrepareChangesRequest request;
    *request.mutable_changes()->add_maps() = Parse<v1::MapChanges>("map_id:'keep' " + set);
    grpc::ClientContext context;
    v1::PrepareChangesResponse kept;
    EXPECT_TRUE(server_.planning().PrepareChanges(&context, request, &kept).ok());
    return Named(Plan(kEnds + "detail{explain:true} changes{changes_ref:'" + kept.changes_ref() + "' maps{" +
                      own + "}}")
                     .fixes());
  };
  const std::string both = "area_costs{area:'door' excluded:true} area_costs{area:'mud' excluded:true} ";
  EXPECT_THAT(
      named("opened_doors:'hatch' " + both, both),
      ElementsAre("changes.changes_ref.maps[0].area_costs[1]:mud", "changes.maps[0].area_costs[1]:mud"))
      << "without the request's own field the set's would hold";
  const std::string gate = "closed_doors:'gate' ";
  EXPECT_THAT(named(gate + "area_costs{area:'mud' factor:2}", "area_costs{area:'mud' factor:3}"),
              ElementsAre(":hatch"));
  EXPECT_THAT(named(gate + "area_costs{area:'mud' excluded:true}", "area_costs{area:'mud' factor:1}"),
              ElementsAre(":hatch"))
      << "the request's own field lets one onto the mud";
}

TEST_F(DoorsTest, OfTooManyThatCloseTheListIsTold) {
  std::string columns = Column(3.5, 4.5, 0.5);
  for (int i = 0; i < 300; ++i) columns += Column(3.5, 1.5, 0.5);
  const v1::PlanRouteResponse response =
      Plan(kEnds + "detail{explain:true} " + Changes("opened_doors:'hatch' " + columns));
  EXPECT_THAT(Blocking(response), ElementsAre()) << "which of them is not known";
  ASSERT_THAT(Named(response.fixes()), ElementsAre("changes.maps[0].obstacles:"));
  EXPECT_THAT(response.fixes(0).sentence(),
              StartsWith("some of the 300 changes.maps[0].obstacles may close "));
  EXPECT_THAT(response.explanation(), EndsWith("without some of the 300 changes.maps[0].obstacles"));
}

TEST_F(DoorsTest, AnExplanationOfAMoveNamesTheChangesThatHaveToGo) {
  const auto fixes = [&](const std::string& samples, const std::string& changes) {
    const auto response = Ask<v1::ValidateMoveResponse, v1::ValidateMoveRequest>(
        &v1::PathPlanning::Stub::ValidateMove, samples + "explain:true " + changes);
    EXPECT_TRUE(status_.ok()) << status_.error_message();
    EXPECT_EQ(response.violations_size(), 1) << samples;
    return response.violations_size() == 1 ? response.violations(0).fixes()
                                           : google::protobuf::RepeatedPtrField<v1::Fix>();
  };
  const auto straight = [](double z) {
    const std::string end = " y:0 z:" + std::to_string(z) + "} ";
    return "from{map_id:'keep' x:2.5" + end + "to{map_id:'keep' x:4.5" + end;
  };
  const auto by_gate = fixes(straight(1.5), Changes("closed_doors:['leap','gate']"));
  EXPECT_THAT(Named(by_gate), ElementsAre("changes.maps[0].closed_doors[1]:gate"));
  EXPECT_EQ(by_gate[0].at().map_id(), "keep");
  EXPECT_THAT(Named(fixes(straight(4.5), "")), ElementsAre(":hatch")) << "by the map's settings";
  const std::string columns = Column(1, 0.5, 0.1) + Column(3.5, 1.5, 0.5) + Column(6, 0.5, 0.1);
  EXPECT_THAT(Named(fixes(straight(1.5), Changes(columns))), ElementsAre("changes.maps[0].obstacles[1]:"));
  EXPECT_THAT(Named(fixes("from{map_id:'keep' x:1.5 y:0 z:1.5} to{map_id:'keep' x:2 y:0 z:1.5} ",
                          Changes(Column(6, 0.5, 0.1) + Column(2, 1.5, 1)))),
              ElementsAre("changes.maps[0].obstacles[1]:"))
      << "both ends are under it";
  // A later step of a track, and one that the map closes with and without the gate.
  const std::string track = "track{map_id:'keep' xyz:[1.5,0,1, 1.5,0,1.5, 2.5,0,1.5, 4.5,0,1.5, 5.5,0,1.5]} ";
  EXPECT_THAT(Named(fixes(track, Changes("closed_doors:'gate'"))),
              ElementsAre("changes.maps[0].closed_doors[0]:gate"));
  EXPECT_THAT(
      Named(fixes("from{map_id:'keep' x:1.5 y:0 z:1.5} to{map_id:'keep' x:3.5 y:0 z:3} snap{radius_m:0.2} ",
                  Changes("closed_doors:'gate'"))),
      ElementsAre("FIX_KIND_NO_GROUND"));
}

TEST_F(DoorsTest, AnExplanationOfAnAuditNamesTheChangesThatHaveToGo) {
  const auto explain = [&](const std::string& xyz, const std::string& changes) {
    return Ask<v1::PlaceResourceResponse, v1::PlaceResourceRequest>(
        &v1::PathPlanning::Stub::PlaceResource,
        "map_id:'keep' snap{radius_m:0.2} rules{anchor_xyz:[1.5,0,1.5]} audit{explain:true xyz:[" + xyz +
            "]} " + changes);
  };
  // In the room of the anchor, twice in the other, in a column, in the wall.
  const std::string places = "1,0,3, 5.5,0,1.5, 5.5,0,4, 2,0,4.5, 3.5,0,3";
  const std::string column = Column(2, 4.5, 0.6);
  const auto both = explain(places, Changes("closed_doors:'gate' " + column));
  ASSERT_EQ(both.explanations_size(), 4) << both.DebugString();
  EXPECT_EQ(both.explanations(0).index(), 1U);
  EXPECT_THAT(Named(both.explanations(0).fixes()), ElementsAre(":hatch")) << "to open the hatch is enough";
  EXPECT_THAT(Named(both.explanations(1).fixes()), ElementsAre(":hatch"));
  EXPECT_EQ(both.explanations(2).index(), 3U);
  EXPECT_THAT(Named(both.explanations(2).fixes()), ElementsAre("changes.maps[0].obstacles[0]:"));
  EXPECT_THAT(Named(both.explanations(3).fixes()), ElementsAre("FIX_KIND_NO_GROUND"));
  // Two things at once.
  const auto two = explain("5.5,0,4", Changes("closed_doors:'gate' " + Column(5.5, 4, 0.6)));
  ASSERT_EQ(two.explanations_size(), 1);
  EXPECT_THAT(Named(two.explanations(0).fixes()), ElementsAre("changes.maps[0].obstacles[0]:", ":hatch"));
}

// With random columns between the rooms, none at the ends: without the changes told the goal is reached, with any one of them it is not.
TEST_F(DoorsTest, WhatIsToldIsEnoughAndNoneTooMany) {
  Random random(17);
  int told = 0;
  for (int round = 0; round < 30; ++round) {
    std::string columns;
    for (int i = 0; i < 24; ++i) {
      columns += "obstacles{cylinder{base{x:" + std::to_string(random.NextInRange(2.6, 4.4)) +
                 " y:0 z:" + std::to_string(random.NextInRange(0, 5)) + "} radius_m:0.7 height_m:2}} ";
    }
    v1::PlanRouteRequest request =
        Parse<v1::PlanRouteRequest>(kEnds + "detail{explain:true} limits{complete_only:true} " +
                                    Changes("opened_doors:'hatch' " + columns));
    const auto plan = [&](const v1::PlanRouteRequest& asked) {
      v1::PlanRouteResponse response;
      grpc::ClientContext context;
      EXPECT_TRUE(server_.planning().PlanRoute(&context, asked, &response).ok());
      return response;
    };
    const v1::PlanRouteResponse response = plan(request);
    if (response.reason() != v1::ROUTE_REASON_CLOSED_BY_CHANGES ||
        response.status() != v1::ROUTE_STATUS_UNREACHABLE)
      continue;
    ASSERT_GT(response.blocking_changes_size(), 0);
    ++told;
    const google::protobuf::RepeatedPtrField<v1::Obstacle> all = request.changes().maps(0).obstacles();
    std::set<std::string> blocking;
    for (const v1::BlockingChange& change : response.blocking_changes()) blocking.insert(change.field());
    request.mutable_detail()->clear_explain();
    const auto reached_with = [&](const std::string& one) {
      request.mutable_changes()->mutable_maps(0)->clear_obstacles();
      for (int i = 0; i < all.size(); ++i) {
        const std::string field = "changes.maps[0].obstacles[" + std::to_string(i) + "]";
        if (!blocking.contains(field) || field == one)
          *request.mutable_changes()->mutable_maps(0)->add_obstacles() = all[i];
      }
      return plan(request).status() == v1::ROUTE_STATUS_COMPLETE;
    };
    EXPECT_TRUE(reached_with(""));
    for (const std::string& one : blocking) EXPECT_FALSE(reached_with(one)) << one;
  }
  EXPECT_GT(told, 5);
}

TEST_F(DoorsTest, PlacementsKeepTheClearanceOfACostProfile) {
  const auto places = Ask<v1::PlaceResourceResponse, v1::PlaceResourceRequest>(
      &v1::PathPlanning::Stub::PlaceResource,
      "map_id:'keep' scatter{count:100} " + Changes("cost_profile:'wide'"));
  ASSERT_TRUE(status_.ok()) << status_.error_message();
  ASSERT_GT(places.points().xyz_size(), 0);
  for (int i = 0; i < places.points().xyz_size(); i += 3) {
    const double x = places.points().xyz(i);
    EXPECT_GE(std::min(x, 7 - x), 0.9 - 1e-6) << "the map ends there";
  }
}

TEST_F(DoorsTest, CostsMatterToPlacementsThatMeasureWalksOnly) {
  const std::string cart = "map_id:'keep' scatter{count:10 seed:3} " + Changes("cost_profile:'cart'");
  const auto place = [&](const std::string& text) {
    return Ask<v1::PlaceResourceResponse, v1::PlaceResourceRequest>(&v1::PathPlanning::Stub::PlaceResource,
                                                                    text);
  };
  const v1::PlaceResourceResponse plain = place("map_id:'keep' scatter{count:10 seed:3} ");
  const v1::PlaceResourceResponse priced = place(cart);
  ASSERT_TRUE(status_.ok()) << status_.error_message();
  EXPECT_EQ(priced.points().SerializeAsString(), plain.points().SerializeAsString());
  const std::string audit = "map_id:'keep' audit{xyz:[5.5,0,1.5]} rules{anchor_xyz:[1.5,0,1.5] max_walk_m:";
  const double walk_m =
      Plan("start{position{map_id:'keep' x:1.5 y:0 z:1.5}} goals{position{x:5.5 y:0 z:1.5}} " +
           Changes("cost_profile:'cart'"))
          .routes(0)
          .cost_m();
  for (const double off_m : {-0.01, 0.01}) {
    const v1::PlaceResourceResponse answer =
        place(audit + std::to_string(walk_m + off_m) + "} " + Changes("cost_profile:'cart'"));
    ASSERT_TRUE(status_.ok()) << status_.error_message();
    EXPECT_EQ(answer.verdicts(0), off_m < 0 ? v1::PLACE_REASON_DISTANCE : v1::PLACE_REASON_GOOD) << walk_m;
  }
}

TEST_F(DoorsTest, WhatIsUnknownIsToldWithWhatThereIs) {
  const auto expect = [&](const std::string& changes, const std::string& message) {
    Plan(kEnds + Changes(changes));
    EXPECT_EQ(status_.error_code(), StatusCode::INVALID_ARGUMENT) << changes;
    EXPECT_THAT(status_.error_message(), StartsWith("changes.maps[0]." + message));
  };
  expect("closed_doors:['gate','door']",
         "closed_doors[1]: map \"keep\" has no door \"door\"; its doors are \"gate\", \"hatch\", \"leap\"");
  expect("opened_doors:''", "opened_doors[0]: map \"keep\" has no door \"\"");
  expect("closed_doors:'gate' opened_doors:['hatch','gate']",
         "opened_doors[1]: door \"gate\" is closed by the same changes");
  expect(
      "cost_profile:'coach'",
      "cost_profile: map \"keep\" has no cost profile \"coach\"; its cost profiles are \"cart\", \"porter\", "
      "\"wide\"");
}

v1::DescribeMapResponse Describe(RunningServer& server, const std::string& map_id) {
  v1::DescribeMapRequest request;
  request.set_map_id(map_id);
  v1::DescribeMapResponse response;
  grpc::ClientContext context;
  const grpc::Status status = server.catalog().DescribeMap(&context, request, &response);
  EXPECT_TRUE(status.ok()) << map_id << ": " << status.error_message();
  return response;
}

TEST_F(DoorsTest, TheCatalogNamesThem) {
  const v1::DescribeMapResponse response = Describe(server_, "keep");
  EXPECT_THAT(response.doors(), ElementsAre("gate", "hatch", "leap"));
  EXPECT_THAT(response.cost_profiles(), ElementsAre("cart", "porter", "wide"));
  EXPECT_THAT(response.abilities(), ElementsAre("jump"));
}

TEST_F(DoorsTest, TheCatalogTellsWhatTheyClose) {
  EXPECT_THAT(Describe(server_, "keep").described_doors(),
              ElementsAre(EqualsText("name:'gate' volumes{prism{"
                                     "corners_xz:[3.3,1,3.7,1,3.7,2,3.3,2] min_y:0 max_y:2}}"),
                          EqualsText("name:'hatch' is_closed:true areas:3"),
                          EqualsText("name:'leap' links:'over' link_ends_xyz:[2.5,0,3.5,4.5,0,3.5]")))
      << "the link's two ways are one line";
  const v1::DescribeMapResponse vault = Describe(server_, "vault");
  EXPECT_THAT(vault.described_doors(),
              ElementsAre(EqualsText("name:'grille' is_closed:true rects:[2,1,1,1]"),
                          EqualsText("name:'shutter' volumes{cylinder{"
                                     "base{x:2.5 y:0 z:4.5} radius_m:0.2 height_m:2}}")));
  // A cell lies at its column and row from the grid's corner.
  EXPECT_THAT(vault.grid_corner(), EqualsText("x:0 y:0 z:0"));
  EXPECT_FALSE(Describe(server_, "keep").has_grid_corner());
}

// A map off the origin says the same absolute places that its settings have.
TEST_F(DoorsTest, TheCatalogTellsTheirPlacesInTheWorld) {
  const v1::DescribeMapResponse annex = Describe(server_, "annex");
  EXPECT_THAT(annex.described_doors(),
              ElementsAre(EqualsText("name:'gate' volumes{prism{"
                                     "corners_xz:[103.3,51,103.7,51,103.7,52,103.3,52] min_y:10 max_y:12}}"),
                          EqualsText("name:'leap' links:'over' links:'under' "
                                     "link_ends_xyz:[102.5,10,53.5,104.5,10,53.5]")));
}

TEST_F(DoorsTest, OfVeryManyTheCatalogTellsAsMuchAsFits) {
  const v1::DescribeMapResponse gallery = Describe(server_, "gallery");
  ASSERT_EQ(gallery.doors_size(), kGalleryDoors);
  ASSERT_GT(gallery.described_doors_size(), 700);
  EXPECT_LT(gallery.described_doors_size(), kGalleryDoors);
  for (int i = 0; i < gallery.described_doors_size(); ++i) {
    EXPECT_EQ(gallery.described_doors(i).name(), gallery.doors(i));
    EXPECT_EQ(gallery.described_doors(i).volumes(0).prism().corners_xz_size(), 512);
  }
  EXPECT_LE(gallery.ByteSizeLong(), 3U << 20);
  EXPECT_GT(gallery.ByteSizeLong(), (3U << 20) - 10'000);
}

}  // namespace
}  // namespace waystone
