#include "core/world_route/portal_obstacles.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/geom/box_stretch.h"
#include "core/world/portal_query.h"
#include "core/world_route/allowed_portals.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kHair_m = 0.00025;  // a path this near to the sides of a box does not enter it
constexpr double kAbove_m = 0.5;     // how far the line of a route may lie from the ground
constexpr size_t kMostNames = 3;
constexpr uint32_t kTestsPerPoll = 4096;

// Part of a walk: steps on grids and in volumes, and elsewhere points and shares of the lines between them.
struct WalkPart {
  double from;
  double to;  // exclusive
};

// Parts that are already taken.
class TakenParts {
 public:
  // Takes a part. Returns where its first bit lies that was not taken before; none if there is no such bit.
  // O(log parts), amortized.
  std::optional<double> Take(WalkPart part) {
    auto next = parts_.upper_bound(part.from);
    if (next != parts_.begin() && std::prev(next)->second >= part.from) --next;
    double first = part.from;
    if (next != parts_.end() && next->first <= part.from) first = next->second;
    while (next != parts_.end() && next->first <= part.to) {
      part = {std::min(part.from, next->first), std::max(part.to, next->second)};
      next = parts_.erase(next);
    }
    parts_.emplace_hint(next, part.from, part.to);
    return first < part.to ? std::optional(first) : std::nullopt;
  }

 private:
  std::map<double, double> parts_;  // from, to; apart from each other
};

// The places along a walk over one map at which it may enter triggers.
class TriggerLine {
 public:
  TriggerLine(const WorldMap& map, const RouteAnswer& walk)
      : map_(map), points_(walk.points), is_jump_(points_.size(), false) {
    for (const RouteLeg& leg : walk.legs) {
      const uint32_t end = leg.first_point + leg.point_count;
      for (uint32_t i = leg.first_point + 1; i < end && leg.link.has_value(); ++i) is_jump_[i] = true;
    }
    if (!HasCells()) return;
    for (Vec3& point : points_) point = CellOf(point);
  }

  // The parts in the trigger, ascending. On grids and in volumes every step into a cell of it; elsewhere from where the walk
  // enters it from outside. O(points).
  std::vector<WalkPart> PartsIn(const WorldPortal& portal) const {
    const Aabb box = BoxOf(portal);
    std::vector<WalkPart> parts;
    double steps = 0;
    for (size_t i = 1; i < points_.size(); ++i) {
      const std::optional<Stretch> in = LineIn(box, i);
      const double length = HasCells() ? StepsTo(i) : 1;
      if (in.has_value() && HasCells()) {
        // The cell that a line begins in counts for the line before it; the start's cell is not entered.
        const double first = std::max(1.0, std::ceil(in->from * length));
        parts.push_back({steps + first, steps + std::floor(in->to * length) + 1});
      } else if (in.has_value() && !parts.empty() && parts.back().to == steps + in->from) {
        parts.back().to = steps + in->to;
      } else if (in.has_value()) {
        parts.push_back({steps + in->from, steps + in->to});
      }
      steps += length;
    }
    if (!HasCells() && !parts.empty() && parts.front().from == 0) parts.erase(parts.begin());
    std::erase_if(parts, [](const WalkPart& part) { return part.from >= part.to; });
    return parts;
  }

  // If the walk ends in one of these triggers: where its part in that trigger may begin.
  double EndOf(const std::vector<std::pair<PortalId, std::vector<WalkPart>>>& met) const {
    double end = 0;
    for (size_t i = 1; i < points_.size(); ++i) end += HasCells() ? StepsTo(i) : 1;
    if (HasCells()) return end;
    double from = end;
    for (const auto& [portal, parts] : met) {
      if (parts.back().to == end) from = std::min(from, parts.back().from);
    }
    return from;
  }

 private:
  // Of a grid in columns and rows, of a volume in three dimensions.
  bool HasCells() const { return map_.cell_size_m > 0; }
  bool IsFlat() const { return map_.columns != 0; }

  // The point's cell.
  Vec3 CellOf(const Vec3& point) const {
    const Vec3 off = point - CornerOfCells();
    const auto number = [&](double off_m) { return std::floor(off_m / map_.cell_size_m); };
    return {number(off.x), IsFlat() ? 0 : number(off.y), number(off.z)};
  }
  Vec3 CornerOfCells() const {
    return ToVec3(map_.origin) + Vec3(map_.corner_x_m, map_.height_m, map_.corner_z_m);
  }
  double StepsTo(size_t point) const {
    const Vec3 steps = points_[point] - points_[point - 1];
    return std::max({std::abs(steps.x), std::abs(steps.y), std::abs(steps.z)});
  }

  // The box that a walk must meet to enter a trigger.
  Aabb BoxOf(const WorldPortal& portal) const {
    Aabb box{ToVec3(portal.box_min), ToVec3(portal.box_max)};
    if (HasCells()) {
      // The cells whose middles lie in it.
      const Vec3 corner = CornerOfCells();
      const auto first = [&](double off_m) {
        return std::ceil(off_m / map_.cell_size_m - 0.5 - 1e-6) - 0.25;
      };
      const auto last = [&](double off_m) {
        return std::floor(off_m / map_.cell_size_m - 0.5 + 1e-6) + 0.25;
      };
      const Vec3 low = box.min - corner;
      const Vec3 high = box.max - corner;
      return {Vec3(first(low.x), IsFlat() ? -kInfinite : first(low.y), first(low.z)),
              Vec3(last(high.x), IsFlat() ? kInfinite : last(high.y), last(high.z))};
    }
    const Vec3 hair(std::min(kHair_m, (box.max.x - box.min.x) / 4), -kAbove_m,
                    std::min(kHair_m, (box.max.z - box.min.z) / 4));
    return {box.min + hair, box.max - hair};
  }

  // The stretch of the line to a point. A jump reaches its end only.
  std::optional<Stretch> LineIn(const Aabb& box, size_t point) const {
    if (!is_jump_[point]) return StretchIn(box, points_[point - 1], points_[point]);
    return box.Contains(points_[point]) ? std::optional(Stretch{0.5, 1}) : std::nullopt;
  }

  const WorldMap& map_;
  std::vector<Vec3> points_;   // or the numbers of their cells
  std::vector<bool> is_jump_;  // by point: the line that leads to it is a link
};

// Searches over the portals: a node is a portal that has been used.
class ClosedPathFinder {
 public:
  ClosedPathFinder(const WorldView& world, const WorldRouteQuery& query)
      : world_(world), query_(query), least_(world.portals().size(), kNever), before_(least_.size()) {}

  std::vector<PortalId> Find(const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails) {
    has_tail_.resize(least_.size(), false);
    for (const PortalTail& tail : tails) has_tail_[tail.portal.value()] = true;
    for (const PortalHead& head : heads) Reach(head.portal, 0, PortalId::None());
    const WorldMap& start = world_.Map(query_.start.map);
    for (uint32_t exit = start.first_exit; exit < start.first_exit + start.exit_count; ++exit) {
      if (IsClosed(PortalId(exit))) Reach(PortalId(exit), 0, PortalId::None());
    }
    while (!open_.empty()) {
      const auto [portal, closed] = open_.front();
      open_.pop_front();
      if (closed > least_[portal.value()]) continue;
      if (LeadsToGoal(portal)) return PathTo(portal);
      if (!Expand(portal, closed)) return {};
    }
    return {};
  }

 private:
  static constexpr uint32_t kNever = UINT32_MAX;

  bool IsClosed(PortalId portal) const { return world_.IsClosedTo(portal, query_.traveller); }
  bool IsForbidden(PortalId portal) const {
    return IsMarked(query_.limits.is_closed, portal) || IsMarked(query_.is_unmet, portal);
  }

  void Reach(PortalId portal, uint32_t closed, PortalId before) {
    const uint32_t count = closed + (IsClosed(portal) ? 1 : 0);
    if (IsForbidden(portal) || count >= least_[portal.value()]) return;
    least_[portal.value()] = count;
    before_[portal.value()] = before;
    if (count > closed) {
      open_.emplace_back(portal, count);
    } else {
      open_.emplace_front(portal, count);
    }
  }

  // False if the deadline has passed.
  bool Expand(PortalId portal, uint32_t closed) {
    const WorldPortal& record = world_.Portal(portal);
    const WorldMap& map = world_.Map(record.to_map);
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      if (++tests_ % kTestsPerPoll == 0 && query_.deadline.Expired()) return false;
      const PortalId next(exit);
      const bool leads_on = IsClosed(portal) || IsClosed(next) ||
                            world_.WalkCost(record.arrival, next, query_.traveller, query_.mode) < kInfinite;
      if (leads_on) Reach(next, closed, portal);
    }
    return true;
  }

  bool LeadsToGoal(PortalId portal) const {
    const WorldMapIndex map = world_.Portal(portal).to_map;
    const auto is_there = [&](const WorldPosition& goal) { return goal.map == map; };
    if (IsClosed(portal)) return std::any_of(query_.goals.begin(), query_.goals.end(), is_there);
    return has_tail_[portal.value()];
  }

  std::vector<PortalId> PathTo(PortalId portal) const {
    std::vector<PortalId> closed;
    for (PortalId at = portal; !at.IsNone(); at = before_[at.value()]) {
      if (IsClosed(at)) closed.push_back(at);
    }
    std::reverse(closed.begin(), closed.end());
    return closed;
  }

  const WorldView& world_;
  const WorldRouteQuery& query_;
  std::vector<uint32_t> least_;   // by portal: closed ones used up to it
  std::vector<PortalId> before_;  // by portal
  std::vector<bool> has_tail_;    // by portal
  uint64_t tests_ = 0;
  std::deque<std::pair<PortalId, uint32_t>> open_;
};

}  // namespace

std::vector<PortalId> TriggersOnRoute(const WorldView& world, const WorldRouteAnswer& route,
                                      const Deadline& deadline) {
  std::vector<std::tuple<size_t, double, PortalId>> set_off;
  size_t tests = kTestsPerPoll;
  for (size_t i = 0; i < route.stretches.size(); ++i) {
    const WorldStretch& stretch = route.stretches[i];
    const WorldMap& map = world.Map(stretch.map);
    const TriggerLine line(map, stretch.walk);
    std::vector<std::pair<PortalId, std::vector<WalkPart>>> met;
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      tests += stretch.walk.points.size();
      if (tests >= kTestsPerPoll && deadline.Expired()) return {};
      tests %= kTestsPerPoll;
      if (world.Portal(PortalId(exit)).kind != PortalKind::kWalkIn) continue;
      std::vector<WalkPart> parts = line.PartsIn(world.Portal(PortalId(exit)));
      if (!parts.empty()) met.emplace_back(exit, std::move(parts));
    }
    const double end = stretch.portal.IsNone() ? line.EndOf(met) : kInfinite;
    TakenParts taken;
    for (const auto& [portal, parts] : met) {
      for (const WalkPart& part : parts) {
        if (part.from >= end) continue;
        const std::optional<double> at = taken.Take({part.from, std::min(part.to, end)});
        if (at.has_value() && portal != stretch.portal) set_off.emplace_back(i, *at, portal);
      }
    }
  }
  std::sort(set_off.begin(), set_off.end());
  std::vector<PortalId> portals;
  std::vector<bool> is_named(world.portals().size(), false);
  for (const auto& [stretch, at, portal] : set_off) {
    if (!is_named[portal.value()]) portals.push_back(portal);
    is_named[portal.value()] = true;
  }
  return portals;
}

std::vector<PortalId> ClosedOnPath(const WorldView& world, const WorldRouteQuery& query,
                                   const std::vector<PortalHead>& heads,
                                   const std::vector<PortalTail>& tails) {
  return ClosedPathFinder(world, query).Find(heads, tails);
}

std::string LackOn(const WorldView& world, const WorldRouteQuery& query, const std::vector<PortalId>& path) {
  std::set<std::string_view> requirements;
  std::map<std::string_view, uint32_t> tickets;
  double money = 0;
  for (const PortalId id : path) {
    const WorldPortal& portal = world.Portal(id);
    if (IsMarked(query.is_unmet, id)) requirements.insert(world.Text(portal.requirement));
    if (portal.ticket != 0) ++tickets[world.Text(portal.ticket)];
    money += portal.money;
  }
  std::vector<std::string> lack;
  lack.reserve(requirements.size() + tickets.size() + 2);
  const PortalLimits& limits = query.limits;
  for (const std::string_view requirement : requirements)
    lack.push_back(StrCat("requirement ", Quoted(requirement)));
  if (limits.is_limited) {
    if (money > limits.money) lack.push_back(StrCat("money ", money, " (you have ", limits.money, ")"));
    for (const auto& [name, needed] : tickets) {
      uint32_t held = 0;
      for (const TicketCount& ticket : limits.tickets) {
        if (ticket.kind == world.FindTicket(name)) held += ticket.count;
      }
      if (needed > held)
        lack.push_back(StrCat("ticket ", Quoted(name), " x ", needed, " (you have ", held, ")"));
    }
    const bool are_too_many =
        limits.max_portals != 0 && limits.used_portals + path.size() > limits.max_portals;
    if (are_too_many) {
      const std::string before =
          limits.used_portals == 0 ? "" : StrCat(", and ", limits.used_portals, " were used before");
      lack.push_back(StrCat(path.size(), " portals (max_portals is ", limits.max_portals, before, ")"));
    }
  }
  const PortalGraph graph = world.graph(query.traveller);
  for (const PortalId id : path) {
    if (std::ranges::find(limits.used_groups, graph.nodes[id.value()].group) == limits.used_groups.end())
      continue;
    lack.push_back(StrCat("a portal of group ", Quoted(world.Text(world.Portal(id).group)),
                          ", of which one was used before"));
  }
  std::string text;
  for (const std::string& need : lack) StrAppend(text, text.empty() ? "" : ", ", need);
  return text;
}

std::string NamesOf(const WorldView& world, const std::vector<PortalId>& portals) {
  std::string names;
  const size_t named = std::min(portals.size(), kMostNames);
  for (size_t i = 0; i < named; ++i) {
    const bool is_last = i + 1 == portals.size();
    StrAppend(names, i == 0 ? "" : is_last ? " and " : ", ", Quoted(world.NameOf(portals[i])));
  }
  if (named < portals.size()) StrAppend(names, " and ", portals.size() - named, " more");
  return names;
}

}  // namespace waystone
