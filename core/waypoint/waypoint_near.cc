// Depth first through the boxes, each level's lowest box first, limited by the best place found.
#include "core/waypoint/waypoint_near.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

namespace waystone {
namespace {

constexpr size_t kMaxLevels = 12;  // 8^12 nodes and more than there are

// Calls look_at(node) for the nodes in boxes that may hold what is looked for, depth first.
template <typename MayHold, typename LookAt>
void VisitNodes(const WaypointView& graph, const MayHold& may_hold, const LookAt& look_at) {
  // Start of each level in the boxes, from the lowest.
  std::array<size_t, kMaxLevels> first{};
  size_t levels = 0;
  size_t count = graph.size();
  for (size_t begin = 0; begin < graph.boxes().size() && levels < kMaxLevels; ++levels) {
    first[levels] = begin;
    count = (count + kWaypointBoxArity - 1) / kWaypointBoxArity;
    begin += count;
  }
  if (levels == 0) return;
  struct Box {
    size_t level;
    size_t index;
  };
  std::vector<Box> open = {{levels - 1, 0}};
  while (!open.empty()) {
    const Box box = open.back();
    open.pop_back();
    if (!may_hold(graph.boxes()[first[box.level] + box.index])) continue;
    const size_t begin = box.index * kWaypointBoxArity;
    if (box.level == 0) {
      const size_t end = std::min<size_t>(begin + kWaypointBoxArity, graph.size());
      for (size_t node = begin; node < end; ++node) look_at(PolyId(static_cast<uint32_t>(node)));
      continue;
    }
    const size_t width = first[box.level] - first[box.level - 1];
    const size_t end = std::min(begin + kWaypointBoxArity, width);
    for (size_t i = end; i > begin; --i) open.push_back({box.level - 1, i - 1});
  }
}

class ArcFinder {
 public:
  ArcFinder(const WaypointView& graph, const Vec3& position, const ArcReach& reach,
            absl::FunctionRef<bool(PolyId, LinkId)> admit)
      : graph_(graph), position_(position), reach_(reach), admit_(admit) {}

  std::optional<ArcPlace> Find() {
    VisitNodes(
        graph_, [&](const WaypointBox& box) { return MayHold(box); }, [&](PolyId node) { LookAt(node); });
    return best_;
  }

 private:
  bool MayHold(const WaypointBox& box) const {
    const double x_m = std::max({box.min[0] - position_.x, position_.x - box.max[0], 0.0});
    const double z_m = std::max({box.min[2] - position_.z, position_.z - box.max[2], 0.0});
    const double most_m = best_ ? std::min(reach_.radius_m, best_->distance_m) : reach_.radius_m;
    return x_m * x_m + z_m * z_m <= most_m * most_m && box.max[1] >= position_.y - reach_.below_m &&
           box.min[1] <= position_.y + reach_.above_m;
  }

  uint32_t IdOf(PolyId node) const { return graph_.node(node).external_id; }

  void LookAt(PolyId source) {
    for (LinkId i = graph_.FirstArc(source); i < graph_.EndArc(source); ++i) {
      const WaypointArc& arc = graph_.arc(i);
      if (arc.is_walk == 0) continue;
      // Measured from the lower id, so that a link and the one back give the same place.
      const PolyId low = IdOf(source) < IdOf(arc.target) ? source : arc.target;
      const PolyId high = low == source ? arc.target : source;
      const Vec3 at = NearestOnSegment(graph_.Position(low), graph_.Position(high), position_);
      if (PlaneDistance(at, position_) > reach_.radius_m || at.y < position_.y - reach_.below_m ||
          at.y > position_.y + reach_.above_m) {
        continue;
      }
      const double distance_m = Distance(at, position_);
      const auto key = [&](double m, PolyId from, LinkId by) {
        return std::tuple(m, IdOf(from), IdOf(graph_.arc(by).target));
      };
      const bool is_nearer =
          !best_ || key(distance_m, source, i) < key(best_->distance_m, best_->source, best_->arc);
      if (is_nearer && admit_(source, i)) best_ = ArcPlace{i, source, at, distance_m};
    }
  }

  const WaypointView& graph_;
  const Vec3 position_;
  const ArcReach reach_;
  const absl::FunctionRef<bool(PolyId, LinkId)> admit_;
  std::optional<ArcPlace> best_;
};

}  // namespace

std::optional<ArcPlace> NearestOnArcs(const WaypointView& graph, const Vec3& position, const ArcReach& reach,
                                      absl::FunctionRef<bool(PolyId source, LinkId arc)> admit) {
  return ArcFinder(graph, position, reach, admit).Find();
}

void ForEachNodeNear(const WaypointView& graph, const Aabb& box, absl::FunctionRef<void(PolyId node)> use) {
  const auto may_hold = [&](const WaypointBox& other) {
    return box.Overlaps(
        {{other.min[0], other.min[1], other.min[2]}, {other.max[0], other.max[1], other.max[2]}});
  };
  VisitNodes(graph, may_hold, use);
}

Vec3 NearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& position) {
  const Vec2 along = b.Plane() - a.Plane();
  const double length_sq = Dot(along, along);
  if (length_sq <= 0) return a;
  const double share = std::clamp(Dot(position.Plane() - a.Plane(), along) / length_sq, 0.0, 1.0);
  return a + (b - a) * share;
}

}  // namespace waystone
