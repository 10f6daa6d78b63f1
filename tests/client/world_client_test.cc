// Routes over the maps of a world, and the world itself, through the client library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::HasSubstr;

class WorldClientTest : public ::testing::Test {
 protected:
  WorldClientTest() {
    server_.planning.plan_route = [this](auto&, const auto&, v1::PlanRouteResponse& response) {
      response = answer_;
      return grpc::Status::OK;
    };
    client_ = *WaystoneClient::Create({.address = server_.address()});
    // Town, the cave, and town again: a leg over each and two portals between.
    answer_.set_status(v1::ROUTE_STATUS_COMPLETE);
    answer_.set_world_generation("feed");
    v1::Route& route = *answer_.add_routes();
    for (uint32_t map = 0; map < 3; ++map) {
      answer_.add_maps()->set_map_id(map == 1 ? "cave" : "town");
      v1::PointList& points = *route.add_points();
      points.set_origin_x(100 * map);
      for (const float coordinate : {1.0F, 0.0F, 1.0F, 2.0F, 0.0F, 2.0F}) points.add_local_xyz(coordinate);
      v1::RouteLeg& walk = *route.add_legs();
      walk.set_kind(v1::LEG_KIND_WALK);
      walk.set_map_index(map);
      walk.set_point_count(2);
      if (map == 2) break;
      v1::RouteLeg& portal = *route.add_legs();
      portal.set_kind(v1::LEG_KIND_PORTAL);
      portal.set_map_index(map);
      portal.set_first_point(1);
      portal.set_point_count(1);
      portal.set_external_id(map == 0 ? "well" : "ferry");
      portal.mutable_portal()->set_kind(map == 0 ? v1::PORTAL_KIND_WALK_IN : v1::PORTAL_KIND_SHIP);
      portal.mutable_portal()->set_to_map_index(map + 1);
    }
    v1::PortalUse& ferry = *route.mutable_legs(3)->mutable_portal();
    ferry.set_money(12.5);
    ferry.set_ticket("day pass");
    ferry.set_requirement("passport");
  }
  v1::PortalUse& Ferry() { return *answer_.mutable_routes(0)->mutable_legs(3)->mutable_portal(); }
  absl::Status Refusal() { return client_->PlanRoute({}).status(); }

  v1::PlanRouteResponse answer_;
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(WorldClientTest, ARouteHasPointsOfEachVisitAndPortalsWithTheirPrice) {
  const absl::StatusOr<v1::PlanRouteResponse> answer = client_->PlanRoute({});
  ASSERT_TRUE(answer.ok()) << answer.status();
  const v1::Route& route = answer->routes(0);
  ASSERT_EQ(route.points_size(), 3);
  ASSERT_EQ(route.legs_size(), 5);
  EXPECT_FALSE(Arrival(route, route.legs(0)).has_value());
  EXPECT_EQ(LegPoints(route, route.legs(2)).front(), Vec3(101, 0, 1));
  const v1::RouteLeg& ferry = route.legs(3);
  EXPECT_EQ(ferry.portal().money(), 12.5);
  EXPECT_EQ(Arrival(route, ferry), Vec3(201, 0, 1));
}

TEST_F(WorldClientTest, ARouteOfLengthsAloneHasPortalsWithoutArrivals) {
  answer_.mutable_routes(0)->clear_points();
  for (v1::RouteLeg& leg : *answer_.mutable_routes(0)->mutable_legs()) {
    leg.clear_first_point();
    leg.clear_point_count();
  }
  const absl::StatusOr<v1::PlanRouteResponse> answer = client_->PlanRoute({});
  ASSERT_TRUE(answer.ok()) << answer.status();
  const v1::Route& route = answer->routes(0);
  EXPECT_FALSE(Arrival(route, route.legs(3)).has_value());
  Ferry().set_to_map_index(3);
  EXPECT_THAT(Refusal().message(), HasSubstr("legs[3].portal.to_map_index: no such map"));
}

TEST_F(WorldClientTest, PortalsThatLeadNowhereAreNoAnswer) {
  Ferry().set_to_map_index(3);
  EXPECT_TRUE(absl::IsDataLoss(Refusal()));
  EXPECT_THAT(Refusal().message(), HasSubstr("routes[0].legs[3].portal.to_map_index: no such map"));
  Ferry().set_to_map_index(2);
  Ferry().set_money(std::numeric_limits<double>::infinity());
  EXPECT_THAT(Refusal().message(), HasSubstr("legs[3].portal.money: not finite"));
  Ferry().set_money(0);
  ASSERT_TRUE(Refusal().ok());
  answer_.mutable_routes(0)->mutable_points(2)->clear_local_xyz();
  answer_.mutable_routes(0)->mutable_legs(4)->set_point_count(0);
  EXPECT_THAT(Refusal().message(), HasSubstr("to_map_index: a map without the point arrived at"));
  answer_.mutable_routes(0)->mutable_legs(3)->clear_portal();
  EXPECT_THAT(Refusal().message(), HasSubstr("legs[3].portal: missing"));
}

// Answers pages of one portal each: the well, then the ferry.
void AnswerInPages(const v1::DescribeWorldRequest& request, v1::DescribeWorldResponse& response) {
  const bool is_first = request.page_token().empty();
  response.set_world_generation("feed");
  v1::WorldPortal& portal = *response.add_portals();
  portal.set_name(is_first ? "well" : "ferry");
  portal.mutable_from()->set_map_id(is_first ? "town" : "cave");
  portal.mutable_from()->set_x(3);
  portal.mutable_to()->set_map_id(is_first ? "cave" : "town");
  portal.mutable_to()->set_z(4);
  portal.set_cost_m(7);
  if (!is_first) return;
  response.add_maps()->set_map_id("cave");
  v1::WorldMap& town = *response.add_maps();
  town.set_map_id("town");
  town.set_available(true);
  response.add_travellers();
  v1::WorldTraveller& ogre = *response.add_travellers();
  ogre.set_profile("ogre");
  ogre.add_abilities("jump");
  response.set_next_page_token("ferry");
}

TEST(DescribeWorld, CollectsThePortalsOfEveryPageAndTheMapsOfTheFirst) {
  FakeServer server;
  server.catalog.describe_world = [](auto&, const auto& request, v1::DescribeWorldResponse& response) {
    AnswerInPages(request, response);
    return grpc::Status::OK;
  };
  const auto world = (*WaystoneClient::Create({.address = server.address()}))->DescribeWorld();
  ASSERT_TRUE(world.ok()) << world.status();
  EXPECT_EQ(world->world_generation(), "feed");
  EXPECT_EQ(world->next_page_token(), "");
  ASSERT_EQ(world->maps_size(), 2);
  EXPECT_EQ(world->maps(0).map_id(), "cave");
  EXPECT_FALSE(world->maps(0).available());
  EXPECT_TRUE(world->maps(1).available());
  ASSERT_EQ(world->travellers_size(), 2);
  EXPECT_EQ(world->travellers(1).profile(), "ogre");
  ASSERT_EQ(world->portals_size(), 2);
  EXPECT_EQ(world->portals(0).name(), "well");
  const v1::WorldPortal& ferry = world->portals(1);
  EXPECT_EQ(ferry.name(), "ferry");
  EXPECT_EQ(ferry.from().map_id(), "cave");
  EXPECT_EQ(ToVec3(ferry.from()), Vec3(3, 0, 0));
  EXPECT_EQ(ferry.to().map_id(), "town");
  EXPECT_EQ(ToVec3(ferry.to()), Vec3(0, 0, 4));
}

TEST(DescribeWorld, PagesOfTwoWorldsAndPagesWithoutEndAreErrors) {
  FakeServer server;
  bool has_portals = true;
  server.catalog.describe_world = [&](auto&, const auto& request, v1::DescribeWorldResponse& response) {
    AnswerInPages(request, response);
    if (!request.page_token().empty()) response.set_world_generation("beef");
    if (!has_portals) response.clear_portals();
    return grpc::Status::OK;
  };
  const auto client = *WaystoneClient::Create({.address = server.address()});
  EXPECT_TRUE(absl::IsAborted(client->DescribeWorld().status()));
  has_portals = false;
  EXPECT_TRUE(absl::IsDataLoss(client->DescribeWorld().status()));
}

TEST(DescribeWorld, PortalsWithoutAPlaceAreNoAnswer) {
  FakeServer server;
  server.catalog.describe_world = [](auto&, const auto&, v1::DescribeWorldResponse& response) {
    response.add_portals()->mutable_from()->set_map_id("town");
    return grpc::Status::OK;
  };
  const auto client = *WaystoneClient::Create({.address = server.address()});
  const absl::Status status = client->DescribeWorld().status();
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(status.message(), HasSubstr("portals[0].to: missing"));
}

TEST(PortalNames, AreTheApisAndHaveAVerb) {
  EXPECT_EQ(EnumName(v1::PORTAL_MODE_WALK_IN_TELEPORTS), "walk_in_teleports");
  EXPECT_EQ(EnumName(v1::PORTAL_KIND_NPC), "npc");
  EXPECT_EQ(PortalVerb(v1::PORTAL_KIND_WALK_IN), "walk into");
  EXPECT_EQ(PortalVerb(v1::PORTAL_KIND_USE), "use");
  EXPECT_EQ(PortalVerb(v1::PORTAL_KIND_NPC), "talk at");
  EXPECT_EQ(PortalVerb(v1::PORTAL_KIND_SHIP), "board");
  EXPECT_EQ(PortalVerb(static_cast<v1::PortalKind>(17)), "take");
}

}  // namespace
}  // namespace waystone::client
