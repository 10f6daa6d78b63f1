// Only arcs near changed ground are walked anew: a map of bits over the plane tells which may be. What falls
// apart is joined by a flood over polygons from all key points at once: where two floods meet, their key
// points are joined by a path.
#include "core/explore/skeleton_changer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/deadline_poll.h"
#include "core/base/hash128.h"
#include "core/base/status_macros.h"
#include "core/changed/solid.h"
#include "core/explore/skeleton_joiner.h"
#include "core/geom/aabb.h"
#include "core/surface/kept_skeletons.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kMargin_m = 4;           // how far the walk along an arc may lie from its ends' box
constexpr uint32_t kPollInterval = 256;   // [walks]
constexpr uint32_t kCheapPerLook = 1024;  // [arcs, polygons] of which little is asked
constexpr uint32_t kLeapWork = 16;        // [walks] that looking at all solids counts as
constexpr size_t kMaxBridges = 16;        // from one key point

Aabb BoxOf(const NavmeshView& mesh, PolyId poly) {
  Aabb box;
  for (const NavEdge& edge : mesh.edges(poly)) box.Extend(Vec3(mesh.vertex(VertexId(edge.vertex))));
  return box;
}

// Which parts of the plane are near something.
class PlaneMarks {
 public:
  // If `poll` is late, the marks are not complete.
  PlaneMarks(std::span<const Aabb> boxes, DeadlinePoll& poll) : bits_(size_t{kCells} * kCells) {
    for (const Aabb& box : boxes) {
      all_.Extend(box.min);
      all_.Extend(box.max);
    }
    for (const Aabb& box : boxes) {
      const Range range = RangeOf(box);
      if (poll.Expired(size_t{range.z1 - range.z0 + 1} * (range.x1 - range.x0 + 1))) return;
      for (uint32_t z = range.z0; z <= range.z1; ++z) {
        for (uint32_t x = range.x0; x <= range.x1; ++x) bits_[z * kCells + x] = true;
      }
    }
  }
  // Whether something may be within kMargin_m of the box.
  bool AreNear(const Aabb& box) const {
    const Aabb grown{box.min - Vec3(kMargin_m, 0, kMargin_m), box.max + Vec3(kMargin_m, 0, kMargin_m)};
    const bool misses = grown.max.x < all_.min.x || grown.min.x > all_.max.x || grown.max.z < all_.min.z ||
                        grown.min.z > all_.max.z;
    if (misses || all_.IsEmpty()) return false;
    const Range range = RangeOf(grown);
    for (uint32_t z = range.z0; z <= range.z1; ++z) {
      for (uint32_t x = range.x0; x <= range.x1; ++x) {
        if (bits_[z * kCells + x]) return true;
      }
    }
    return false;
  }

 private:
  static constexpr uint32_t kCells = 256;
  struct Range {
    uint32_t x0, x1, z0, z1;
  };
  static uint32_t CellOf(double at, double min, double max) {
    const double share = max > min ? (at - min) / (max - min) : 0;
    return static_cast<uint32_t>(std::clamp(share * kCells, 0.0, kCells - 1.0));
  }
  Range RangeOf(const Aabb& box) const {
    return {CellOf(box.min.x, all_.min.x, all_.max.x), CellOf(box.max.x, all_.min.x, all_.max.x),
            CellOf(box.min.z, all_.min.z, all_.max.z), CellOf(box.max.z, all_.min.z, all_.max.z)};
  }

  Aabb all_;
  std::vector<bool> bits_;
};

// Boxes of the baked polygons that are not what they were.
std::vector<Aabb> ChangedBoxes(const MapView& baked, const WalkedGround& ground) {
  const NavmeshView& mesh = *baked.navmesh;
  std::vector<Aabb> boxes;
  DeadlinePoll poll(ground.deadline, kCheapPerLook);
  for (const PolyId poly : ground.map.surface->ForExplorations().ChangedPolys()) {
    if (poll.Expired()) return boxes;
    boxes.push_back(BoxOf(mesh, poly));
  }
  uint64_t weighted_areas = 0;
  for (const AreaFactor& factor : ground.changes.area_factors) {
    if (factor.factor != 1) weighted_areas |= uint64_t{1} << factor.area;
  }
  if (weighted_areas == 0 && ground.exclusions == nullptr) return boxes;
  for (PolyId poly(0); poly.value() < mesh.poly_count() && !poll.Expired(); ++poly) {
    const bool is_weighted = (weighted_areas >> mesh.poly(poly).area & 1) != 0;
    const bool is_blocked = ground.exclusions != nullptr && ground.exclusions->IsBlocked(poly);
    if (is_weighted || is_blocked) boxes.push_back(BoxOf(mesh, poly));
  }
  return boxes;
}

// Whether an agent that leaps straight from one place to another may touch a solid. It rises above them by its height at
// most in a jump, and not at all in a drop.
bool LeapsInto(const Solid& solid, const Vec3& from, const Vec3& to, SkeletonArcKind kind,
               const AgentProfile& agent) {
  if (solid.max_y < std::min(from.y, to.y)) return false;
  const double rise_m = kind == SkeletonArcKind::kJump ? agent.height_m : 0;
  if (solid.min_y > std::max(from.y, to.y) + rise_m + agent.height_m) return false;
  return SharesOver(FootprintOf(solid, agent.radius_m), from.Plane(), to.Plane()).has_value();
}

class Changer {
 public:
  Changer(const MapView& baked, ArcWalks& walks)
      : baked_(baked),
        skeleton_(*baked.skeleton),
        walks_(walks),
        ground_(walks.ground()),
        cheap_(ground_.deadline, kCheapPerLook),
        boxes_(ChangedBoxes(baked, ground_)),
        marks_(boxes_, cheap_) {}

  absl::StatusOr<SkeletonChanges> Change() {
    out_.is_weighted = walks_.IsWeighted();
    is_closed_.assign(skeleton_.size(), false);
    for (KeyPointId k(0); k.value() < skeleton_.size(); ++k) {
      if (cheap_.Expired()) return cheap_.Status();
      is_closed_[k.value()] = !walks_.PlaceOf(k);
    }
    for (KeyPointId k(0); k.value() < skeleton_.size(); ++k) {
      const uint32_t first = skeleton_.FirstArc(k);
      for (uint32_t i = 0; i < skeleton_.ArcsOf(k).size(); ++i) {
        WS_RETURN_IF_ERROR(Poll());
        if (cheap_.Expired()) return cheap_.Status();
        Check(k, first + i);
      }
    }
    if (walks_.MayClose()) {
      WS_RETURN_IF_ERROR(Bridge());
      WS_RETURN_IF_ERROR(JoinPieces(walks_, out_));
    }
    return std::move(out_);
  }

 private:
  absl::Status Poll() {
    if (walked_ < kPollInterval) return absl::OkStatus();
    walked_ = 0;
    return CheckInTime(ground_.deadline);
  }

  bool IsNear(KeyPointId a, KeyPointId b) const {
    Aabb box;
    box.Extend(skeleton_.Position(a));
    box.Extend(skeleton_.Position(b));
    return marks_.AreNear(box);
  }

  void Close(uint32_t arc) { out_.changed.push_back({arc, ChangedArc::kClosed, 0}); }

  void Check(KeyPointId source, uint32_t index) {
    const SkeletonArc& arc = skeleton_.arc(index);
    const KeyPointId target(arc.target);
    if (is_closed_[source.value()] || is_closed_[arc.target]) return Close(index);
    if (arc.kind == SkeletonArcKind::kJump || arc.kind == SkeletonArcKind::kDrop) {
      walked_ += kLeapWork;
      if (LeapsIntoSolid(source, target, arc.kind)) Close(index);
      return;
    }
    const bool may_be_far = walks_.space() == nullptr && !walks_.KeepsClearance();
    if (arc.kind == SkeletonArcKind::kWalk && may_be_far && !IsNear(source, target)) return;
    ++walked_;
    if (!walks_.Find(*walks_.PlaceOf(source), arc, path_)) return Close(index);
    if (walks_.WasStraight() && !walks_.IsWeighted()) return;
    const double length_m = walks_.WasStraight() ? static_cast<double>(arc.length_m) : LengthOf(path_);
    out_.changed.push_back(
        {index, static_cast<float>(walks_.CostOf(path_, length_m)), static_cast<float>(length_m)});
  }

  bool LeapsIntoSolid(KeyPointId source, KeyPointId target, SkeletonArcKind kind) const {
    const auto leaps_into = [&](const Solid& solid) {
      return LeapsInto(solid, skeleton_.Position(source), skeleton_.Position(target), kind,
                       baked_.variant->agent);
    };
    return std::ranges::any_of(ground_.changes.Closed(), [&](const ClosedParts* parts) {
      return std::ranges::any_of(parts->solids, leaps_into);
    });
  }

  // Leads from every key point beside closed ones to those behind them.
  absl::Status Bridge() {
    for (KeyPointId k(0); k.value() < skeleton_.size(); ++k) {
      if (cheap_.Expired()) return cheap_.Status();
      const auto is_closed = [&](const SkeletonArc& arc) { return is_closed_[arc.target]; };
      if (is_closed_[k.value()] || std::ranges::none_of(skeleton_.ArcsOf(k), is_closed)) continue;
      for (const auto& [length_m, target] : Behind(k)) {
        ++walked_;
        WS_RETURN_IF_ERROR(Poll());
        AddArc(walks_, k, target, walks_.MostCost_m(length_m), out_);
      }
    }
    SortAdded(out_);
    return absl::OkStatus();
  }

  // The open key points that closed ones lead to, nearest first.
  std::vector<std::pair<double, KeyPointId>> Behind(KeyPointId source) {
    std::vector<std::pair<double, KeyPointId>> found;
    std::vector<std::pair<double, KeyPointId>> queue;
    std::vector<KeyPointId> seen = {source};
    const auto go_on = [&](KeyPointId k, double so_far_m) {
      for (const SkeletonArc& arc : skeleton_.ArcsOf(k)) {
        const double length_m = so_far_m + static_cast<double>(arc.length_m);
        const bool is_closed = is_closed_[arc.target];
        if (arc.kind != SkeletonArcKind::kWalk || length_m > kBridge_m) continue;
        if ((k == source && !is_closed) || std::ranges::find(seen, KeyPointId(arc.target)) != seen.end())
          continue;
        seen.emplace_back(arc.target);
        (is_closed ? queue : found).emplace_back(length_m, arc.target);
      }
    };
    go_on(source, 0);
    for (size_t i = 0; i < queue.size() && found.size() < kMaxBridges; ++i) {
      const auto [so_far_m, k] = queue[i];
      go_on(k, so_far_m);
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), kMaxBridges));
    return found;
  }

  const MapView& baked_;
  const SkeletonView& skeleton_;
  ArcWalks& walks_;
  const WalkedGround& ground_;
  DeadlinePoll cheap_;
  const std::vector<Aabb> boxes_;
  const PlaneMarks marks_;
  std::vector<bool> is_closed_;  // [key point]
  uint32_t walked_ = 0;          // since the deadline was looked at
  SurfacePath path_;
  SkeletonChanges out_;
};

// What the changes of a skeleton follow from, besides the changed surface.
Hash128 KeyOf(const MapView& baked, const RouteChanges& changes) {
  Hasher128 hasher;
  const std::array<uint64_t, 2> map = {reinterpret_cast<uintptr_t>(baked.skeleton), baked.abilities};
  hasher.Add(std::as_bytes(std::span(map)));
  hasher.Add(std::as_bytes(std::span(&changes.min_clearance_m, 1)));
  for (const AreaFactor& factor : changes.area_factors) {
    const std::array<double, 2> pair = {static_cast<double>(factor.area), factor.factor};
    hasher.Add(std::as_bytes(std::span(pair)));
  }
  return hasher.Finish();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const SkeletonChanges>> ChangeSkeleton(const MapView& baked, ArcWalks& walks) {
  const WalkedGround& ground = walks.ground();
  KeptSkeletons* const kept = ground.map.surface->ForExplorations().Kept();
  const Hash128 key = KeyOf(baked, ground.changes);
  std::shared_ptr<const SkeletonChanges> changes = kept == nullptr ? nullptr : kept->Find(key);
  if (changes != nullptr) return changes;
  WS_ASSIGN_OR_RETURN(SkeletonChanges made, Changer(baked, walks).Change());
  WS_RETURN_IF_ERROR(CheckInTime(ground.deadline));
  changes = std::make_shared<const SkeletonChanges>(std::move(made));
  if (kept != nullptr) kept->Keep(key, changes);
  return changes;
}

}  // namespace waystone
