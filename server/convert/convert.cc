#include "server/convert/convert.h"

#include <algorithm>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"

namespace waystone {

namespace {

absl::Status CheckPin(const v1::MapGeneration& pin, const std::string& map_id, const RequestScope& scope) {
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map,
                      FindLoadedMap("map_id", pin.map_id().empty() ? map_id : pin.map_id(), scope));
  if (pin.generation().empty() || pin.generation() == map->generation()) return absl::OkStatus();
  return FieldError("generation",
                    StrCat("map ", Quoted(map->manifest().map_id), " is loaded in generation ",
                           map->generation(), ", not ", Quoted(pin.generation())),
                    absl::StatusCode::kNotFound);
}

}  // namespace

absl::Status CheckPosition(const v1::Position& position) {
  if (!position.has_x()) return FieldError("x", "required");
  if (!position.has_y()) return FieldError("y", "required");
  return position.has_z() ? absl::OkStatus() : FieldError("z", "required");
}

Vec3 ToVec3(const v1::Position& position) { return {position.x(), position.y(), position.z()}; }

void SetPosition(const Vec3& point, v1::Position& position) {
  position.set_x(point.x);
  position.set_y(point.y);
  position.set_z(point.z);
}

absl::StatusOr<std::vector<Vec3>> ToPositions(std::string_view field,
                                              const google::protobuf::RepeatedField<double>& xyz,
                                              uint64_t max_positions) {
  if (xyz.size() % 3 != 0) {
    return FieldError(field, StrCat("must have x, y, z of each position, has ", xyz.size(), " numbers"));
  }
  WS_RETURN_IF_ERROR(CheckCount(field, static_cast<uint64_t>(xyz.size()) / 3, max_positions));
  std::vector<Vec3> positions;
  positions.reserve(static_cast<size_t>(xyz.size()) / 3);
  for (int i = 0; i < xyz.size(); i += 3) positions.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  return positions;
}

SnapOptions ToSnapOptions(const v1::SnapOptions& snap) {
  SnapOptions options;
  if (snap.has_radius_m()) options.radius_m = snap.radius_m();
  if (snap.has_max_above_m()) options.max_above_m = snap.max_above_m();
  if (snap.has_max_below_m()) options.max_below_m = snap.max_below_m();
  return options;
}

PointWriter::PointWriter(const Vec3& origin, v1::PointFormat format, v1::PointList& list)
    : origin_(origin), is_local_(format == v1::POINT_FORMAT_LOCAL_FLOATS), list_(list) {
  if (!is_local_) return;
  list_.set_origin_x(origin.x);
  list_.set_origin_y(origin.y);
  list_.set_origin_z(origin.z);
}

void PointWriter::Reserve(size_t points) {
  const auto numbers = static_cast<int>(3 * points);
  if (is_local_) {
    list_.mutable_local_xyz()->Reserve(numbers);
  } else {
    list_.mutable_xyz()->Reserve(numbers);
  }
}

void PointWriter::Add(const Vec3& point) { Write(point, (point - origin_).ToFloat()); }
void PointWriter::Add(const Vec3f& local) { Write(origin_ + local, local); }

void PointWriter::Write(const Vec3& point, const Vec3f& local) {
  if (is_local_) {
    for (const float number : {local.x, local.y, local.z}) list_.add_local_xyz(number);
  } else {
    for (const double number : {point.x, point.y, point.z}) list_.add_xyz(number);
  }
}

bool SetPoints(const std::vector<Vec3>& points, const Vec3& origin, v1::PointFormat format,
               v1::PointList& list, const Deadline& deadline) {
  constexpr size_t kPointsPerLook = 65'536;
  PointWriter writer(origin, format, list);
  writer.Reserve(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    if (i % kPointsPerLook == kPointsPerLook - 1 && deadline.Expired() && deadline.Cancelled()) return false;
    writer.Add(points[i]);
  }
  return true;
}

void AddExternalIds(const NavmeshView& mesh, const google::protobuf::RepeatedField<uint32_t>& polys,
                    google::protobuf::RepeatedField<uint32_t>& external_ids) {
  const auto id_of = [&](uint32_t poly) {
    return poly == PolyId::kNoneValue ? kNoExternalId : mesh.poly(PolyId(poly)).external_id;
  };
  const bool has_ids =
      std::any_of(polys.begin(), polys.end(), [&](uint32_t poly) { return id_of(poly) != kNoExternalId; });
  if (!has_ids) return;
  external_ids.Reserve(polys.size());
  for (const uint32_t poly : polys) external_ids.AddAlreadyReserved(id_of(poly));
}

void SetError(const absl::Status& status, v1::BatchError& error) {
  const grpc::Status mapped = ToGrpcStatus(status);
  error.set_code(mapped.error_code());
  error.set_message(mapped.error_message());
  error.set_reason(ReasonOf(status));
  AddDetails(status, *error.mutable_details());
}

const std::string& ResolveMapId(const std::string& map_id, const RequestScope& scope) {
  return map_id.empty() && scope.batch != nullptr ? scope.batch->map_id() : map_id;
}

const v1::Agent& ResolveAgent(bool has_agent, const v1::Agent& agent, const RequestScope& scope) {
  return !has_agent && scope.batch != nullptr ? scope.batch->agent() : agent;
}

absl::StatusOr<const LoadedMap*> FindLoadedMap(std::string_view map_field, const std::string& map_id,
                                               const RequestScope& scope) {
  const std::string& name = ResolveMapId(map_id, scope);
  if (name.empty()) return FieldError(map_field, "required");
  absl::StatusOr<const LoadedMap*> map = scope.maps->Find(name);
  if (absl::IsNotFound(map.status())) {
    return FieldError(map_field, StrCat("no map ", Quoted(name), " is served"), absl::StatusCode::kNotFound);
  }
  return map;
}

absl::StatusOr<FoundMap> FindMap(std::string_view map_field, const std::string& map_id,
                                 const v1::Agent& agent, const RequestScope& scope, ZonesNeed need,
                                 std::string_view profile_field) {
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap(map_field, map_id, scope));
  if (scope.effort == Effort::kQuick) need = ZonesNeed::kIfReady;
  const absl::StatusOr<MapView> view =
      map->View(agent.profile(), {agent.abilities().begin(), agent.abilities().end()}, need, scope.deadline);
  if (absl::IsDeadlineExceeded(view.status()) || absl::IsCancelled(view.status())) return view.status();
  if (!view.ok()) {
    return FieldError(profile_field, std::string(view.status().message()), view.status().code());
  }
  return FoundMap{map, *view};
}

absl::StatusOr<const AreaType*> FindArea(const std::string& name, const FoundMap& found) {
  std::string known;
  for (const AreaType& area : found.map->manifest().areas) {
    if (area.name == name) return &area;
    known += StrCat(known.empty() ? "" : ", ", Quoted(area.name));
  }
  return FieldError("area", StrCat("map ", Quoted(found.map->manifest().map_id), " has no area ",
                                   Quoted(name), "; it has ", known));
}

absl::Status CheckPins(const PinList& pinned, const std::string& map_id, const RequestScope& scope) {
  for (int i = 0; i < pinned.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("pinned", i, CheckPin(pinned[i], map_id, scope)));
  }
  return absl::OkStatus();
}

void ChoosePinned(const PinList& pinned, const std::string& map_id, const RequestScope& scope) {
  std::vector<MapLookup::Generation> chosen;
  for (const v1::MapGeneration& pin : pinned) {
    if (pin.generation().empty()) continue;
    chosen.push_back({ResolveMapId(pin.map_id().empty() ? map_id : pin.map_id(), scope), pin.generation()});
  }
  scope.maps->Choose(std::move(chosen));
}

void SetGeneration(const LoadedMap& map, v1::MapGeneration& generation) {
  generation.set_map_id(map.manifest().map_id);
  generation.set_generation(map.generation());
}

}  // namespace waystone
