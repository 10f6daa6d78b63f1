// A path over a surface of any kind, as searches give it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/ids.h"
#include "core/path/nav_location.h"
#include "core/path/search_outcome.h"

namespace waystone {

// A link in a path.
struct LinkUse {
  LinkId link;
  uint32_t turn = 0;     // index in `turns` of its start; its end is the next one
  uint32_t crossed = 0;  // how many of `crossed` come before it
};

// What a search found, and how it ended. If it did not find the goal, the path leads to the nearest place
// that it reached, or there is none.
struct SurfacePath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  double plane_length_m = 0;  // of the path, links being straight lines
  double cost_m = 0;          // what is least: the plane length walked, and the costs of links (LinkCost_m)
  uint32_t expansions = 0;
  NavLocation end;                 // the goal, or the reached point nearest to it (3D)
  std::vector<NavLocation> turns;  // start, every turning point, `end`: two or more; empty: no path
  std::vector<EdgeId> crossed;     // the half-edges left through, in order: the corridor; empty on grids
  std::vector<LinkUse> links;      // used, in order
  // [m of plain ground] Of each stretch, if ground has costs; empty: its plane length.
  std::vector<double> stretch_costs_m;

  // Stretch k of the path, from 0 to links.size(): what is walked before link k, and after the last one.
  std::span<const NavLocation> StretchTurns(size_t k) const;
  std::span<const EdgeId> StretchCrossed(size_t k) const;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(turns, crossed, links, stretch_costs_m); }
};

// Paths that one request has found by an index of the baked surface, whatever it changes.
struct IndexPaths {
  struct Found {
    NavLocation from;
    NavLocation to;
    SurfacePath path;
  };
  std::vector<Found> found;

  // Null if there is none.
  const SurfacePath* Find(const NavLocation& from, const NavLocation& to) const;
};

}  // namespace waystone
