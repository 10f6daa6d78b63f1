#include "client/report/packed_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace waystone::client {
namespace {

using ::testing::ElementsAreArray;

// The page's unit tests unpack the bytes that stand here.
TEST(PackedAnswers, CornersThatPolygonsShareStandOnce) {
  v1::GetSurfaceResponse answer;
  // Two squares beside each other; of the second one a corner is off by less than the lattice.
  for (const double value : {0.,   0., 0., 0., 0., 1., 1., 0., 1., 1., 0., 0.,  // the first
                             1.01, 0., 0., 1., 0., 1., 2., 0., 1., 2., 0., 0.})
    answer.mutable_corners()->add_local_xyz(static_cast<float>(value));
  for (const uint32_t poly : {7, 8}) {
    answer.add_corner_counts(4);
    answer.add_polys(poly);
    answer.add_areas(1);
    answer.add_zones(0);
  }
  EXPECT_THAT(PackSurface(answer, 4),
              ElementsAreArray({4,                             // places per metre
                                8, 0,  0, 0, 0, 1, 2, 0, 0,    // corners
                                6, 0,  0, 8, 0, 8, 0,          // x
                                6, 0,  0, 0, 0, 0, 0,          // y
                                6, 0,  8, 0, 7, 8, 7,          // z
                                2, 4,  4,                      // of each polygon
                                2, 14, 1, 2, 1,                // ids
                                2, 2,  1, 0, 1, 1, 0, 2, 0}))  // areas, zones, clusters
      << "of two squares";
}

TEST(PackedAnswers, AWalkThereAndBackStandsOnce) {
  v1::GetSkeletonResponse answer;
  for (const float value : {0.5F, 0.F, 0.F, 1.F, 0.F, 86.F, -1.F, 0.F, 86.F})
    answer.mutable_points()->add_local_xyz(value);
  const auto add = [&answer](uint32_t from, uint32_t to, v1::SkeletonArcKind kind) {
    answer.add_arc_from(from);
    answer.add_arc_to(to);
    answer.add_arc_kinds(kind);
  };
  add(5, 6, v1::SKELETON_ARC_KIND_WALK);
  add(6, 5, v1::SKELETON_ARC_KIND_WALK);
  add(6, 5, v1::SKELETON_ARC_KIND_DROP);
  const std::string packed = PackSkeleton(answer, 2);
  const std::vector<uint8_t> bytes(packed.begin(), packed.end());
  EXPECT_THAT(bytes, ElementsAreArray({2,                     // places per metre
                                       3, 2,  2,    7,        // x
                                       3, 0,  0,    0,        // y
                                       3, 0,  0xd8, 2, 0,     // z
                                       2, 10, 2,              // from
                                       2, 2,  1,              // to
                                       2, 2,  1,    6, 1}));  // kinds
}

}  // namespace
}  // namespace waystone::client
