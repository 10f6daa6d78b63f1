#include "client/messages.h"

#include <google/protobuf/descriptor.h>

#include <string_view>

#include "absl/strings/ascii.h"
#include "client/number_check.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::client {

v1::Position MakePosition(const std::string& map_id, const Vec3& at) {
  v1::Position position;
  position.set_map_id(map_id);
  position.set_x(at.x);
  position.set_y(at.y);
  position.set_z(at.z);
  return position;
}

v1::Location MakeLocation(const std::string& map_id, const Vec3& at) {
  v1::Location location;
  *location.mutable_position() = MakePosition(map_id, at);
  return location;
}

Vec3 ToVec3(const v1::Position& position) { return {position.x(), position.y(), position.z()}; }

void AddPoint(const Vec3& at, google::protobuf::RepeatedField<double>* xyz) {
  for (const double coordinate : {at.x, at.y, at.z}) xyz->Add(coordinate);
}

void AddPoints(const std::vector<Vec3>& points, google::protobuf::RepeatedField<double>* xyz) {
  for (const Vec3& point : points) AddPoint(point, xyz);
}

PointView LegPoints(const v1::Route& route, const v1::RouteLeg& leg) {
  if (route.points().empty()) return {};
  return PointsOf(route.points(static_cast<int>(leg.map_index())))
      .subview(leg.first_point(), leg.point_count());
}

std::optional<Vec3> Arrival(const v1::Route& route, const v1::RouteLeg& leg) {
  if (!leg.has_portal() || route.points().empty()) return std::nullopt;
  return PointsOf(route.points(static_cast<int>(leg.portal().to_map_index()))).front();
}

PointView GivenPositions(const v1::PlaceResourceRequest& request) {
  return PointsOf(request.has_nearest() ? request.nearest().xyz() : request.audit().xyz());
}

std::optional<Vec3> FoundPlace(const v1::PlaceResourceResponse& answer, int given) {
  if (answer.suggestions().empty() || answer.suggestions(given) == v1::SUGGESTION_STATUS_NOT_FOUND) {
    return std::nullopt;
  }
  return PointsOf(answer.points())[static_cast<size_t>(given)];
}

absl::Status ToStatus(const v1::BatchError& error) {
  if (error.code() == 0) return Malformed("error.code", "0 is no error");
  return WithReason(absl::Status(static_cast<absl::StatusCode>(error.code()), error.message()),
                    error.reason());
}

absl::Status ToStatus(const v1::BatchResult& result) {
  return result.has_error() ? ToStatus(result.error()) : absl::OkStatus();
}

std::string PortalVerb(v1::PortalKind kind) {
  switch (kind) {
    case v1::PORTAL_KIND_WALK_IN:
      return "walk into";
    case v1::PORTAL_KIND_USE:
      return "use";
    case v1::PORTAL_KIND_NPC:
      return "talk at";
    case v1::PORTAL_KIND_SHIP:
      return "board";
    default:
      return "take";
  }
}

std::string MissingMaps(const google::protobuf::RepeatedPtrField<v1::MissingMap>& named, uint32_t count) {
  std::string text;
  for (const v1::MissingMap& map : named) {
    StrAppend(text, text.empty() ? "" : ", ", Quoted(map.map_id()), " (", EnumName(map.reason()), ")");
  }
  const auto size = static_cast<uint32_t>(named.size());
  if (count > size) StrAppend(text, " and ", count - size, " more");
  return text;
}

std::string EnumName(const google::protobuf::EnumDescriptor& type, int value) {
  constexpr std::string_view kZero = "UNSPECIFIED";  // the end of every enum's name of 0
  if (value == 0) return "none";
  const google::protobuf::EnumValueDescriptor* const found = type.FindValueByNumber(value);
  if (found == nullptr) return StrCat("unknown-", value);
  const size_t prefix = type.FindValueByNumber(0)->name().size() - kZero.size();
  return absl::AsciiStrToLower(found->name().substr(prefix));
}

}  // namespace waystone::client
