// Routes over a world for travellers of several sizes and abilities, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/bake/world/hall_world.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::ElementsAre;

const std::string kAcross =
    "start{position{map_id:'porch' x:5 y:0 z:5}} goals{position{map_id:'yard' x:8 y:0 z:8}} ";
const std::string kToDen =
    "start{position{map_id:'porch' x:5 y:0 z:5}} goals{position{map_id:'den' x:1 y:0 z:1}} ";

class WorldTravellersTest : public ::testing::Test {
 protected:
  grpc::Status Call(const std::string& text, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    return server_.planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }
  void ExpectRefused(const std::string& text, StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_EQ(status.error_code(), code) << text;
    EXPECT_EQ(status.error_message(), message) << text;
  }

  HallWorld halls_{FourTravellers()};
  RunningServer server_{TestServerOptions(halls_.folder())};
};

TEST_F(WorldTravellersTest, TheRequestsAgentTellsWhoseWalksCount) {
  const v1::PlanRouteResponse walked = Plan(kAcross);
  const v1::PlanRouteResponse jumped = Plan(kAcross + "agent{abilities:'jump'}");
  ASSERT_EQ(walked.status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(jumped.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_GT(walked.routes(0).cost_m(), jumped.routes(0).cost_m() + 40);
  ASSERT_EQ(jumped.routes(0).legs_size(), 7);
  EXPECT_EQ(jumped.routes(0).legs(3).kind(), v1::LEG_KIND_JUMP);
  EXPECT_EQ(jumped.routes(0).legs(3).map_index(), 1U);
  // The first agent has a name, and what no link needs is no matter.
  const v1::PlanRouteResponse named = Plan(kAcross + "agent{profile:'human' abilities:['fly', 'jump']}");
  EXPECT_EQ(named.SerializeAsString(), jumped.SerializeAsString());
  EXPECT_EQ(Plan(kAcross + "agent{profile:'ogre'}").status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(Plan(kAcross + "agent{profile:'ogre' abilities:'jump'}").status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST_F(WorldTravellersTest, ABatchsAgentCountsForItsRoutes) {
  v1::BatchResponse response;
  grpc::ClientContext context;
  const auto batch = Parse<v1::BatchRequest>("agent{profile:'ogre'} items{plan_route{" + kAcross +
                                             "}} items{plan_route{" + kAcross + "agent{abilities:'jump'}}}");
  ASSERT_TRUE(server_.planning().Batch(&context, batch, &response).ok());
  ASSERT_EQ(response.results_size(), 2);
  EXPECT_EQ(response.results(0).plan_route().status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(response.results(1).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST_F(WorldTravellersTest, ATravellerTheWorldWasNotBakedForIsRefusedWithThoseItHas) {
  const std::string there =
      "; its travellers are each map's first agent, \"human\" with \"jump\", \"ogre\", \"ogre\" with "
      "\"jump\"";
  ExpectRefused(kAcross + "agent{profile:'troll'}", StatusCode::FAILED_PRECONDITION,
                "agent: the world was not baked for \"troll\"" + there);
  ExpectRefused(
      kAcross + "agent{abilities:['climb', 'jump']}", StatusCode::FAILED_PRECONDITION,
      "agent: the world was not baked for each map's first agent with \"climb\" and \"jump\"" + there);
  const std::string why = "agent.profile: map \"den\": agent \"ogre\" was not baked; there is \"human\"";
  ExpectRefused(kToDen + "agent{profile:'ogre'}", StatusCode::NOT_FOUND, why);
  EXPECT_EQ(Plan(kToDen).status(), v1::ROUTE_STATUS_COMPLETE);
  const std::string long_name(65, 'x');
  ExpectRefused(kAcross + "agent{profile:'" + long_name + "'}", StatusCode::INVALID_ARGUMENT,
                "agent.profile: has 65 bytes, the limit is 64");
}

TEST_F(WorldTravellersTest, TheWorldsTravellersAreDescribed) {
  v1::DescribeWorldResponse world;
  grpc::ClientContext context;
  ASSERT_TRUE(server_.catalog().DescribeWorld(&context, {}, &world).ok());
  ASSERT_EQ(world.travellers_size(), 4);
  EXPECT_EQ(world.travellers(0).profile(), "");
  EXPECT_EQ(world.travellers(0).abilities_size(), 0);
  EXPECT_EQ(world.travellers(3).profile(), "ogre");
  EXPECT_THAT(world.travellers(3).abilities(), ElementsAre("jump"));
}

}  // namespace
}  // namespace waystone
