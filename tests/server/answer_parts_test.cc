#include "server/convert/answer_parts.h"

#include <gtest/gtest.h>

#include <vector>

namespace waystone {
namespace {

v1::BatchRequest Request(const std::vector<uint32_t>& max_points_per_part) {
  v1::BatchRequest request;
  for (const uint32_t most : max_points_per_part) {
    request.add_items()->mutable_plan_route()->mutable_detail()->set_max_points_per_part(most);
  }
  return request;
}

// A route over maps with so many points each, numbered from 0 on.
void AddRoute(const std::vector<int>& points_by_map, v1::PlanRouteResponse& answer) {
  v1::Route& route = *answer.add_routes();
  route.set_length_m(7);
  route.add_legs()->set_point_count(3);
  int number = 0;
  for (const int points : points_by_map) {
    v1::PointList& list = *route.add_points();
    list.set_origin_y(5);
    for (int i = 0; i < points; ++i, ++number) {
      for (int k = 0; k < 3; ++k) list.add_xyz(number);
    }
  }
}

v1::PlanRouteResponse& AddAnswer(uint64_t tag, v1::BatchResponse& response) {
  v1::BatchResult& result = *response.add_results();
  result.set_tag(tag);
  result.mutable_plan_route()->set_status(v1::ROUTE_STATUS_COMPLETE);
  return *result.mutable_plan_route();
}

// Numbers of the points in all lists, which must be whole points.
std::vector<int> Numbers(const v1::Route& route) {
  std::vector<int> numbers;
  for (const v1::PointList& list : route.points()) {
    EXPECT_EQ(list.origin_y(), 5);
    EXPECT_EQ(list.xyz_size() % 3, 0);
    for (int i = 0; i < list.xyz_size(); i += 3) numbers.push_back(static_cast<int>(list.xyz(i)));
  }
  return numbers;
}

TEST(AnswerParts, WhatNobodyWantsInPartsStaysWhole) {
  v1::BatchResponse response;
  AddRoute({50}, AddAnswer(1, response));
  AddRoute({10}, AddAnswer(2, response));
  response.add_results()->mutable_error()->set_code(3);
  const v1::BatchResponse whole = response;
  EXPECT_EQ(AnswerParts::Split(Request({0, 10, 5}), response), nullptr);
  EXPECT_EQ(response.SerializeAsString(), whole.SerializeAsString());
}

TEST(AnswerParts, FollowEachOtherWithoutGapOrOverlap) {
  v1::BatchResponse response;
  response.set_tag(9);
  AddRoute({3}, AddAnswer(70, response));
  v1::PlanRouteResponse& walks = AddAnswer(71, response);
  AddRoute({10}, walks);
  AddRoute({2}, walks);
  AddRoute({}, walks);
  AddRoute({3, 0, 4}, walks);
  const std::unique_ptr<AnswerParts> parts = AnswerParts::Split(Request({4, 4}), response);
  ASSERT_NE(parts, nullptr);
  EXPECT_TRUE(response.more());
  const v1::PlanRouteResponse& first = response.results(1).plan_route();
  EXPECT_EQ(Numbers(response.results(0).plan_route().routes(0)), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(Numbers(first.routes(0)), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(Numbers(first.routes(1)), (std::vector<int>{0, 1}));
  EXPECT_EQ(Numbers(first.routes(3)), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(first.routes(3).points(2).xyz_size(), 3);
  EXPECT_EQ(first.routes(0).length_m(), 7);
  EXPECT_EQ(first.routes(0).legs_size(), 1);

  v1::BatchResponse second;
  ASSERT_TRUE(parts->Next(second));
  EXPECT_EQ(second.tag(), 9U);
  EXPECT_TRUE(second.more());
  ASSERT_EQ(second.results_size(), 1);
  EXPECT_EQ(second.results(0).tag(), 71U);
  EXPECT_EQ(second.results(0).item_index(), 1U);
  const v1::PlanRouteResponse& middle = second.results(0).plan_route();
  EXPECT_EQ(middle.status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(middle.routes_size(), 4);
  EXPECT_EQ(Numbers(middle.routes(0)), (std::vector<int>{4, 5, 6, 7}));
  EXPECT_EQ(middle.routes(0).first_point_of_part(), 4U);
  EXPECT_EQ(middle.routes(0).legs_size(), 0);
  EXPECT_TRUE(Numbers(middle.routes(1)).empty());
  EXPECT_EQ(middle.routes(1).first_point_of_part(), 2U);
  EXPECT_EQ(Numbers(middle.routes(3)), (std::vector<int>{4, 5, 6}));
  EXPECT_EQ(middle.routes(3).points_size(), 3);

  v1::BatchResponse third;
  EXPECT_FALSE(parts->Next(third));
  EXPECT_FALSE(third.more());
  EXPECT_EQ(Numbers(third.results(0).plan_route().routes(0)), (std::vector<int>{8, 9}));
  EXPECT_EQ(third.results(0).plan_route().routes(0).first_point_of_part(), 8U);
}

TEST(AnswerParts, FloatsAreSplitLikeDoublesAndTheBytesLeftOutAreKnown) {
  v1::BatchRequest request = Request({4});
  request.mutable_items(0)->mutable_plan_route()->mutable_detail()->set_point_format(
      v1::POINT_FORMAT_LOCAL_FLOATS);
  v1::BatchResponse response;
  v1::PointList& list = *AddAnswer(7, response).add_routes()->add_points();
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 3; ++k) list.add_local_xyz(static_cast<float>(i));
  }
  EXPECT_EQ(AnswerParts::BytesLeftOut(request.items(0), response.results(0)), 6 * 3 * sizeof(float));
  const std::unique_ptr<AnswerParts> parts = AnswerParts::Split(request, response);
  ASSERT_NE(parts, nullptr);
  EXPECT_EQ(response.results(0).plan_route().routes(0).points(0).local_xyz_size(), 12);
  v1::BatchResponse second;
  EXPECT_TRUE(parts->Next(second));
  EXPECT_EQ(second.results(0).plan_route().routes(0).points(0).local_xyz(0), 4);
}

TEST(AnswerParts, EndWithTheLastPointOfEachRequest) {
  v1::BatchResponse response;
  for (uint64_t tag = 0; tag < 3; ++tag) AddRoute({12}, AddAnswer(tag, response));
  const std::unique_ptr<AnswerParts> parts = AnswerParts::Split(Request({12, 6, 4}), response);
  ASSERT_NE(parts, nullptr);
  v1::BatchResponse second;
  EXPECT_TRUE(parts->Next(second));
  ASSERT_EQ(second.results_size(), 2);
  EXPECT_EQ(second.results(0).item_index(), 1U);
  EXPECT_EQ(second.results(1).item_index(), 2U);
  v1::BatchResponse third;
  EXPECT_FALSE(parts->Next(third));
  ASSERT_EQ(third.results_size(), 1);
  EXPECT_EQ(third.results(0).item_index(), 2U);
  EXPECT_EQ(Numbers(third.results(0).plan_route().routes(0)), (std::vector<int>{8, 9, 10, 11}));
}

}  // namespace
}  // namespace waystone
