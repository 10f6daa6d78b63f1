// Queries and their answers in few words.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "core/base/scratch.h"
#include "core/route/route_planner.h"

namespace waystone {

// In a workspace of its own. Fails the test where the query is refused.
inline RouteAnswer Plan(const MapView& view, const RouteQuery& query) {
  Scratch scratch;
  const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(RouteAnswer());
}

inline RouteQuery Query(const Vec3& start, const std::vector<Vec3>& goals) {
  RouteQuery query;
  query.start = start;
  query.goals = goals;
  return query;
}
inline RouteQuery Query(const Vec3& start, const Vec3& goal) { return Query(start, std::vector<Vec3>{goal}); }

}  // namespace waystone
