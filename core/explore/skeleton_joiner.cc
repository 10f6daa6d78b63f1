#include "core/explore/skeleton_joiner.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/sort_in_time.h"
#include "core/base/status_macros.h"
#include "core/graph/components.h"
#include "core/graph/csr_graph.h"
#include "core/graph/union_find.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/poly_graph.h"

namespace waystone {
namespace {

constexpr uint32_t kNone = 0xffffffffU;
// Searches for paths that polygons seem to promise, but the agent has not: over water that it may not enter. So
// many may fail.
constexpr uint32_t kMaxFailed = 16;
constexpr uint32_t kMaxFailedWithRoom = 64;  // with a clearance
constexpr double kLeastLength_m = 1e-3;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

constexpr uint32_t kPollInterval = 256;   // [polygons] between looks at the deadline
constexpr uint32_t kCheapPerLook = 1024;  // [polygons, key points] of which little is asked

absl::Status CheckTime(const Deadline& deadline) {
  if (!deadline.Expired()) return absl::OkStatus();
  constexpr const char* kWhen = "while the parts of the skeleton were joined";
  return deadline.Cancelled() ? absl::CancelledError(kWhen) : absl::DeadlineExceededError(kWhen);
}

// Only links that the skeleton has, those of its variant. The agent may be able to use others.
uint64_t SkeletonAbilities(const MapView& map) {
  const std::vector<std::string>& of_links = map.manifest->link_abilities;
  uint64_t bits = 0;
  for (size_t k = 0; k < of_links.size(); ++k) {
    if (std::ranges::binary_search(map.variant->abilities, of_links[k])) bits |= uint64_t{1} << k;
  }
  return bits & map.abilities;
}

// The polygons that key points stand on; kNone if they are closed, or `poll` is late.
std::vector<uint32_t> PolysOf(const ArcWalks& walks, DeadlinePoll& poll) {
  const SkeletonView& skeleton = *walks.ground().map.skeleton;
  std::vector<uint32_t> polys(skeleton.size(), kNone);
  for (KeyPointId k(0); k.value() < skeleton.size() && !poll.Expired(); ++k) {
    const std::optional<NavLocation> place = walks.PlaceOf(k);
    if (place) polys[k.value()] = place->poly.value();
  }
  return polys;
}

// Which key points walk to each other and back over arcs. Of no use if `poll` is late.
Components PiecesOf(const SkeletonView& skeleton, const SkeletonChanges& changes, DeadlinePoll& poll) {
  std::vector<uint32_t> rows;
  rows.reserve(skeleton.size() + size_t{1});
  rows.push_back(0);
  std::vector<uint32_t> targets;
  targets.reserve(skeleton.arcs().size());
  for (KeyPointId k(0); k.value() < skeleton.size(); ++k) {
    if (poll.Expired()) return {};
    ForEachOpenArc(skeleton, changes, k, [&](uint32_t /*index*/, const SkeletonArc& arc, float /*cost_m*/) {
      targets.push_back(arc.target);
    });
    rows.push_back(static_cast<uint32_t>(targets.size()));
  }
  return FindComponents(CsrGraph::FromRows(std::move(rows), std::move(targets)), &poll).strong;
}

// The graph of polygons for a walk that keeps its clearance: without sides near borders on which no place has the room.
// If the deadline comes first, sides that were not looked at stay: callers check the time.
CsrGraph ClearGraph(const ArcWalks& walks) {
  const WalkedGround& ground = walks.ground();
  const NavmeshView& mesh = *ground.map.navmesh;
  const auto is_border = [&](const NavEdge& edge) {
    return edge.twin == kNoEdge || (ground.exclusions != nullptr &&
                                    ground.exclusions->IsBlocked(PolyId(mesh.edge(EdgeId(edge.twin)).poly)));
  };
  std::vector<bool> is_corner(mesh.arrays().vertices.size());
  DeadlinePoll poll(ground.deadline, kCheapPerLook);
  for (EdgeId edge(0); edge.value() < mesh.arrays().edges.size() && !poll.Expired(); ++edge) {
    if (!is_border(mesh.edge(edge))) continue;
    is_corner[mesh.edge(edge).vertex] = is_corner[mesh.edge(mesh.Next(edge)).vertex] = true;
  }
  const auto workspace = ground.scratch.Borrow<SurfaceWorkspace>();
  const double clearance_m = ground.changes.min_clearance_m;
  const ClearanceCheck check(mesh, ground.exclusions, clearance_m, *workspace);
  const auto has_room = [&](EdgeId id) {
    const NavEdge& edge = mesh.edge(id);
    if (!is_corner[edge.vertex] && !is_corner[mesh.edge(mesh.Next(id)).vertex]) return true;
    const Vec2 a = Vec3(mesh.EdgeStart(id)).Plane();
    const Vec2 b = Vec3(mesh.EdgeEnd(id)).Plane();
    constexpr int kParts = 8;
    for (int k = 0; k <= kParts; ++k) {
      const Vec2 at = a + (b - a) * (static_cast<double>(k) / kParts);
      if (check.Suffices(at, check.Room(PolyId(edge.poly), at, clearance_m))) return true;
    }
    return false;
  };
  std::vector<uint32_t> rows = {0};
  std::vector<uint32_t> targets;
  bool is_late = false;
  for (PolyId poly(0); poly.value() < mesh.poly_count(); ++poly) {
    if (poly.value() % kPollInterval == 0) is_late = is_late || ground.deadline.Expired();
    const NavPoly& record = mesh.poly(poly);
    for (EdgeId edge(record.first_edge); edge.value() < record.first_edge + record.edge_count; ++edge) {
      if (!is_border(mesh.edge(edge)) && (is_late || has_room(edge)))
        targets.push_back(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
    }
    uint32_t id = ground.map.links->FirstOf(poly).value();
    for (const NavLink& link : ground.map.links->Of(poly)) {
      const bool is_closed = ground.exclusions != nullptr && ground.exclusions->IsClosed(LinkId(id++), link);
      if (MayUse(link, SkeletonAbilities(ground.map)) && !is_closed) targets.push_back(link.end_poly);
    }
    rows.push_back(static_cast<uint32_t>(targets.size()));
  }
  return CsrGraph::FromRows(std::move(rows), std::move(targets));
}

CsrGraph GraphOf(const ArcWalks& walks, DeadlinePoll& poll) {
  const MapView& map = walks.ground().map;
  return walks.KeepsClearance() ? ClearGraph(walks)
                                : MakePolyGraph(*map.navmesh, *map.links, SkeletonAbilities(map),
                                                walks.ground().exclusions, &poll);
}

class PartJoiner {
 public:
  PartJoiner(ArcWalks& walks, SkeletonChanges& changes)
      : walks_(walks),
        skeleton_(*walks.ground().map.skeleton),
        changes_(changes),
        poll_(walks.ground().deadline, kCheapPerLook),
        poly_of_(PolysOf(walks, poll_)),
        graph_(GraphOf(walks, poll_)),
        ground_(FindComponents(graph_, &poll_).strong),
        pieces_(PiecesOf(skeleton_, changes, poll_)) {}

  absl::Status Join() {
    WS_RETURN_IF_ERROR(CheckTime(walks_.ground().deadline));
    if (!FindParted()) return absl::OkStatus();
    if (walks_.space() != nullptr) WS_RETURN_IF_ERROR(MeetInSpace());
    Flood();
    const bool is_sorted = SortInTime(meetings_, walks_.ground().deadline);
    if (poll_.is_late() || !is_sorted) return CheckTime(walks_.ground().deadline);
    UnionFind joined(pieces_.count);
    uint32_t failed = 0;
    for (const auto& [distance_m, a, b] : meetings_) {
      const uint32_t of_a = pieces_.of_node[a];
      const uint32_t of_b = pieces_.of_node[b];
      if (joined.AreJoined(of_a, of_b)) continue;
      WS_RETURN_IF_ERROR(CheckTime(walks_.ground().deadline));
      uint32_t failed_here = 0;
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        failed_here += AddArc(walks_, KeyPointId(from), KeyPointId(to), kInfinite, changes_) ? 0 : 1;
      }
      // Where walks keep a clearance, another meeting of the two may be wide enough.
      if (failed_here == 0 || !walks_.KeepsClearance()) joined.Join(of_a, of_b);
      failed += failed_here;
      if (failed > (walks_.KeepsClearance() ? kMaxFailedWithRoom : kMaxFailed)) break;
    }
    SortAdded(changes_);
    return CheckTime(walks_.ground().deadline);
  }

 private:
  // Marks the parts of the ground that have several pieces.
  bool FindParted() {
    std::vector<uint32_t> piece_on(ground_.count, kNone);
    is_parted_.assign(ground_.count, false);
    bool any = false;
    for (uint32_t k = 0; k < poly_of_.size(); ++k) {
      if (poly_of_[k] == kNone) continue;
      const uint32_t part = ground_.of_node[poly_of_[k]];
      const uint32_t before = std::exchange(piece_on[part], pieces_.of_node[k]);
      if (before == kNone || before == pieces_.of_node[k]) continue;
      is_parted_[part] = any = true;
    }
    return any;
  }

  // No polygon lies between two places of a part: each piece but the largest meets what is nearest in a straight line.
  absl::Status MeetInSpace() {
    std::vector<uint32_t> sizes(pieces_.count);
    std::vector<uint32_t> largest(ground_.count, kNone);  // [part] piece
    for (uint32_t k = 0; k < poly_of_.size(); ++k) {
      if (poly_of_[k] != kNone) ++sizes[pieces_.of_node[k]];
    }
    for (uint32_t k = 0; k < poly_of_.size(); ++k) {
      if (poly_of_[k] == kNone) continue;
      uint32_t& best = largest[ground_.of_node[poly_of_[k]]];
      if (best == kNone || sizes[pieces_.of_node[k]] > sizes[best]) best = pieces_.of_node[k];
    }
    for (uint32_t k = 0; k < poly_of_.size(); ++k) {
      if (poly_of_[k] == kNone || pieces_.of_node[k] == largest[ground_.of_node[poly_of_[k]]]) continue;
      WS_RETURN_IF_ERROR(CheckTime(walks_.ground().deadline));
      std::tuple<double, uint32_t> nearest = {kInfinite, k};
      const Vec3 at = skeleton_.Position(KeyPointId(k));
      for (uint32_t other = 0; other < poly_of_.size(); ++other) {
        if (poly_of_[other] != poly_of_[k] || pieces_.of_node[other] == pieces_.of_node[k]) continue;
        nearest = std::min(nearest, {Distance(at, skeleton_.Position(KeyPointId(other))), other});
      }
      Meet(k, std::get<1>(nearest));
    }
    return absl::OkStatus();
  }

  void Flood() {
    std::vector<uint32_t> nearest(graph_.node_count(), kNone);  // [poly] key point
    std::vector<uint32_t> queue;
    for (uint32_t k = 0; k < poly_of_.size(); ++k) {
      if (poly_of_[k] == kNone || !is_parted_[ground_.of_node[poly_of_[k]]]) continue;
      uint32_t& on_poly = nearest[poly_of_[k]];
      if (on_poly != kNone) {
        Meet(on_poly, k);
        continue;
      }
      on_poly = k;
      queue.push_back(poly_of_[k]);
    }
    for (size_t i = 0; i < queue.size() && !poll_.Expired(); ++i) {
      for (const uint32_t next : graph_.Targets(queue[i])) {
        if (ground_.of_node[next] != ground_.of_node[queue[i]]) continue;
        if (nearest[next] != kNone) {
          Meet(nearest[queue[i]], nearest[next]);
          continue;
        }
        nearest[next] = nearest[queue[i]];
        queue.push_back(next);
      }
    }
  }

  void Meet(uint32_t a, uint32_t b) {
    if (pieces_.of_node[a] == pieces_.of_node[b]) return;
    const double distance_m = Distance(skeleton_.Position(KeyPointId(a)), skeleton_.Position(KeyPointId(b)));
    meetings_.emplace_back(distance_m, std::min(a, b), std::max(a, b));
  }

  ArcWalks& walks_;
  const SkeletonView& skeleton_;
  SkeletonChanges& changes_;
  DeadlinePoll poll_;
  const std::vector<uint32_t> poly_of_;  // [key point]
  const CsrGraph graph_;                 // of polygons
  const Components ground_;
  const Components pieces_;
  std::vector<bool> is_parted_;  // [part of the ground]
  std::vector<std::tuple<double, uint32_t, uint32_t>> meetings_;
};

// The ground that a key point leads to, over arcs and polygons.
class ReachJoiner {
 public:
  ReachJoiner(ArcWalks& walks, SkeletonChanges& changes)
      : walks_(walks),
        skeleton_(*walks.ground().map.skeleton),
        changes_(changes),
        poll_(walks.ground().deadline, kCheapPerLook),
        abilities_(SkeletonAbilities(walks.ground().map)),
        is_reached_(skeleton_.size()),
        nearest_(walks.ground().map.navmesh->poly_count(), kNone) {
    const std::vector<uint32_t> poly_of = PolysOf(walks, poll_);
    for (uint32_t k = 0; k < poly_of.size(); ++k) {
      if (poly_of[k] != kNone) on_poly_.emplace_back(poly_of[k], k);
    }
    if (!SortInTime(on_poly_, walks.ground().deadline)) return;  // JoinFrom says so
    if (walks.KeepsClearance()) clear_ = ClearGraph(walks);
  }

  absl::Status JoinFrom(KeyPointId first) {
    WS_RETURN_IF_ERROR(CheckTime(walks_.ground().deadline));
    Reach(first);
    std::vector<AddedArc> added;
    uint32_t failed = 0;
    for (size_t i = 0; i < queue_.size(); ++i) {
      if (poll_.Expired()) return CheckTime(walks_.ground().deadline);
      const WalkedGround& ground = walks_.ground();
      const PolyId poly(queue_[i]);
      const KeyPointId source(nearest_[poly.value()]);
      for (const uint32_t k : KeyPointsOn(poly.value())) {
        if (is_reached_[k] || failed > kMaxFailed) continue;
        WS_RETURN_IF_ERROR(CheckTime(ground.deadline));
        found_.added.clear();
        if (!AddArc(walks_, source, KeyPointId(k), kInfinite, found_)) {
          ++failed;
          continue;
        }
        added.push_back(found_.added.front());
        Reach(KeyPointId(k));
      }
      if (clear_) {
        for (const uint32_t next : clear_->Targets(poly.value())) Enter(next, source.value());
        continue;
      }
      ForEachPolyAhead(*ground.map.navmesh, *ground.map.links, abilities_, ground.exclusions, poly,
                       [&](PolyId next) { Enter(next.value(), source.value()); });
    }
    changes_.added.insert(changes_.added.end(), added.begin(), added.end());
    SortAdded(changes_);
    return absl::OkStatus();
  }

 private:
  void Enter(uint32_t poly, uint32_t key_point) {
    if (nearest_[poly] != kNone) return;
    nearest_[poly] = key_point;
    queue_.push_back(poly);
  }

  // Enters the polygons of all key points that arcs lead to.
  void Reach(KeyPointId from) {
    std::vector<KeyPointId> stack = {from};
    is_reached_[from.value()] = true;
    while (!stack.empty() && !poll_.Expired()) {
      const KeyPointId k = stack.back();
      stack.pop_back();
      Enter(walks_.PlaceOf(k)->poly.value(), k.value());
      ForEachOpenArc(skeleton_, changes_, k,
                     [&](uint32_t /*index*/, const SkeletonArc& arc, float /*cost_m*/) {
                       if (is_reached_[arc.target]) return;
                       is_reached_[arc.target] = true;
                       stack.emplace_back(arc.target);
                     });
    }
  }

  std::vector<uint32_t> KeyPointsOn(uint32_t poly) const {
    std::vector<uint32_t> key_points;
    auto at = std::ranges::lower_bound(on_poly_, std::pair(poly, 0U));
    for (; at != on_poly_.end() && at->first == poly; ++at) key_points.push_back(at->second);
    return key_points;
  }

  ArcWalks& walks_;
  const SkeletonView& skeleton_;
  SkeletonChanges& changes_;
  DeadlinePoll poll_;
  const uint64_t abilities_;
  std::optional<CsrGraph> clear_;  // of polygons, if walks keep a clearance
  SkeletonChanges found_;
  std::vector<bool> is_reached_;                        // [key point] over arcs
  std::vector<uint32_t> nearest_;                       // [poly] a key point that leads there; kNone: none
  std::vector<uint32_t> queue_;                         // polygons
  std::vector<std::pair<uint32_t, uint32_t>> on_poly_;  // polygon, key point
};

}  // namespace

bool AddArc(ArcWalks& walks, KeyPointId source, KeyPointId target, double max_cost_m,
            SkeletonChanges& changes) {
  SurfacePath path;
  const SkeletonArc arc{.target = target.value(),
                        .length_m = 0,
                        .link = kNoSkeletonLink,
                        .direction = 0,
                        .back = 0,
                        .uses = 0,
                        .kind = SkeletonArcKind::kWalk};
  const std::optional<NavLocation> from = walks.PlaceOf(source);
  if (!from || !walks.Find(*from, arc, max_cost_m, path)) return false;
  const double length_m = std::max(kLeastLength_m, LengthOf(path));
  AddedArc added{source, arc, static_cast<float>(length_m)};
  added.arc.length_m = static_cast<float>(walks.CostOf(path, length_m));
  changes.added.push_back(added);
  return true;
}

void SortAdded(SkeletonChanges& changes) {
  const auto key = [](const AddedArc& added) { return std::tuple(added.source, added.arc.target); };
  std::ranges::stable_sort(changes.added, {}, key);
  const auto is_same = [&](const AddedArc& a, const AddedArc& b) { return key(a) == key(b); };
  const auto rest = std::unique(changes.added.begin(), changes.added.end(), is_same);
  changes.added.erase(rest, changes.added.end());
}

absl::Status JoinPieces(ArcWalks& walks, SkeletonChanges& changes) {
  return PartJoiner(walks, changes).Join();
}

absl::Status JoinFrom(KeyPointId first, ArcWalks& walks, SkeletonChanges& changes) {
  return ReachJoiner(walks, changes).JoinFrom(first);
}

}  // namespace waystone
