#include "core/waypoint/waypoint_triggers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/heap_bytes.h"
#include "core/geom/box_stretch.h"

namespace waystone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

constexpr double kWithin_m = 0.001;  // paths end this far inside a box, or in the middle of a shorter part

}  // namespace

WaypointTriggers::Entry WaypointTriggers::EntryOfWalk(const Aabb& box, const Vec3& from, const Vec3& to) {
  const std::optional<Stretch> in = box.Contains(from) ? std::nullopt : StretchIn(box, from, to);
  if (!in.has_value()) return {kNever, kNever};
  return {in->from, in->from + std::min(kWithin_m / Distance(from, to), (in->to - in->from) / 2)};
}

WaypointTriggers::Entry WaypointTriggers::EntryOfJump(const Aabb& box, const Vec3& from, const Vec3& to) {
  const bool enters = box.Contains(to) && !box.Contains(from);
  return enters ? Entry{1, 1} : Entry{kNever, kNever};
}

WaypointTriggers::WaypointTriggers(const WaypointView& graph, std::vector<TriggerBox> boxes)
    : boxes_(std::move(boxes)), paths_(boxes_.size()), is_closed_(graph.arcs().size(), false) {
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    const Vec3 from = graph.Position(node);
    for (uint32_t box = 0; box < boxes_.size(); ++box) {
      if (!boxes_[box].is_one_way && boxes_[box].box.Contains(from))
        paths_[box].push_back({node, LinkId::None(), 0});
    }
    for (LinkId arc = graph.FirstArc(node); arc < graph.EndArc(node); ++arc) {
      const Vec3 to = graph.Position(graph.arc(arc).target);
      const EntryInto entry_into = graph.arc(arc).is_walk != 0 ? &EntryOfWalk : &EntryOfJump;
      is_closed_[arc.value()] = FirstOneWay(entry_into, from, to).border < kNever;
      for (uint32_t box = 0; box < boxes_.size(); ++box) {
        const double share = ShareInto(box, entry_into, from, to);
        if (share < kNever) paths_[box].push_back({node, arc, share});
      }
    }
  }
}

WaypointTriggers::First WaypointTriggers::FirstOneWay(EntryInto entry_into, const Vec3& from,
                                                      const Vec3& to) const {
  First first{kNever, 0};
  for (uint32_t box = 0; box < boxes_.size(); ++box) {
    if (!boxes_[box].is_one_way) continue;
    const double border = entry_into(boxes_[box].box, from, to).border;
    if (border < first.border) first = {border, box};
  }
  return first;
}

double WaypointTriggers::ShareInto(uint32_t box, EntryInto entry_into, const Vec3& from,
                                   const Vec3& to) const {
  const Entry entry = entry_into(boxes_[box].box, from, to);
  if (entry.border == kNever) return kNever;
  const First first = FirstOneWay(entry_into, from, to);
  const bool is_first = boxes_[box].is_one_way ? first.box == box : entry.border < first.border;
  return is_first ? entry.within : kNever;
}

bool WaypointTriggers::IsWalkClosed(const Vec3& from, const Vec3& to) const {
  return FirstOneWay(&EntryOfWalk, from, to).border < kNever;
}

std::optional<double> WaypointTriggers::ShareInto(uint32_t box, const Vec3& from, const Vec3& to) const {
  const double share = ShareInto(box, &EntryOfWalk, from, to);
  return share < kNever ? std::optional(share) : std::nullopt;
}

std::optional<Vec3> NearestOnWaypoints(const WaypointView& graph, const Aabb& box) {
  const Vec3 middle = (box.min + box.max) * 0.5;
  std::optional<Vec3> nearest;
  const auto offer = [&](const Vec3& place) {
    if (!nearest.has_value() || Distance(place, middle) < Distance(*nearest, middle)) nearest = place;
  };
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    const Vec3 from = graph.Position(node);
    if (box.Contains(from)) offer(from);
    for (LinkId arc = graph.FirstArc(node); arc < graph.EndArc(node); ++arc) {
      if (graph.arc(arc).is_walk == 0) continue;
      const Vec3 along = graph.Position(graph.arc(arc).target) - from;
      const std::optional<Stretch> in = StretchIn(box, from, from + along);
      const double length_sq = Dot(along, along);
      if (!in.has_value() || length_sq <= 0) continue;
      offer(from + along * std::clamp(Dot(middle - from, along) / length_sq, in->from, in->to));
    }
  }
  return nearest;
}

uint64_t WaypointTriggers::size_bytes() const {
  uint64_t bytes =
      sizeof(WaypointTriggers) + HeapBytes(boxes_) + HeapBytes(paths_) + is_closed_.capacity() / 8;
  for (const std::vector<PathIn>& paths : paths_) bytes += HeapBytes(paths);
  return bytes;
}

}  // namespace waystone
