#include "core/skeleton/skeleton_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

//   0 - 1 - 2 = 3     the last two joined by links 1 and 2
SkeletonData Sound() {
  SkeletonData data = MakeSkeleton(4, BothWays({{0, 1}, {1, 2}, {2, 3, 1, 1}, {2, 3, 1, 2}}));
  data.arcs[0].uses = 1;  // 0 -> 1
  data.arcs[1].uses = 1;  // 1 -> 0
  return data;
}

void ExpectRefused(const std::function<void(SkeletonData&)>& breaks, const std::string& message) {
  SkeletonData data = Sound();
  breaks(data);
  const absl::StatusOr<SkeletonView> view = SkeletonView::Create(data, 4, 3);
  ASSERT_FALSE(view.ok()) << message;
  EXPECT_EQ(view.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(view.status().message()), HasSubstr(message));
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(SkeletonView, ASoundSkeletonIsAcceptedAndRead) {
  const SkeletonData data = Sound();
  const absl::StatusOr<SkeletonView> view = SkeletonView::Create(data, 4, 3);
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ(view->size(), 4U);
  EXPECT_EQ(view->ArcsOf(KeyPointId(2)).size(), 3U);
  EXPECT_EQ(view->FirstArc(KeyPointId(2)), 3U);
  EXPECT_EQ(view->arc(4).link, 1U);
}

TEST(SkeletonView, EachBrokenRuleOfTheHeaderIsRefused) {
  ExpectRefused([](SkeletonData& d) { ++d.header.arc_count; }, "counts differ");
  ExpectRefused([](SkeletonData& d) { --d.header.key_point_count; }, "counts differ");
  ExpectRefused([](SkeletonData& d) { d.header.component_count = 5; }, "more pieces");
  ExpectRefused([](SkeletonData& d) { d.header.cycle_rank = 9; }, "more pieces or loops");
  ExpectRefused([](SkeletonData& d) { d.header.spacing_m = 0; }, "bad spacing");
  ExpectRefused([](SkeletonData& d) { d.header.reach_m = kNan; }, "bad spacing or reach");
  ExpectRefused([](SkeletonData& d) { d.header.reserved[7] = 1; }, "reserved");
}

TEST(SkeletonView, EachBrokenRuleOfKeyPointsAndRowsIsRefused) {
  ExpectRefused([](SkeletonData& d) { d.key_points[2].y = kNan; }, "key points[2]: not finite");
  ExpectRefused([](SkeletonData& d) { d.key_points[3].poly = 4; }, "key points[3]: polygon out of range");
  ExpectRefused([](SkeletonData& d) { d.key_points[1].poly = 3; }, "key points[2]: out of order");
  ExpectRefused([](SkeletonData& d) { d.rows.pop_back(); }, "row missing");
  ExpectRefused([](SkeletonData& d) { d.rows[0] = 1; }, "rows[0]: do not cover");
  ExpectRefused([](SkeletonData& d) { d.rows[4] = 7; }, "rows[0]: do not cover");
  ExpectRefused([](SkeletonData& d) { d.rows[1] = 5; }, "rows[2]: not monotone");
}

TEST(SkeletonView, EachBrokenRuleOfArcsIsRefused) {
  ExpectRefused([](SkeletonData& d) { d.arcs[7].target = 4; }, "arcs[7]: target out of range");
  ExpectRefused([](SkeletonData& d) { d.arcs[2].target = 1; }, "arcs[2]: leads to where it begins");
  ExpectRefused([](SkeletonData& d) { std::swap(d.arcs[1], d.arcs[2]); }, "arcs[2]: out of order");
  ExpectRefused([](SkeletonData& d) { d.arcs[5].link = 1; }, "arcs[5]: out of order");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].length_m = 0; }, "arcs[0]: bad length");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].length_m = kNan; }, "arcs[0]: bad length");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].direction = 8; }, "no such direction");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].back = 8; }, "no such direction");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].link = 1; }, "a link without being one");
  ExpectRefused([](SkeletonData& d) { d.arcs[5].link = 3; }, "arcs[5]: link out of range");
  ExpectRefused([](SkeletonData& d) { d.arcs[0].kind = static_cast<SkeletonArcKind>(4); }, "unknown kind");
}

TEST(SkeletonView, ARoundWalkThatDoesNotBalanceIsRefused) {
  ExpectRefused([](SkeletonData& d) { d.arcs[0].uses = 2; },
                "key points[0]: the round walk does not balance");
}

}  // namespace
}  // namespace waystone
