#include "core/world_route/portal_obstacles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/geom/aabb.h"
#include "core/world/portal_query.h"
#include "tests/core/world_route/plain_world.h"

namespace waystone {
namespace {

using testing::ElementsAre;

void DrawBox(WorldPortal& portal, Random& random) {
  const double min[3] = {1.0 * random.NextBelow(9), random.NextBelow(3) - 1.0, 1.0 * random.NextBelow(9)};
  for (int axis = 0; axis < 3; ++axis) {
    portal.box_min[axis] = min[axis];
    portal.box_max[axis] = min[axis] + 1 + random.NextBelow(axis == 1 ? 2 : 4);
  }
}

// Walks with jumps between.
RouteAnswer RandomWalk(Random& random) {
  RouteAnswer walk;
  const uint32_t points = 1 + random.NextBelow(6);
  while (walk.points.size() < points) {
    walk.points.emplace_back(random.NextInRange(0, 12), random.NextInRange(-1, 3), random.NextInRange(0, 12));
  }
  for (uint32_t i = 1; i < points; ++i) {
    const bool is_jump = random.NextBelow(4) == 0;
    const bool is_walk_on = !is_jump && !walk.legs.empty() && !walk.legs.back().link.has_value();
    if (is_walk_on) {
      ++walk.legs.back().point_count;
      continue;
    }
    RouteLeg& leg = walk.legs.emplace_back();
    leg.first_point = i - 1;
    leg.point_count = 2;
    if (is_jump) leg.link = LinkId(0);
  }
  return walk;
}

bool IsJumpTo(const RouteAnswer& walk, size_t point) {
  return std::any_of(walk.legs.begin(), walk.legs.end(), [&](const RouteLeg& leg) {
    return leg.link.has_value() && leg.first_point + 1 == point;
  });
}

// Where one comes into a trigger: a hair within its sides, and half a metre above or below.
Aabb BoxOf(const WorldPortal& portal) {
  constexpr double kHair_m = 0.00025;
  const Vec3 less(kHair_m, -0.5, kHair_m);
  return {ToVec3(portal.box_min) + less, ToVec3(portal.box_max) - less};
}

// Shares of a line, one between any two neighbours of the places where it passes a plane of some box.
std::vector<double> SharesOf(const WorldView& world, const Vec3& from, const Vec3& to) {
  std::vector<double> events = {0, 1};
  const Vec3 line = to - from;
  for (const WorldPortal& portal : world.portals()) {
    const Aabb box = BoxOf(portal);
    for (const Vec3& corner : {box.min, box.max}) {
      for (const double share :
           {(corner.x - from.x) / line.x, (corner.y - from.y) / line.y, (corner.z - from.z) / line.z}) {
        if (share > 0 && share < 1) events.push_back(share);
      }
    }
  }
  std::sort(events.begin(), events.end());
  std::vector<double> shares;
  for (size_t i = 1; i < events.size(); ++i) {
    if (events[i] - events[i - 1] > 1e-12) shares.push_back((events[i] + events[i - 1]) / 2);
  }
  return shares;
}

// The places of a walk, one after another, each with the triggers it is in; who jumps is in those of the end.
std::vector<std::vector<bool>> InTriggers(const WorldView& world, const RouteAnswer& walk,
                                          WorldMapIndex map) {
  std::vector<std::vector<bool>> in;
  for (size_t i = 1; i < walk.points.size(); ++i) {
    const Vec3& from = walk.points[i - 1];
    const Vec3& to = walk.points[i];
    const bool is_jump = IsJumpTo(walk, i);
    for (const double share : is_jump ? std::vector<double>{0, 1} : SharesOf(world, from, to)) {
      std::vector<bool>& now = in.emplace_back(world.portals().size());
      for (uint32_t p = 0; p < now.size(); ++p) {
        const WorldPortal& portal = world.Portal(PortalId(p));
        const bool is_trigger = portal.from_map == map && portal.kind == PortalKind::kWalkIn;
        const bool may_be_in = !is_jump || share == 1;
        now[p] = is_trigger && may_be_in && BoxOf(portal).Contains(from + (to - from) * share);
      }
    }
  }
  return in;
}

// Place after place. A trigger that the walk begins in counts once it was left; if the route ends on this
// map, what comes after the first step into a trigger that it ends in does not count.
std::vector<PortalId> TriggersByPlaces(const WorldView& world, const WorldRouteAnswer& route) {
  std::vector<PortalId> portals;
  for (const WorldStretch& stretch : route.stretches) {
    std::vector<std::vector<bool>> in = InTriggers(world, stretch.walk, stretch.map);
    size_t end = in.size();
    for (uint32_t p = 0; p < world.portals().size(); ++p) {
      for (size_t i = 0; i < in.size() && in[i][p]; ++i) in[i][p] = false;
      size_t first = in.size();
      while (first > 0 && in[first - 1][p]) --first;
      if (stretch.portal.IsNone()) end = std::min(end, first);
    }
    for (size_t i = 0; i < end; ++i) {
      const auto first = std::find(in[i].begin(), in[i].end(), true);
      if (first == in[i].end()) continue;
      const PortalId portal(static_cast<uint32_t>(first - in[i].begin()));
      const bool is_new = std::find(portals.begin(), portals.end(), portal) == portals.end();
      if (portal != stretch.portal && is_new) portals.push_back(portal);
    }
  }
  return portals;
}

TEST(PortalObstacles, TriggersOnWalksAndJumpsAreThoseThatTheirPlacesMeet) {
  Random random(1);
  int met = 0;
  int several = 0;
  for (int round = 0; round < 3000; ++round) {
    const uint32_t maps = 1 + random.NextBelow(2);
    PlainWorld plain(maps);
    for (uint32_t map = 0; map < maps; ++map) {
      for (uint32_t k = random.NextBelow(7); k > 0; --k) {
        WorldPortal& portal = plain.Add(map, random.NextBelow(maps));
        DrawBox(portal, random);
        if (random.NextBelow(6) == 0) portal.kind = PortalKind::kUse;
      }
    }
    const WorldView world = plain.Finish(1, random);
    WorldRouteAnswer route;
    for (uint32_t stretch = 1 + random.NextBelow(2); stretch > 0; --stretch) {
      const uint32_t map = random.NextBelow(maps);
      const uint32_t exits = world.maps()[map].exit_count;
      PortalId used;
      if (exits > 0 && random.NextBelow(3) != 0)
        used = PortalId(world.maps()[map].first_exit + random.NextBelow(exits));
      route.stretches.push_back({WorldMapIndex(map), RandomWalk(random), used});
    }
    const std::vector<PortalId> expected = TriggersByPlaces(world, route);
    ASSERT_EQ(TriggersOnRoute(world, route, {}), expected) << round;
    met += expected.empty() ? 0 : 1;
    several += expected.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(met, 600);
  EXPECT_GT(several, 200);
}

struct Search {
  WorldRouteQuery query;
  std::vector<PortalHead> heads;
  std::vector<PortalTail> tails;
};

bool IsClosed(const WorldView& world, PortalId portal) { return world.IsClosedTo(portal, TravellerId(0)); }

bool IsForbidden(const Search& search, PortalId portal) {
  return search.query.limits.is_closed[portal.value()] || search.query.is_unmet[portal.value()];
}

bool MayBegin(const WorldView& world, const Search& search, PortalId portal) {
  if (IsForbidden(search, portal)) return false;
  if (IsClosed(world, portal)) return world.Portal(portal).from_map == search.query.start.map;
  return std::any_of(search.heads.begin(), search.heads.end(),
                     [&](const PortalHead& head) { return head.portal == portal; });
}

bool MayFollow(const WorldView& world, const Search& search, PortalId portal, PortalId next) {
  if (IsForbidden(search, next) || world.Portal(next).from_map != world.Portal(portal).to_map) return false;
  return IsClosed(world, portal) || IsClosed(world, next) ||
         world.WalkCost(world.Portal(portal).arrival, next, TravellerId(0), search.query.mode) < kNoWalk;
}

bool MayEnd(const WorldView& world, const Search& search, PortalId portal) {
  if (IsClosed(world, portal)) {
    return std::any_of(search.query.goals.begin(), search.query.goals.end(),
                       [&](const WorldPosition& goal) { return goal.map == world.Portal(portal).to_map; });
  }
  return std::any_of(search.tails.begin(), search.tails.end(),
                     [&](const PortalTail& tail) { return tail.portal == portal; });
}

constexpr uint32_t kNever = UINT32_MAX;

// The least number of closed portals on any path, by rounds over all pairs.
uint32_t LeastClosed(const WorldView& world, const Search& search) {
  const auto count = static_cast<uint32_t>(world.portals().size());
  std::vector<uint32_t> least(count, kNever);
  const auto own = [&](uint32_t p) { return IsClosed(world, PortalId(p)) ? 1U : 0U; };
  for (uint32_t p = 0; p < count; ++p) {
    if (MayBegin(world, search, PortalId(p))) least[p] = own(p);
  }
  for (uint32_t round = 0; round < count; ++round) {
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = 0; b < count && least[a] != kNever; ++b) {
        if (MayFollow(world, search, PortalId(a), PortalId(b)))
          least[b] = std::min(least[b], least[a] + own(b));
      }
    }
  }
  uint32_t best = kNever;
  for (uint32_t p = 0; p < count; ++p) {
    if (MayEnd(world, search, PortalId(p))) best = std::min(best, least[p]);
  }
  return best;
}

// Whether some path uses just these closed portals, in this order: [portal][how many of them are used].
bool IsPath(const WorldView& world, const Search& search, const std::vector<PortalId>& closed) {
  const auto count = static_cast<uint32_t>(world.portals().size());
  std::vector<std::vector<bool>> is_at(count, std::vector<bool>(closed.size() + 1));
  const auto reach = [&](uint32_t p, size_t used) {
    const bool is_closed = IsClosed(world, PortalId(p));
    if (is_closed && (used == closed.size() || closed[used] != PortalId(p))) return false;
    const size_t now = used + (is_closed ? 1 : 0);
    const bool is_new = !is_at[p][now];
    is_at[p][now] = true;
    return is_new;
  };
  for (uint32_t p = 0; p < count; ++p) {
    if (MayBegin(world, search, PortalId(p))) reach(p, 0);
  }
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = 0; b < count; ++b) {
        if (!MayFollow(world, search, PortalId(a), PortalId(b))) continue;
        for (size_t used = 0; used <= closed.size(); ++used) is_more |= is_at[a][used] && reach(b, used);
      }
    }
  }
  for (uint32_t p = 0; p < count; ++p) {
    if (is_at[p][closed.size()] && MayEnd(world, search, PortalId(p))) return true;
  }
  return false;
}

TEST(PortalObstacles, AsFewPortalsAsPossibleAreClosedOnThePath) {
  Random random(2);
  int none = 0;
  int some = 0;
  int several = 0;
  for (int round = 0; round < 3000; ++round) {
    const uint32_t maps = 2 + random.NextBelow(4);
    PlainWorld plain(maps);
    std::vector<uint32_t> from;
    for (uint32_t k = 1 + random.NextBelow(9); k > 0; --k) from.push_back(random.NextBelow(maps));
    std::sort(from.begin(), from.end());
    for (const uint32_t map : from) {
      plain.Add(map, random.NextBelow(maps)).closed_to = random.NextBelow(3) == 0 ? 0 : 1;
    }
    const WorldView world = plain.Finish(0.6, random);
    Search search;
    search.query.start.map = WorldMapIndex(random.NextBelow(maps));
    search.query.goals.resize(1 + random.NextBelow(2));
    for (WorldPosition& goal : search.query.goals) goal.map = WorldMapIndex(random.NextBelow(maps));
    for (uint32_t p = 0; p < from.size(); ++p) {
      search.query.limits.is_closed.push_back(random.NextBelow(8) == 0);
      search.query.is_unmet.push_back(random.NextBelow(8) == 0);
      if (IsClosed(world, PortalId(p)) || random.NextBelow(2) == 0) continue;
      if (from[p] == search.query.start.map.value()) search.heads.push_back({PortalId(p), 1});
      search.tails.push_back({PortalId(p), 1});
    }
    const uint32_t least = LeastClosed(world, search);
    const std::vector<PortalId> closed = ClosedOnPath(world, search.query, search.heads, search.tails);
    ASSERT_EQ(closed.size(), least == kNever ? 0 : least) << round;
    ASSERT_TRUE(least == kNever || IsPath(world, search, closed)) << round;
    ++(least == kNever ? none : some);
    several += least != kNever && least > 1 ? 1 : 0;
  }
  EXPECT_GT(none, 300);
  EXPECT_GT(some, 300);
  EXPECT_GT(several, 100);
}

TEST(PortalObstacles, WhatIsLackingIsSummedOverThePath) {
  Random random(3);
  PlainWorld plain(1);
  const TextOffset ferry = plain.Text("ferry");
  const TextOffset key = plain.Text("key");
  for (uint32_t p = 0; p < 4; ++p) {
    WorldPortal& portal = plain.Add(0, 0);
    portal.money = 10 * p;
    if (p % 2 == 0) portal.ticket = ferry;
    if (p == 3) portal.requirement = key;
  }
  const WorldView world = plain.Finish(1, random);
  const std::vector<PortalId> path = {PortalId(0), PortalId(2), PortalId(3)};
  WorldRouteQuery query;
  EXPECT_EQ(LackOn(world, query, path), "");
  query.is_unmet = {false, false, false, true};
  EXPECT_EQ(LackOn(world, query, path), "requirement \"key\"");
  query.limits = {
      .is_limited = true, .money = 49, .tickets = {{*world.FindTicket("ferry"), 1}}, .max_portals = 2};
  EXPECT_EQ(LackOn(world, query, path),
            "requirement \"key\", money 50 (you have 49), ticket \"ferry\" x 2 (you have 1), 3 portals "
            "(max_portals is 2)");
  query.is_unmet.clear();
  query.limits = {
      .is_limited = true, .money = 50, .tickets = {{*world.FindTicket("ferry"), 2}}, .max_portals = 3};
  EXPECT_EQ(LackOn(world, query, path), "");
}

TEST(PortalObstacles, OfManyNamesThreeAreTold) {
  Random random(4);
  PlainWorld plain(1);
  for (int p = 0; p < 5; ++p) plain.Add(0, 0);
  const WorldView world = plain.Finish(1, random);
  std::vector<std::string> names;
  std::vector<PortalId> portals;
  for (uint32_t p = 0; p < 5; ++p) {
    portals.emplace_back(p);
    names.push_back(NamesOf(world, portals));
  }
  EXPECT_THAT(names, ElementsAre("\"p0\"", "\"p0\" and \"p1\"", "\"p0\", \"p1\" and \"p2\"",
                                 "\"p0\", \"p1\", \"p2\" and 1 more", "\"p0\", \"p1\", \"p2\" and 2 more"));
}

}  // namespace
}  // namespace waystone
