// From a point on a border the agent goes straight outwards. The border is one agent radius away from what
// lies beyond (a ledge, a wall), so the first place where it can fall freely is two radii out; a little more
// where voxels rounded the border. Outward, the body must pass at its full height above a step; then
//   a drop  falls straight down, the body's outline clear of the ledge, onto the highest surface below, and
//   a jump  follows a parabola, as high as the agent jumps or flatter where it must, onto the first surface
//   that is about level with the border or higher, and onto lower ground before it.
#include "bake/links/link_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <tuple>

#include "core/base/parallel_for.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr int kArcSegments = 8;
constexpr int kOutline = 8;             // rays around the body of a falling agent
constexpr double kGroundGap_m = 0.05;   // rays end this far above the ground they approach
constexpr double kColumnHalf_m = 0.01;  // half width of the column in which ground is looked for
// How far beyond two radii a drop still counts as straight down from the border.
constexpr double kLedgeSlackRadii = 1.5;
// How high an arc rises above its higher end: these shares of what the jump can, at least kLeastRise_m.
constexpr double kRiseShares[] = {1.0, 0.5, 0.25};
constexpr double kLeastRise_m = 0.05;
// What is thinner than this may pass between two rays of a body's side.
constexpr double kRayGap_m = 0.3;
constexpr int kMostRayGaps = 16;
// Along one line, places to land on that cannot be flown to; then no more are looked for.
constexpr int kMostFailedJumps = 4;

class BorderTrier {
 public:
  BorderTrier(const NavmeshView& mesh, const RayScene& solid, const AgentProfile& agent,
              const LinkGenOptions& options)
      : mesh_(mesh), solid_(solid), agent_(agent), options_(options) {
    step_m_ = std::max(0.1, agent.radius_m / 2);
  }

  // All links that leave over the borders of one polygon.
  std::vector<GeneratedLink> TryPoly(PolyId poly) {
    std::vector<GeneratedLink> found;
    const NavPoly& p = mesh_.poly(poly);
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      const EdgeId edge(p.first_edge + k);
      if (mesh_.edge(edge).twin == kNoEdge) TryBorder(poly, edge, found);
    }
    KeepCheapest(found);
    return found;
  }

 private:
  void TryBorder(PolyId poly, EdgeId edge, std::vector<GeneratedLink>& found) {
    const Vec3 a = mesh_.EdgeStart(edge);
    const Vec3 b = mesh_.EdgeEnd(edge);
    const double length = PlaneDistance(a, b);
    if (length < 1e-6) return;
    const Vec2 along = (b.Plane() - a.Plane()) * (1 / length);
    const Vec2 outward{along.z, -along.x};  // the polygon lies to the left of its sides
    const int tries = std::max(1, static_cast<int>(length / options_.spacing_m));
    for (int i = 0; i < tries; ++i) {
      const double t = (i + 0.5) / tries;
      Vec3 start = a + (b - a) * t;
      start.y = HeightOnPoly(mesh_, poly, start.Plane());
      const NavLocation from{poly, start};
      if (!BodyPasses(start, start, outward, step_m_)) continue;  // a wall stands at the border
      if (options_.drop_height_m > agent_.max_climb_m) TryDrop(from, outward, found);
      if (options_.jump_distance_m > 0) TryJump(from, outward, found);
    }
  }

  void TryDrop(const NavLocation& from, Vec2 outward, std::vector<GeneratedLink>& found) {
    const double nearest = 2 * agent_.radius_m;
    const double farthest = nearest + kLedgeSlackRadii * std::max(agent_.radius_m, 0.1);
    for (double reach = nearest; reach <= farthest; reach += step_m_) {
      if (!BodyPasses(from.point, from.point, outward, reach)) return;
      const Vec3 out = Beyond(from.point, outward, reach);
      const std::optional<NavLocation> ground =
          HighestGround(out, out.y - options_.drop_height_m, out.y - agent_.max_climb_m);
      if (!ground.has_value() || !BodyFalls(out, ground->point)) continue;
      Keep(LinkKind::kDrop, from, *ground, found);
      return;
    }
  }

  // Over a gap, the ground deep down in it comes first: a landing counts where it is higher than those
  // before, and the first one that is about level is the last.
  void TryJump(const NavLocation& from, Vec2 outward, std::vector<GeneratedLink>& found) {
    const double straight_down = (2 + kLedgeSlackRadii) * agent_.radius_m;
    double highest = -HUGE_VAL;
    int failed = 0;
    for (double reach = 2 * agent_.radius_m; reach <= options_.jump_distance_m && failed < kMostFailedJumps;
         reach += step_m_) {
      const Vec3 over = Beyond(from.point, outward, reach);
      const std::optional<NavLocation> ground =
          HighestGround(over, over.y - options_.drop_height_m, over.y + options_.jump_height_m);
      if (!ground.has_value() || ground->point.y < highest + agent_.max_climb_m) continue;
      const bool is_level = ground->point.y > from.point.y - agent_.max_climb_m;
      if (!is_level && reach < straight_down) continue;  // a drop, not a jump
      if (!BodyFlies(from.point, ground->point, outward)) {
        ++failed;
        continue;
      }
      Keep(LinkKind::kJump, from, *ground, found);
      if (is_level) return;
      highest = ground->point.y;
    }
  }

  static Vec3 Beyond(const Vec3& point, Vec2 outward, double reach) {
    return {point.x + outward.x * reach, point.y, point.z + outward.z * reach};
  }

  // The highest surface under (at.x, at.z) between the two heights.
  std::optional<NavLocation> HighestGround(const Vec3& at, double lowest, double highest) {
    const Aabb column{{at.x - kColumnHalf_m, lowest, at.z - kColumnHalf_m},
                      {at.x + kColumnHalf_m, highest, at.z + kColumnHalf_m}};
    // Seen from above everything that counts, the nearest surface is the highest.
    const Vec3 top{at.x, highest + agent_.max_climb_m + 1, at.z};
    const std::optional<NavLocation> ground = NearestPoly(mesh_, top, column, workspace_);
    if (!ground.has_value() || PlaneDistance(ground->point, at) > kColumnHalf_m) return std::nullopt;
    return ground;
  }

  // The body of an agent whose feet go from a to b, moved on by `reach` outwards: its middle and both its
  // sides, above step height.
  bool BodyPasses(const Vec3& a, const Vec3& b, Vec2 outward, double reach) const {
    const Vec3 forward{outward.x * reach, 0, outward.z * reach};
    return SidesPass(a, b + forward, outward, agent_.max_climb_m);
  }

  // At heights at most kRayGap_m apart from `lowest` to the head.
  bool SidesPass(const Vec3& a, const Vec3& b, Vec2 outward, double lowest) const {
    const double half = std::max(0.0, agent_.radius_m - 0.01);
    const double span = std::max(0.0, agent_.height_m - kGroundGap_m - lowest);
    const int gaps = std::clamp(static_cast<int>(std::ceil(span / kRayGap_m)), 1, kMostRayGaps);
    for (double side : {0.0, -half, half}) {
      const Vec3 offset{-outward.z * side, 0, outward.x * side};
      for (int i = 0; i <= gaps; ++i) {
        const Vec3 up{0, lowest + span * i / gaps, 0};
        if (solid_.Blocked(a + offset + up, b + offset + up)) return false;
      }
    }
    return true;
  }

  // The body falls from `top` to the ground: its middle and its outline.
  bool BodyFalls(const Vec3& top, const Vec3& ground) const {
    const double half = std::max(0.0, agent_.radius_m - 0.05);
    if (!Falls(top, ground, {0, 0, 0}, kGroundGap_m)) return false;
    for (int k = 0; k < kOutline; ++k) {
      const Vec3& unit = kCircle[k];
      // Ground beside the middle may lie higher, by what a step or the steepest slope allows.
      if (!Falls(top, ground, unit * half, agent_.max_climb_m + half)) return false;
    }
    return true;
  }

  bool Falls(const Vec3& top, const Vec3& ground, const Vec3& offset, double gap) const {
    const Vec3 from = top + offset + Vec3{0, agent_.height_m - kGroundGap_m, 0};
    const Vec3 to = Vec3{top.x, ground.y + gap, top.z} + offset;
    return to.y >= from.y || !solid_.Blocked(from, to);
  }

  // The body along a parabola from a to b: as high as the agent jumps, or lower under a low ceiling.
  bool BodyFlies(const Vec3& a, const Vec3& b, Vec2 outward) const {
    const double most = std::max(options_.jump_height_m - std::max(0.0, b.y - a.y), kLeastRise_m);
    for (double share : kRiseShares) {
      if (BodyFliesAt(a, b, outward, std::max(share * most, kLeastRise_m))) return true;
    }
    return false;
  }

  // The same where the feet rise `rise` above the higher end.
  bool BodyFliesAt(const Vec3& a, const Vec3& b, Vec2 outward, double rise) const {
    // How far the middle of the arc rises above the straight line between its ends.
    const double bulge = rise + 0.5 * std::abs(b.y - a.y);
    Vec3 previous = a;
    for (int i = 1; i <= kArcSegments; ++i) {
      const double t = static_cast<double>(i) / kArcSegments;
      Vec3 next = a + (b - a) * t;
      next.y += bulge * 4 * t * (1 - t);
      if (!SidesPass(previous, next, outward, agent_.max_climb_m)) return false;
      previous = next;
    }
    return true;
  }

  void Keep(LinkKind kind, const NavLocation& from, const NavLocation& to,
            std::vector<GeneratedLink>& found) {
    if (from.poly == to.poly) return;
    found.push_back({kind, from.poly, to.poly, from.point, to.point, Distance(from.point, to.point)});
  }

  static void KeepCheapest(std::vector<GeneratedLink>& links) {
    std::stable_sort(links.begin(), links.end(), [](const GeneratedLink& a, const GeneratedLink& b) {
      return std::tuple(a.kind, a.end_poly, a.cost_m) < std::tuple(b.kind, b.end_poly, b.cost_m);
    });
    const auto same = [](const GeneratedLink& a, const GeneratedLink& b) {
      return a.kind == b.kind && a.end_poly == b.end_poly;
    };
    links.erase(std::unique(links.begin(), links.end(), same), links.end());
  }

  // Unit vectors round the compass; literals, since libm's last digits differ between machines.
  static constexpr double kHalfRoot = 0.70710678118654752;
  static constexpr std::array<Vec3, kOutline> kCircle = {
      Vec3{1, 0, 0},  Vec3{kHalfRoot, 0, kHalfRoot},   Vec3{0, 0, 1},  Vec3{-kHalfRoot, 0, kHalfRoot},
      Vec3{-1, 0, 0}, Vec3{-kHalfRoot, 0, -kHalfRoot}, Vec3{0, 0, -1}, Vec3{kHalfRoot, 0, -kHalfRoot}};

  const NavmeshView& mesh_;
  const RayScene& solid_;
  const AgentProfile& agent_;
  const LinkGenOptions& options_;
  double step_m_ = 0.2;
  SurfaceWorkspace workspace_;
};

constexpr size_t kPolysPerTask = 256;

}  // namespace

std::vector<GeneratedLink> GenerateLinks(const NavmeshView& mesh, const RayScene& solid,
                                         const AgentProfile& agent, const LinkGenOptions& options,
                                         int thread_count, const LinkProgress& progress) {
  const size_t tasks = (mesh.poly_count() + kPolysPerTask - 1) / kPolysPerTask;
  std::vector<std::vector<GeneratedLink>> found(tasks);
  std::mutex mutex;
  uint64_t done = 0;
  ParallelFor(tasks, thread_count, [&](size_t task) {
    BorderTrier trier(mesh, solid, agent, options);
    const size_t end = std::min<size_t>(mesh.poly_count(), (task + 1) * kPolysPerTask);
    for (size_t p = task * kPolysPerTask; p < end; ++p) {
      const std::vector<GeneratedLink> links = trier.TryPoly(PolyId(static_cast<uint32_t>(p)));
      found[task].insert(found[task].end(), links.begin(), links.end());
    }
    const std::lock_guard lock(mutex);
    done += end - task * kPolysPerTask;
    if (progress) progress(done, mesh.poly_count());
  });
  std::vector<GeneratedLink> all;
  for (const std::vector<GeneratedLink>& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace waystone
