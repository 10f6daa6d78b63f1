#include "server/rpc/untaken_answers.h"

#include <grpc/grpc.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace waystone {
namespace {

using std::chrono::milliseconds;
using Clock = UntakenAnswers::Clock;

constexpr Clock::time_point kNow{};

// A call that leads nowhere: only one to end.
class SomeCall {
 public:
  SomeCall() {
    grpc_init();
    channel_ = grpc_lame_client_channel_create("nowhere", GRPC_STATUS_UNAVAILABLE, "nowhere");
    queue_ = grpc_completion_queue_create_for_next(nullptr);
    call_ = grpc_channel_create_call(channel_, nullptr, GRPC_PROPAGATE_DEFAULTS, queue_,
                                     grpc_slice_from_static_string("/x"), nullptr,
                                     gpr_inf_future(GPR_CLOCK_REALTIME), nullptr);
  }
  ~SomeCall() {
    grpc_call_unref(call_);
    grpc_channel_destroy(channel_);
    grpc_completion_queue_shutdown(queue_);
    grpc_completion_queue_destroy(queue_);
    grpc_shutdown();
  }
  grpc_call* get() { return call_; }

 private:
  grpc_channel* channel_ = nullptr;
  grpc_completion_queue* queue_ = nullptr;
  grpc_call* call_ = nullptr;
};

TEST(UntakenAnswers, CountWhileTheirTicketsLive) {
  UntakenAnswers answers({.max_bytes = 1000, .max_connection_bytes = 100});
  SomeCall call;
  {
    const UntakenAnswers::Ticket first = answers.Add("a", call.get(), 60, kNow);
    UntakenAnswers::Ticket second = answers.Add("a", call.get(), 50, kNow);
    EXPECT_EQ(answers.bytes(), 110U);
    EXPECT_EQ(answers.size(), 2U);
    EXPECT_FALSE(answers.MayAnswer("a"));
    EXPECT_TRUE(answers.MayAnswer("b"));
    second = {};
    EXPECT_TRUE(answers.MayAnswer("a"));
  }
  EXPECT_EQ(answers.bytes(), 0U);
  EXPECT_EQ(answers.size(), 0U);
}

TEST(UntakenAnswers, EndWhatIsNotTakenInItsTime) {
  UntakenAnswers answers({.stall = milliseconds(100), .bytes_per_s = 1000});
  SomeCall call;
  const UntakenAnswers::Ticket small = answers.Add("a", call.get(), 0, kNow);
  const UntakenAnswers::Ticket large = answers.Add("a", call.get(), 500, kNow);  // half a second more
  EXPECT_EQ(answers.EndStalled(kNow + milliseconds(100)), 0U);
  EXPECT_EQ(answers.EndStalled(kNow + milliseconds(101)), 1U);
  EXPECT_EQ(answers.EndStalled(kNow + milliseconds(600)), 0U) << "the small one is ended once";
  EXPECT_FALSE(large.is_ended());
  EXPECT_EQ(answers.EndStalled(kNow + milliseconds(601)), 1U);
  EXPECT_TRUE(small.is_ended() && large.is_ended());
}

TEST(UntakenAnswers, EndTheOldestOfTheConnectionThatLeavesMostWhileThereAreTooMany) {
  UntakenAnswers answers({.max_bytes = 100});
  SomeCall call;
  const UntakenAnswers::Ticket other = answers.Add("b", call.get(), 50, kNow);
  std::optional<UntakenAnswers::Ticket> oldest = answers.Add("a", call.get(), 30, kNow);
  const UntakenAnswers::Ticket newer = answers.Add("a", call.get(), 30, kNow);
  EXPECT_EQ(answers.EndStalled(kNow), 1U);
  EXPECT_EQ(answers.EndStalled(kNow), 0U) << "it is ended already, and so counts no more";
  oldest.reset();  // as its call does when it ends
  EXPECT_EQ(answers.EndStalled(kNow), 0U);
}

}  // namespace
}  // namespace waystone
