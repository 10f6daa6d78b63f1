#include "client/recording/replay_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "waystone/v1/batch.pb.h"

namespace waystone::client {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// A recorded call whose messages live here.
class Call {
 public:
  explicit Call(const std::string& method) { call_.method = "/waystone.v1.PathPlanning/" + method; }

  Call& Request(std::string bytes) {
    call_.requests.push_back({++now_us_, Kept(std::move(bytes))});
    return *this;
  }
  Call& Answer(std::string bytes) {
    call_.answers.push_back({++now_us_, Kept(std::move(bytes))});
    return *this;
  }
  Call& End(int code, v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED) {
    call_.end = RecordedStatus{.at_us = ++now_us_, .code = code, .message = "why", .details = ""};
    if (reason == v1::ERROR_REASON_UNSPECIFIED) return *this;
    v1::ErrorDetail detail;
    detail.set_reason(reason);
    v1::StatusDetails details;
    details.add_details()->PackFrom(detail);
    call_.end->details = details.SerializeAsString();
    return *this;
  }
  const RecordedCall& get() const { return call_; }

 private:
  std::string_view Kept(std::string bytes) { return kept_.emplace_back(std::move(bytes)); }

  std::deque<std::string> kept_;
  RecordedCall call_;
  uint64_t now_us_ = 0;
};

std::string Ask(uint64_t tag) {
  v1::BatchRequest batch;
  batch.set_tag(tag);
  return batch.SerializeAsString();
}
std::string Tell(uint64_t tag, bool more = false, v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED) {
  v1::BatchResponse batch;
  batch.set_tag(tag);
  batch.set_more(more);
  if (reason != v1::ERROR_REASON_UNSPECIFIED) batch.mutable_error()->set_reason(reason);
  return batch.SerializeAsString();
}

using LeftOut = std::map<std::string, uint64_t>;

TEST(ReplayPlan, CallsWithoutAnAnswerAreLeftOutAndCountedByWhy) {
  LeftOut left_out;
  const auto is_planned = [&left_out](const Call& call) {
    return PlanCall(call.get(), 1, left_out).has_value();
  };
  EXPECT_TRUE(is_planned(Call("PlanRoute").Request("a").Answer("b").End(0)));
  EXPECT_TRUE(is_planned(Call("PlanRoute").Request("a").End(5)));
  EXPECT_TRUE(is_planned(Call("PlanRoute").Request("a").End(8, v1::ERROR_REASON_OVER_LIMIT)));
  EXPECT_TRUE(is_planned(Call("NewerThanThis").Request("a").Answer("b").End(0)));
  EXPECT_TRUE(left_out.empty());
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").Answer("b")));
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").End(1)));
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").End(4)));
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").End(14)));
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").End(8, v1::ERROR_REASON_BUSY)));
  EXPECT_FALSE(is_planned(Call("PlanRoute").Request("a").End(5, v1::ERROR_REASON_UNKNOWN_CHANGES_REF)));
  EXPECT_FALSE(is_planned(Call("NewerThanThis").Request("a").Request("b").Answer("c").Answer("d").End(0)));
  EXPECT_THAT(left_out, ElementsAre(Pair("a stream unknown here", 1), Pair("busy", 1), Pair("cancelled", 1),
                                    Pair("late", 1), Pair("not ended", 1), Pair("unavailable", 1),
                                    Pair("unknown set of changes", 1)));
}

TEST(ReplayPlan, AnswersOfAStreamFindTheirBatchesByTag) {
  LeftOut left_out;
  // Out of order, in parts, two of one tag, one busy, one not answered when the recording ended.
  Call call("Exchange");
  call.Request(Ask(7)).Request(Ask(8)).Request(Ask(7)).Request(Ask(9)).Request(Ask(10));
  const std::string part = Tell(8, true);
  call.Answer(part)
      .Answer(Tell(7))
      .Answer(Tell(8))
      .Answer(Tell(9, false, v1::ERROR_REASON_BUSY))
      .Answer(Tell(7));
  const auto planned = PlanCall(call.get(), 3, left_out);
  ASSERT_TRUE(planned.has_value());
  EXPECT_EQ(planned->record, 3U);
  ASSERT_EQ(planned->asked.size(), 3U);
  EXPECT_THAT(planned->asked[0].answers, ElementsAre(Tell(7)));
  EXPECT_EQ(planned->asked[0].answered_us, 7U);
  EXPECT_THAT(planned->asked[1].answers, ElementsAre(part, Tell(8)));
  EXPECT_EQ(planned->asked[1].answered_us, 8U);
  EXPECT_EQ(planned->asked[2].request, &call.get().requests[2]);
  EXPECT_EQ(planned->asked[2].answered_us, 10U);
  EXPECT_THAT(left_out, ElementsAre(Pair("batch without an answer", 2)));
}

}  // namespace
}  // namespace waystone::client
