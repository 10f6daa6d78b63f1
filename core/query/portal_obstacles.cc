#include "core/query/portal_obstacles.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <tuple>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/geom/box_stretch.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kHair_m = 0.001;  // so near the sides of a box nothing is come into
constexpr double kAbove_m = 0.5;   // how far the line of a route may lie from the ground
constexpr size_t kMostNames = 3;

// What a walk has to meet to come into a trigger.
Aabb BoxOf(const WorldMap& map, const WorldPortal& portal) {
  Aabb box{ToVec3(portal.box_min), ToVec3(portal.box_max)};
  const double above_m = map.columns != 0 ? kInfinite : kAbove_m;
  box.min = box.min + Vec3(kHair_m, -above_m, kHair_m);
  box.max = box.max + Vec3(-kHair_m, above_m, -kHair_m);
  return box;
}

// How far along the walk it comes into the box: points, and the share of the way to the next one.
std::optional<double> FirstIn(const Aabb& box, const std::vector<Vec3>& points) {
  for (size_t i = 1; i < points.size(); ++i) {
    const std::optional<Stretch> in = StretchIn(box, points[i - 1], points[i]);
    if (in.has_value()) return static_cast<double>(i - 1) + in->from;
  }
  return std::nullopt;
}

// Searches over the portals: to be at one is to have used it.
class ClosedPathFinder {
 public:
  ClosedPathFinder(const WorldView& world, const WorldRouteQuery& query)
      : world_(world), query_(query), least_(world.portals().size(), kNever), before_(least_.size()) {}

  std::vector<PortalId> Find(const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails) {
    for (const PortalHead& head : heads) Reach(head.portal, 0, PortalId::None());
    const WorldMap& start = world_.maps()[query_.start.map];
    for (uint32_t exit = start.first_exit; exit < start.first_exit + start.exit_count; ++exit) {
      if (IsClosed(PortalId(exit))) Reach(PortalId(exit), 0, PortalId::None());
    }
    while (!open_.empty()) {
      const auto [portal, closed] = open_.front();
      open_.pop_front();
      if (closed > least_[portal.value()]) continue;
      if (LeadsToGoal(portal, tails)) return PathTo(portal);
      Expand(portal, closed);
    }
    return {};
  }

 private:
  static constexpr uint32_t kNever = UINT32_MAX;

  bool IsClosed(PortalId portal) const { return world_.IsClosedTo(portal, query_.traveller); }
  bool IsForbidden(PortalId portal) const {
    const auto is_in = [&](const std::vector<bool>& portals) {
      return portal.value() < portals.size() && portals[portal.value()];
    };
    return is_in(query_.limits.is_closed) || is_in(query_.is_unmet);
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

  void Expand(PortalId portal, uint32_t closed) {
    const WorldPortal& record = world_.Portal(portal);
    const WorldMap& map = world_.maps()[record.to_map];
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      const PortalId next(exit);
      const bool leads_on = IsClosed(portal) || IsClosed(next) ||
                            world_.WalkCost(record.arrival, next, query_.traveller, query_.mode) < kInfinite;
      if (leads_on) Reach(next, closed, portal);
    }
  }

  bool LeadsToGoal(PortalId portal, const std::vector<PortalTail>& tails) const {
    const uint32_t map = world_.Portal(portal).to_map;
    const auto is_there = [&](const WorldPosition& goal) { return goal.map == map; };
    if (IsClosed(portal)) return std::any_of(query_.goals.begin(), query_.goals.end(), is_there);
    return std::any_of(tails.begin(), tails.end(),
                       [&](const PortalTail& tail) { return tail.portal == portal; });
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
  std::deque<std::pair<PortalId, uint32_t>> open_;
};

}  // namespace

std::vector<PortalId> TriggersOnRoute(const WorldView& world, const WorldRouteAnswer& route) {
  std::vector<std::tuple<bool, size_t, double, PortalId>> met;
  for (size_t i = 0; i < route.stretches.size(); ++i) {
    const WorldStretch& stretch = route.stretches[i];
    const WorldMap& map = world.maps()[stretch.map];
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      const PortalId portal(exit);
      if (portal == stretch.portal || world.Portal(portal).kind != PortalKind::kWalkIn) continue;
      const std::optional<double> at = FirstIn(BoxOf(map, world.Portal(portal)), stretch.walk.points);
      if (at.has_value()) met.emplace_back(*at == 0, i, *at, portal);
    }
  }
  std::sort(met.begin(), met.end());
  std::vector<PortalId> portals;
  for (const auto& [is_start, stretch, at, portal] : met) {
    if (std::find(portals.begin(), portals.end(), portal) == portals.end()) portals.push_back(portal);
  }
  return portals;
}

std::vector<PortalId> ClosedOnPath(const WorldView& world, const WorldRouteQuery& query,
                                   const std::vector<PortalHead>& heads,
                                   const std::vector<PortalTail>& tails) {
  return ClosedPathFinder(world, query).Find(heads, tails);
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
