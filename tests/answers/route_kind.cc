#include "tests/answers/route_kind.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"
#include "tests/answers/route_judge.h"
#include "tests/answers/truth_graph.h"

namespace waystone::answers {
namespace {

constexpr size_t kRouteGoals = 16;  // of one start
constexpr size_t kPerGoal = 3;      // questions about each
constexpr double kRatio = 1.1;

struct Ends {
  Vec3 start;
  std::vector<uint32_t> start_polys;
  std::vector<Vec3> goals;
  std::vector<std::vector<uint32_t>> goal_polys;
};

Ends DrawEnds(const TruthSurface& surface, Random& random) {
  Ends ends;
  ends.start = surface.Draw(random);
  ends.start_polys = surface.PolysAt(ends.start, kSame_m, kSame_m);
  while (ends.goals.size() < kRouteGoals) {
    Vec3 goal = surface.Draw(random);
    // Half of the goals are near, if there is ground near.
    for (int i = 0; i < 50 && ends.goals.size() % 2 == 0 && Distance(goal, ends.start) > 40; ++i) {
      goal = surface.Draw(random);
    }
    ends.goals.push_back(goal);
    ends.goal_polys.push_back(surface.PolysAt(goal, kSame_m, kSame_m));
  }
  return ends;
}

bool IsMore(double value, double limit) { return value > limit * (1 + 1e-6) + 1e-3; }

// What is known of one pair of places.
struct Pair {
  Vec3 start;
  Vec3 goal;
  bool can_reach = false;
  bool is_sure = false;  // that it can or cannot; not if floors touch at one of the ends
  double upper_m = 0;    // some path costs no more
  const std::vector<bool>* reached = nullptr;  // by polygon, from the start; null if it is not known
};

// Whether a partial route ends as near to the goal as one can come.
std::string JudgeGap(const TruthSurface& surface, const Pair& pair, const Vec3& end) {
  if (!pair.is_sure || pair.reached == nullptr) return {};
  const double best_m = surface.NearestAmong_m(pair.goal, *pair.reached);
  const double found_m = Distance(end, pair.goal);
  if (!IsMore(found_m, best_m)) return {};
  return StrCat("ends ", found_m, " m from the goal, but one comes as near as ", best_m);
}

// Of a route that leads from the pair's start to its goal, or as near to it as one can come.
std::string JudgeEnds(const TruthSurface& surface, const Pair& pair, const v1::PlanRouteResponse& answer) {
  const bool is_complete = answer.status() == v1::ROUTE_STATUS_COMPLETE;
  if (pair.is_sure && is_complete != pair.can_reach) {
    return StrCat(client::EnumName(answer.status()), ", but the goal can", pair.can_reach ? "" : "not",
                  " be reached");
  }
  if (answer.routes().empty()) return is_complete ? "complete without a route" : "";
  const client::PointView points = client::PointsOf(answer.routes(0).points(0));
  if (Distance(points.front(), pair.start) > 1e-3) return "does not begin at the start";
  const double gap_m = Distance(points.back(), pair.goal);
  if (is_complete && gap_m > 1e-3) return "does not end at the goal";
  if (!is_complete && std::abs(gap_m - answer.routes(0).gap_m()) > 2e-3) {
    return StrCat("gap_m is ", answer.routes(0).gap_m(), ", but it ends ", gap_m, " m from the goal");
  }
  return is_complete ? std::string() : JudgeGap(surface, pair, points.back());
}

class RouteRound {
 public:
  RouteRound(const Round& round, const TruthGraph& graph, const v1::Agent& agent)
      : round_(round), surface_(*round.map.surface), graph_(graph), agent_(agent) {}

  void Ask() {
    const Ends ends = DrawEnds(surface_, round_.random);
    const std::vector<bool> reached = graph_.ReachedFrom(ends.start_polys);
    const std::vector<double> upper =
        graph_.UpperBounds(ends.start, ends.start_polys, ends.goals, ends.goal_polys);
    std::vector<Pair> pairs;
    std::vector<v1::BatchItem> items;
    for (size_t i = 0; i < ends.goals.size(); ++i) {
      const bool is_sure = ends.start_polys.size() == 1 && ends.goal_polys[i].size() == 1;
      pairs.push_back({ends.start, ends.goals[i], is_sure && reached[ends.goal_polys[i][0]], is_sure,
                       upper[i], &reached});
      AddRequests(ends.start, ends.goals[i], items);
    }
    const auto answers = round_.asker.Ask(items);
    for (size_t i = 0; i < pairs.size(); ++i) Judge(pairs[i], &items[kPerGoal * i], &answers[kPerGoal * i]);
    round_.asker.Asked(items.size());
  }

 private:
  // As the server likes, exactly, and one of: exactly back; within a ratio; the taut line.
  void AddRequests(const Vec3& start, const Vec3& goal, std::vector<v1::BatchItem>& items) const {
    v1::PlanRouteRequest request = RouteBetween(start, goal);
    *request.mutable_agent() = agent_;
    items.push_back(ToItem(request));
    request.mutable_limits()->set_max_length_ratio(1);
    items.push_back(ToItem(request));
    switch (round_.random.NextBelow(3)) {
      case 0:
        request.mutable_start()->Swap(request.mutable_goals(0));
        break;
      case 1:
        request.mutable_limits()->set_max_length_ratio(kRatio);
        break;
      default:
        request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_TURNING_POINTS);
        break;
    }
    items.push_back(ToItem(request));
  }

  // The cost of a complete route; negative if there is none, or it was counted as wrong.
  double CostOf(const Pair& pair, const v1::BatchItem& item, const v1::BatchResult& result) const {
    const auto* const found = ExpectRoute(result, item, round_.asker);
    if (found == nullptr) return -1;
    std::string why = JudgeEnds(surface_, pair, *found);
    if (why.empty() && !found->routes().empty()) {
      why = JudgeRoute(surface_, item.plan_route(), *found);
    }
    const bool is_complete = found->status() == v1::ROUTE_STATUS_COMPLETE;
    const double straight_m = PlaneDistance(pair.start, pair.goal);
    if (why.empty() && is_complete && graph_.is_straight_best() &&
        IsMore(straight_m, found->routes(0).cost_m())) {
      why = StrCat("costs ", found->routes(0).cost_m(), ", but the straight line is ", straight_m);
    }
    if (!why.empty()) round_.asker.Wrong(item, why);
    return why.empty() && is_complete ? found->routes(0).cost_m() : -1;
  }

  void Judge(const Pair& pair, const v1::BatchItem* items, const v1::BatchResult* answers) const {
    const double usual_m = CostOf(pair, items[0], answers[0]);
    const double exact_m = CostOf(pair, items[1], answers[1]);
    const v1::PlanRouteRequest& third = items[2].plan_route();
    const bool is_back = client::ToVec3(third.start().position()) == pair.goal;
    Pair other = pair;
    if (is_back) {
      std::swap(other.start, other.goal);
      other.reached = nullptr;
    }
    other.is_sure = pair.is_sure && (!is_back || graph_.is_symmetric());
    const double third_m = CostOf(other, items[2], answers[2]);
    if (exact_m < 0) return;
    if (pair.is_sure && IsMore(exact_m, pair.upper_m)) {
      round_.asker.Wrong(items[1], StrCat("costs ", exact_m, ", but some path costs ", pair.upper_m));
    }
    if (usual_m >= 0 && IsMore(exact_m, usual_m)) {
      round_.asker.Wrong(items[1], StrCat("costs ", exact_m, ", but without a ratio ", usual_m));
    }
    if (third_m < 0) return;
    const double most_m = is_back ? exact_m : exact_m * third.limits().max_length_ratio();
    if (is_back && !graph_.is_symmetric()) return;
    if (IsMore(third_m, most_m) || IsMore(exact_m, third_m)) {
      round_.asker.Wrong(items[2], StrCat("costs ", third_m, ", but the exact path ", exact_m));
    }
  }

  const Round& round_;
  const TruthSurface& surface_;
  const TruthGraph& graph_;
  const v1::Agent& agent_;
};

}  // namespace

void AskRoutes(const Round& round) {
  const TruthGraph walking(*round.map.surface, 0);
  const TruthGraph able(*round.map.surface, ~uint64_t{0});
  const v1::Agent walker;
  const v1::Agent jumper = round.map.AbleAgent();
  for (uint64_t done = 0; done < round.questions; done += kRouteGoals * kPerGoal) {
    const bool is_able = !jumper.abilities().empty() && round.random.NextBelow(2) == 0;
    RouteRound(round, is_able ? able : walking, is_able ? jumper : walker).Ask();
  }
}

}  // namespace waystone::answers
