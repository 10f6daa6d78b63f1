// Best first over the nodes of AnyAngleExpander. The best successor of an expansion is expanded next, without
// passing through the heap, if nothing in the heap is better.
#include "core/navmesh/any_angle_search.h"

#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/base/deadline_poll.h"
#include "core/navmesh/any_angle_expander.h"
#include "core/navmesh/any_angle_route.h"
#include "core/path/search_trace.h"

namespace waystone {
namespace {

constexpr uint32_t kNoNode = 0xffffffffU;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kPollInterval = 256;  // [expansions]
// The flood starts after this many expansions and then visits this many polygons per expansion: a quarter of
// the search's own time.
constexpr uint32_t kFloodAfter = 1024;
constexpr uint32_t kFloodPolysPerExpansion = 8;
// Nodes looked at for a place near the goal once the deadline has passed.
constexpr size_t kLookedAtLate = 8192;

const LinkView kNoLinks;

class Search {
 public:
  Search(const NavmeshView& mesh, const NavLocation& start, const AnyAngleOptions& options,
         AnyAngleWorkspace& workspace)
      : mesh_(mesh),
        links_(options.links == nullptr ? kNoLinks : *options.links),
        start_(start),
        options_(options),
        ws_(workspace) {
    ws_.flood.Begin(mesh_, links_, options_.abilities, options_.exclusions, start_.poly);
  }

  SurfacePath Find(const NavLocation& goal) {
    result_.outcome = Run(goal);
    result_.end = goal;
    if (result_.outcome == SearchOutcome::kExhausted) GoNearest(goal);
    const bool wants_path = result_.outcome != SearchOutcome::kCostLimit;
    if (wants_path && result_.turns.empty()) GiveUp(result_.end);
    result_.expansions = expansions_;
    return std::move(result_);
  }

 private:
  // Fills the route if found.
  SearchOutcome Run(const NavLocation& goal) {
    ws_.Begin(mesh_.arrays().header, links_.size());
    AnyAngleExpander expander(mesh_, links_, options_.abilities, options_.exclusions, start_, ws_);
    expander.SetLinkCost(options_.link_cost);
    expander.SetGoal(goal);
    expander.ExpandStart();
    for (;;) {
      const AnyAngleOpen best = TakeBest();
      const uint32_t node = best.node;
      if (node == kNoNode) return SearchOutcome::kExhausted;
      if (best.f_m > options_.max_cost_m) return SearchOutcome::kCostLimit;
      ws_.fresh.clear();
      if (ws_.roots[ws_.nodes[node].root].is_beaten) continue;
      if (ws_.nodes[node].edge == kNoEdge && ws_.nodes[node].right == kNoLink) {
        ReadRoute({mesh_, links_, start_, goal}, node, ws_, result_);
        return SearchOutcome::kFound;
      }
      if (expansions_ >= options_.max_expansions) return SearchOutcome::kExpansionLimit;
      if (expansions_ % kPollInterval == 0) {
        if (options_.deadline.Expired()) return LateOutcome(options_.deadline);
        if (ProvesUnreachable(goal)) return SearchOutcome::kExhausted;
      }
      ++expansions_;
      if (SearchTrace::IsOn()) SearchTrace::Add(PlaceOf(node));
      expander.Expand(node);
    }
  }

  // The middle of the side that the node looks through, or where it begins.
  Vec3 PlaceOf(uint32_t node) const {
    const uint32_t edge = ws_.nodes[node].edge;
    if (edge == kNoEdge)
      return Vec3(ws_.roots[ws_.nodes[node].root].at.x, 0, ws_.roots[ws_.nodes[node].root].at.z);
    return (Vec3(mesh_.EdgeStart(EdgeId(edge))) + Vec3(mesh_.EdgeEnd(EdgeId(edge)))) * 0.5;
  }

  // The best of the fresh and the open nodes, or kNoNode; the other fresh ones become open.
  AnyAngleOpen TakeBest() {
    const AnyAngleOpenLess less;
    size_t best = 0;
    for (size_t i = 1; i < ws_.fresh.size(); ++i) {
      if (less(ws_.fresh[i], ws_.fresh[best])) best = i;
    }
    const bool take_fresh = !ws_.fresh.empty() && (ws_.open.empty() || less(ws_.fresh[best], ws_.open.top()));
    AnyAngleOpen taken{0, 0, kNoNode};
    if (take_fresh) {
      taken = ws_.fresh[best];
    } else if (!ws_.open.empty()) {
      taken = ws_.open.top();
      ws_.open.Pop();
    }
    for (size_t i = 0; i < ws_.fresh.size(); ++i) {
      if (!take_fresh || i != best) ws_.open.Push(ws_.fresh[i]);
    }
    return taken;
  }

  bool ProvesUnreachable(const NavLocation& goal) {
    if (options_.is_reachable || expansions_ < kFloodAfter || ws_.flood.Reached(goal.poly)) return false;
    ws_.flood.Advance(mesh_, goal.point.Plane(), kPollInterval * kFloodPolysPerExpansion);
    return ws_.flood.IsDone() && !ws_.flood.Reached(goal.poly);
  }

  // The goal is unreachable: the shortest path to the nearest reachable point.
  void GoNearest(const NavLocation& goal) {
    if (!FloodAll(goal)) return;
    const auto reached = [&](PolyId poly) { return ws_.flood.Reached(poly); };
    if (reached(goal.poly)) {
      result_.outcome = SearchOutcome::kFound;
      if (!Entered(goal.poly)) PullFewest(goal);
      if (result_.cost_m > options_.max_cost_m) result_.outcome = SearchOutcome::kCostLimit;
      return;
    }
    const auto nearest = ws_.closest.Find(mesh_, goal.point, reached, kInfinite, options_.deadline);
    if (!nearest) {
      result_.outcome = LateOutcome(options_.deadline);
      return;
    }
    result_.end = *nearest;
    const SearchOutcome outcome = Run(result_.end);
    if (outcome != SearchOutcome::kFound) result_.outcome = outcome;
  }

  // Floods all that can be reached. False, and the outcome is set, if the deadline passes first.
  bool FloodAll(const NavLocation& goal) {
    while (!ws_.flood.IsDone()) {
      if (options_.deadline.Expired()) {
        result_.outcome = LateOutcome(options_.deadline);
        return false;
      }
      ws_.flood.Advance(mesh_, goal.point.Plane(), kPollInterval * kFloodPolysPerExpansion);
    }
    return true;
  }

  // The path through the fewest polygons, pulled taut. If corners stray, or the path crosses a side and comes
  // back over it, the search may find no path although the polygons are adjacent.
  void PullFewest(const NavLocation& goal) {
    struct Step {
      uint32_t before = kNoEdge;  // polygon
      EdgeId edge;
      LinkId link;
    };
    DeadlinePoll poll(options_.deadline, kPollInterval * kFloodPolysPerExpansion);
    std::vector<Step> steps(mesh_.poly_count());
    std::vector<uint32_t> open{start_.poly.value()};
    steps[open[0]].before = open[0];
    const auto take = [&](uint32_t poly, const Step& step) {
      if (steps[poly].before != kNoEdge || !ws_.flood.Reached(PolyId(poly))) return;
      steps[poly] = step;
      open.push_back(poly);
    };
    for (size_t next = 0; next < open.size() && steps[goal.poly.value()].before == kNoEdge; ++next) {
      if (poll.Expired()) {
        result_.outcome = LateOutcome(options_.deadline);
        return;
      }
      const uint32_t poly = open[next];
      const uint32_t first = mesh_.poly(PolyId(poly)).first_edge;
      for (uint32_t e = first; e < first + mesh_.poly(PolyId(poly)).edge_count; ++e) {
        const uint32_t twin = mesh_.edge(EdgeId(e)).twin;
        if (twin != kNoEdge) take(mesh_.edge(EdgeId(twin)).poly, {poly, EdgeId(e), {}});
      }
      LinkId link = links_.FirstOf(PolyId(poly));
      for (const NavLink& record : links_.Of(PolyId(poly))) {
        const bool is_closed = options_.exclusions != nullptr && options_.exclusions->IsClosed(link, record);
        if (MayUse(record, options_.abilities) && !is_closed) take(record.end_poly, {poly, {}, link});
        link = LinkId(link.value() + 1);
      }
    }
    std::vector<Step> back;
    for (uint32_t at = goal.poly.value(); at != start_.poly.value(); at = steps[at].before) {
      back.push_back(steps[at]);
    }
    for (auto step = back.rbegin(); step != back.rend(); ++step) {
      if (step->link.IsNone()) {
        result_.crossed.push_back(step->edge);
      } else {
        result_.links.push_back({step->link, 0, static_cast<uint32_t>(result_.crossed.size())});
      }
    }
    PullCorridor({mesh_, links_, start_, goal}, ws_.pull, result_);
  }

  bool Entered(PolyId poly) const { return ws_.entered[poly.value()].generation == ws_.generation; }

  // No node saw the goal in time: the path to the nearest point of the polygons entered.
  void GiveUp(const NavLocation& goal) {
    const auto entered = [&](PolyId poly) { return Entered(poly); };
    if (Entered(goal.poly)) {
      result_.end = goal;
    } else if (IsLate(result_.outcome)) {
      result_.end = AboutNearest(goal.point);
    } else {
      const auto nearest = ws_.closest.Find(mesh_, goal.point, entered, kInfinite, options_.deadline);
      result_.end = nearest ? *nearest : AboutNearest(goal.point);
    }
    const uint32_t node = ws_.entered[result_.end.poly.value()].index;
    PullRoute({mesh_, links_, start_, result_.end}, node, ws_, result_);
  }

  // A place near the point, of the polygons entered: there is no time to look at all of them.
  NavLocation AboutNearest(const Vec3& point) const {
    PolyId nearest = start_.poly;
    double least_m = kInfinite;
    const size_t stride = ws_.nodes.size() / kLookedAtLate + 1;
    for (size_t i = 0; i < ws_.nodes.size(); i += stride) {
      if (ws_.nodes[i].edge == kNoEdge) continue;
      const NavEdge& edge = mesh_.edge(EdgeId(ws_.nodes[i].edge));
      const double distance_m = Distance(Vec3(mesh_.vertex(VertexId(edge.vertex))), point);
      if (distance_m >= least_m || !Entered(PolyId(edge.poly))) continue;
      least_m = distance_m;
      nearest = PolyId(edge.poly);
    }
    if (nearest == start_.poly) return start_;
    return {nearest, ClosestPointOnPoly(mesh_, nearest, point)};
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const NavLocation& start_;
  const AnyAngleOptions& options_;
  AnyAngleWorkspace& ws_;
  uint32_t expansions_ = 0;
  SurfacePath result_;
};

}  // namespace

SurfacePath FindAnyAngle(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                         const AnyAngleOptions& options, AnyAngleWorkspace& workspace) {
  WS_CHECK(start.poly.value() < mesh.poly_count() && goal.poly.value() < mesh.poly_count());
  return Search(mesh, start, options, workspace).Find(goal);
}

}  // namespace waystone
