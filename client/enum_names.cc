// The names come from the generated code, so that they cannot drift from the API.
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "client/types.h"
#include "core/base/str_cat.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/exploration.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {
namespace {

// "ROUTE_STATUS_COMPLETE" without its prefix, in lower case.
std::string Shorten(int value, const std::string& full_name, std::string_view prefix) {
  if (value == 0) return "none";
  if (full_name.empty()) return StrCat("unknown-", value);
  return absl::AsciiStrToLower(full_name.substr(prefix.size()));
}

}  // namespace

std::string EnumName(RouteShape value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::RouteShape_Name(number), "ROUTE_SHAPE_");
}

std::string EnumName(RouteStatus value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::RouteStatus_Name(number), "ROUTE_STATUS_");
}

std::string EnumName(RouteReason value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::RouteReason_Name(number), "ROUTE_REASON_");
}

std::string EnumName(RouteMethod value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::RouteMethod_Name(number), "ROUTE_METHOD_");
}

std::string EnumName(AnswerBasis value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::AnswerBasis_Name(number), "ANSWER_BASIS_");
}

std::string EnumName(LegKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::LegKind_Name(number), "LEG_KIND_");
}

std::string EnumName(WalkOrder value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::WalkOrder_Name(number), "WALK_ORDER_");
}

std::string EnumName(ExplorationEnd value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::ExplorationEnd_Name(number), "EXPLORATION_END_");
}

std::string EnumName(PlaceStatus value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::PlaceStatus_Name(number), "PLACE_STATUS_");
}

std::string EnumName(PlaceReason value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::PlaceReason_Name(number), "PLACE_REASON_");
}

std::string EnumName(PlaceBasis value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::PlaceBasis_Name(number), "PLACE_BASIS_");
}

std::string EnumName(Reachability value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::Reachability_Name(number), "REACHABILITY_");
}

std::string EnumName(DistanceMetric value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::DistanceMetric_Name(number), "DISTANCE_METRIC_");
}

std::string EnumName(DistanceStatus value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::DistanceStatus_Name(number), "DISTANCE_STATUS_");
}

std::string EnumName(MoveRule value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveRule_Name(number), "MOVE_RULE_");
}

std::string EnumName(MoveCheck value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveCheck_Name(number), "MOVE_CHECK_");
}

std::string EnumName(MoveGrantKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveGrantKind_Name(number), "MOVE_GRANT_KIND_");
}

std::string EnumName(MoveVerdict value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveVerdict_Name(number), "MOVE_VERDICT_");
}

std::string EnumName(MoveViolationKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveViolationKind_Name(number), "MOVE_VIOLATION_KIND_");
}

std::string EnumName(MoveCorrectionKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::MoveCorrectionKind_Name(number), "MOVE_CORRECTION_KIND_");
}

std::string EnumName(SurfaceKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::SurfaceKind_Name(number), "SURFACE_KIND_");
}

std::string EnumName(PortalMode value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::PortalMode_Name(number), "PORTAL_MODE_");
}

std::string EnumName(PortalKind value) {
  const int number = static_cast<int>(value);
  return Shorten(number, v1::PortalKind_Name(number), "PORTAL_KIND_");
}

std::string PortalVerb(PortalKind kind) {
  switch (kind) {
    case PortalKind::kWalkIn:
      return "walk into";
    case PortalKind::kUse:
      return "use";
    case PortalKind::kNpc:
      return "talk at";
    case PortalKind::kShip:
      return "board";
  }
  return "take";
}

}  // namespace waystone::client
