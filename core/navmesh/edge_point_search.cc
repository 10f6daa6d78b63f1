// A point is a side crossed at a place: a path there has left one polygon and is in the next. Crossing back
// pays only to walk along the side on cheaper ground.
//
// Checking a step's clearance is expensive, so only the best step is checked; if it fails, the next best one
// to the same point takes its place. (The idea of lazy weighted A*: Cohen, Phillips, Likhachev, RSS 2014.)
#include "core/navmesh/edge_point_search.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/deadline_poll.h"
#include "core/path/search_trace.h"

namespace waystone {
namespace {

constexpr uint32_t kNoPoint = EdgePointGraph::kNoPoint;
constexpr uint32_t kPollInterval = 8;  // [steps]; a step may look at all polygons within the clearance
// Points looked at for a place near the goal once the deadline has passed.
constexpr size_t kLookedAtLate = 8192;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
const LinkView kNoLinks;

// A lower bound of the cost still to go: straight on, or by a link that costs less than its length.
class Bound {
 public:
  Bound(double least_factor, Vec2 goal) : least_factor_(least_factor), goal_(goal) {}

  void AddShortcut(const NavLink& link, double cost_m) {
    const Vec2 at = StartOf(link);
    min_ = {std::min(min_.x, at.x), std::min(min_.z, at.z)};
    max_ = {std::max(max_.x, at.x), std::max(max_.z, at.z)};
    after_m_ = std::min(after_m_, cost_m + least_factor_ * Distance(EndOf(link), goal_));
  }
  double least_factor() const { return least_factor_; }
  double Of(Vec2 at) const {
    const double straight_m = least_factor_ * Distance(at, goal_);
    if (after_m_ == kInfinite) return straight_m;
    const double dx = std::max({min_.x - at.x, at.x - max_.x, 0.0});
    const double dz = std::max({min_.z - at.z, at.z - max_.z, 0.0});
    return std::min(straight_m, least_factor_ * Length(Vec2{dx, dz}) + after_m_);
  }

 private:
  const double least_factor_;
  const Vec2 goal_;
  Vec2 min_{kInfinite, kInfinite};  // a box around the starts of shortcuts
  Vec2 max_{-kInfinite, -kInfinite};
  double after_m_ = kInfinite;  // the least there is to go once the last of them is entered
};

class Search {
 public:
  Search(const NavmeshView& mesh, const LinkView& links, const NavLocation& start, const NavLocation& goal,
         const EdgePointOptions& options, EdgePointWorkspace& workspace)
      : mesh_(mesh),
        links_(links),
        start_(start),
        goal_(goal),
        options_(options),
        ws_(workspace),
        graph_(mesh, links, start, goal, options, workspace),
        bound_(LeastFactor(), goal.point.Plane()) {
    for (const uint32_t i : links_.Shortcuts()) {
      const NavLink& link = links_.link(LinkId(i));
      if (graph_.MayTake(i)) bound_.AddShortcut(link, options_.costs.OfLink(mesh_, link));
    }
  }

  SurfacePath Find() {
    SurfacePath result;
    result.outcome = Run();
    result.expansions = expansions_;
    result.end = goal_;
    if (result.outcome == SearchOutcome::kCostLimit) return result;
    uint32_t last = EdgePointGraph::kGoal;
    if (result.outcome != SearchOutcome::kFound) last = Nearest(result.end);
    ReadPath(last, result);
    if (options_.guide.left != nullptr && options_.clearance_m <= 0 && !options_.costs.AreUneven()) {
      PullCorridor({mesh_, links_, start_, result.end}, ws_.line.pull, result);
      return result;
    }
    const bool is_late = IsLate(result.outcome);
    StraightenPath({mesh_, links_, options_.costs, options_.exclusions, graph_.clearance(), !is_late},
                   ws_.crossed_before, ws_.line, result);
    return result;
  }

 private:
  SearchOutcome Run() {
    Push(EdgePointGraph::kStart);
    while (!ws_.open.empty()) {
      const AnyAngleOpen best = ws_.open.top();
      ws_.open.Pop();
      if (steps_++ % kPollInterval == 0 && options_.deadline.Expired()) return LateOutcome(options_.deadline);
      if (!graph_.HasRoom(best.node)) {
        ws_.points[best.node].is_closed = true;
        ws_.points[best.node].g_m = kInfinite;
        continue;
      }
      if (best.f_m > options_.max_cost_m) return SearchOutcome::kCostLimit;
      if (expansions_ >= options_.max_expansions) return SearchOutcome::kExpansionLimit;
      const uint32_t parent = ws_.points[best.node].parent;
      if (parent != kNoPoint && !graph_.MayStep(parent, best.node)) {
        if (graph_.TakeNextParent(best.node)) Push(best.node);
      } else if (best.node == EdgePointGraph::kGoal) {
        return SearchOutcome::kFound;
      } else {
        ++expansions_;
        SearchTrace::Add(ws_.points[best.node].at);
        Expand(best.node);
      }
    }
    return SearchOutcome::kExhausted;
  }

  // Links cost what they are long, or more, times no less than the least factor.
  double LeastFactor() const {
    const double least = options_.least_factor > 0 ? options_.least_factor : options_.costs.Least();
    return links_.size() == 0 ? least : std::min(1.0, least);
  }

  void Push(uint32_t index) {
    EdgePoint& point = ws_.points[index];
    if (point.h_m < 0) point.h_m = Left_m(point, index);
    if (point.h_m == kInfinite) return;
    ws_.open.Push({point.g_m + point.h_m, static_cast<float>(point.h_m), index});
  }
  double Left_m(const EdgePoint& point, uint32_t index) const {
    if (index == EdgePointGraph::kGoal) return 0;
    const EdgePointGuide& guide = options_.guide;
    if (guide.left == nullptr) return bound_.Of(point.at);
    return guide.greed * bound_.least_factor() * guide.left->Left_m(guide.BakedPoly(point.poly), point.at);
  }

  void Expand(uint32_t index) {
    StampedIndex& last = ws_.entered[ws_.points[index].poly];
    ws_.points[index].is_closed = true;
    ws_.points[index].next = last.generation == ws_.generation ? last.index : kNoPoint;
    last = {ws_.generation, index};
    graph_.StepsFrom(index, ws_.steps);
    const EdgePoint& from = ws_.points[index];
    for (const uint32_t step : ws_.steps) {
      EdgePoint& to = ws_.points[step];
      const double g_m = from.g_m + graph_.StepCost(from, to);
      if (to.is_closed || g_m >= to.g_m) continue;
      to.g_m = g_m;
      to.parent = index;
      Push(step);
    }
  }

  double Height(const EdgePoint& point) const { return HeightOnPoly(mesh_, PolyId(point.poly), point.at); }

  // The last point of the path to the place nearest to the goal. Fills `end`.
  uint32_t Nearest(NavLocation& end) {
    if (options_.clearance_m > 0) return NearestPoint(end);
    const auto entered = [&](PolyId poly) { return ws_.Entered(poly); };
    const std::optional<NavLocation> nearest =
        ws_.closest.Find(mesh_, goal_.point, entered, kInfinite, options_.deadline);
    if (!nearest && options_.deadline.Expired()) return NearestPoint(end);
    end = nearest ? *nearest : start_;
    const StampedIndex last = ws_.entered[end.poly.value()];
    std::pair best(kInfinite, EdgePointGraph::kStart);
    if (last.generation != ws_.generation) return best.second;
    const double factor = graph_.FactorOf(end.poly.value());
    for (uint32_t i = last.index; i != kNoPoint; i = ws_.points[i].next) {
      const EdgePoint& point = ws_.points[i];
      best = std::min(best, std::pair(point.g_m + Distance(point.at, end.point.Plane()) * factor, i));
    }
    return best.second;
  }

  uint32_t NearestPoint(NavLocation& end) const {
    end = start_;
    uint32_t best = EdgePointGraph::kStart;
    double least_m = kInfinite;
    DeadlinePoll poll(options_.deadline, kLookedAtLate);
    // Once it is late, a part of the points will do.
    for (size_t i = 0, stride = 1; i < ws_.points.size(); i += stride) {
      if (poll.Expired()) stride = ws_.points.size() / kLookedAtLate + 1;
      const EdgePoint& point = ws_.points[i];
      if (!point.is_closed || point.g_m == kInfinite) continue;
      if (Distance(point.at, goal_.point.Plane()) >= least_m) continue;
      const Vec3 place(point.at.x, Height(point), point.at.z);
      if (Distance(place, goal_.point) >= least_m) continue;
      least_m = Distance(place, goal_.point);
      best = static_cast<uint32_t>(i);
      end = {PolyId(point.poly), place};
    }
    return best;
  }

  // The turns, sides and links of the path to result.end by `last`, which is the goal or the point before it.
  void ReadPath(uint32_t last, SurfacePath& result) {
    std::vector<uint32_t>& path = ws_.path;
    path.clear();
    for (uint32_t i = last; i != EdgePointGraph::kStart; i = ws_.points[i].parent) {
      if (i != EdgePointGraph::kGoal) path.push_back(i);
    }
    ws_.crossed_before.clear();
    AddTurn(start_, result);
    for (size_t k = path.size(); k-- > 0;) {
      const EdgePoint& point = ws_.points[path[k]];
      if (point.link != kNoLink) {
        const NavLink& link = links_.link(LinkId(point.link));
        result.links.push_back({LinkId(point.link), static_cast<uint32_t>(result.turns.size()),
                                static_cast<uint32_t>(result.crossed.size())});
        AddTurn({PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])}, result);
        AddTurn({PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])}, result);
        continue;
      }
      const uint32_t poly = graph_.PolyBefore(point);
      const double height_m = HeightOnPoly(mesh_, PolyId(poly), point.at);
      AddTurn({PolyId(poly), Vec3(point.at.x, height_m, point.at.z)}, result);
      if (point.edge != kNoEdge) result.crossed.emplace_back(point.edge);
    }
    AddTurn(result.end, result);
  }
  void AddTurn(const NavLocation& place, SurfacePath& result) {
    result.turns.push_back(place);
    ws_.crossed_before.push_back(static_cast<uint32_t>(result.crossed.size()));
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const EdgePointOptions& options_;
  EdgePointWorkspace& ws_;
  EdgePointGraph graph_;
  Bound bound_;
  uint32_t expansions_ = 0;
  uint64_t steps_ = 0;  // looked at
};

}  // namespace

SurfacePath FindEdgePoints(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                           const EdgePointOptions& options, EdgePointWorkspace& workspace) {
  WS_CHECK(start.poly.value() < mesh.poly_count() && goal.poly.value() < mesh.poly_count());
  const LinkView& links = options.links == nullptr ? kNoLinks : *options.links;
  return Search(mesh, links, start, goal, options, workspace).Find();
}

}  // namespace waystone
