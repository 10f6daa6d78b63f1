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

v1::MeasureDistancesRequest TwoToTwo() {
  v1::MeasureDistancesRequest request;
  request.set_map_id("town");
  AddPoints({{1, 2, 3}, {4, 5, 6}}, request.mutable_source_xyz());
  AddPoints({{7, 8, 9}, {10, 11, 12}}, request.mutable_target_xyz());
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
  const absl::StatusOr<v1::MeasureDistancesResponse> answer = client_->MeasureDistances(TwoToTwo());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(seen_.source_xyz(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(seen_.target_xyz(), ElementsAre(7, 8, 9, 10, 11, 12));
  EXPECT_EQ(answer->distance_m(1), 2.5F);
  EXPECT_EQ(answer->statuses(2), v1::DISTANCE_STATUS_UNREACHABLE);
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
  v1::BatchRequest batch;
  *batch.add_items()->mutable_measure_distances() = TwoToTwo();
  absl::StatusOr<v1::BatchResponse> answer = client_->Batch(batch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->results(0).measure_distances().distance_m(3), 4.5F);
  answer_.add_distance_m(1);
  answer = client_->Batch(batch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_TRUE(absl::IsDataLoss(ToStatus(answer->results(0))));
}

}  // namespace
}  // namespace waystone::client
