#include "client/recording/answer_difference.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "client/recording/api_methods.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

AnswerComparer Comparer(double tolerance = 0, std::vector<std::string> ignored = {}) {
  auto comparer = AnswerComparer::Create(tolerance, std::move(ignored));
  EXPECT_TRUE(comparer.ok()) << comparer.status();
  return *std::move(comparer);
}

// "path: was -> is xELEMENTS", each.
std::vector<std::string> Texts(const Comparison& comparison) {
  std::vector<std::string> texts;
  for (const Difference& difference : comparison.differences) {
    texts.push_back(difference.path + ": " + difference.was.value_or("none") + " -> " +
                    difference.is.value_or("none") + " x" + std::to_string(difference.elements));
  }
  return texts;
}

v1::PlanRouteResponse ARoute() {
  v1::PlanRouteResponse answer;
  answer.set_status(v1::ROUTE_STATUS_COMPLETE);
  answer.set_expansions(100);
  answer.set_start_anchor("abc");
  answer.add_maps()->set_generation("aa");
  v1::Route& route = *answer.add_routes();
  route.set_cost_m(10);
  route.add_polys(1);
  route.add_polys(2);
  for (const double x : {0.0, 0.0, 0.0, 5.0, 0.0, 5.0}) route.add_points()->add_xyz(x);
  for (const double length_m : {4.0, 6.0}) route.add_legs()->set_length_m(length_m);
  return answer;
}

std::vector<std::string> TextsOf(const v1::PlanRouteResponse& is,
                                 const AnswerComparer& comparer = Comparer()) {
  return Texts(comparer.Compare("PlanRoute", "", ARoute(), is));
}

TEST(AnswerDifference, NamesTheFieldAndBothValues) {
  v1::PlanRouteResponse is = ARoute();
  is.set_status(v1::ROUTE_STATUS_PARTIAL);
  is.mutable_routes(0)->mutable_legs(1)->set_length_m(6.5);
  is.mutable_routes(0)->mutable_legs(1)->set_external_id("door");
  const Comparison comparison = Comparer().Compare("PlanRoute", "", ARoute(), is);
  EXPECT_THAT(Texts(comparison),
              testing::UnorderedElementsAre("status: ROUTE_STATUS_COMPLETE -> ROUTE_STATUS_PARTIAL x1",
                                            "routes[0].legs[1].length_m: 6 -> 6.5 x1",
                                            "routes[0].legs[1].external_id: none -> \"door\" x1"));
  for (const Difference& difference : comparison.differences) {
    EXPECT_EQ(difference.field.find_first_of("[]"), std::string::npos);
    EXPECT_TRUE(difference.field.starts_with("PlanRoute.")) << difference.field;
  }
  EXPECT_FALSE(comparison.is_other_generation);
}

TEST(AnswerDifference, EqualAnswersHaveNone) { EXPECT_THAT(TextsOf(ARoute()), IsEmpty()); }

TEST(AnswerDifference, WorkAndAnchorsAreNone) {
  v1::PlanRouteResponse is = ARoute();
  is.set_expansions(7);
  is.set_start_anchor("xyz");
  is.set_goal_anchor("new");
  EXPECT_THAT(TextsOf(is), IsEmpty());
}

TEST(AnswerDifference, IdsCountInOneGenerationOnly) {
  v1::PlanRouteResponse is = ARoute();
  is.mutable_routes(0)->set_polys(0, 9);
  EXPECT_THAT(TextsOf(is), testing::ElementsAre("routes[0].polys[0]: 1 -> 9 x1"));
  is.mutable_maps(0)->set_generation("bb");
  is.mutable_routes(0)->set_cost_m(11);
  const Comparison comparison = Comparer().Compare("PlanRoute", "", ARoute(), is);
  EXPECT_TRUE(comparison.is_other_generation);
  EXPECT_THAT(Texts(comparison), testing::ElementsAre("routes[0].cost_m: 10 -> 11 x1"));
}

TEST(AnswerDifference, NumbersAreEqualWithinTheTolerance) {
  v1::PlanRouteResponse is = ARoute();
  is.mutable_routes(0)->set_cost_m(10.0009);
  is.set_goal_snap_m(0.0009);  // of 0, which is not sent
  EXPECT_THAT(TextsOf(is, Comparer(0.001)), IsEmpty());
  EXPECT_EQ(TextsOf(is, Comparer(0.0008)).size(), 2U);
  EXPECT_EQ(TextsOf(is, Comparer(0)).size(), 2U);
  is.mutable_routes(0)->set_cost_m(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(TextsOf(is, Comparer(0.001)).size(), 1U);
}

TEST(AnswerDifference, AListOfNumbersIsOneDifference) {
  v1::PlanRouteResponse was;
  v1::PlanRouteResponse is;
  for (int i = 0; i < 9; ++i) was.mutable_routes()->Add()->add_points();
  was.clear_routes();
  v1::PointList& before = *was.add_routes()->add_points();
  v1::PointList& after = *is.add_routes()->add_points();
  for (int i = 0; i < 9; ++i) before.add_xyz(i);
  for (int i = 0; i < 6; ++i) after.add_xyz(i < 2 ? i : -i);
  EXPECT_THAT(Texts(Comparer().Compare("PlanRoute", "", was, is)),
              testing::ElementsAre("routes[0].points[0].xyz[2]: 2 -> -2 x7"));
}

TEST(AnswerDifference, AMissingRouteIsOneDifference) {
  v1::PlanRouteResponse is = ARoute();
  is.clear_routes();
  const Comparison comparison = Comparer().Compare("PlanRoute", "", ARoute(), is);
  ASSERT_EQ(comparison.differences.size(), 1U);
  EXPECT_EQ(comparison.differences[0].path, "routes[0]");
  EXPECT_THAT(*comparison.differences[0].was, HasSubstr("cost_m: 10"));
  EXPECT_LE(comparison.differences[0].was->size(), 203U);
  EXPECT_FALSE(comparison.differences[0].is.has_value());
}

TEST(AnswerDifference, FieldsMayBeIgnoredByAnyRunOfTheirNames) {
  v1::PlanRouteResponse is = ARoute();
  is.mutable_routes(0)->mutable_legs(0)->set_length_m(1);
  for (const char* const name :
       {"length_m", "legs", "routes.legs", "PlanRoute", "PlanRoute.routes.legs.length_m"}) {
    EXPECT_THAT(TextsOf(is, Comparer(0, {name})), IsEmpty()) << name;
  }
  for (const char* const name : {"cost_m", "routes.length_m", "ValidateMove", "Batch.routes.legs"}) {
    EXPECT_EQ(TextsOf(is, Comparer(0, {name})).size(), 1U) << name;
  }
  for (const char* const name : {"lenght_m", "", "routes..legs", "routes[0]", "length"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(AnswerComparer::Create(0, {name}).status())) << name;
  }
}

TEST(AnswerDifference, APartIsPutBeforePathAndField) {
  v1::BatchResponse was;
  v1::BatchResponse is;
  was.add_results()->mutable_error()->set_code(5);
  *is.add_results()->mutable_plan_route() = ARoute();
  const Comparison comparison = Comparer().Compare("Exchange", "messages[2]", was, is);
  ASSERT_EQ(comparison.differences.size(), 2U);
  EXPECT_EQ(comparison.differences[0].path, "messages[2].results[0].error");
  EXPECT_EQ(comparison.differences[0].field, "Exchange.messages.results.error");
  EXPECT_EQ(comparison.differences[1].field, "Exchange.messages.results.plan_route");
}

TEST(AnswerDifference, FieldsThatAreNoAnswerAreFieldsOfTheApi) {
  ASSERT_FALSE(ApiMethods().empty());
  std::vector<std::string_view> names = AnswerComparer::FieldsOfServers();
  const std::vector<std::string_view> ids = AnswerComparer::FieldsOfGenerations();
  names.insert(names.end(), ids.begin(), ids.end());
  for (const std::string_view name : names) {
    EXPECT_NE(google::protobuf::DescriptorPool::generated_pool()->FindFieldByName(std::string(name)), nullptr)
        << name;
  }
}

}  // namespace
}  // namespace waystone::client
