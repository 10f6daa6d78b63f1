#include "core/navmesh/edge_point_flood.h"

#include <algorithm>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/weighted_line.h"

namespace waystone {
namespace {

constexpr uint32_t kNoPoint = EdgePointGraph::kNoPoint;
constexpr uint32_t kPollInterval = 256;     // [points]
constexpr uint32_t kPollIntervalClear = 8;  // with clearance: a step may look at all polygons within it
constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Paths over the points cost up to so many times what they do once they are straight.
constexpr double kCrooked = 1.02;

}  // namespace

void EdgePointFlood::Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                           const GroundCosts& costs, double clearance_m, const NavLocation& start) {
  mesh_ = &mesh;
  links_ = &links;
  options_ = {};
  options_.links = links_;
  options_.abilities = abilities;
  options_.costs = costs;
  options_.clearance_m = clearance_m;
  start_ = start;
  graph_.emplace(mesh, links, start_, start_, options_, ws_);
  ws_.open.Push({0, 0, EdgePointGraph::kStart});
  grown_to_m_ = 0;
  expansions_ = 0;
  steps_ = 0;
}

SearchOutcome EdgePointFlood::GrowTo(double limit_m, const FloodOptions& options) {
  const double most_m = kCrooked * limit_m;
  const uint32_t interval = options_.clearance_m > 0 ? kPollIntervalClear : kPollInterval;
  while (!ws_.open.empty()) {
    const AnyAngleOpen best = ws_.open.top();
    if (best.f_m > most_m) break;
    grown_to_m_ = std::max(grown_to_m_, best.f_m / kCrooked);
    if (steps_++ % interval == 0 && options.deadline.Expired()) return LateOutcome(options.deadline);
    if (expansions_ >= options.max_expansions || ws_.points.size() >= options.max_nodes)
      return SearchOutcome::kExpansionLimit;
    ws_.open.Pop();
    EdgePoint& point = ws_.points[best.node];
    if (!graph_->HasRoom(best.node)) {
      point.is_closed = true;
      point.g_m = kInfinite;
    } else if (best.node != EdgePointGraph::kStart && !graph_->MayStep(point.parent, best.node)) {
      if (graph_->TakeNextParent(best.node)) ws_.open.Push({point.g_m, 0, best.node});
    } else {
      ++expansions_;
      Expand(best.node);
    }
  }
  grown_to_m_ = std::max(grown_to_m_, limit_m);
  return SearchOutcome::kExhausted;
}

void EdgePointFlood::Expand(uint32_t index) {
  StampedIndex& last = ws_.entered[ws_.points[index].poly];
  ws_.points[index].is_closed = true;
  ws_.points[index].next = last.generation == ws_.generation ? last.index : kNoPoint;
  last = {ws_.generation, index};
  graph_->StepsFrom(index, ws_.steps);
  const EdgePoint from = ws_.points[index];
  for (const uint32_t step : ws_.steps) {
    EdgePoint& to = ws_.points[step];
    const double g_m = from.g_m + graph_->StepCost(from, to);
    if (step == EdgePointGraph::kGoal || to.is_closed || g_m >= to.g_m) continue;
    to.g_m = g_m;
    to.parent = index;
    ws_.open.Push({g_m, 0, step});
  }
}

// The best way that keeps the clearance.
EdgePointFlood::Last EdgePointFlood::LastOf(const NavLocation& place) const {
  const ClearanceCheck& clearance = graph_->clearance();
  const double least_m = clearance.clearance_m() - mesh_->tolerance_m();
  const bool is_start = place.poly == start_.poly && place.point == start_.point;
  if (least_m > 0 && !is_start && clearance.Room(place.poly, place.point.Plane(), least_m) < least_m)
    return {};
  Last last = NextLast(place, {-1, 0, 0, {}});
  while (last.point != kNoPoint && !KeepsClear(last, place)) last = NextLast(place, last);
  return last;
}

// By a point of its polygon, or straight over a side into it, as the search does: the next best one.
EdgePointFlood::Last EdgePointFlood::NextLast(const NavLocation& place, const Last& after) const {
  Last best;
  const auto each_of = [&](uint32_t poly, const auto& visit) {
    const StampedIndex last = ws_.entered[poly];
    if (last.generation != ws_.generation) return;
    for (uint32_t i = last.index; i != kNoPoint; i = ws_.points[i].next) visit(ws_.points[i], i);
  };
  const auto take = [&](const Last& last) {
    if (after < last && last < best) best = last;
  };
  const Vec2 to = place.point.Plane();
  const double factor = graph_->FactorOf(place.poly.value());
  each_of(place.poly.value(), [&](const EdgePoint& point, uint32_t i) {
    take({point.g_m + Distance(point.at, to) * factor, i, kNoEdge, {}});
  });
  for (const NavEdge& edge : mesh_->edges(place.poly)) {
    if (edge.twin == kNoEdge) continue;
    const NavEdge& into = mesh_->edge(EdgeId(edge.twin));
    if (into.twin == kNoEdge) continue;  // one leads out only
    const Vec2 a = Vec3(mesh_->EdgeStart(EdgeId(edge.twin))).Plane();
    const Vec2 b = Vec3(mesh_->EdgeEnd(EdgeId(edge.twin))).Plane();
    const double fraction = NearestFraction(a, b, to);
    if (fraction <= 0 || fraction >= 1) continue;
    const Vec2 foot = a + (b - a) * fraction;
    const double beside = graph_->FactorOf(into.poly);
    each_of(into.poly, [&](const EdgePoint& point, uint32_t i) {
      take({point.g_m + Distance(point.at, foot) * beside + Distance(foot, to) * factor, i, edge.twin, foot});
    });
  }
  return best;
}

// Whether the walk from its point to the place does.
bool EdgePointFlood::KeepsClear(const Last& last, const NavLocation& place) const {
  const ClearanceCheck& clearance = graph_->clearance();
  if (clearance.clearance_m() <= 0) return true;
  const EdgePoint& point = ws_.points[last.point];
  const Vec2* const link_end = point.link == kNoLink ? nullptr : &point.at;
  const Vec2 to = place.point.Plane();
  const PolyId poly(point.poly);
  if (last.side == kNoEdge) return clearance.HasRoom(poly, point.at, to, link_end);
  return clearance.HasRoom(poly, point.at, last.at, link_end) &&
         clearance.HasRoom(place.poly, last.at, to, nullptr);
}

double EdgePointFlood::DistanceTo(const NavLocation& place) {
  const Last last = LastOf(place);
  return last.point == kNoPoint ? kInfinite : CostBy(last, place);
}

// Of the path, made straight as the search makes its own.
double EdgePointFlood::CostBy(const Last& last, const NavLocation& place) {
  SurfacePath path;
  crossed_before_.clear();
  const auto add = [&](uint32_t poly, Vec2 at) {
    const PolyId id(poly);
    path.turns.push_back({id, Vec3(at.x, HeightOnPoly(*mesh_, id, at), at.z)});
    crossed_before_.push_back(static_cast<uint32_t>(path.crossed.size()));
  };
  ws_.path.clear();
  for (uint32_t i = last.point; i != EdgePointGraph::kStart; i = ws_.points[i].parent) ws_.path.push_back(i);
  add(start_.poly.value(), start_.point.Plane());
  for (size_t k = ws_.path.size(); k-- > 0;) {
    const EdgePoint& point = ws_.points[ws_.path[k]];
    if (point.link != kNoLink) {
      const NavLink& link = links_->link(LinkId(point.link));
      path.links.push_back({LinkId(point.link), static_cast<uint32_t>(path.turns.size()),
                            static_cast<uint32_t>(path.crossed.size())});
      add(link.start_poly, StartOf(link));
      add(link.end_poly, EndOf(link));
      continue;
    }
    add(graph_->PolyBefore(point), point.at);
    if (point.edge != kNoEdge) path.crossed.emplace_back(point.edge);
  }
  if (last.side != kNoEdge) {
    add(mesh_->edge(EdgeId(last.side)).poly, last.at);
    path.crossed.emplace_back(last.side);
  }
  add(place.poly.value(), place.point.Plane());
  StraightenPath({*mesh_, *links_, options_.costs, nullptr, graph_->clearance()}, crossed_before_, ws_.line,
                 path);
  return path.cost_m;
}

}  // namespace waystone
