// The walker of samples/follow_route, over a world that the test makes up and changes under its feet:
//
//   town --well--> cave --ferry--> island --gate--> town
//                   cave --bridge--> island
#include "samples/follow_route/follow_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/client/fake_service.h"

namespace waystone::samples {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Portal {
  std::string name;
  std::string from;
  std::string to;
  v1::PortalKind kind = v1::PORTAL_KIND_WALK_IN;
  double money = 0;
  std::string ticket = {};
};
const Portal kWell{.name = "well", .from = "town", .to = "cave"};
const Portal kFerry{.name = "ferry",
                    .from = "cave",
                    .to = "island",
                    .kind = v1::PORTAL_KIND_SHIP,
                    .money = 12,
                    .ticket = "day pass"};
const Portal kBridge{.name = "bridge", .from = "cave", .to = "island", .kind = v1::PORTAL_KIND_USE};
const Portal kGate{.name = "gate", .from = "island", .to = "town"};

class FollowRouteTest : public ::testing::Test {
 protected:
  FollowRouteTest() {
    server_.planning.plan_route = [this](auto&, const v1::PlanRouteRequest& request,
                                         v1::PlanRouteResponse& response) {
      asked_.push_back(request);
      if (on_ask_) on_ask_(asked_.size());
      return Answer(request, response);
    };
    client_ = *client::WaystoneClient::Create({.address = server_.address()});
    *request_.mutable_start() = client::MakeLocation("town", {0, 0, 0});
    *request_.add_goals() = client::MakeLocation("island", {5, 0, 5});
    v1::PortalOptions& portals = *request_.mutable_portals();
    portals.set_mode(v1::PORTAL_MODE_MAY_USE);
    portals.set_money(20);
    AddTicket("coin", 1);
    AddTicket("day pass", 2);
    portals.set_max_portals(2);
  }

  // The path by the portals that are open, first ones first; from each map's (1, 0, 0) to its (4, 0, 4) in 5
  // m.
  grpc::Status Answer(const v1::PlanRouteRequest& request, v1::PlanRouteResponse& response) const {
    if (fails_) return {grpc::StatusCode::NOT_FOUND, "start.position.map_id: no such map"};
    std::string map = request.start().position().map_id();
    v1::Route route;
    for (uint32_t index = 0; index < 3; ++index) {
      AddWalk(map, index, response, route);
      if (map == request.goals(0).position().map_id()) {
        response.set_status(v1::ROUTE_STATUS_COMPLETE);
        *response.add_routes() = route;
        return grpc::Status::OK;
      }
      const Portal* path = nullptr;
      for (const Portal& portal : open_) {
        if (portal.from == map && path == nullptr) path = &portal;
      }
      if (path == nullptr) break;
      AddPortal(*path, index, route);
      map = path->to;
    }
    response.Clear();
    response.set_status(v1::ROUTE_STATUS_UNREACHABLE);
    response.set_reason(v1::ROUTE_REASON_GOAL_UNREACHABLE);
    response.set_explanation("no portal is left");
    return grpc::Status::OK;
  }
  static void AddWalk(const std::string& map, uint32_t index, v1::PlanRouteResponse& response,
                      v1::Route& route) {
    response.add_maps()->set_map_id(map);
    v1::PointList& points = *route.add_points();
    for (const float coordinate : {1.0F, 0.0F, 0.0F, 4.0F, 0.0F, 4.0F}) points.add_xyz(coordinate);
    v1::RouteLeg& walk = *route.add_legs();
    walk.set_kind(v1::LEG_KIND_WALK);
    walk.set_map_index(index);
    walk.set_point_count(2);
    walk.set_length_m(5);
  }
  static void AddPortal(const Portal& portal, uint32_t index, v1::Route& route) {
    v1::RouteLeg& leg = *route.add_legs();
    leg.set_kind(v1::LEG_KIND_PORTAL);
    leg.set_map_index(index);
    leg.set_first_point(1);
    leg.set_point_count(1);
    leg.set_external_id(portal.name);
    leg.mutable_portal()->set_kind(portal.kind);
    leg.mutable_portal()->set_to_map_index(index + 1);
    leg.mutable_portal()->set_money(portal.money);
    leg.mutable_portal()->set_ticket(portal.ticket);
  }

  void AddTicket(const std::string& name, uint32_t count) {
    v1::Ticket& ticket = *request_.mutable_portals()->add_tickets();
    ticket.set_name(name);
    ticket.set_count(count);
  }
  absl::StatusOr<Journey> Follow() { return FollowRoute(*client_, request_, out_); }

  std::vector<Portal> open_ = {kWell, kFerry, kBridge};
  bool fails_ = false;
  std::function<void(size_t question)> on_ask_;  // changes the world before the question is answered
  std::vector<v1::PlanRouteRequest> asked_;
  v1::PlanRouteRequest request_;
  std::ostringstream out_;
  client::FakeServer server_;
  std::unique_ptr<client::WaystoneClient> client_;
};

TEST_F(FollowRouteTest, AWalkerAsksAgainOnEveryMapFromWhereItArrived) {
  const absl::StatusOr<Journey> journey = Follow();
  ASSERT_TRUE(journey.ok()) << journey.status();
  EXPECT_EQ(out_.str(),
            "walk on town, 5 m\n  1 0 0\n  4 0 4\n"
            "walk into \"well\" to cave 1 0 0\n"
            "walk on cave, 5 m\n  1 0 0\n  4 0 4\n"
            "board \"ferry\" to island 1 0 0\n"
            "walk on island, 5 m\n  1 0 0\n  4 0 4\n"
            "arrived: 15 m, 2 portals\n");
  EXPECT_EQ(journey->end.map_id(), "island");
  EXPECT_EQ(client::ToVec3(journey->end), Vec3(4, 0, 4));
  EXPECT_EQ(journey->length_m, 15);
  EXPECT_EQ(journey->portals, 2U);
  std::vector<std::string> starts;
  for (const v1::PlanRouteRequest& request : asked_) {
    starts.push_back(request.start().position().map_id());
    EXPECT_EQ(request.detail().maps_in_full(), 1U);
    EXPECT_TRUE(request.limits().complete_only());
  }
  EXPECT_THAT(starts, ElementsAre("town", "cave", "island"));
  EXPECT_EQ(asked_[1].start().position().x(), 1);
}

TEST_F(FollowRouteTest, WhatAPortalTookIsNotThereForTheNext) {
  const absl::StatusOr<Journey> journey = Follow();
  ASSERT_TRUE(journey.ok()) << journey.status();
  EXPECT_EQ(asked_[1].portals().money(), 20);
  EXPECT_EQ(asked_[1].portals().max_portals(), 1U);
  EXPECT_EQ(asked_[2].portals().money(), 8);
  EXPECT_EQ(asked_[2].portals().tickets(0).count(), 1U);  // coins
  EXPECT_EQ(asked_[2].portals().tickets(1).count(), 1U);  // day passes
  EXPECT_EQ(asked_[1].portals().mode(), v1::PORTAL_MODE_MAY_USE);
  EXPECT_EQ(asked_[2].portals().mode(), v1::PORTAL_MODE_NONE) << "0 portals would mean any number";
  EXPECT_EQ(journey->left.money(), 8);
}

TEST_F(FollowRouteTest, AnyNumberOfPortalsStaysAnyNumber) {
  request_.clear_portals();
  ASSERT_TRUE(Follow().ok());
  EXPECT_EQ(asked_[2].portals().max_portals(), 0U);
  EXPECT_TRUE(asked_[2].has_portals()) << "paths that leave the goal's map and return count too";
}

TEST_F(FollowRouteTest, AWorldThatChangesOnTheWayIsWalkedByWhatIsLeft) {
  on_ask_ = [this](size_t question) {
    if (question == 2) open_ = {kWell, kBridge};
  };
  const absl::StatusOr<Journey> journey = Follow();
  ASSERT_TRUE(journey.ok()) << journey.status();
  EXPECT_THAT(out_.str(), HasSubstr("use \"bridge\" to island 1 0 0\n"));
  EXPECT_EQ(journey->left.money(), 20);
}

TEST_F(FollowRouteTest, WhereNoPathIsLeftTheWalkerSaysWhereItStands) {
  on_ask_ = [this](size_t question) {
    if (question == 2) open_ = {kWell};
  };
  const absl::Status status = Follow().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_EQ(status.message(),
            "at cave 1 0 0: no path to the goal: unreachable, goal_unreachable: no portal is left");
  EXPECT_THAT(out_.str(), HasSubstr("walk into \"well\" to cave 1 0 0\n"));
}

TEST_F(FollowRouteTest, AMapThatIsGoneIsAnError) {
  on_ask_ = [this](size_t question) { fails_ = question == 2; };
  const absl::Status status = Follow().status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_THAT(std::string(status.message()), StartsWith("at cave 1 0 0: start.position.map_id"));
}

TEST_F(FollowRouteTest, AWorldThatKeepsChangingIsNotFollowedForEver) {
  // The goal moves away whenever the walker comes near.
  request_.clear_portals();
  open_ = {kWell, kFerry, kGate};
  *request_.mutable_goals(0) = client::MakeLocation("island", {});
  server_.planning.plan_route = [this](auto&, const v1::PlanRouteRequest& request,
                                       v1::PlanRouteResponse& response) {
    v1::PlanRouteRequest moved = request;
    const std::string& map = request.start().position().map_id();
    if (map == "island") moved.mutable_goals(0)->mutable_position()->set_map_id("town");
    return Answer(moved, response);
  };
  const absl::Status status = Follow().status();
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("no goal after 1000 portals"));
}

TEST_F(FollowRouteTest, AWalkerNeedsPoints) {
  server_.planning.plan_route = [this](auto&, const v1::PlanRouteRequest& request,
                                       v1::PlanRouteResponse& response) {
    const grpc::Status status = Answer(request, response);
    response.mutable_routes(0)->clear_points();
    for (v1::RouteLeg& leg : *response.mutable_routes(0)->mutable_legs()) {
      leg.clear_first_point();
      leg.clear_point_count();
    }
    return status;
  };
  request_.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
  EXPECT_TRUE(absl::IsInvalidArgument(Follow().status()));
}

}  // namespace
}  // namespace waystone::samples
