#include "bake/portals/surface_portal_baker.h"

#include <utility>
#include <vector>

#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

absl::Status NeedsGrid(const char* what) { return InvalidArgument(what, ": cells, but the map is no grid"); }

bool WalkAlike(const std::optional<MapView>& a, const std::optional<MapView>& b) {
  return a.has_value() && b.has_value() && a->navmesh == b->navmesh && a->abilities == b->abilities;
}

}  // namespace

absl::StatusOr<PlacedTrigger> SurfacePortalBaker::PlaceTrigger(const WalkedMap& map,
                                                               const TriggerSpec& spec) const {
  if (spec.cells.has_value()) return NeedsGrid("trigger");
  PlacedTrigger trigger;
  trigger.box = spec.box;
  const std::vector<std::optional<MapView>> views = map.Views(ZonesNeed::kIfReady);
  for (size_t i = 0; i < views.size(); ++i) {
    if (!views[i].has_value()) continue;
    const std::optional<Vec3> ground = GroundIn(*views[i], trigger.box);
    if (!ground.has_value()) continue;
    if (trigger.standing == 0) trigger.anchor = *ground;
    trigger.standing |= SetOf(i);
  }
  return trigger;
}

absl::StatusOr<MapArrival> SurfacePortalBaker::PlacePoint(const WalkedMap& map, const PlaceSpec& spec) const {
  if (spec.cell.has_value()) return NeedsGrid("to");
  MapArrival points;
  for (const std::optional<MapView>& view : map.Views(ZonesNeed::kIfReady)) {
    points.push_back(view.has_value() ? PlaceOn(*view, spec.point) : PlacedPoint{.place = spec.point});
  }
  return points;
}

PlacedPoint SurfacePortalBaker::PlaceOn(const MapView& map, const Vec3& point) const {
  const Vec3& origin = map.manifest->origin;
  const SnapResult snapped = SnapLocal(map, point - origin);
  if (!snapped.place.has_value()) return {.place = point};
  return {.place = snapped.place->point + origin, .node = snapped.place->poly.value(), .has_ground = true};
}

absl::StatusOr<BakedPortals> SurfacePortalBaker::BakeAll(const WalkedMap& map, std::span<const MapExit> exits,
                                                         std::span<const MapArrival> arrivals,
                                                         bool /*has_tables*/) const {
  BakedPortals baked;
  const std::vector<std::optional<MapView>> views = map.Views(ZonesNeed::kCompute);
  for (size_t i = 0; i < views.size(); ++i) {
    size_t alike = 0;
    while (alike < i && !WalkAlike(views[alike], views[i])) ++alike;
    WalksByMode walks;
    if (alike < i) {
      walks = baked.walks[alike];
    } else if (views[i].has_value()) {
      WS_ASSIGN_OR_RETURN(walks, BakeWalks(*views[i], exits, ArrivalsOf(arrivals, i)));
    }
    baked.walks.push_back(std::move(walks));
  }
  return baked;
}

}  // namespace waystone
