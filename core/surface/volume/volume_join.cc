#include "core/surface/volume/volume_join.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/surface/search_surface.h"
#include "core/surface/volume/volume_route.h"

namespace waystone {

SkeletonJoin FindVolumeJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            Scratch& scratch) {
  std::vector<KeyPointId> ids;
  std::vector<NavLocation> places;
  for (KeyPointId k(0); k.value() < map.skeleton->size(); ++k) {
    if (options.is_closed && options.is_closed(k)) continue;
    const auto place =
        map.surface->PlaceOfBaked({PolyId(map.skeleton->key_point(k).poly), map.skeleton->Position(k)});
    if (!place || place->poly != start.poly) continue;
    ids.push_back(k);
    places.push_back(*place);
  }
  SkeletonJoin join;
  join.can_reach_none = ids.empty();
  if (ids.empty()) return join;
  double most_m = options.max_join_m == 0 ? std::numeric_limits<double>::infinity() : options.max_join_m;
  PathTerms terms;
  terms.allow_partial = false;
  terms.deadline = options.deadline;
  const auto find = [&] {
    terms.max_expansions = options.max_expansions - std::min(join.expansions, options.max_expansions);
    NearestPath nearest = FindNearestVolumeRoute(map, start, places, terms, scratch);
    const SurfacePath& path = nearest.found.path;
    join.expansions += path.expansions;
    if (!path.turns.empty() && path.cost_m <= most_m) join.key_point = ids[nearest.goal];
    return nearest.found;
  };
  const FoundPath first = find();
  if (IsCut(first.path.outcome)) join.end = first.path.outcome;
  if (join.key_point.IsNone() || !options.movement) return join;
  most_m = std::min(most_m, first.path.cost_m + kMovementDetour_m);
  size_t kept = 0;
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool is_ahead = LiesAhead(start.point, places[i].point, *options.movement);
    if (!is_ahead || Distance(start.point, places[i].point) > most_m) continue;
    ids[kept] = ids[i];
    places[kept++] = places[i];
  }
  ids.resize(kept);
  places.resize(kept);
  if (kept > 0) find();
  return join;
}

}  // namespace waystone
