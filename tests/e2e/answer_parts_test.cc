// Long routes in parts on an Exchange stream.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class AnswerPartsTest : public ::testing::Test {
 protected:
  AnswerPartsTest() {
    WriteTrail(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }

  // A walk over the whole map, whose points come so many at a time.
  static v1::PlanRouteRequest Walk(uint32_t max_points_per_part) {
    v1::PlanRouteRequest request;
    v1::Position& at = *request.mutable_start()->mutable_position();
    at.set_map_id("trail");
    at.set_x(0.5);
    at.set_y(0);
    at.set_z(0.5);
    request.mutable_exploration()->set_walkers(2);
    request.mutable_exploration()->set_order(v1::WALK_ORDER_POCKET_FIRST);  // no time goes into a shorter one
    request.mutable_detail()->set_max_points_per_part(max_points_per_part);
    return request;
  }
  // All messages that answer the batches.
  std::vector<v1::BatchResponse> Exchange(const std::vector<v1::BatchRequest>& batches) {
    grpc::ClientContext context;
    const auto stream = server_->planning().Exchange(&context);
    for (const v1::BatchRequest& batch : batches) EXPECT_TRUE(stream->Write(batch));
    EXPECT_TRUE(stream->WritesDone());
    std::vector<v1::BatchResponse> messages;
    for (v1::BatchResponse message; stream->Read(&message);) messages.push_back(message);
    const grpc::Status status = stream->Finish();
    EXPECT_TRUE(status.ok()) << status.error_message();
    return messages;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

// Puts the points of a further message behind those that are there.
void Append(const v1::BatchResponse& part, v1::BatchResponse& whole) {
  for (const v1::BatchResult& result : part.results()) {
    v1::PlanRouteResponse& answer =
        *whole.mutable_results(static_cast<int>(result.item_index()))->mutable_plan_route();
    EXPECT_EQ(result.plan_route().status(), answer.status());
    ASSERT_EQ(result.plan_route().routes_size(), answer.routes_size());
    for (int i = 0; i < answer.routes_size(); ++i) {
      const v1::Route& from = result.plan_route().routes(i);
      v1::PointList& to = *answer.mutable_routes(i)->mutable_points(0);
      EXPECT_EQ(from.first_point_of_part(), static_cast<uint64_t>(to.xyz_size() / 3));
      to.mutable_xyz()->MergeFrom(from.points(0).xyz());
    }
  }
}

TEST_F(AnswerPartsTest, PartsTogetherAreTheWholeAnswer) {
  v1::BatchRequest whole;
  *whole.add_items()->mutable_plan_route() = Walk(0);
  *whole.add_items()->mutable_plan_route() = Walk(0);
  whole.mutable_items(1)->set_tag(5);
  const std::vector<v1::BatchResponse> one = Exchange({whole});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_FALSE(one[0].more());
  for (const uint32_t most : {1U, 3U, 4U}) {
    v1::BatchRequest in_parts = whole;
    in_parts.mutable_items(1)->mutable_plan_route()->mutable_detail()->set_max_points_per_part(most);
    const std::vector<v1::BatchResponse> messages = Exchange({in_parts});
    ASSERT_GT(messages.size(), 2U);
    v1::BatchResponse together = messages[0];
    for (size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(messages[i].more(), i + 1 < messages.size());
      for (const v1::BatchResult& result : messages[i].results()) {
        if (result.tag() != 5) continue;
        for (const v1::Route& route : result.plan_route().routes()) {
          EXPECT_LE(route.points(0).xyz_size(), static_cast<int>(3 * most));
        }
      }
      if (i > 0) Append(messages[i], together);
    }
    together.set_more(false);
    EXPECT_EQ(together.SerializeAsString(), one[0].SerializeAsString()) << most;
  }
}

TEST_F(AnswerPartsTest, PartsOfSeveralBatchesArriveInOrder) {
  std::vector<v1::BatchRequest> batches;
  for (uint64_t tag = 0; tag < 40; ++tag) {
    batches.emplace_back().set_tag(tag);
    *batches.back().add_items()->mutable_plan_route() = Walk(tag % 3 == 0 ? 0 : 1);
  }
  std::vector<v1::BatchResponse> answers(batches.size());
  std::vector<int> messages(batches.size(), 0);
  for (const v1::BatchResponse& message : Exchange(batches)) {
    ASSERT_LT(message.tag(), answers.size());
    if (messages[message.tag()]++ == 0) {
      answers[message.tag()] = message;
    } else {
      EXPECT_TRUE(answers[message.tag()].more());
      Append(message, answers[message.tag()]);
      answers[message.tag()].set_more(message.more());
    }
  }
  for (size_t tag = 0; tag < answers.size(); ++tag) {
    EXPECT_FALSE(answers[tag].more());
    EXPECT_EQ(messages[tag] > 1, tag % 3 != 0);
    answers[tag].set_tag(0);
    EXPECT_EQ(answers[tag].SerializeAsString(), answers[0].SerializeAsString()) << tag;
  }
}

TEST_F(AnswerPartsTest, ABatchThatIsNoStreamRefusesParts) {
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Walk(4);
  grpc::ClientContext context;
  v1::BatchResponse response;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  EXPECT_EQ(response.results(0).error().code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(response.results(0).error().message(),
            "detail.max_points_per_part: answers in parts are sent on Exchange only");
}

TEST_F(AnswerPartsTest, ACallerWhoLeavesBetweenPartsEndsTheStream) {
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  v1::BatchRequest batch;
  for (int i = 0; i < 100; ++i) *batch.add_items()->mutable_plan_route() = Walk(1);
  ASSERT_TRUE(stream->Write(batch));
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(Exchange({batch}).back().more(), false);
}

}  // namespace
}  // namespace waystone
