// A border is one agent radius away from what lies beyond it (a ledge, a wall), give or take a voxel or two.
// From a place on it the agent
//   drops  by going outwards until it is clear of the ledge (two radii, a little more where voxels rounded
//          the border) and falling onto the highest surface below,
//   jumps  to the nearest point of any polygon in reach, along a parabola as high as it can jump, along a low
//          one, or straight up and across, and
//   steps  to polygons within a step's height that lie just across.
#include "bake/links/link_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <tuple>

#include "core/base/parallel_for.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

// How far beyond two radii a drop still counts as straight down from the border, and a step as just across.
constexpr double kLedgeSlackRadii = 1.5;
constexpr double kInside_m = 0.1;       // landings are this far within their polygon where it is wide enough
constexpr double kLowRise_m = 0.25;     // of the low parabola above the higher end
constexpr double kOutwardCosine = 0.2;  // flights lead outwards, at most about 78 degrees off
constexpr double kNearWalk_m = 1.0;     // a walk that strays no further replaces a jump
constexpr double kWorthwhile = 0.9;     // another flight to the same polygon must be this much shorter
constexpr uint32_t kMaxInReach = 512;   // polygons looked at from one border, nearest ids first

class BorderTrier {
 public:
  BorderTrier(const NavmeshView& mesh, const CollisionView& solid, const AgentProfile& agent,
              const LinkGenOptions& options)
      : mesh_(mesh), agent_(agent), options_(options), flight_(solid, agent) {
    ledge_reach_m_ = 2 * agent.radius_m + kLedgeSlackRadii * std::max(agent.radius_m, 0.1);
    reach_m_ = std::max(ledge_reach_m_, options.jump_distance_m);
    lowest_m_ = std::max({options.drop_height_m, options.jump_height_m, agent.max_climb_m});
    highest_m_ = std::max(options.jump_height_m, agent.max_climb_m);
  }

  // All links that leave over the borders of one polygon.
  void TryPoly(PolyId poly, FoundLinks& out) {
    found_.clear();
    const NavPoly& p = mesh_.poly(poly);
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      const EdgeId edge(p.first_edge + k);
      if (mesh_.edge(edge).twin == kNoEdge) TryBorder(poly, edge, out);
    }
    KeepBest(out);
  }
  const FlightCounts& counts() const { return flight_.counts(); }

 private:
  struct Landing {
    double distance_m;  // horizontally
    NavLocation place;
  };

  void TryBorder(PolyId poly, EdgeId edge, FoundLinks& out) {
    const Vec3 a = mesh_.EdgeStart(edge);
    const Vec3 b = mesh_.EdgeEnd(edge);
    const double length = PlaneDistance(a, b);
    if (length < 1e-6) return;
    Aabb box;
    for (const Vec3& end : {a, b}) {
      box.Extend(end - Vec3{reach_m_, lowest_m_ + agent_.max_climb_m, reach_m_});
      box.Extend(end + Vec3{reach_m_, highest_m_ + agent_.max_climb_m, reach_m_});
    }
    in_reach_.clear();
    ForEachPolyIn(mesh_, box, [&](PolyId near) { in_reach_.push_back(near); });
    std::erase(in_reach_, poly);
    if (in_reach_.size() > kMaxInReach) in_reach_.resize(kMaxInReach);
    if (in_reach_.empty()) return;
    const Vec2 along = (b.Plane() - a.Plane()) * (1 / length);
    const Vec2 outward{along.z, -along.x};  // the polygon lies to the left of its sides
    const int tries = std::max(1, static_cast<int>(length / options_.spacing_m));
    for (int i = 0; i < tries; ++i) {
      Vec3 start = a + (b - a) * ((i + 0.5) / tries);
      start.y = HeightOnPoly(mesh_, poly, start.Plane());
      ++out.tries;
      if (options_.drop_height_m > agent_.max_climb_m) TryDrops({poly, start}, outward);
      TryLandings({poly, start}, outward, out);
    }
  }

  void TryDrops(const NavLocation& from, Vec2 outward) {
    constexpr double kHalfRoot = 0.70710678118654752;
    const Vec2 along{-outward.z, outward.x};
    const std::array<Vec2, 3> directions = {outward, (outward + along) * kHalfRoot,
                                            (outward - along) * kHalfRoot};
    for (const Vec2 direction : directions) {
      if (TryDrop(from, direction)) return;
    }
  }

  bool TryDrop(const NavLocation& from, Vec2 direction) {
    const double step = std::max(0.1, agent_.radius_m / 2);
    for (double reach = 2 * agent_.radius_m; reach <= ledge_reach_m_; reach += step) {
      const Vec2 out = from.point.Plane() + direction * reach;
      const std::optional<NavLocation> ground = GroundBelow(out, from.point.y);
      if (!ground.has_value() || !flight_.DropIsClear(from.point, ground->point)) continue;
      Keep(LinkKind::kDrop, from, *ground);
      return true;
    }
    return false;
  }

  // The highest polygon in reach under the place that is more than a step and at most a drop below `y`.
  std::optional<NavLocation> GroundBelow(Vec2 at, double y) const {
    std::optional<NavLocation> best;
    for (const PolyId poly : in_reach_) {
      if (!IsOverPoly(mesh_, poly, at)) continue;
      const double height = HeightOnPoly(mesh_, poly, at);
      if (height >= y - agent_.max_climb_m || height < y - options_.drop_height_m) continue;
      if (!best.has_value() || height > best->point.y) best = NavLocation{poly, {at.x, height, at.z}};
    }
    return best;
  }

  void TryLandings(const NavLocation& from, Vec2 outward, FoundLinks& out) {
    landings_.clear();
    for (const PolyId poly : in_reach_) {
      const std::optional<Landing> landing = LandingOn(poly, from.point, outward);
      if (landing.has_value()) landings_.push_back(*landing);
    }
    std::stable_sort(landings_.begin(), landings_.end(),
                     [](const Landing& a, const Landing& b) { return a.distance_m < b.distance_m; });
    for (const Landing& landing : landings_) TryLanding(from, landing, out);
  }

  // The nearest place on the polygon, where it lies outwards and in reach.
  std::optional<Landing> LandingOn(PolyId poly, const Vec3& from, Vec2 outward) const {
    const PlaneHit hit = ClosestInPlane(mesh_, poly, from.Plane(), reach_m_ * reach_m_);
    const Vec2 way = hit.point.Plane() - from.Plane();
    const double distance = Length(way);
    if (distance < 1e-3 || distance > reach_m_ || Dot(way, outward) < kOutwardCosine * distance) {
      return std::nullopt;
    }
    Vec2 at = hit.point.Plane();
    const Vec2 inside = at + way * (kInside_m / distance);
    if (IsOverPoly(mesh_, poly, inside)) at = inside;
    const double height = HeightOnPoly(mesh_, poly, at);
    if (height > from.y + highest_m_ || height < from.y - lowest_m_) return std::nullopt;
    return Landing{Distance(at, from.Plane()), {poly, {at.x, height, at.z}}};
  }

  void TryLanding(const NavLocation& from, const Landing& landing, FoundLinks& out) {
    const Vec3& end = landing.place.point;
    const double rise = end.y - from.point.y;
    const bool may_step = std::abs(rise) <= agent_.max_climb_m && landing.distance_m <= ledge_reach_m_;
    const bool may_jump = landing.distance_m <= options_.jump_distance_m && rise <= options_.jump_height_m;
    if (!may_step && !may_jump) return;
    const double length = Distance(from.point, end);
    if (IsKnown(LinkKind::kWalk, landing.place.poly, length) ||
        IsKnown(LinkKind::kJump, landing.place.poly, length) ||
        (rise < -agent_.max_climb_m && IsKnown(LinkKind::kDrop, landing.place.poly, length))) {
      return;
    }
    if (CanWalkNear(mesh_, from, landing.place, kNearWalk_m, workspace_)) {
      ++out.near_walks;
    } else if (may_step && flight_.StepIsClear(from.point, end)) {
      Keep(LinkKind::kWalk, from, landing.place);
    } else if (may_jump && CanJump(from.point, end)) {
      Keep(LinkKind::kJump, from, landing.place);
    }
  }

  bool CanJump(const Vec3& start, const Vec3& end) {
    const double low = std::max(0.0, end.y - start.y) + kLowRise_m;
    const double high = std::max(options_.jump_height_m, kLowRise_m);
    if (flight_.JumpIsClear(start, end, high)) return true;
    if (low < high && flight_.JumpIsClear(start, end, low)) return true;
    const bool is_beside = PlaneDistance(start, end) <= ledge_reach_m_;
    return end.y > start.y && is_beside && flight_.HopIsClear(start, end);
  }

  bool IsKnown(LinkKind kind, PolyId end, double length) const {
    return std::any_of(found_.begin(), found_.end(), [&](const GeneratedLink& link) {
      return link.kind == kind && link.end_poly == end && kWorthwhile * link.cost_m <= length;
    });
  }

  void Keep(LinkKind kind, const NavLocation& from, const NavLocation& to) {
    found_.push_back({kind, from.poly, to.poly, from.point, to.point, Distance(from.point, to.point)});
  }

  // Whether one can walk over a common side, both ways.
  bool AreSideBySide(PolyId a, PolyId b) const {
    const NavPoly& p = mesh_.poly(a);
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      const EdgeId twin = TwoWayTwin(mesh_, EdgeId(e));
      if (!twin.IsNone() && mesh_.edge(twin).poly == b.value()) return true;
    }
    return false;
  }

  // Per kind the shortest link to each end, and none whose end is beside that of a shorter one.
  void KeepBest(FoundLinks& out) {
    std::stable_sort(found_.begin(), found_.end(), [](const GeneratedLink& a, const GeneratedLink& b) {
      return std::tuple(a.kind, a.cost_m, a.end_poly) < std::tuple(b.kind, b.cost_m, b.end_poly);
    });
    const size_t first = out.links.size();
    for (const GeneratedLink& link : found_) {
      const bool repeats =
          std::any_of(out.links.begin() + static_cast<long>(first), out.links.end(), [&](const auto& kept) {
            return kept.kind == link.kind &&
                   (kept.end_poly == link.end_poly || AreSideBySide(kept.end_poly, link.end_poly));
          });
      if (repeats) {
        ++out.repeats;
      } else {
        out.links.push_back(link);
      }
    }
    std::sort(out.links.begin() + static_cast<long>(first), out.links.end(),
              [](const GeneratedLink& a, const GeneratedLink& b) {
                return std::tuple(a.kind, a.end_poly) < std::tuple(b.kind, b.end_poly);
              });
  }

  const NavmeshView& mesh_;
  const AgentProfile& agent_;
  const LinkGenOptions& options_;
  FlightTester flight_;
  double ledge_reach_m_ = 0;
  double reach_m_ = 0;
  double lowest_m_ = 0;
  double highest_m_ = 0;
  SurfaceWorkspace workspace_;
  std::vector<PolyId> in_reach_;
  std::vector<Landing> landings_;
  std::vector<GeneratedLink> found_;  // of one polygon
};

void AddCounts(const FoundLinks& part, FoundLinks& all) {
  all.links.insert(all.links.end(), part.links.begin(), part.links.end());
  all.tries += part.tries;
  all.near_walks += part.near_walks;
  all.repeats += part.repeats;
  all.flights.rays += part.flights.rays;
  all.flights.sweeps += part.flights.sweeps;
  all.flights.flights += part.flights.flights;
  all.flights.blocked += part.flights.blocked;
}

constexpr size_t kPolysPerTask = 256;

}  // namespace

FoundLinks GenerateLinks(const NavmeshView& mesh, const CollisionView& solid, const AgentProfile& agent,
                         const LinkGenOptions& options, int thread_count, const LinkProgress& progress) {
  if (!options.any()) return {};
  const size_t tasks = (mesh.poly_count() + kPolysPerTask - 1) / kPolysPerTask;
  std::vector<FoundLinks> found(tasks);
  std::mutex mutex;
  uint64_t done = 0;
  ParallelFor(tasks, thread_count, [&](size_t task) {
    BorderTrier trier(mesh, solid, agent, options);
    const size_t end = std::min<size_t>(mesh.poly_count(), (task + 1) * kPolysPerTask);
    for (size_t p = task * kPolysPerTask; p < end; ++p) {
      trier.TryPoly(PolyId(static_cast<uint32_t>(p)), found[task]);
    }
    found[task].flights = trier.counts();
    const std::lock_guard lock(mutex);
    done += end - task * kPolysPerTask;
    if (progress) progress(done, mesh.poly_count());
  });
  FoundLinks all;
  for (const FoundLinks& part : found) AddCounts(part, all);
  return all;
}

}  // namespace waystone
