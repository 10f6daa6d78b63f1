#include "server/convert/convert.h"

#include <algorithm>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/field_check.h"
#include "server/convert/status_mapping.h"

namespace waystone {

namespace {

constexpr size_t kMaxProfileBytes = 64;
constexpr int kMaxAbilities = 64;
constexpr size_t kMaxAbilityBytes = 64;
constexpr size_t kMaxGenerationBytes = 64;
constexpr double kMaxSnapM = 100;
constexpr uint64_t kMaxPins = 64;

absl::Status CheckCoordinate(std::string_view field, bool is_there, double value) {
  if (!is_there) return FieldError(field, "required");
  return CheckNumber(field, value, -kMaxCoordinateM, kMaxCoordinateM);
}

absl::Status CheckPin(const v1::MapGeneration& pin, const std::string& map_id, const RequestScope& scope) {
  WS_RETURN_IF_ERROR(CheckText("generation", pin.generation(), kMaxGenerationBytes));
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
  WS_RETURN_IF_ERROR(CheckText("map_id", position.map_id(), kMaxMapIdBytes));
  WS_RETURN_IF_ERROR(CheckCoordinate("x", position.has_x(), position.x()));
  WS_RETURN_IF_ERROR(CheckCoordinate("y", position.has_y(), position.y()));
  return CheckCoordinate("z", position.has_z(), position.z());
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

absl::StatusOr<SnapOptions> ToSnapOptions(const v1::SnapOptions& snap) {
  SnapOptions options;
  if (snap.has_radius_m()) options.radius_m = snap.radius_m();
  if (snap.has_max_above_m()) options.max_above_m = snap.max_above_m();
  if (snap.has_max_below_m()) options.max_below_m = snap.max_below_m();
  WS_RETURN_IF_ERROR(CheckNumber("snap.radius_m", options.radius_m, 0, kMaxSnapM));
  WS_RETURN_IF_ERROR(CheckNumber("snap.max_above_m", options.max_above_m, 0, kMaxSnapM));
  WS_RETURN_IF_ERROR(CheckNumber("snap.max_below_m", options.max_below_m, 0, kMaxSnapM));
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

void PointWriter::Add(const Vec3& point) {
  if (is_local_) return Add((point - origin_).ToFloat());
  for (const double number : {point.x, point.y, point.z}) list_.add_xyz(number);
}

void PointWriter::Add(const Vec3f& local) {
  if (!is_local_) return Add(origin_ + Vec3(local.x, local.y, local.z));
  for (const float number : {local.x, local.y, local.z}) list_.add_local_xyz(number);
}

absl::Status CheckPointFormat(std::string_view field, v1::PointFormat format) {
  return CheckEnum(field, format, v1::PointFormat_IsValid(format));
}

void SetPoints(const std::vector<Vec3>& points, const Vec3& origin, v1::PointFormat format,
               v1::PointList& list) {
  PointWriter writer(origin, format, list);
  writer.Reserve(points.size());
  for (const Vec3& point : points) writer.Add(point);
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
}

const std::string& ResolveMapId(const std::string& map_id, const RequestScope& scope) {
  return map_id.empty() && scope.batch != nullptr ? scope.batch->map_id() : map_id;
}

const v1::Agent& ResolveAgent(bool has_agent, const v1::Agent& agent, const RequestScope& scope) {
  return !has_agent && scope.batch != nullptr ? scope.batch->agent() : agent;
}

absl::StatusOr<const LoadedMap*> FindLoadedMap(std::string_view map_field, const std::string& map_id,
                                               const RequestScope& scope) {
  WS_RETURN_IF_ERROR(CheckText(map_field, map_id, kMaxMapIdBytes));
  const std::string& name = ResolveMapId(map_id, scope);
  if (name.empty()) return FieldError(map_field, "required");
  absl::StatusOr<const LoadedMap*> map = scope.maps->Find(name);
  if (absl::IsNotFound(map.status())) {
    return FieldError(map_field, StrCat("no map ", Quoted(name), " is served"), absl::StatusCode::kNotFound);
  }
  return map;
}

absl::Status CheckAgent(const v1::Agent& agent) {
  WS_RETURN_IF_ERROR(CheckText("agent.profile", agent.profile(), kMaxProfileBytes));
  WS_RETURN_IF_ERROR(CheckCount("agent.abilities", agent.abilities_size(), kMaxAbilities));
  for (const std::string& ability : agent.abilities()) {
    WS_RETURN_IF_ERROR(CheckText("agent.abilities", ability, kMaxAbilityBytes));
  }
  return absl::OkStatus();
}

absl::StatusOr<FoundMap> FindMap(std::string_view map_field, const std::string& map_id,
                                 const v1::Agent& agent, const RequestScope& scope, ZonesNeed need) {
  WS_RETURN_IF_ERROR(CheckAgent(agent));
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap(map_field, map_id, scope));
  if (scope.effort == Effort::kQuick) need = ZonesNeed::kIfReady;
  const absl::StatusOr<MapView> view =
      map->View(agent.profile(), {agent.abilities().begin(), agent.abilities().end()}, need);
  if (!view.ok()) {
    return FieldError("agent.profile", std::string(view.status().message()), view.status().code());
  }
  return FoundMap{map, *view};
}

absl::Status CheckPins(const PinList& pinned, const std::string& map_id, const RequestScope& scope) {
  WS_RETURN_IF_ERROR(CheckCount("pinned", pinned.size(), kMaxPins));
  for (int i = 0; i < pinned.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("pinned", i, CheckPin(pinned[i], map_id, scope)));
  }
  return absl::OkStatus();
}

void SetGeneration(const LoadedMap& map, v1::MapGeneration& generation) {
  generation.set_map_id(map.manifest().map_id);
  generation.set_generation(map.generation());
}

}  // namespace waystone
