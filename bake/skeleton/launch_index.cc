#include "bake/skeleton/launch_index.h"

#include <cmath>

namespace waystone {

LatticePlace LaunchIndex::PlaceOf(Vec2 at) const {
  return {static_cast<int32_t>(std::lround(at.x / spacing_m_)),
          static_cast<int32_t>(std::lround(at.z / spacing_m_))};
}

uint32_t LaunchIndex::Find(const LaunchGraph& graph, LatticePlace place, double y) const {
  const auto tile = tiles_.find(KeyOf(place));
  if (tile == tiles_.end()) return kNoLaunchPoint;
  uint32_t found = kNoLaunchPoint;
  double nearest_m = same_m_;
  for (uint32_t p = tile->second->heads[CellOf(place)]; p != kNoLaunchPoint; p = next_[p]) {
    const double apart_m = std::abs(static_cast<double>(graph.points[p].at.y) - y);
    if (apart_m >= nearest_m) continue;
    nearest_m = apart_m;
    found = p;
  }
  return found;
}

void LaunchIndex::Add(LatticePlace place, uint32_t point) {
  std::unique_ptr<Tile>& tile = tiles_[KeyOf(place)];
  if (tile == nullptr) {
    tile = std::make_unique<Tile>();
    tile->heads.assign(size_t{1} << (2 * kTileBits), kNoLaunchPoint);
  }
  uint32_t& head = tile->heads[CellOf(place)];
  if (next_.size() <= point) next_.resize(point + size_t{1}, kNoLaunchPoint);
  next_[point] = head;
  head = point;
}

}  // namespace waystone
