// Boxes over a graph of waypoints, and the places where paths enter them.
//
//   const WaypointTriggers triggers(graph, boxes);
//   for (const WaypointTriggers::PathIn& path : triggers.PathsInto(box)) ...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/geom/trigger_box.h"
#include "core/geom/vec.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Paths follow arcs straight if the arcs are walked; other arcs (jumps, ladders) touch only their ends. A
// path enters a box if it was outside before. If it enters several boxes at once, the first one-way box
// counts, if there is one. Immutable; any thread.
class WaypointTriggers {
 public:
  // An entry along an arc, or at a node that lies in a box.
  struct PathIn {
    PolyId node;   // the arc's source, or the node in the box
    LinkId arc;    // none at a node
    double share;  // [0, 1] of the arc, up to a millimetre inside the box
  };

  // O(arcs x boxes).
  WaypointTriggers(const WaypointView& graph, std::vector<TriggerBox> boxes);

  std::span<const TriggerBox> boxes() const { return boxes_; }
  // By nodes and arcs, ascending. Entries into a one-way box are arcs.
  std::span<const PathIn> PathsInto(uint32_t box) const { return paths_[box]; }
  // Whether the arc leads into a one-way box.
  bool IsClosed(LinkId arc) const { return is_closed_[arc.value()]; }

  // For a straight walk: whether it enters a one-way box, and the share of it up to a millimetre inside a
  // box; nullopt if it does not enter that box, or enters a one-way one before or at once. O(boxes).
  bool IsWalkClosed(const Vec3& from, const Vec3& to) const;
  std::optional<double> ShareInto(uint32_t box, const Vec3& from, const Vec3& to) const;

  uint64_t size_bytes() const;

 private:
  // Shares of a straight walk: up to the side of a box, and a millimetre further. Infinite if it does not
  // enter.
  struct Entry {
    double border;
    double within;
  };
  using EntryInto = Entry (*)(const Aabb& box, const Vec3& from, const Vec3& to);
  static Entry EntryOfWalk(const Aabb& box, const Vec3& from, const Vec3& to);
  static Entry EntryOfJump(const Aabb& box, const Vec3& from, const Vec3& to);

  // The one-way box that is entered first; its share is infinite if there is none.
  struct First {
    double border;
    uint32_t box;
  };
  First FirstOneWay(EntryInto entry_into, const Vec3& from, const Vec3& to) const;
  double ShareInto(uint32_t box, EntryInto entry_into, const Vec3& from, const Vec3& to) const;

  std::vector<TriggerBox> boxes_;
  std::vector<std::vector<PathIn>> paths_;  // by box
  std::vector<bool> is_closed_;             // by arc
};

// The place on nodes or walked arcs that lies in a box and is nearest to its middle; among equals, that of
// the lowest arc. O(arcs).
std::optional<Vec3> NearestOnWaypoints(const WaypointView& graph, const Aabb& box);

}  // namespace waystone
