// One straight leg of a walk, and the ground under it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The part of a leg that lies over one polygon.
struct GroundPassage {
  PolyId poly;
  double from_m;  // along the leg
  double to_m;
};

// A place of a leg at which the ground may bend. Between two stations it is straight; at a station it may
// have a step.
struct GroundStation {
  double along_m;   // from the start of the leg
  double before_m;  // height of the ground just before
  double behind_m;  // and just behind
};

// A corner of a detail triangle, as a leg sees it.
struct GroundCorner {
  double along_m;
  double offset_m;  // to the left of the leg; exactly 0 within the mesh's tolerance
  double height_m;
};

// Memory of one leg, a reused part of GroundLineWorkspace.
struct GroundLegWorkspace {
  std::vector<GroundPassage> passages;
  std::vector<GroundStation> stations;
  struct Slope {
    GroundStation from;
    GroundStation to;
  };
  std::vector<GroundCorner> corners;  // of one polygon
  std::vector<Slope> slopes;          // of one polygon: its detail triangles under the leg

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(passages, stations, corners, slopes); }
};

// Divides a leg into passages, in the order in which its polygons are entered, and finds its stations.
// Vertices within the mesh's tolerance of the leg lie on it.
class GroundLeg {
 public:
  // REQUIRES: both ends name polygons of the mesh. `mesh` and `workspace` must outlive the leg.
  GroundLeg(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to,
            GroundLegWorkspace& scratch);

  // [m] In the plane.
  double length_m() const { return length_m_; }
  Vec2 At(double along_m) const { return from_.Plane() + ahead_ * along_m; }

  // Fills workspace.passages: one for each of `crossed`, the half-edges that the leg leaves polygons through,
  // and one for the polygon in which it ends. Some may have no length. O(sides).
  void FindPassages(std::span<const EdgeId> crossed);

  // Fills workspace.stations from workspace.passages: ascending, farther from each other than the mesh's
  // tolerance; the first at the start of the leg, where the ground begins at `from`, the last at its end,
  // where it ends at `to`. REQUIRES: the leg is longer than the mesh's tolerance. O(detail triangles).
  void FindStations();

 private:
  GroundCorner See(const Vec3& corner) const;
  double CrossingAlong(EdgeId side, PolyId next, double earliest_m) const;
  void SeeCorners(const NavPoly& poly);
  void FindSlopes(const GroundPassage& passage);
  void AddPassage(const GroundPassage& passage);
  void AddStation(double along_m, double height_m);
  double HeightAt(PolyId poly, double along_m) const;

  const NavmeshView& mesh_;
  GroundLegWorkspace& ws_;
  const Vec3 from_;
  const NavLocation to_;
  const double length_m_;
  const Vec2 ahead_;  // of length 1; 0 if the leg has no length
};

}  // namespace waystone
