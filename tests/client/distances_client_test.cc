// MeasureDistances through the client library.
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

DistancesRequest TwoToTwo() {
  DistancesRequest request;
  request.map_id = "town";
  request.sources = {{1, 2, 3}, {4, 5, 6}};
  request.targets = {{7, 8, 9}, {10, 11, 12}};
  request.agent.profile = "orc";
  request.max_distance_m = 80;
  return request;
}

v1::MeasureDistancesResponse SoundDistances() {
  v1::MeasureDistancesResponse response;
  for (const float distance_m : {1.5F, 2.5F, -1.0F, 4.5F}) response.add_distance_m(distance_m);
  for (const int i : {0, 1, 2, 3}) {
    response.add_statuses(i == 2 ? v1::DISTANCE_STATUS_UNREACHABLE : v1::DISTANCE_STATUS_FOUND);
  }
  response.mutable_map()->set_generation("abc");
  return response;
}

class DistancesClientTest : public ::testing::Test {
 protected:
  DistancesClientTest() {
    server_.planning.measure_distances = [this](auto&, const v1::MeasureDistancesRequest& request,
                                                v1::MeasureDistancesResponse& response) {
      seen_ = request;
      response = answer_;
      return grpc::Status::OK;
    };
    client_ = *WaystoneClient::Create({.address = server_.address()});
  }
  void ExpectMalformed(const std::string& field) {
    const absl::Status status = client_->MeasureDistances(TwoToTwo()).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(field));
    answer_ = SoundDistances();
  }

  v1::MeasureDistancesRequest seen_;
  v1::MeasureDistancesResponse answer_ = SoundDistances();
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(DistancesClientTest, ComeBackSourceBySource) {
  const absl::StatusOr<DistancesAnswer> answer = client_->MeasureDistances(TwoToTwo());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(seen_.map_id(), "town");
  EXPECT_THAT(seen_.source_xyz(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(seen_.target_xyz(), ElementsAre(7, 8, 9, 10, 11, 12));
  EXPECT_EQ(seen_.agent().profile(), "orc");
  EXPECT_EQ(seen_.snap().max_below_m(), 4);
  EXPECT_EQ(seen_.max_distance_m(), 80);
  EXPECT_EQ(answer->Distance_m(0, 1), 2.5F);
  EXPECT_EQ(answer->Status(1, 0), DistanceStatus::kUnreachable);
  EXPECT_EQ(answer->Status(1, 1), DistanceStatus::kFound);
  EXPECT_EQ(answer->map.generation, "abc");
}

TEST_F(DistancesClientTest, AnswersThatBreakARuleAreDataLoss) {
  answer_.add_distance_m(1);
  ExpectMalformed("distance_m");
  answer_.add_statuses(v1::DISTANCE_STATUS_FOUND);
  ExpectMalformed("statuses");
  answer_.set_distance_m(0, std::numeric_limits<float>::quiet_NaN());
  ExpectMalformed("distance_m");
  answer_.set_statuses(3, v1::DISTANCE_STATUS_UNSPECIFIED);
  ExpectMalformed("statuses");
}

TEST_F(DistancesClientTest, AreItemsOfABatch) {
  server_.planning.batch = [this](auto&, const v1::BatchRequest& request, v1::BatchResponse& response) {
    EXPECT_EQ(request.items(0).measure_distances().target_xyz_size(), 6);
    *response.add_results()->mutable_measure_distances() = answer_;
    return grpc::Status::OK;
  };
  const absl::StatusOr<BatchAnswer> answer =
      client_->Batch({.map_id = "town", .agent = {}, .items = {TwoToTwo()}});
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_TRUE((*answer)[0].ok()) << (*answer)[0].status();
  EXPECT_EQ(std::get<DistancesAnswer>(*(*answer)[0]).Distance_m(1, 1), 4.5F);
}

}  // namespace
}  // namespace waystone::client
