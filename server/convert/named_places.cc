#include "server/convert/named_places.h"

#include <algorithm>
#include <memory>
#include <string>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/named_places.h"
#include "server/convert/convert.h"

namespace waystone {
namespace {

using LocationList = google::protobuf::RepeatedPtrField<v1::Location>;

absl::Status NoSuchPlace(std::string_view owner, const std::string& name) {
  return FieldError("name", StrCat(owner, " has no place ", Quoted(name)), absl::StatusCode::kNotFound);
}

absl::StatusOr<v1::Position> FindInWorld(const std::string& name, const RequestScope& scope) {
  const std::shared_ptr<WorldStore>& store = scope.maps->World();
  if (store == nullptr) return scope.maps->NoWorldError("map_id", "a place without a map");
  const WorldView& world = store->world().view();
  const WorldPlace* const place = world.FindPlace(name);
  if (place == nullptr) return NoSuchPlace("the world", name);
  v1::Position position;
  SetPosition(ToVec3(place->place), position);
  position.set_map_id(std::string(world.MapId(place->map)));
  return position;
}

absl::StatusOr<v1::Position> FindPlace(const v1::NamedPlace& named, const RequestScope& scope) {
  if (named.map_id().empty()) return FindInWorld(named.name(), scope);
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap("map_id", named.map_id(), scope));
  const NamedPlaces& places = map->manifest().places;
  const auto place = places.find(named.name());
  if (place == places.end()) return NoSuchPlace(StrCat("map ", Quoted(named.map_id())), named.name());
  v1::Position position;
  SetPosition(place->second, position);
  position.set_map_id(named.map_id());
  return position;
}

absl::Status Resolve(const RequestScope& scope, v1::Location& location) {
  if (!location.has_named_place()) return absl::OkStatus();
  absl::StatusOr<v1::Position> position = FindPlace(location.named_place(), scope);
  if (!position.ok()) return Within("named_place", position.status());
  *location.mutable_position() = *std::move(position);
  return absl::OkStatus();
}

absl::Status ResolveAll(const char* field, const RequestScope& scope, LocationList& locations) {
  for (int i = 0; i < locations.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, Resolve(scope, locations[i])));
  }
  return absl::OkStatus();
}

bool HasNamed(const LocationList& locations) {
  return std::any_of(locations.begin(), locations.end(),
                     [](const v1::Location& location) { return location.has_named_place(); });
}

}  // namespace

absl::Status CheckNamedPlace(const v1::NamedPlace& place) {
  return place.name().empty() ? FieldError("name", "required") : absl::OkStatus();
}

absl::StatusOr<const v1::PlanRouteRequest*> ResolvePlaces(const v1::PlanRouteRequest& request,
                                                          const RequestScope& scope,
                                                          v1::PlanRouteRequest& resolved) {
  if (!request.start().has_named_place() && !HasNamed(request.goals()) && !HasNamed(request.via())) {
    return &request;
  }
  resolved = request;
  WS_RETURN_IF_ERROR(Within("start", Resolve(scope, *resolved.mutable_start())));
  WS_RETURN_IF_ERROR(ResolveAll("goals", scope, *resolved.mutable_goals()));
  WS_RETURN_IF_ERROR(ResolveAll("via", scope, *resolved.mutable_via()));
  return &resolved;
}

}  // namespace waystone
