#include "core/world_route/broken_path.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "core/world_route/allowed_portals.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

BrokenPaths::BrokenPaths(const WorldView& world, const WorldRouteQuery& query, const WorldPosition& goal,
                         const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails)
    : world_(world),
      query_(query),
      goal_(goal),
      has_head_(world.portals().size(), false),
      has_tail_(world.portals().size(), false) {
  for (const PortalHead& head : heads) has_head_[head.portal.value()] = true;
  for (const PortalTail& tail : tails) has_tail_[tail.portal.value()] = true;
}

BrokenWalk BrokenPaths::WalkOf(PortalId after, PortalId before) const {
  BrokenWalk walk;
  walk.after = after;
  walk.before = before;
  walk.map = after.IsNone() ? query_.start.map : world_.Portal(after).to_map;
  walk.from = after.IsNone() ? query_.start.point : ToVec3(world_.ArrivalOf(after, query_.traveller).place);
  walk.to = before.IsNone() ? goal_.point : ToVec3(world_.Portal(before).anchor);
  return walk;
}

// REQUIRES: one of them is a portal.
bool BrokenPaths::Exists(PortalId after, PortalId before) const {
  if (after.IsNone()) return has_head_[before.value()];
  if (before.IsNone()) return has_tail_[after.value()];
  return world_.WalkCost(world_.Portal(after).arrival, before, query_.traveller, query_.mode) < kInfinite;
}

std::optional<uint32_t> BrokenPaths::LacksOf(PortalId after, PortalId before,
                                             const std::set<std::pair<uint32_t, uint32_t>>& without) const {
  uint32_t lacks = 0;
  if (!before.IsNone()) {
    if (IsMarked(query_.limits.is_closed, before)) return std::nullopt;
    if (IsMarked(query_.is_unmet, before)) ++lacks;
  }
  const bool is_direct = after.IsNone() && before.IsNone();
  if (!is_direct && Exists(after, before)) return lacks;
  if (!may_break_ || without.contains({after.value(), before.value()})) return std::nullopt;
  return lacks + 1;
}

std::optional<BrokenPath> BrokenPaths::Find(const std::set<std::pair<uint32_t, uint32_t>>& without) {
  costs_.assign(world_.portals().size(), {});
  before_.assign(world_.portals().size(), PortalId::None());
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  Cost best;  // to the goal
  PortalId last;
  if (query_.start.map == goal_.map) {
    if (const auto lacks = LacksOf(PortalId::None(), PortalId::None(), without)) best = {*lacks, 0};
  }
  const auto expand = [&](PortalId after, WorldMapIndex map_index, const Cost& cost) {
    if (map_index == goal_.map && !after.IsNone()) {
      const auto lacks = LacksOf(after, PortalId::None(), without);
      if (lacks && Cost{cost.lacks + *lacks, cost.portals} < best) {
        best = {cost.lacks + *lacks, cost.portals};
        last = after;
      }
    }
    const WorldMap& map = world_.Map(map_index);
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
      const auto lacks = LacksOf(after, PortalId(exit), without);
      if (!lacks) continue;
      const Cost next{cost.lacks + *lacks, cost.portals + 1};
      if (next >= costs_[exit]) continue;
      costs_[exit] = next;
      before_[exit] = after;
      waiting.push({next, exit});
    }
  };
  expand(PortalId::None(), query_.start.map, {0, 0});
  while (!waiting.empty() && waiting.top().cost < best) {
    if (query_.deadline.Expired()) return std::nullopt;
    const Waiting next = waiting.top();
    waiting.pop();
    if (next.cost != costs_[next.portal]) continue;
    expand(PortalId(next.portal), world_.Portal(PortalId(next.portal)).to_map, next.cost);
  }
  if (best == Cost()) return std::nullopt;
  return PathTo(last);
}

std::optional<std::vector<PortalId>> BrokenPaths::FindWhole() {
  may_break_ = false;
  std::optional<BrokenPath> path = Find({});
  may_break_ = true;
  if (!path) return std::nullopt;
  return std::move(path->portals);
}

BrokenPath BrokenPaths::PathTo(PortalId last) const {
  BrokenPath path;
  for (PortalId at = last; !at.IsNone(); at = before_[at.value()]) path.portals.push_back(at);
  std::ranges::reverse(path.portals);
  PortalId after;
  for (size_t i = 0; i <= path.portals.size(); ++i) {
    const PortalId before = i < path.portals.size() ? path.portals[i] : PortalId::None();
    const bool is_direct = path.portals.empty();
    if (is_direct || !Exists(after, before)) path.walks.push_back(WalkOf(after, before));
    after = before;
  }
  return path;
}

}  // namespace waystone
