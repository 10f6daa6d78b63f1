// The space that swimmers and flyers move through: one map as one request has it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/path/nav_location.h"
#include "core/path/search_outcome.h"
#include "core/surface/snap.h"

namespace waystone {

// A way that an agent could have taken.
struct FreeWay {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  std::vector<Vec3> line;  // of straight pieces, each of which is free; empty if none was found
};

// Of one request; one thread. Positions are map-local.
class FreeGround {
 public:
  FreeGround() = default;
  FreeGround(const FreeGround&) = delete;
  FreeGround& operator=(const FreeGround&) = delete;
  virtual ~FreeGround() = default;

  // Finds the free place of a sample; a free position stays as it is.
  virtual SnapResult SnapTo(const Vec3& position, const SnapOptions& options) = 0;
  // The place of a connected space, the one of that polygon, that is nearest to a position.
  virtual std::optional<NavLocation> NearestIn(PolyId part, const Vec3& position) = 0;
  // Whether the agent can go straight from one free place to another.
  virtual bool IsLineFree(const NavLocation& from, const NavLocation& to) = 0;
  // A way that is nearly the shortest: over voxels the shortest, pulled taut. Ways that are longer than `max_m` need not be
  // found.
  virtual FreeWay FindWay(const NavLocation& from, const NavLocation& to, double max_m,
                          const Deadline& deadline) = 0;
  // Whether a place is seen from another: the middle of an agent's body could go straight there.
  virtual bool Sees(const NavLocation& from, const NavLocation& to) const = 0;
  // So many places spread evenly, by volume, over the connected space whose places have that polygon.
  virtual std::vector<NavLocation> SpreadOver(PolyId part, uint32_t count) const = 0;
  // [m] How coarse the space is known.
  virtual double grain_m() const = 0;
};

}  // namespace waystone
