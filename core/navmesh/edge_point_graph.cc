#include "core/navmesh/edge_point_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/geom/segment.h"

namespace waystone {
namespace {

constexpr double kSpacing_m = 2;        // between points of a side, at most
constexpr double kMinSpacing_m = 0.25;  // with little clearance
constexpr double kGuidedSpacing_m = 6;  // the same with a guide
constexpr uint32_t kMinParts = 4;       // of one side
constexpr uint32_t kMaxParts = 64;
// With clearance there are also points this many clearances from the ends of a side: on the sides around a
// corner of the border they let paths bend round it.
constexpr double kBends[] = {1, 1.2, 1.7};

// [m] Between points of a side; with clearance at most that, so that gaps are met.
double SpacingFor(const EdgePointOptions& options) {
  const double spacing_m = options.guide.left == nullptr ? kSpacing_m : kGuidedSpacing_m;
  return options.clearance_m > 0 ? std::clamp(options.clearance_m, kMinSpacing_m, spacing_m) : spacing_m;
}

// An even number, so that there is a point in the middle.
uint32_t PartsOf(double length_m, const EdgePointOptions& options) {
  const double halves = std::ceil(0.5 * length_m / SpacingFor(options));
  const double least = options.guide.left == nullptr ? 0.5 * kMinParts : 1;
  return 2 * static_cast<uint32_t>(std::clamp(halves, least, 0.5 * kMaxParts));
}

}  // namespace

void EdgePointWorkspace::Begin(const NavmeshHeader& header, uint32_t link_count) {
  of_edge.GrowTo(header.edge_count);
  of_poly.GrowTo(header.poly_count);
  entered.GrowTo(header.poly_count);
  of_link.GrowTo(link_count);
  points.clear();
  open.Clear();
  if (++generation == 0) {
    for (GrowingArray<StampedIndex>* stamps : {&of_edge, &of_link, &of_poly, &entered}) stamps->Zero();
    generation = 1;
  }
}

EdgePointGraph::EdgePointGraph(const NavmeshView& mesh, const LinkView& links, const NavLocation& start,
                               const NavLocation& goal, const EdgePointOptions& options,
                               EdgePointWorkspace& workspace)
    : mesh_(mesh),
      links_(links),
      start_(start),
      goal_(goal),
      options_(options),
      ws_(workspace),
      clearance_(mesh, options.exclusions, options.clearance_m, workspace.surface) {
  clearance_.AddEnd(start);
  clearance_.AddEnd(goal);
  ws_.Begin(mesh.arrays().header, links.size());
  AddPoint(start.point.Plane(), start.poly.value(), kNoEdge, kNoLink);
  AddPoint(goal.point.Plane(), goal.poly.value(), kNoEdge, kNoLink);
  ws_.points[kStart].g_m = 0;
}

bool EdgePointGraph::MayTake(uint32_t link) const {
  const NavLink& record = links_.link(LinkId(link));
  return MayUse(record, options_.abilities) &&
         (options_.exclusions == nullptr || !options_.exclusions->IsClosed(LinkId(link), record));
}

uint32_t EdgePointGraph::AddPoint(Vec2 at, uint32_t poly, uint32_t edge, uint32_t link) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  ws_.points.push_back({at, kInfinite, -1, poly, edge, link, kNoPoint, kNoPoint, -1, false});
  return static_cast<uint32_t>(ws_.points.size() - 1);
}

void EdgePointGraph::StepsFrom(uint32_t point, std::vector<uint32_t>& steps) {
  steps.clear();
  const EdgePoint from = ws_.points[point];
  if (from.poly == goal_.poly.value()) steps.push_back(kGoal);
  const NavPoly& poly = mesh_.poly(PolyId(from.poly));
  for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
    const uint32_t twin = mesh_.edge(EdgeId(e)).twin;
    if (twin == kNoEdge || IsIdleReturn(from, e)) continue;
    if (options_.exclusions != nullptr &&
        options_.exclusions->IsBlocked(PolyId(mesh_.edge(EdgeId(twin)).poly))) {
      continue;
    }
    const uint32_t first = PointsOf(e);
    for (uint32_t i = first; i < ws_.points.size() && ws_.points[i].edge == e; ++i) steps.push_back(i);
  }
  if (clearance_.clearance_m() > 0) steps.push_back(MiddleOf(from.poly));
  const uint32_t first_link = links_.FirstOf(PolyId(from.poly)).value();
  const size_t link_count = links_.Of(PolyId(from.poly)).size();
  for (uint32_t link = first_link; link < first_link + link_count; ++link) {
    if (MayTake(link)) steps.push_back(EndOfLink(link));
  }
}

// A step back over the side just crossed, although the ground there is not cheaper.
bool EdgePointGraph::IsIdleReturn(const EdgePoint& from, uint32_t edge) const {
  if (from.edge == kNoEdge || mesh_.edge(EdgeId(from.edge)).twin != edge) return false;
  return FactorOf(from.poly) >= FactorOf(mesh_.edge(EdgeId(from.edge)).poly);
}

// The first of the points of a side, which follow each other.
uint32_t EdgePointGraph::PointsOf(uint32_t edge) {
  StampedIndex& first = ws_.of_edge[edge];
  if (first.generation == ws_.generation) return first.index;
  first = {ws_.generation, static_cast<uint32_t>(ws_.points.size())};
  const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(edge))).Plane();
  const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(edge))).Plane();
  const uint32_t beyond = mesh_.edge(EdgeId(mesh_.edge(EdgeId(edge)).twin)).poly;
  const uint32_t parts = PartsOf(Distance(a, b), options_);
  for (uint32_t i = 0; i <= parts; ++i) {
    AddPoint(i == parts ? b : a + (b - a) * (static_cast<double>(i) / parts), beyond, edge, kNoLink);
  }
  // Straight out of expensive ground at the start, and straight into it at the goal.
  if (mesh_.edge(EdgeId(edge)).poly == start_.poly.value()) AddFoot(a, b, start_, beyond, edge);
  if (beyond == goal_.poly.value()) AddFoot(a, b, goal_, beyond, edge);
  if (clearance_.clearance_m() > 0) AddClear(a, b, beyond, edge);
  return first.index;
}

void EdgePointGraph::AddFoot(Vec2 a, Vec2 b, const NavLocation& of, uint32_t beyond, uint32_t edge) {
  const double fraction = NearestFraction(a, b, of.point.Plane());
  if (fraction > 0 && fraction < 1) AddPoint(a + (b - a) * fraction, beyond, edge, kNoLink);
}

void EdgePointGraph::AddClear(Vec2 a, Vec2 b, uint32_t beyond, uint32_t edge) {
  for (const double bend : kBends) {
    const double fraction = bend * clearance_.clearance_m() / Distance(a, b);
    if (fraction >= 0.5) return;
    AddPoint(a + (b - a) * fraction, beyond, edge, kNoLink);
    AddPoint(b + (a - b) * fraction, beyond, edge, kNoLink);
  }
}

uint32_t EdgePointGraph::MiddleOf(uint32_t poly) {
  StampedIndex& middle = ws_.of_poly[poly];
  if (middle.generation == ws_.generation) return middle.index;
  Vec2 sum;
  const std::span<const NavEdge> edges = mesh_.edges(PolyId(poly));
  for (const NavEdge& edge : edges) sum = sum + Vec3(mesh_.vertex(VertexId(edge.vertex))).Plane();
  const Vec2 at = sum * (1.0 / static_cast<double>(edges.size()));
  middle = {ws_.generation, AddPoint(at, poly, kNoEdge, kNoLink)};
  return middle.index;
}

uint32_t EdgePointGraph::EndOfLink(uint32_t link) {
  StampedIndex& end = ws_.of_link[link];
  if (end.generation == ws_.generation) return end.index;
  const NavLink& record = links_.link(LinkId(link));
  end = {ws_.generation, AddPoint({record.end[0], record.end[2]}, record.end_poly, kNoEdge, link)};
  return end.index;
}

double EdgePointGraph::StepCost(const EdgePoint& from, const EdgePoint& to) const {
  const double factor = FactorOf(from.poly);
  if (to.link == kNoLink) return Distance(from.at, to.at) * factor;
  const NavLink& link = links_.link(LinkId(to.link));
  return Distance(from.at, StartOf(link)) * factor + options_.costs.OfLink(mesh_, link);
}

uint32_t EdgePointGraph::PolyBefore(const EdgePoint& point) const {
  if (point.edge != kNoEdge) return mesh_.edge(EdgeId(point.edge)).poly;
  return point.link == kNoLink ? point.poly : links_.link(LinkId(point.link)).start_poly;
}

double EdgePointGraph::RoomOf(uint32_t index) {
  EdgePoint& point = ws_.points[index];
  if (point.room_m < 0) {
    const double limit_m = 2 * (clearance_.clearance_m() + kSpacing_m);
    point.room_m = static_cast<float>(clearance_.Room(PolyId(PolyBefore(point)), point.at, limit_m));
  }
  return point.room_m;
}

// Ends of links and the goal have what they have.
bool EdgePointGraph::HasRoom(uint32_t index) {
  const EdgePoint& point = ws_.points[index];
  return clearance_.clearance_m() <= 0 || index == kGoal || point.link != kNoLink ||
         clearance_.Suffices(point.at, RoomOf(index));
}

// Room shrinks by at most the distance walked: if both ends have much, the step between them has enough.
bool EdgePointGraph::MayStep(uint32_t from_index, uint32_t to_index) {
  const double clearance_m = clearance_.clearance_m();
  if (clearance_m <= 0) return true;
  const EdgePoint& from = ws_.points[from_index];
  const EdgePoint& to = ws_.points[to_index];
  const PolyId poly(from.poly);
  if (to.link != kNoLink) {
    const Vec2 end = StartOf(links_.link(LinkId(to.link)));
    return clearance_.HasRoom(poly, from.at, end, &end);
  }
  if (from.link != kNoLink) return clearance_.HasRoom(poly, from.at, to.at, &from.at);
  if (RoomOf(from_index) + RoomOf(to_index) - Distance(from.at, to.at) >= 2 * clearance_m) return true;
  return clearance_.HasRoom(poly, from.at, to.at, nullptr);
}

bool EdgePointGraph::TakeNextParent(uint32_t index) {
  EdgePoint& point = ws_.points[index];
  const std::pair failed(point.g_m, point.parent);
  std::pair best(std::numeric_limits<double>::infinity(), kNoPoint);
  const StampedIndex last = ws_.entered[PolyBefore(point)];
  for (uint32_t i = last.index; i != kNoPoint; i = ws_.points[i].next) {
    const std::pair step(ws_.points[i].g_m + StepCost(ws_.points[i], point), i);
    if (step > failed) best = std::min(best, step);
  }
  std::tie(point.g_m, point.parent) = best;
  return point.parent != kNoPoint;
}

}  // namespace waystone
