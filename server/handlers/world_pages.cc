#include "server/handlers/world_pages.h"

#include <string>

#include "core/geom/vec.h"
#include "core/world/world_view.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/handlers/missing_maps.h"

namespace waystone {
namespace {

void FillPlace(const WorldView& world, WorldMapIndex map, const double (&place)[3], v1::Position& position) {
  SetPosition(ToVec3(place), position);
  position.set_map_id(std::string(world.MapId(map)));
}

void FillPortal(const WorldView& world, PortalId id, v1::WorldPortal& out) {
  const WorldPortal& portal = world.Portal(id);
  out.set_name(std::string(world.NameOf(id)));
  FillPlace(world, portal.from_map, portal.anchor, *out.mutable_from());
  FillPlace(world, portal.to_map, world.ArrivalOf(id, TravellerId(0)).place, *out.mutable_to());
  out.set_cost_m(portal.cost_m);
  out.set_kind(ToProto(portal.kind));
  out.set_money(portal.money);
  out.set_ticket(std::string(world.Text(portal.ticket)));
  out.set_requirement(std::string(world.Text(portal.requirement)));
  out.set_group(std::string(world.Text(portal.group)));
  const Vec3 min = ToVec3(portal.box_min);
  const Vec3 max = ToVec3(portal.box_max);
  SetPosition((min + max) * 0.5, *out.mutable_trigger()->mutable_center());
  out.mutable_trigger()->set_half_x_m((max.x - min.x) / 2);
  out.mutable_trigger()->set_half_y_m((max.y - min.y) / 2);
  out.mutable_trigger()->set_half_z_m((max.z - min.z) / 2);
}

void FillMap(const WorldStore& store, WorldMapIndex id, v1::WorldMap& out) {
  out.set_map_id(std::string(store.world().view().MapId(id)));
  out.set_missing(ToMissingReason(store.WhyMissing(id)));
  out.set_available(out.missing() == v1::MISSING_MAP_REASON_UNSPECIFIED);
}

void FillNamedPlace(const WorldView& world, const WorldPlace& named, v1::DescribedPlace& out) {
  out.set_name(std::string(world.Text(named.name)));
  FillPlace(world, named.map, named.place, *out.mutable_position());
}

void AddTravellers(const WorldView& world, v1::DescribeWorldResponse& response) {
  for (const WorldView::Traveller& traveller : world.travellers()) {
    v1::WorldTraveller& out = *response.add_travellers();
    out.set_profile(traveller.agent);
    for (const std::string& ability : traveller.abilities) out.add_abilities(ability);
  }
}

}  // namespace

std::optional<uint32_t> FillWorldPage(const WorldStore& store, uint32_t first, const PageLimits& limits,
                                      v1::DescribeWorldResponse& response) {
  const WorldView& world = store.world().view();
  response.set_world_generation(store.world().generation());
  response.set_missing_maps(store.MissingCount());
  if (first == 0) AddTravellers(world, response);
  const auto maps = static_cast<uint32_t>(world.maps().size());
  const auto places = static_cast<uint32_t>(world.places().size());
  const auto portals = static_cast<uint32_t>(world.portals().size());
  const uint32_t end = maps + places + portals;
  size_t bytes = response.ByteSizeLong();
  const auto add = [&bytes](auto* entry, const auto& fill) {
    fill(*entry);
    bytes += entry->ByteSizeLong();
  };
  for (uint32_t next = first; next < end; ++next) {
    const bool is_full = bytes > limits.bytes || response.portals_size() == static_cast<int>(limits.portals);
    if (is_full && next > first) return next;
    if (next < maps) {
      add(response.add_maps(), [&](auto& map) { FillMap(store, WorldMapIndex(next), map); });
    } else if (next < maps + places) {
      add(response.add_places(),
          [&](auto& place) { FillNamedPlace(world, world.places()[next - maps], place); });
    } else {
      add(response.add_portals(),
          [&](auto& portal) { FillPortal(world, PortalId(next - maps - places), portal); });
    }
  }
  return std::nullopt;
}

}  // namespace waystone
