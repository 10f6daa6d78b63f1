// Which of a request's closures the paths over a navmesh meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/changed/piece_heights.h"
#include "core/geom/aabb.h"
#include "core/surface/met_closures.h"

namespace waystone {

// An obstacle is met by a path that leads over its footprint on ground that it touches, a polygon or an area by one
// that enters it. What is met brings along the polygons closed that are joined to it, and the obstacles beside it,
// which the path would meet next. O(polygons + obstacles) for a path that meets nothing.
class MeshClosures final : public MetClosures {
 public:
  // Both must outlive it.
  MeshClosures(const MapView& baked, const RouteChanges& changes);

  const RouteChanges& met() const override { return met_; }
  bool Add(const MapView& map, const SurfacePath& path) override;

 private:
  struct Obstacle {
    const Solid* solid;
    Aabb box;
    bool is_met = false;
  };

  bool Blocks(PolyId poly) const {
    return (poly.value() < own_blocked_.size() && own_blocked_[poly.value()]) ||
           (changes_.shared != nullptr && changes_.shared->Blocks(poly));
  }
  void ReadPolys(const MapView& map, const SurfacePath& path);
  bool AddLinks(const MapView& map, const SurfacePath& path);
  bool AddPolys();
  void AddBlocked(PolyId poly);
  bool AddSolids(const SurfacePath& path);
  bool IsMet(const Obstacle& obstacle, const SurfacePath& path);
  bool IsOver(const Obstacle& obstacle, const std::vector<CutLine>& lines, const SurfacePath& path) const;
  bool Touches(const Obstacle& obstacle, const std::vector<CutLine>& lines);
  void AddBeside(size_t index);

  const NavmeshView& mesh_;
  const RouteChanges& changes_;
  const double agent_radius_m_;
  RouteChanges met_;
  std::vector<bool> own_blocked_;  // [poly]
  std::vector<Obstacle> obstacles_;
  std::vector<PolyId> polys_;     // of the path, as baked
  std::vector<Aabb> line_boxes_;  // of some lines of the path each
  std::vector<Aabb> poly_boxes_;  // of some of `polys_` each; made if need be
  PieceHeights heights_;
  std::unordered_set<uint32_t> is_taken_;  // polygons in met()
};

}  // namespace waystone
