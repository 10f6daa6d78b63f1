// Small helpers for the API's messages (proto/waystone/v1): positions, packed points, results of batches, the
// names of enums.
//
// Those of answers REQUIRE one that CheckAnswer has passed, as every answer of WaystoneClient has.
#pragma once

#include <google/protobuf/generated_enum_reflection.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/error_reason.h"
#include "client/point_view.h"
#include "core/geom/vec.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/position.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {

// Instead of an id in the API's lists: none.
inline constexpr uint32_t kNoId = std::numeric_limits<uint32_t>::max();

// Points [m, absolute] as messages. An empty map_id means the batch's.
v1::Position MakePosition(const std::string& map_id, const Vec3& at);
v1::Location MakeLocation(const std::string& map_id, const Vec3& at);
Vec3 ToVec3(const v1::Position& position);

// Appends x, y, z to a packed list of a request.
void AddPoint(const Vec3& at, google::protobuf::RepeatedField<double>* xyz);
void AddPoints(const std::vector<Vec3>& points, google::protobuf::RepeatedField<double>* xyz);

// The leg's points; none if only lengths were asked for. The view lives as long as the route.
PointView LegPoints(const v1::Route& route, const v1::RouteLeg& leg);
// Where the portal of the leg leads to. None if the leg has no portal, or only lengths were asked for.
std::optional<Vec3> Arrival(const v1::Route& route, const v1::RouteLeg& leg);

// The positions that nearest and audit are about; none for scatter. The view lives as long as the request.
PointView GivenPositions(const v1::PlaceResourceRequest& request);
// Nearest, and audit with suggest: the place found for the given position of that index, if any was.
std::optional<Vec3> FoundPlace(const v1::PlaceResourceResponse& answer, int given);

// The error of a batch, or of one of its results, as a status; OK if the result is an answer.
absl::Status ToStatus(const v1::BatchError& error);
absl::Status ToStatus(const v1::BatchResult& result);

// What to do at a portal, as words before its name: "walk into", "use", "talk at", "board"; "take" for kinds
// that have no name here.
std::string PortalVerb(v1::PortalKind kind);

// The maps that an answer had to do without, of `count` those that it names: "\"cave\" (not_there) and 3 more". Empty if it
// had to do without none.
std::string MissingMaps(const google::protobuf::RepeatedPtrField<v1::MissingMap>& named, uint32_t count);
template <typename Answer>
std::string MissingMaps(const Answer& answer) {
  return MissingMaps(answer.missing_maps(), answer.missing_map_count());
}

// A value's name without the name of its enum, in lower case ("goal_unreachable"); zero is "none", and a
// value that has no name here, as a newer server may send it, "unknown-17".
std::string EnumName(const google::protobuf::EnumDescriptor& type, int value);
template <typename Enum>
std::string EnumName(Enum value) {
  return EnumName(*google::protobuf::GetEnumDescriptor<Enum>(), static_cast<int>(value));
}

}  // namespace waystone::client
