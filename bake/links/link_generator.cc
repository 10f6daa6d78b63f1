// A border is one agent radius away from what lies beyond it (a ledge, a wall), give or take a voxel or two.
// From a place on it the agent
//   drops  by going outwards until it is clear of the ledge (two radii, a little more if voxels rounded the
//          border) and falling onto the highest surface below,
//   jumps  to the nearest point of any polygon in reach and to places along its borders, nearest first,
//          along a parabola as high as it can jump, along a low one, or straight up and across, and
//   steps  to such places that lie just across, within a step's height.
// Most of the many flights between two polygons need no test: a link found before replaces them.
#include "bake/links/link_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <utility>

#include "bake/links/border_places.h"
#include "bake/links/link_choice.h"
#include "bake/links/search_size.h"
#include "core/base/parallel_for.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kLowRise_m = 0.25;  // of the low parabola above the higher end
constexpr double kWorthwhile =
    0.9;  // what a longer link replaces is tried nevertheless if it is this much shorter

class BorderTrier {
 public:
  BorderTrier(const NavmeshView& mesh, const CollisionView& solid, const AgentProfile& agent,
              const LinkGenOptions& options, const LandingPlaces& places)
      : mesh_(mesh), agent_(agent), options_(options), places_(places), flight_(solid, agent) {
    ledge_reach_m_ = LedgeReach_m(agent);
    reach_m_ = LinkReach_m(agent, options);
    lowest_m_ = std::max({options.drop_height_m, options.jump_height_m, agent.max_climb_m});
    highest_m_ = std::max(options.jump_height_m, agent.max_climb_m);
  }

  // All links that leave over the borders of one polygon.
  void TryPoly(PolyId poly, FoundLinks& out) {
    found_.clear();
    walks_.clear();
    const NavPoly& p = mesh_.poly(poly);
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      const EdgeId edge(p.first_edge + k);
      if (mesh_.edge(edge).twin == kNoEdge) TryBorder(poly, edge, out);
    }
    out.links.insert(out.links.end(), found_.begin(), found_.end());
  }
  const FlightCounts& counts() const { return flight_.counts(); }

 private:
  struct Landing {
    double distance_m;  // horizontally
    NavLocation place;
  };

  void TryBorder(PolyId poly, EdgeId edge, FoundLinks& out) {
    const bool may_drop = options_.drop_height_m > agent_.max_climb_m;
    FindPolysWithin(edge, reach_m_, in_reach_);
    std::erase(in_reach_, poly);
    if (may_drop) FindPolysWithin(edge, ledge_reach_m_, beside_);
    if (in_reach_.empty()) return;
    ForEachPlaceOf(mesh_, edge, options_.spacing_m, [&](Vec3 start, Vec2 outward) {
      start.y = HeightOnPoly(mesh_, poly, start.Plane());
      ++out.tries;
      if (may_drop) TryDrops({poly, start}, outward);
      TryLandings({poly, start}, outward, out);
    });
  }

  // The polygons at most that far from a border, and some more.
  void FindPolysWithin(EdgeId border, double distance_m, std::vector<PolyId>& polys) const {
    Aabb box;
    for (const Vec3& end : {Vec3(mesh_.EdgeStart(border)), Vec3(mesh_.EdgeEnd(border))}) {
      box.Extend(end - Vec3{distance_m, lowest_m_ + agent_.max_climb_m, distance_m});
      box.Extend(end + Vec3{distance_m, highest_m_ + agent_.max_climb_m, distance_m});
    }
    polys.clear();
    ForEachPolyIn(mesh_, box, [&](PolyId near) { polys.push_back(near); });
  }

  void TryDrops(const NavLocation& from, Vec2 outward) {
    constexpr double kHalfRoot = 0.70710678118654752;
    const Vec2 along{-outward.z, outward.x};
    const std::array<Vec2, 3> directions = {outward, (outward + along) * kHalfRoot,
                                            (outward - along) * kHalfRoot};
    const double step = std::max(0.1, agent_.radius_m / 2);
    for (const Vec2 direction : directions) {
      for (double reach = 2 * agent_.radius_m; reach <= ledge_reach_m_; reach += step) {
        TryDrop(from, from.point.Plane() + direction * reach);
      }
    }
  }

  void TryDrop(const NavLocation& from, Vec2 out) {
    const std::optional<NavLocation> ground = GroundBelow(out, from.point.y);
    if (!ground.has_value()) return;
    const GeneratedLink drop = LinkOf(LinkKind::kDrop, from, *ground);
    if (!IsKnown({LinkKind::kDrop}, drop) && flight_.DropIsClear(drop.start, drop.end))
      found_.push_back(drop);
  }

  // The highest polygon under the place that is more than a step and at most a drop below `y`.
  std::optional<NavLocation> GroundBelow(Vec2 at, double y) const {
    std::optional<NavLocation> best;
    for (const PolyId poly : beside_) {
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
      AddNearest(poly, from.point, outward);
      for (const Vec3& place : places_.Of(poly)) AddLanding({poly, place}, from.point, outward);
    }
    std::ranges::stable_sort(landings_, {}, &Landing::distance_m);
    for (const Landing& landing : landings_) TryLanding(from, landing, out);
  }

  // The polygon's nearest place.
  void AddNearest(PolyId poly, const Vec3& from, Vec2 outward) {
    const PlaneHit hit = ClosestInPlane(mesh_, poly, from.Plane(), reach_m_ * reach_m_);
    const Vec2 path = hit.point.Plane() - from.Plane();
    const double distance = Length(path);
    if (distance < 1e-3 || distance > reach_m_) return;
    const Vec2 at = MovedInside(mesh_, poly, hit.point.Plane(), path * (1 / distance));
    AddLanding({poly, {at.x, HeightOnPoly(mesh_, poly, at), at.z}}, from, outward);
  }

  // Takes places that lie outwards and in reach.
  void AddLanding(const NavLocation& place, const Vec3& from, Vec2 outward) {
    const Vec2 path = place.point.Plane() - from.Plane();
    const double distance = Length(path);
    if (distance > reach_m_ || Dot(path, outward) < 1e-3) return;
    if (place.point.y > from.y + highest_m_ || place.point.y < from.y - lowest_m_) return;
    landings_.push_back({distance, place});
  }

  void TryLanding(const NavLocation& from, const Landing& landing, FoundLinks& out) {
    const double rise = landing.place.point.y - from.point.y;
    const bool may_step = std::abs(rise) <= agent_.max_climb_m && landing.distance_m <= ledge_reach_m_;
    const bool may_jump = landing.distance_m <= options_.jump_distance_m && rise <= options_.jump_height_m;
    if (!may_step && !may_jump) return;
    const GeneratedLink jump = LinkOf(LinkKind::kJump, from, landing.place);
    if (IsKnown({LinkKind::kWalk, LinkKind::kJump}, jump)) return;
    if (rise < -agent_.max_climb_m && IsKnown({LinkKind::kDrop}, jump)) return;
    const bool is_step = may_step && flight_.StepIsClear(jump.start, jump.end);
    if (!is_step && !(may_jump && CanJump(jump.start, jump.end))) return;
    if (CanWalkNear(mesh_, from, landing.place, kNearWalk_m, workspace_)) {
      ++out.near_walks;
      walks_.push_back(LinkOf(LinkKind::kWalk, from, landing.place));
    } else {
      found_.push_back(is_step ? LinkOf(LinkKind::kWalk, from, landing.place) : jump);
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

  // Whether a link of such a kind, or a walk, that was found from this polygon replaces the link.
  bool IsKnown(std::initializer_list<LinkKind> kinds, const GeneratedLink& link) {
    const auto replaces = [&](const GeneratedLink& known) {
      return kWorthwhile * known.cost_m <= link.cost_m && Replaces(mesh_, known, link, workspace_);
    };
    return std::ranges::any_of(walks_, replaces) ||
           std::ranges::any_of(found_, [&](const GeneratedLink& known) {
             return std::ranges::find(kinds, known.kind) != kinds.end() && replaces(known);
           });
  }

  static GeneratedLink LinkOf(LinkKind kind, const NavLocation& from, const NavLocation& to) {
    return {kind, from.poly, to.poly, from.point, to.point, Distance(from.point, to.point)};
  }

  const NavmeshView& mesh_;
  const AgentProfile& agent_;
  const LinkGenOptions& options_;
  const LandingPlaces& places_;
  FlightTester flight_;
  double ledge_reach_m_ = 0;
  double reach_m_ = 0;
  double lowest_m_ = 0;
  double highest_m_ = 0;
  SurfaceWorkspace workspace_;
  std::vector<PolyId> in_reach_;
  std::vector<PolyId> beside_;
  std::vector<Landing> landings_;
  // Of one polygon:
  std::vector<GeneratedLink> found_;
  std::vector<GeneratedLink> walks_;  // short walks to the end of a flight
};

void AddCounts(const FoundLinks& part, FoundLinks& all) {
  all.links.insert(all.links.end(), part.links.begin(), part.links.end());
  all.tries += part.tries;
  all.near_walks += part.near_walks;
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
  const LandingPlaces places(mesh, options.spacing_m);
  std::vector<FoundLinks> found(tasks);
  std::mutex mutex;
  uint64_t done = 0;
  ParallelFor(tasks, thread_count, [&](size_t task) {
    BorderTrier trier(mesh, solid, agent, options, places);
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
  all.repeats = all.links.size();
  all.links = ChooseLinks(mesh, std::move(all.links));
  all.repeats -= all.links.size();
  return all;
}

}  // namespace waystone
