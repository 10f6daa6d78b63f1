#include "core/query/resource_placer.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/navmesh/surface_queries.h"
#include "tests/core/query/drawn_map.h"

namespace waystone {
namespace {

absl::StatusOr<PlaceAnswer> Place(const DrawnMap& map, uint32_t count, uint64_t seed) {
  PlaceQuery query;
  query.count = count;
  query.seed = seed;
  Workspace workspace;
  return PlaceResource(map.view(), query, workspace);
}

TEST(PlaceResource, PutsEveryPositionOnItsPolygon) {
  const DrawnMap map({"..1#\n..2.\n"});
  const PlaceAnswer answer = *Place(map, 500, 7);
  ASSERT_EQ(answer.positions.size(), 500U);
  ASSERT_EQ(answer.polys.size(), 500U);
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    const Vec3 local = answer.positions[i] - map.view().manifest->origin;
    const PolyId poly(answer.polys[i]);
    EXPECT_TRUE(IsOverPoly(map.mesh(), poly, local.Plane()));
    EXPECT_NEAR(local.y, HeightOnPoly(map.mesh(), poly, local.Plane()), 1e-9);
  }
}

TEST(PlaceResource, GivesTheSamePositionsForTheSameSeed) {
  const DrawnMap map({"...\n...\n"});
  const PlaceAnswer many = *Place(map, 100, 3);
  const PlaceAnswer few = *Place(map, 10, 3);
  for (size_t i = 0; i < few.positions.size(); ++i) EXPECT_EQ(few.positions[i], many.positions[i]);
  EXPECT_NE(Place(map, 1, 4)->positions[0], many.positions[0]);
}

TEST(PlaceResource, IsUniformByAreaNotByPolygon) {
  // One polygon of 9 cells and one of a single cell.
  AsciiOptions options;
  options.merge_rows = true;
  const DrawnMap map({"#########.\n.........#\n"}, options);
  ASSERT_EQ(map.mesh().poly_count(), 2U);
  const PlaceAnswer answer = *Place(map, 20'000, 11);
  int in_small = 0;
  for (const Vec3& at : answer.positions) in_small += at.z < -499 ? 1 : 0;
  EXPECT_NEAR(in_small, 2000, 5 * 42.4);  // five standard deviations
}

TEST(PlaceResource, RefusesCountsOutOfRange) {
  const DrawnMap map({"..\n"});
  EXPECT_EQ(Place(map, 0, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Place(map, 100'001, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Place(map, 100'000, 0).ok());
}

TEST(PlaceResource, SaysWhenThereIsNoSurfaceOrNoTime) {
  const DrawnMap empty({"#\n"});
  EXPECT_EQ(Place(empty, 1, 0).status().code(), absl::StatusCode::kFailedPrecondition);
  const DrawnMap map({"..\n"});
  Workspace workspace;
  PlaceQuery query;
  query.deadline = Deadline::After(std::chrono::seconds(-1));
  EXPECT_EQ(PlaceResource(map.view(), query, workspace).status().code(), absl::StatusCode::kDeadlineExceeded);
  const std::atomic<bool> cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(PlaceResource(map.view(), query, workspace).status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace waystone
