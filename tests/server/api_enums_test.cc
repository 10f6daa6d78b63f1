#include "server/convert/api_enums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "google/protobuf/generated_enum_reflection.h"

namespace waystone {
namespace {

// Whether the enum has a value with this number: compilers write one without a name as a cast, "(Enum)9".
template <auto kValue>
bool HasName() {
  const std::string_view function = __PRETTY_FUNCTION__;
  return function.find("kValue = (") == std::string_view::npos;
}

template <typename Core, size_t... kNumbers>
std::vector<Core> ValuesOf(std::index_sequence<kNumbers...> /*numbers*/) {
  std::vector<Core> values;
  ((HasName<static_cast<Core>(kNumbers)>() ? values.push_back(static_cast<Core>(kNumbers)) : void()), ...);
  return values;
}

// Every value of the API but `only_api` has a partner in the core, and every value of the core one in the API
// that leads back to it, but for `only_to_api`.
template <typename Api, typename Core>
void ExpectPairs(const std::vector<Api>& only_api, const std::vector<Core>& only_to_api = {}) {
  const google::protobuf::EnumDescriptor* const api = google::protobuf::GetEnumDescriptor<Api>();
  for (int i = 0; i < api->value_count(); ++i) {
    const auto value = static_cast<Api>(api->value(i)->number());
    const bool is_only_api = std::find(only_api.begin(), only_api.end(), value) != only_api.end();
    EXPECT_NE(FromProto<Core>(value).has_value(), is_only_api) << api->value(i)->name();
  }
  const std::vector<Core> values = ValuesOf<Core>(std::make_index_sequence<64>());
  EXPECT_GE(values.size(), 2U) << api->name();
  for (const Core value : values) {
    const Api partner = ToProto(value);
    ASSERT_NE(api->FindValueByNumber(partner), nullptr) << api->name() << " of " << static_cast<int>(value);
    const bool leads_back = FromProto<Core>(partner) == value;
    const bool is_only = std::find(only_to_api.begin(), only_to_api.end(), value) != only_to_api.end();
    EXPECT_NE(leads_back, is_only) << api->name() << " of " << static_cast<int>(value);
  }
}

TEST(ApiEnums, EveryValueOfARouteHasAPartner) {
  ExpectPairs<v1::RouteStatus, RouteStatus>({v1::ROUTE_STATUS_UNSPECIFIED});
  ExpectPairs<v1::RouteReason, RouteReason>({}, {RouteReason::kCancelled});
  ExpectPairs<v1::RouteMethod, RouteMethod>({v1::ROUTE_METHOD_SKELETON});
  ExpectPairs<v1::AnswerBasis, RouteBasis>({});
  ExpectPairs<v1::RouteShape, RouteShape>({});
  ExpectPairs<v1::LegKind, LinkKind>({v1::LEG_KIND_UNSPECIFIED, v1::LEG_KIND_PORTAL});
  ExpectPairs<v1::PortalMode, WorldMode>({v1::PORTAL_MODE_NONE});
  ExpectPairs<v1::DistanceStatus, DistanceStatus>({v1::DISTANCE_STATUS_UNSPECIFIED});
}

TEST(ApiEnums, EveryValueOfAMapHasAPartner) {
  ExpectPairs<v1::PortalKind, PortalKind>({v1::PORTAL_KIND_UNSPECIFIED});
  ExpectPairs<v1::SurfaceKind, SurfaceKind>({v1::SURFACE_KIND_UNSPECIFIED});
  ExpectPairs<v1::SkeletonArcKind, SkeletonArcKind>({v1::SKELETON_ARC_KIND_UNSPECIFIED});
}

TEST(ApiEnums, EveryValueOfAnExplorationHasAPartner) {
  ExpectPairs<v1::WalkOrder, WalkOrder>({});
  ExpectPairs<v1::ExplorationEnd, ExploreEnd>({v1::EXPLORATION_END_UNSPECIFIED});
}

TEST(ApiEnums, EveryValueOfAPlacementHasAPartner) {
  ExpectPairs<v1::Reachability, Reachability>({});
  ExpectPairs<v1::PlaceBasis, PlaceBasis>({v1::PLACE_BASIS_UNSPECIFIED});
  ExpectPairs<v1::PlaceReason, PlaceReason>({v1::PLACE_REASON_UNSPECIFIED});
}

TEST(ApiEnums, EveryValueOfAMoveHasAPartner) {
  ExpectPairs<v1::MoveRule, MoveRule>({});
  ExpectPairs<v1::MoveCheck, MoveCheck>({v1::MOVE_CHECK_UNSPECIFIED});
  ExpectPairs<v1::MoveGrantKind, MoveGrant::Kind>({v1::MOVE_GRANT_KIND_UNSPECIFIED});
  ExpectPairs<v1::MoveVerdict, MoveVerdict>({v1::MOVE_VERDICT_UNSPECIFIED});
  ExpectPairs<v1::MoveViolationKind, MoveViolationKind>({});
  ExpectPairs<v1::MoveCorrectionKind, MoveCorrection::Kind>(
      {v1::MOVE_CORRECTION_KIND_UNSPECIFIED, static_cast<v1::MoveCorrectionKind>(2)});
  ExpectPairs<v1::MoveState, MoveState>({});
  ExpectPairs<v1::BodyMovePart, BodyMovePart>({v1::BODY_MOVE_PART_UNSPECIFIED});
}

TEST(ApiEnums, NumbersThatTheApiDoesNotHaveHaveNoPartner) {
  EXPECT_EQ(FromProto<RouteShape>(static_cast<v1::RouteShape>(15)), std::nullopt);
  EXPECT_EQ(FromProto<RouteShape>(static_cast<v1::RouteShape>(1000)), std::nullopt);
  EXPECT_EQ(FromProto<RouteShape>(static_cast<v1::RouteShape>(-1)), std::nullopt);
}

}  // namespace
}  // namespace waystone
