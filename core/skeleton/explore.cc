// A plan is made as if there were no limits (walk_tour.h), shared out among the walkers (walk_split.h), and
// cut when the coverage is reached or a walker has reached its limit.
#include "core/skeleton/explore.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/deadline_poll.h"
#include "core/skeleton/walk_bound.h"
#include "core/skeleton/walk_graph.h"
#include "core/skeleton/walk_improver.h"
#include "core/skeleton/walk_search.h"
#include "core/skeleton/walk_split.h"
#include "core/skeleton/walk_tour.h"

namespace waystone {
namespace {

// Keeps rounding from turning a share of n that is meant as k / n into k + 1.
constexpr double kShareRounding = 1e-9;
constexpr double kCostRounding = 1e-9;
constexpr uint32_t kNodesPerLook = 1024;
// The share of the time for improving that finding a bound may take at most; the improvement ends at the
// bound.
constexpr double kBoundShare = 0.2;
constexpr std::chrono::hours kUntimedBound(1);  // more than it takes
// The share of the time for improving that goes to the shared tour of several walkers; the rest goes to each
// one's part.
constexpr double kTourShare = 0.6;

class Explorer {
 public:
  Explorer(const SkeletonView& skeleton, const ExploreQuery& query)
      : skeleton_(skeleton),
        query_(query),
        graph_(MakeWalkGraph(skeleton, query.start, query.changes, query.source_ids, query.deadline)) {
    const uint32_t n = graph_.size();
    known_.assign(n, 0);
    known_[graph_.start.value()] = 1;
    std::vector<uint8_t> is_visited(skeleton.size(), 0);
    for (const uint32_t k : query.visited) is_visited[k] = 1;
    for (uint32_t v = 0; v < n; ++v) known_[v] |= is_visited[graph_.key_points[v].value()];
    is_wanted_.resize(n);
    for (uint32_t v = 0; v < n; ++v) is_wanted_[v] = known_[v] == 0 ? 1 : 0;
    wanted_ = static_cast<uint32_t>(std::ranges::count(is_wanted_, 1));
    const double goal = std::ceil(query.coverage * n - kShareRounding * n);
    const auto goal_count = static_cast<uint32_t>(std::clamp(goal, 0.0, static_cast<double>(n)));
    const uint32_t known = n - wanted_;
    visits_ = goal_count > known ? goal_count - known : 0;
    const bool counts_way_back = query.walkers > 1 || std::isfinite(query.max_length_m);
    if (IsLate()) return;
    if (query.return_to_start && counts_way_back) path_back_m_ = DistancesFrom(graph_, {graph_.start}, true);
    walked_back_m_ = path_back_m_;
    if (query.changes.is_weighted && !path_back_m_.empty()) MeasurePathsBack();
    for (std::vector<double>* paths_m : {&path_back_m_, &walked_back_m_}) {
      for (double& path_m : *paths_m) path_m = std::isfinite(path_m) ? path_m : 0;  // unreachable
    }
  }

  ExploreAnswer Run() {
    ExploreAnswer answer;
    answer.is_late = IsLate();
    if (answer.is_late) return answer;
    answer.reachable = graph_.size();
    answer.unjoinable = wanted_ - static_cast<uint32_t>(MostThatOneWalkVisits(graph_, is_wanted_));
    answer.cycle_rank = CountEdges(graph_) + 1 - graph_.size();
    if (query_.order == WalkOrder::kShortest && !IsLate()) FindBound();
    bool is_limited = false;
    bool is_round = query_.return_to_start;
    std::vector<uint8_t> is_left = is_wanted_;
    for (const std::vector<WalkNodeId>& plan : Plan()) {
      if (IsLate()) break;
      const std::vector<WalkNodeId> nodes = WalkWithinLimits(plan, is_left, is_limited);
      is_round = is_round && nodes.back() == graph_.start;
      answer.walks.push_back(MakeWalk(nodes));
    }
    answer.is_late = IsLate();
    if (answer.is_late) return answer;
    const auto left = static_cast<uint32_t>(std::ranges::count(is_left, 1));
    answer.coverage = 1.0 - static_cast<double>(left) / graph_.size();
    answer.end = EndOf(wanted_ - left, is_limited);
    answer.lower_bound_m = BoundOf(wanted_ - left, is_round);
    answer.is_late = IsLate();
    return answer;
  }

 private:
  bool IsLate() const { return graph_.deadline.Expired(); }

  WalkBoundQuery BoundQuery(uint32_t visits, bool is_round) const {
    WalkBoundQuery query;
    query.known = &known_;
    query.visits = visits;
    query.walkers = query_.walkers;
    query.is_round = is_round;
    return query;
  }

  // Bounds walks that visit all that was asked for, as far as one walk can.
  void FindBound() {
    const uint64_t most = query_.walkers == 1 ? MostThatOneWalkVisits(graph_, is_wanted_) : wanted_;
    const auto visits = static_cast<uint32_t>(std::min<uint64_t>(visits_, most));
    asked_ = BoundQuery(visits, query_.return_to_start && graph_.strong.count == 1);
    WalkBoundQuery thorough = asked_;
    thorough.thorough_for = IsTimed() ? Share(kBoundShare) : kUntimedBound;
    thorough.deadline = query_.budget;
    asked_bound_m_ = WalkLowerBound(graph_, thorough);
  }

  // Bounds the walks that were found.
  double BoundOf(uint32_t visits, bool is_round) const {
    const bool holds = asked_bound_m_ > 0 && visits >= asked_.visits && (is_round || !asked_.is_round);
    if (holds && visits == asked_.visits && is_round == asked_.is_round) return asked_bound_m_;
    return std::max(WalkLowerBound(graph_, BoundQuery(visits, is_round)), holds ? asked_bound_m_ : 0);
  }

  // One walk for each walker, ignoring the length limit.
  std::vector<std::vector<WalkNodeId>> Plan() {
    std::vector<std::vector<WalkNodeId>> tours;
    std::vector<uint8_t> is_left = is_wanted_;
    uint32_t left = wanted_;
    const uint32_t enough = wanted_ - visits_;
    while (left > enough && !is_cut_short_ && tours.size() < query_.walkers && !IsLate()) {
      TourPlan plan;
      plan.order = query_.order;
      plan.enough = enough;
      plan.is_round = query_.return_to_start;
      plan.is_timed = IsTimed();
      if (query_.walkers == 1) plan.bound_m = asked_bound_m_;
      plan.deadline = graph_.deadline;
      plan.budget = query_.walkers == 1 ? query_.budget : BudgetOf(kTourShare);
      std::vector<WalkNodeId> tour = MakeTour(graph_, is_left, plan);
      const uint32_t before = left;
      const uint64_t most = MostThatOneWalkVisits(graph_, is_left);
      for (const WalkNodeId v : tour) left -= std::exchange(is_left[v.value()], 0);
      is_cut_short_ = left > enough && before - left < most;
      if (left == before) break;
      tours.push_back(std::move(tour));
    }
    if (query_.walkers == 1) {
      if (tours.empty()) tours.push_back({graph_.start});
      return tours;
    }
    std::vector<std::vector<WalkNodeId>> walks =
        SplitTours(graph_, tours, is_wanted_, visits_, query_.walkers, path_back_m_);
    if (query_.order == WalkOrder::kShortest) ImproveEach(walks);
    return walks;
  }

  bool IsTimed() const { return query_.improve_for > std::chrono::nanoseconds(0); }

  // The deadline after that share of the time for improving.
  Deadline BudgetOf(double share) const {
    if (!IsTimed()) return query_.budget;
    return query_.budget.SoonerOf(begin_ + Share(share));
  }
  std::chrono::nanoseconds Share(double share) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(share * query_.improve_for);
  }

  // Improves the order in which each walker visits its nodes.
  void ImproveEach(std::vector<std::vector<WalkNodeId>>& walks) const {
    std::vector<uint8_t> is_left = is_wanted_;
    ImproveOptions options;
    options.is_round = query_.return_to_start;
    options.is_timed = IsTimed();
    for (size_t i = 0; i < walks.size() && !IsLate(); ++i) {
      std::vector<uint8_t> is_own(graph_.size(), 0);
      for (const WalkNodeId v : walks[i]) is_own[v.value()] |= std::exchange(is_left[v.value()], uint8_t{0});
      const double done = static_cast<double>(i + 1) / static_cast<double>(walks.size());
      Pacer pacer(BudgetOf(kTourShare + (1 - kTourShare) * done));
      walks[i] = ImproveWalk(graph_, walks[i], is_own, options, pacer);
    }
  }

  double PathBack(WalkNodeId node) const { return walked_back_m_.empty() ? 0 : walked_back_m_[node.value()]; }

  // [m] Of an arc of the graph, whatever its ground costs.
  double Length_m(uint32_t arc) const {
    return static_cast<double>(query_.changes.is_weighted
                                   ? query_.changes.Length_m(skeleton_, graph_.arcs[arc])
                                   : graph_.lengths[arc]);
  }

  // The lengths of the cheapest paths to the start; of equally cheap ones the longest.
  void MeasurePathsBack() {
    std::vector<uint32_t> by_cost(graph_.size());
    std::iota(by_cost.begin(), by_cost.end(), 0U);
    std::ranges::stable_sort(by_cost, {}, [&](uint32_t v) { return path_back_m_[v]; });
    for (const uint32_t v : by_cost) {
      if (v == graph_.start.value() || !std::isfinite(path_back_m_[v])) continue;
      walked_back_m_[v] = 0;
      for (uint32_t arc = graph_.FirstArc(WalkNodeId(v)); arc < graph_.EndArc(WalkNodeId(v)); ++arc) {
        const uint32_t next = graph_.targets[arc].value();
        const double cost_m = static_cast<double>(graph_.lengths[arc]) + path_back_m_[next];
        if (!(cost_m <= (1 + kCostRounding) * path_back_m_[v])) continue;
        if (path_back_m_[next] >= path_back_m_[v]) continue;
        walked_back_m_[v] = std::max(walked_back_m_[v], Length_m(arc) + walked_back_m_[next]);
      }
    }
  }

  // Cuts the plan to the part that is needed and allowed; clears its visits from `is_left`.
  std::vector<WalkNodeId> WalkWithinLimits(const std::vector<WalkNodeId>& plan, std::vector<uint8_t>& is_left,
                                           bool& is_limited) {
    size_t useful = 1;  // nodes of the plan up to the last first visit
    double length_m = 0;
    DeadlinePoll poll(graph_.deadline, kNodesPerLook);
    for (size_t i = 1; i < plan.size() && visited_ < visits_ && !poll.Expired(); ++i) {
      length_m += Length_m(graph_.ArcBetween(plan[i - 1], plan[i]));
      if (length_m + PathBack(plan[i]) > query_.max_length_m) {
        is_limited = true;
        break;
      }
      if (std::exchange(is_left[plan[i].value()], 0) == 0) continue;
      ++visited_;
      useful = i + 1;
    }
    std::vector<WalkNodeId> nodes(plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(useful));
    if (query_.return_to_start) GoBack(nodes, is_left);
    return nodes;
  }

  // Appends the shortest path to the start if there is one.
  void GoBack(std::vector<WalkNodeId>& nodes, std::vector<uint8_t>& is_left) {
    if (nodes.back() == graph_.start) return;
    WalkSearch search(graph_);
    Pacer pacer(graph_.deadline);
    const WalkNodeId found = search.Nearest(
        nodes.back(), [this](WalkNodeId v) { return v == graph_.start; }, [](WalkNodeId) { return true; },
        pacer);
    if (found.IsNone()) return;
    const size_t first = nodes.size();
    search.AppendPath(found, nodes);
    for (size_t i = first; i < nodes.size(); ++i) visited_ += std::exchange(is_left[nodes[i].value()], 0);
  }

  ExploreWalk MakeWalk(const std::vector<WalkNodeId>& nodes) const {
    ExploreWalk walk;
    walk.key_points.reserve(nodes.size());
    walk.arcs.reserve(nodes.size());
    DeadlinePoll poll(graph_.deadline, kNodesPerLook);
    for (size_t i = 0; i < nodes.size() && !poll.Expired(); ++i) {
      walk.key_points.push_back(graph_.key_points[nodes[i].value()].value());
      if (i == 0) continue;
      const uint32_t arc = graph_.ArcBetween(nodes[i - 1], nodes[i]);
      walk.arcs.push_back(graph_.arcs[arc]);
      walk.length_m += static_cast<double>(graph_.lengths[arc]);
    }
    return walk;
  }

  ExploreEnd EndOf(uint32_t visited, bool is_limited) const {
    if (visited >= visits_) return ExploreEnd::kCovered;
    if (is_limited) return ExploreEnd::kWalkLimit;
    return is_cut_short_ ? ExploreEnd::kSearchBudget : ExploreEnd::kStranded;
  }

  const SkeletonView& skeleton_;
  const ExploreQuery& query_;
  const Deadline::Clock::time_point begin_ = Deadline::Clock::now();
  const WalkGraph graph_;
  std::vector<uint8_t> known_;      // [node] 1 for the start and nodes visited before
  std::vector<uint8_t> is_wanted_;  // [node] 1 for all others
  uint32_t wanted_ = 0;
  uint32_t visits_ = 0;                // needed for the coverage
  uint32_t visited_ = 0;               // so far
  bool is_cut_short_ = false;          // time ran out before a tour had visited everything it could
  WalkBoundQuery asked_;               // the query that asked_bound_m_ bounds
  double asked_bound_m_ = 0;           // 0: not known
  std::vector<double> path_back_m_;    // [node] empty unless the path back counts; 0 if unreachable; or cost
  std::vector<double> walked_back_m_;  // the lengths of these paths
};

}  // namespace

ExploreAnswer ExploreSkeleton(const SkeletonView& skeleton, const ExploreQuery& query) {
  return Explorer(skeleton, query).Run();
}

}  // namespace waystone
