#include "server/convert/request_scope.h"

#include <gtest/gtest.h>

#include <chrono>

namespace waystone {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(RequestScope, WorkEndsBeforeItsAnswerIsDueButHasHalfOfTheTimeAtLeast) {
  static Deadline::Clock::time_point asked_at;
  const Deadline::Clock::time_point now = Deadline::Clock::now();
  RequestScope scope;
  scope.ends_at = now + hours(10);
  scope.deadline = Deadline(scope.ends_at, nullptr, [] { return asked_at; });
  const auto is_over = [&](Deadline::Clock::duration answer, Deadline::Clock::duration after) {
    const Deadline deadline = scope.WorkEnd(answer);
    asked_at = now + after;
    return deadline.Expired();
  };
  EXPECT_FALSE(is_over(hours(4), hours(6) - seconds(1)));
  EXPECT_TRUE(is_over(hours(4), hours(6)));
  EXPECT_FALSE(is_over(hours(9), hours(4)));
  EXPECT_TRUE(is_over(hours(9), hours(6)));
}

TEST(RequestScope, WorkWithoutADeadlineHasNone) { EXPECT_FALSE(RequestScope().WorkEnd(hours(4)).Expired()); }

}  // namespace
}  // namespace waystone
