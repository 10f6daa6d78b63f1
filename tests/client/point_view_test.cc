#include "client/point_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace waystone::client {
namespace {

v1::PointList ListOf(const std::vector<double>& xyz) {
  v1::PointList list;
  list.mutable_xyz()->Assign(xyz.begin(), xyz.end());
  return list;
}

v1::PointList LocalListOf(const Vec3& origin, const std::vector<float>& xyz) {
  v1::PointList list;
  list.set_origin_x(origin.x);
  list.set_origin_y(origin.y);
  list.set_origin_z(origin.z);
  list.mutable_local_xyz()->Assign(xyz.begin(), xyz.end());
  return list;
}

TEST(PointView, AddsTheOriginInDoubles) {
  const v1::PointList list = LocalListOf({1e7, 0, -1e7}, {0.25F, 1, 2, 3, 4, 5});
  const PointView view = PointsOf(list);
  ASSERT_EQ(view.size(), 2U);
  EXPECT_EQ(view[0], Vec3(1e7 + 0.25, 1, -1e7 + 2));
  EXPECT_EQ(view.front(), view[0]);
  EXPECT_EQ(view.back(), Vec3(1e7 + 3, 4, -1e7 + 5));
}

TEST(PointView, IsARangeOfPoints) {
  const v1::PointList list = ListOf({0, 0, 0, 3, 0, 4, 3, 0, 10});
  const PointView view = PointsOf(list);
  double length = 0;
  Vec3 before = view.front();
  for (const Vec3 point : view) {
    length += Distance(before, point);
    before = point;
  }
  EXPECT_DOUBLE_EQ(length, 11);
  EXPECT_EQ(std::distance(view.begin(), view.end()), 3);
  EXPECT_EQ(view.begin()[2], Vec3(3, 0, 10));
  EXPECT_EQ(*std::prev(view.end()), view.back());
  EXPECT_EQ(std::find(view.begin(), view.end(), Vec3(3, 0, 4)) - view.begin(), 1);
  EXPECT_EQ(std::vector<Vec3>(view.begin(), view.end()).size(), 3U);
}

TEST(PointView, SubviewsStartWhereAsked) {
  const v1::PointList doubles = ListOf({0, 0, 0, 1, 0, 0, 2, 0, 0});
  const v1::PointList floats = LocalListOf({}, {0, 0, 0, 1, 0, 0, 2, 0, 0});
  for (const v1::PointList* const list : {&doubles, &floats}) {
    const PointView middle = PointsOf(*list).subview(1, 1);
    ASSERT_EQ(middle.size(), 1U);
    EXPECT_EQ(middle[0], Vec3(1, 0, 0));
    EXPECT_TRUE(PointsOf(*list).subview(3, 0).empty());
  }
}

TEST(PointView, TheDefaultIsEmpty) {
  EXPECT_TRUE(PointView().empty());
  EXPECT_EQ(PointView().begin(), PointView().end());
}

}  // namespace
}  // namespace waystone::client
