#include "core/why/place_why.h"

#include <limits>
#include <optional>
#include <utility>

#include "core/navmesh/closest_poly.h"
#include "core/surface/search_surface.h"
#include "core/why/cell_walls.h"
#include "core/why/fix_path.h"
#include "core/zones/zone_view.h"

namespace waystone {
namespace {

class PlacesExplainer {
 public:
  PlacesExplainer(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch)
      : map_(map),
        query_(query),
        scratch_(scratch),
        to_places_(map, query.deadline, scratch),
        from_places_(map, query.deadline, scratch) {}

  std::vector<MendedPath> Explain() {
    std::vector<MendedPath> explained(query_.places.size());
    for (size_t i = 0; i < explained.size() && !query_.deadline.Expired(); ++i) {
      const LostPlace& lost = query_.places[i];
      explained[i] = PathOf(lost.position - map_.manifest->origin, lost.verdict);
    }
    return explained;
  }

 private:
  MendedPath PathOf(const Vec3& local, PlaceReason verdict) {
    const std::optional<NavLocation> place = PlaceAt(local);
    if (!place) return {.fixes = ExplainOffMesh(map_, local, query_.snap.max_below_m, scratch_)};
    const std::optional<NavLocation> home = HomeOf(*place);
    if (!home) return {};
    if (map_.surface->Fields().cells.has_value()) return OverWalls(*home, *place);
    if (verdict == PlaceReason::kNoReturn) {
      from_places_.Start(*place);
      MendedPath back = from_places_.To(*home);
      for (Fix& fix : back.fixes) fix.sentence = "on the way back: " + fix.sentence;
      return back;
    }
    if (started_ != map_.zones->ComponentOf(home->poly)) {
      to_places_.Start(*home);
      started_ = map_.zones->ComponentOf(home->poly);
    }
    return to_places_.To(*place);
  }

  // All homes are one ground, so that the walls from the first are those from each.
  MendedPath OverWalls(const NavLocation& home, const NavLocation& place) {
    if (!walls_) {
      walls_.emplace(map_, query_.cells, query_.deadline);
      walls_->Start(home);
    }
    return walls_->To(place);
  }

  std::optional<NavLocation> PlaceAt(const Vec3& local) const {
    if (const auto opened = OpenedPlace(map_, local, query_.snap, query_.cells)) return opened;
    return map_.surface->SnapToGround(map_, local, query_.snap, scratch_).place;
  }

  // Where one comes from.
  std::optional<NavLocation> HomeOf(const NavLocation& place) {
    if (!query_.anchors.empty()) return PlaceAt(query_.anchors[0] - map_.manifest->origin);
    const auto is_main = [&](PolyId poly) { return map_.zones->IsMain(poly); };
    return scratch_.Borrow<ClosestPolySearch>()->Find(
        *map_.navmesh, place.point, is_main, std::numeric_limits<double>::infinity(), query_.deadline);
  }

  const MapView& map_;
  const PlaceWhyQuery& query_;
  Scratch& scratch_;
  FixFinder to_places_;
  FixFinder from_places_;
  std::optional<uint32_t> started_;      // component
  std::optional<CellWallFinder> walls_;  // from the first home
};

}  // namespace

std::vector<MendedPath> ExplainPlaces(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch) {
  if (query.places.empty()) return {};
  return PlacesExplainer(map, query, scratch).Explain();
}

}  // namespace waystone
