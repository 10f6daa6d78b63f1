// The path over grounds that nothing joins: which links are missing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/graph/best_first.h"
#include "core/navmesh/closest_poly.h"
#include "core/navmesh/navmesh_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// What leads from a component of the zones to another one, if some things were mended.
struct GroundCrossing {
  enum class Kind : uint8_t { kWalk, kGap, kGapBack, kLink };
  uint32_t from = 0;
  uint32_t to = 0;
  double cost = 0;
  Kind kind = Kind::kWalk;
  uint32_t index = 0;  // of the gap or link
};

// A link that is missing, map-local.
struct MissingLink {
  Vec3 from;
  Vec3 to;
  double length_m = 0;
};

// From ground to ground: over a link that is missing, or a crossing.
struct GroundStep {
  uint32_t from = 0;  // components
  uint32_t to = 0;
  std::optional<MissingLink> link;
  uint32_t crossing = 0;  // if it is none
};

// The steps from the ground that can be reached to a ground that cannot. Missing links cost their length and kCostOfLink_m each, so
// that ground between is used if it makes them shorter; among equals the cheapest crossings decide. Links end at corners of borders.
// One thread; all must outlive it.
//
// Dijkstra's search from the goal backwards. A corner looks for the nearest ground that is not settled, and again when that is. After
// kMostLooks looks, or at the deadline, the answer is one link to the goal's ground, the shortest found; empty if none was. A look takes
// O(log polygons) if other ground is near, and O(polygons within the link) at worst.
class GroundLinks {
 public:
  static constexpr double kCostOfLink_m = 4;
  static constexpr uint32_t kMostLooks = 100'000;

  // `reached`: the search over components that ends without the goal. O(polygons + crossings * log crossings).
  GroundLinks(const NavmeshView& mesh, const ZoneView& zones, std::span<const GroundCrossing> crossings,
              const BestFirst<double>& reached, const Deadline& deadline, Scratch& scratch);

  // REQUIRES: `reached` has ended.
  std::vector<GroundStep> To(uint32_t goal);

 private:
  struct Corner {
    Vec3 at;
    uint32_t component = 0;
  };

  std::optional<GroundStep> DirectTo(uint32_t goal);
  std::vector<Vec3> CornersOf(uint32_t component, size_t most) const;
  void Settle(uint32_t component);
  void LookFrom(uint32_t corner);
  void Reach(const GroundStep& step, double cost);
  std::vector<GroundStep> StepsFrom(uint32_t component, uint32_t goal) const;

  const NavmeshView& mesh_;
  const ZoneView& zones_;
  const std::span<const GroundCrossing> crossings_;
  const BestFirst<double>& reached_;
  const Deadline& deadline_;
  Scratch::Lease<ClosestPolySearch> closest_;
  std::vector<uint32_t> by_end_;      // crossings, by `to`
  std::vector<uint32_t> first_poly_;  // [component] and one more: in polys_
  std::vector<PolyId> polys_;         // by component
  std::vector<bool> is_settled_;
  BestFirst<double> search_;
  std::vector<GroundStep> steps_;  // the search's data
  std::vector<Corner> corners_;
  std::vector<std::vector<uint32_t>> waiting_;  // [component] corners to which it is the nearest
  double most_ = 0;                             // cost of the one link to the goal
  uint32_t looks_ = 0;
};

}  // namespace waystone
