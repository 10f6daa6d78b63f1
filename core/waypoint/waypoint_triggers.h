// Boxes over a graph of waypoints, and where ways come into them.
//
//   const WaypointTriggers triggers(graph, boxes);
//   for (const WaypointTriggers::WayIn& way : triggers.WaysInto(box)) ...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/geom/trigger_box.h"
#include "core/geom/vec.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Ways lead straight along arcs that are walked; by others (jumps, ladders) one comes to their ends only. A
// way comes into a box where it was outside before. Of boxes that it comes into at once it is the first
// one-way box, if there is one. Immutable; any thread.
class WaypointTriggers {
 public:
  static constexpr uint32_t kNoArc = 0xffffffffU;
  // Along an arc, or a node that lies in a box.
  struct WayIn {
    uint32_t node;  // that the arc leads from, or that lies in the box
    uint32_t arc;   // kNoArc: none
    double share;   // of the arc that leads to a place a millimetre within the box [0, 1]
  };

  // O(arcs x boxes).
  WaypointTriggers(const WaypointView& graph, std::vector<TriggerBox> boxes);

  std::span<const TriggerBox> boxes() const { return boxes_; }
  // By nodes and arcs, ascending. Those into a one-way box are arcs.
  std::span<const WayIn> WaysInto(uint32_t box) const { return ways_[box]; }
  // Whether the arc leads into a one-way box.
  bool IsClosed(uint32_t arc) const { return is_closed_[arc]; }

  // Of a straight walk: whether it comes into a one-way box, and what share of it leads a millimetre into a
  // box, none where it does not come into that one, or into a one-way one before or at once. O(boxes).
  bool IsWalkClosed(const Vec3& from, const Vec3& to) const;
  std::optional<double> ShareInto(uint32_t box, const Vec3& from, const Vec3& to) const;

  uint64_t size_bytes() const;

 private:
  // Shares of a straight walk: up to the side of a box, and a millimetre on. Infinite where it is not come
  // into.
  struct Entry {
    double border;
    double within;
  };
  using EntryInto = Entry (*)(const Aabb& box, const Vec3& from, const Vec3& to);
  static Entry EntryOfWalk(const Aabb& box, const Vec3& from, const Vec3& to);
  static Entry EntryOfJump(const Aabb& box, const Vec3& from, const Vec3& to);

  // The one-way box that is come into first; its share is infinite where there is none.
  struct First {
    double border;
    uint32_t box;
  };
  First FirstOneWay(EntryInto entry_into, const Vec3& from, const Vec3& to) const;
  double ShareInto(uint32_t box, EntryInto entry_into, const Vec3& from, const Vec3& to) const;

  std::vector<TriggerBox> boxes_;
  std::vector<std::vector<WayIn>> ways_;  // by box
  std::vector<bool> is_closed_;           // by arc
};

// The place of nodes and of arcs that are walked that is nearest to the middle of a box and in it; of equals
// that of the lowest arc. O(arcs).
std::optional<Vec3> NearestOnWaypoints(const WaypointView& graph, const Aabb& box);

}  // namespace waystone
