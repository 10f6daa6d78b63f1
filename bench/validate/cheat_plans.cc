#include "bench/validate/cheat_plans.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/navmesh/surface_walk.h"
#include "core/route/route_planner.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr int kPlanTries = 300;
constexpr int kRouteTriesOfACheat = 40;
constexpr double kRates_hz[] = {1, 2, 5, 10, 20, 60};
constexpr double kAtOnce_mps = std::numeric_limits<double>::infinity();

constexpr double kShortestWall_m = 0.3;
constexpr double kLongestWall_m = 6;
constexpr double kLongestCreep_m = 2;
constexpr double kCreepStep_m = 0.05;
constexpr double kCreep_hz = 20;
constexpr double kWallRise_m = 1;  // of both sides, at most
constexpr double kColumn_m = 0.3;  // floors straight above each other
constexpr double kLowestStorey_m = 2;
constexpr double kHighestStorey_m = 10;
constexpr double kProofReach_m = 0.3;   // of an end, for ground that it may be taken to lie on
constexpr double kAfter_s = 2;          // the client goes on after it has arrived
constexpr double kInAir_s = 3;          // who is in the air must be found by then
constexpr double kAboveStep_m = 0.2;    // what counts as on the ground, over the agent's step
constexpr double kSurelyAbove_m = 0.3;  // and what is surely above that
constexpr double kLowestHover_m = 1;
constexpr double kHighestHover_m = 4;
constexpr double kFreeAround_m = 2.5;    // of a hovering agent
constexpr double kLongestRoute_m = 120;  // straight
constexpr int kGoalDraws = 50;
constexpr double kLongestRun_s = 30;
constexpr double kForgedRate = 1.5;
constexpr double kForgedLead_s = 0.25;  // that the server forgives
constexpr double kLeastRate_hz = 5;

double FactorOf(std::string_view kind) {
  double factor = 0;
  const std::string_view digits = kind.substr(kind.find('_') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), factor);
  return factor;
}

Vec3 EndPoint(const float (&end)[3]) { return {end[0], end[1], end[2]}; }

}  // namespace

double CheatPlans::DrawRate(double least_hz) {
  double hz = 0;
  while (hz < least_hz) hz = kRates_hz[random_.NextBelow(std::size(kRates_hz))];
  return hz;
}

CheatPlan CheatPlans::NewPlan(std::string_view kind, const NavLocation& start) {
  CheatPlan plan;
  plan.kind = kind;
  plan.map = &map_;
  plan.start = start.point + map_.manifest->origin;
  plan.max_speed_mps = random_.NextInRange(3, 7);
  return plan;
}

std::optional<CheatPlan> CheatPlans::Draw(std::string_view kind) {
  const bool is_burst = kind.starts_with("burst_");
  const bool is_speed = is_burst || kind.starts_with("speed_");
  const bool runs = is_speed || kind == "forged_time";
  // On a graph nobody knows what lies between its nodes.
  if (map_.surface->IsGraph() && !runs && kind != "teleport") return std::nullopt;
  for (int i = 0; i < (runs ? kRouteTriesOfACheat : kPlanTries); ++i) {
    std::optional<CheatPlan> plan;
    if (is_speed) {
      plan = TrySpeed(kind, FactorOf(kind), is_burst);
    } else if (kind == "forged_time") {
      plan = TryForged();
    } else if (kind == "hover" || kind == "fly") {
      plan = TryInAir(kind);
    } else {
      plan = TryCrossing(kind);
    }
    if (plan) return plan;
  }
  return std::nullopt;
}

std::optional<CheatPlan> CheatPlans::Straight(std::string_view kind, const Crossing& crossing, bool is_bare,
                                              double speed_mps, double hz) {
  CheatPlan plan = NewPlan(kind, crossing.from);
  if (is_bare) plan.map = &bare_;
  plan.hz = hz;
  if (speed_mps <= 0) speed_mps = plan.max_speed_mps;
  const double straight_m = Distance(crossing.from.point, crossing.to.point);
  const double crossing_s = std::max(1.0, std::ceil(straight_m / speed_mps * hz)) / hz;
  const double budget_m =
      plan.max_speed_mps * kTolerance * (crossing_s + kCredit_s + kDebt_s) + kProofMargin_m;
  if (ExactOf(plan).LeastLength_m(crossing.from, crossing.to, kProofReach_m, budget_m) <= budget_m) {
    return std::nullopt;
  }
  plan.due_s = crossing_s + kAfter_s;
  plan.duration_s = plan.due_s;
  const Vec3 target = crossing.to.point + map_.manifest->origin;
  plan.new_client = [=] { return StraightClient(target, speed_mps); };
  return plan;
}

std::optional<CheatPlan> CheatPlans::TryCrossing(std::string_view kind) {
  if (kind == "wall") {
    const auto crossing = TryWall(kLongestWall_m);
    return crossing ? Straight(kind, *crossing, false, 0, DrawRate(1)) : std::nullopt;
  }
  if (kind == "creep") {
    const auto crossing = TryWall(kLongestCreep_m);
    return crossing ? Straight(kind, *crossing, false, kCreepStep_m * kCreep_hz, kCreep_hz) : std::nullopt;
  }
  if (kind == "floor_to_floor") {
    const auto crossing = TryFloor();
    return crossing ? Straight(kind, *crossing, false, kAtOnce_mps, DrawRate(1)) : std::nullopt;
  }
  if (kind == "teleport") {
    const Crossing crossing{RandomPoint(*map_.navmesh, random_), RandomPoint(*map_.navmesh, random_)};
    return Straight(kind, crossing, false, kAtOnce_mps, DrawRate(1));
  }
  const auto crossing = TryLink(kind);
  const bool is_bare = kind == "link_without_ability";
  return crossing ? Straight(kind, *crossing, is_bare, 0, DrawRate(1)) : std::nullopt;
}

std::optional<CheatPlans::Crossing> CheatPlans::TryWall(double most_m) {
  const auto surface = scratch_.Borrow<SurfaceWorkspace>();
  const NavLocation from = RandomPoint(*map_.navmesh, random_);
  const double turn = random_.NextInRange(0, 2 * std::numbers::pi);
  const double far_m = random_.NextInRange(kShortestWall_m, most_m);
  const Vec3 at = from.point + Vec3(std::cos(turn), 0, std::sin(turn)) * far_m;
  const auto to = NearestPolyWithin(*map_.navmesh, at, kCreepStep_m, kWallRise_m, kWallRise_m, *surface);
  if (!to) return std::nullopt;
  const RaycastResult there = Raycast(*map_.navmesh, from, to->point.Plane());
  const RaycastResult back = Raycast(*map_.navmesh, *to, from.point.Plane());
  if (there.reached || back.reached) return std::nullopt;
  const double walked_m =
      PlaneDistance(from.point, there.end.point) + PlaneDistance(to->point, back.end.point);
  const double gap_m = PlaneDistance(from.point, to->point) - walked_m;
  if (gap_m <= std::max(map_.variant->agent.radius_m, map_.navmesh->tolerance_m())) return std::nullopt;
  return Crossing{from, *to};
}

std::optional<CheatPlans::Crossing> CheatPlans::TryFloor() {
  const auto surface = scratch_.Borrow<SurfaceWorkspace>();
  const NavLocation from = RandomPoint(*map_.navmesh, random_);
  const double middle_m = (kLowestStorey_m + kHighestStorey_m) / 2;
  const double half_m = (kHighestStorey_m - kLowestStorey_m) / 2;
  const Vec3 at = from.point + Vec3(0, random_.NextBelow(2) == 0 ? middle_m : -middle_m, 0);
  const auto to = NearestPolyWithin(*map_.navmesh, at, kColumn_m, half_m, half_m, *surface);
  return to ? std::optional(Crossing{from, *to}) : std::nullopt;
}

std::optional<CheatPlans::Crossing> CheatPlans::TryLink(std::string_view kind) {
  if (map_.links->size() == 0) return std::nullopt;
  const NavLink& link = map_.links->link(LinkId(random_.NextBelow(map_.links->size())));
  const NavLocation start{PolyId(link.start_poly), EndPoint(link.start)};
  const NavLocation end{PolyId(link.end_poly), EndPoint(link.end)};
  if (kind == "upward_drop") {
    const bool is_ledge = link.kind == LinkKind::kDrop && link.reverse == kNoLink;
    return is_ledge && start.point.y > end.point.y ? std::optional(Crossing{end, start}) : std::nullopt;
  }
  return link.abilities != 0 ? std::optional(Crossing{start, end}) : std::nullopt;
}

std::optional<CheatPlan> CheatPlans::TryInAir(std::string_view kind) {
  const NavLocation start = RandomPoint(*map_.navmesh, random_);
  CheatPlan plan = NewPlan(kind, start);
  plan.hz = DrawRate(kLeastRate_hz);
  plan.due_s = kInAir_s;
  plan.duration_s = kInAir_s;
  const double climb_m =
      std::max<double>(map_.variant->agent.max_climb_m, map_.navmesh->arrays().header.max_climb_m);
  const double step_m = climb_m + kAboveStep_m + kSurelyAbove_m;
  const Vec3 at = plan.start;
  if (kind == "fly") {
    const double turn = random_.NextInRange(0, 2 * std::numbers::pi);
    const Vec2 ahead{std::cos(turn), std::sin(turn)};
    plan.new_client = [at, ahead, speed_mps = plan.max_speed_mps] { return FlyClient(at, ahead, speed_mps); };
  } else {
    const double least_m = std::max(kLowestHover_m, step_m);
    if (least_m >= kHighestHover_m) return std::nullopt;
    const double height_m = random_.NextInRange(least_m, kHighestHover_m);
    plan.new_client = [=] { return HoverClient(at, height_m); };
  }
  if (!IsInAir(plan, step_m)) return std::nullopt;
  return plan;
}

// Whether no ground is near the second half of the flight: at most `step_m` below it, or a bit above.
bool CheatPlans::IsInAir(const CheatPlan& plan, double step_m) {
  const CheatClient client = plan.new_client();
  Vec3 held = plan.start;
  for (double time_s = 1 / plan.hz; time_s <= plan.due_s; time_s += 1 / plan.hz) {
    held = client({held, time_s, 1 / plan.hz});
    if (time_s < plan.due_s / 2) continue;
    const auto surface = scratch_.Borrow<SurfaceWorkspace>();
    const Vec3 at = held - map_.manifest->origin;
    const double below_m = step_m - 1e-3;  // the ground that the agent hovers over does not count
    if (NearestPolyWithin(*map_.navmesh, at, kFreeAround_m, below_m, kFreeAround_m, *surface)) return false;
  }
  return true;
}

// A shortest route without links. Planned routes over grids are not: they go from cell to cell, and ground may
// have costs. Grids are level, so the exact search gives the line.
std::optional<WalkedRoute> CheatPlans::TryRoute() {
  const NavLocation start = RandomPoint(*map_.navmesh, random_);
  NavLocation goal = RandomPoint(*map_.navmesh, random_);
  for (int i = 0; i < kGoalDraws && PlaneDistance(start.point, goal.point) > kLongestRoute_m; ++i) {
    goal = RandomPoint(*map_.navmesh, random_);
  }
  WalkedRoute route;
  if (!map_.zones->Reaches(start.poly, goal.poly, *scratch_.Borrow<ReachWorkspace>())) return std::nullopt;
  if (map_.surface->Fields().cells) {
    for (const Vec3& turn : exact_.Turns(start, goal, 2 * kLongestRoute_m)) {
      route.points.push_back(turn + map_.manifest->origin);
    }
    if (route.points.size() < 2) return std::nullopt;
    route.parts.resize(route.points.size() - 1);
    return route;
  }
  RouteQuery query;
  query.start = start.point + map_.manifest->origin;
  query.goals = {goal.point + map_.manifest->origin};
  query.max_length_ratio = 1;
  query.allow_partial = false;
  const auto answer = PlanRoute(map_, query, scratch_);
  if (!answer.ok() || answer->status != RouteStatus::kComplete || answer->points.size() < 2)
    return std::nullopt;
  route = RouteOf(*answer);
  if (!map_.surface->IsGraph() && route.HasLinks()) return std::nullopt;
  return route;
}

// On a graph only straight lines count: a run is due when it is further from its start than the budget allows.
std::optional<double> CheatPlans::StraightBreach_s(const CheatPlan& plan, double lead_s) const {
  const CheatClient client = plan.new_client();
  Vec3 held = plan.start;
  for (double time_s = 1 / plan.hz; time_s <= kLongestRun_s; time_s += 1 / plan.hz) {
    held = client({held, time_s, 1 / plan.hz});
    const double budget_m = plan.max_speed_mps * kTolerance * (time_s + kDebt_s + lead_s) + kProofMargin_m;
    if (PlaneDistance(plan.start, held) > budget_m) return time_s;
  }
  return std::nullopt;
}

std::optional<CheatPlan> CheatPlans::TrySpeed(std::string_view kind, double factor, bool is_burst) {
  const std::optional<WalkedRoute> route = TryRoute();
  if (!route) return std::nullopt;
  CheatPlan plan = NewPlan(kind, {});
  plan.start = route->points.front();
  plan.hz = DrawRate(1);
  const RunSpeed speed{plan.max_speed_mps, factor, is_burst};
  plan.due_s = BudgetBreach_s(speed, plan.hz, kProofMargin_m, kLongestRun_s);
  plan.new_client = [route = *route, speed] { return RunClient(route, speed); };
  return DueRun(std::move(plan), *route, factor, 0);
}

std::optional<CheatPlan> CheatPlans::TryForged() {
  const std::optional<WalkedRoute> route = TryRoute();
  if (!route) return std::nullopt;
  CheatPlan plan = NewPlan("forged_time", {});
  plan.start = route->points.front();
  plan.hz = DrawRate(kLeastRate_hz);
  plan.clock_rate = kForgedRate;
  const double breach_s = kTolerance * (kForgedLead_s + kDebt_s) / (kForgedRate - kTolerance);
  plan.due_s = breach_s + 2 / plan.hz;
  const RunSpeed speed{plan.max_speed_mps, kForgedRate, false};
  plan.new_client = [route = *route, speed] { return RunClient(route, speed); };
  return DueRun(std::move(plan), *route, kForgedRate, kForgedLead_s);
}

// The plan, if the route is long enough for it to be found on.
std::optional<CheatPlan> CheatPlans::DueRun(CheatPlan plan, const WalkedRoute& route, double factor,
                                            double lead_s) const {
  if (map_.surface->IsGraph()) plan.due_s = StraightBreach_s(plan, lead_s).value_or(-1);
  if (plan.due_s < 0 || plan.due_s * plan.max_speed_mps * factor > route.PlaneLength_m()) return std::nullopt;
  plan.duration_s = plan.due_s + 2 / plan.hz;
  return plan;
}

}  // namespace waystone
