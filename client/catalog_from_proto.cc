// What MapCatalog tells of maps and worlds.
#include <string>
#include <vector>

#include "client/answer_check.h"
#include "client/from_proto.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

absl::StatusOr<std::vector<NamedPlace>> PlacesOf(
    const google::protobuf::RepeatedPtrField<v1::DescribedPlace>& messages) {
  std::vector<NamedPlace> places;
  for (int i = 0; i < messages.size(); ++i) {
    const v1::DescribedPlace& message = messages[i];
    WS_ASSIGN_OR_RETURN(const Vec3 at, ReadPosition(StrCat("places[", i, "].position"), message.position()));
    places.push_back({message.name(), {message.position().map_id(), at}});
  }
  return places;
}

}  // namespace

absl::StatusOr<MapSummary> FromProto(const v1::MapSummary& message) {
  MapSummary summary{.map_id = message.map_id(),
                     .surface = static_cast<SurfaceKind>(message.surface()),
                     .generation = message.generation(),
                     .package_bytes = message.package_bytes(),
                     .min = {},
                     .max = {}};
  WS_ASSIGN_OR_RETURN(summary.min, ReadPosition("min", message.min()));
  WS_ASSIGN_OR_RETURN(summary.max, ReadPosition("max", message.max()));
  return summary;
}

absl::StatusOr<MapDescription> FromProto(const v1::DescribeMapResponse& message) {
  MapDescription description;
  WS_ASSIGN_OR_RETURN(description.summary, FromProto(message.summary()));
  WS_ASSIGN_OR_RETURN(description.origin, ReadPosition("origin", message.origin()));
  description.strategy_reason = message.strategy_reason();
  for (const v1::AreaType& area : message.areas()) description.areas.push_back(area.name());
  for (const v1::MapVariant& variant : message.variants()) {
    description.variants.push_back({.profile = variant.profile(),
                                    .radius_m = variant.radius_m(),
                                    .height_m = variant.height_m(),
                                    .max_climb_m = variant.max_climb_m(),
                                    .max_slope_deg = variant.max_slope_deg(),
                                    .abilities = {variant.abilities().begin(), variant.abilities().end()},
                                    .surface_size = variant.surface_size(),
                                    .area_m2 = variant.area_m2()});
  }
  description.source_name = message.source_name();
  description.baker_version = message.baker_version();
  WS_ASSIGN_OR_RETURN(description.places, PlacesOf(message.places()));
  return description;
}

absl::StatusOr<WorldDescription> FromProto(const v1::DescribeWorldResponse& message) {
  WorldDescription world{.generation = message.world_generation()};
  for (const v1::WorldMap& map : message.maps()) world.maps.push_back({map.map_id(), map.loaded()});
  for (int i = 0; i < message.portals_size(); ++i) {
    const v1::WorldPortal& portal = message.portals(i);
    const std::string field = StrCat("portals[", i, "]");
    if (!portal.has_from()) return Malformed(field + ".from", "missing");
    if (!portal.has_to()) return Malformed(field + ".to", "missing");
    WS_ASSIGN_OR_RETURN(const Vec3 from, ReadPosition(field + ".from", portal.from()));
    WS_ASSIGN_OR_RETURN(const Vec3 to, ReadPosition(field + ".to", portal.to()));
    WS_RETURN_IF_ERROR(CheckFinite(field + ".cost", portal.cost()));
    WS_RETURN_IF_ERROR(CheckFinite(field + ".money", portal.money()));
    world.portals.push_back({.name = portal.name(),
                             .from = {portal.from().map_id(), from},
                             .to = {portal.to().map_id(), to},
                             .cost = portal.cost(),
                             .kind = static_cast<PortalKind>(portal.kind()),
                             .money = portal.money(),
                             .ticket = portal.ticket(),
                             .requirement = portal.requirement()});
  }
  WS_ASSIGN_OR_RETURN(world.places, PlacesOf(message.places()));
  for (const v1::WorldTraveller& traveller : message.travellers()) {
    world.travellers.push_back(
        {traveller.profile(), {traveller.abilities().begin(), traveller.abilities().end()}});
  }
  return world;
}

}  // namespace waystone::client
