// What comes back of explorations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ExploreClientTest : public ::testing::Test {
 protected:
  ExploreClientTest() {
    server_.planning.plan_route = [this](auto&, const auto&, v1::PlanRouteResponse& response) {
      response = answer_;
      return grpc::Status::OK;
    };
    server_.planning.batch = [this](auto&, const auto&, v1::BatchResponse& response) {
      *response.add_results()->mutable_plan_route() = answer_;
      return grpc::Status::OK;
    };
    client_ = *WaystoneClient::Create({.address = server_.address()});
    answer_.set_status(v1::ROUTE_STATUS_PARTIAL);
    answer_.add_maps()->set_map_id("town");
    for (const uint32_t key_point : {7U, 8U, 7U}) {
      v1::Route& route = *answer_.add_routes();
      route.add_key_points(key_point);
      route.add_legs()->set_kind(v1::LEG_KIND_WALK);
    }
    v1::ExplorationReport& report = *answer_.mutable_exploration();
    report.set_end(v1::EXPLORATION_END_STRANDED);
    report.set_coverage(0.75);
  }

  static v1::PlanRouteRequest Exploration() {
    v1::PlanRouteRequest request;
    *request.mutable_start() = MakeLocation("town", {});
    request.mutable_exploration()->set_walkers(3);
    return request;
  }

  v1::PlanRouteResponse answer_;
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(ExploreClientTest, AnswersHaveARouteForEachWalkerAndAReport) {
  const absl::StatusOr<v1::PlanRouteResponse> answer = client_->PlanRoute(Exploration());
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->routes_size(), 3);
  EXPECT_THAT(answer->routes(1).key_points(), ElementsAre(8));
  EXPECT_EQ(answer->exploration().coverage(), 0.75);
  EXPECT_EQ(EnumName(answer->exploration().end()), "stranded");
}

TEST_F(ExploreClientTest, AReportWithNumbersThatAreNoneIsRefused) {
  answer_.mutable_exploration()->set_coverage(std::numeric_limits<double>::quiet_NaN());
  const absl::Status status = client_->PlanRoute(Exploration()).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("exploration.coverage: not finite"));
}

TEST_F(ExploreClientTest, IdsOfTheSourceAreThereForAllKeyPointsOrForNone) {
  answer_.mutable_routes(2)->add_key_point_external_ids(5);
  EXPECT_TRUE(client_->PlanRoute(Exploration()).ok());
  answer_.mutable_routes(2)->add_key_point_external_ids(6);
  EXPECT_TRUE(absl::IsDataLoss(client_->PlanRoute(Exploration()).status()));
}

TEST_F(ExploreClientTest, ABatchMayHoldExplorations) {
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Exploration();
  const absl::StatusOr<v1::BatchResponse> answers = client_->Batch(batch);
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_EQ(answers->results(0).plan_route().routes_size(), 3);
}

}  // namespace
}  // namespace waystone::client
