#include "core/world_route/broken_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "tests/core/world_route/plain_world.h"

namespace waystone {
namespace {

using Key = std::pair<uint32_t, uint32_t>;

// A world, and a question about it.
struct Case {
  std::unique_ptr<PlainWorld> plain;  // that the view borrows from
  WorldView world;
  WorldRouteQuery query;
  WorldPosition goal;
  std::vector<PortalHead> heads;
  std::vector<PortalTail> tails;
};

Case DrawCase(Random& random) {
  const uint32_t maps = 2 + random.NextBelow(3);
  auto plain = std::make_unique<PlainWorld>(maps);
  uint32_t portals = 0;
  for (uint32_t map = 0; map < maps; ++map) {
    for (uint32_t exit = random.NextBelow(3); exit > 0; --exit, ++portals)
      plain->Add(map, random.NextBelow(maps));
  }
  const WorldView world = plain->Finish(0.4, random);
  Case drawn{std::move(plain), world, {}, {}, {}, {}};
  drawn.query.start.map = WorldMapIndex(random.NextBelow(maps));
  drawn.goal.map = WorldMapIndex(random.NextBelow(maps));
  drawn.query.is_unmet.resize(portals);
  drawn.query.limits.is_closed.resize(portals);
  for (uint32_t portal = 0; portal < portals; ++portal) {
    drawn.query.is_unmet[portal] = random.NextBelow(4) == 0;
    drawn.query.limits.is_closed[portal] = random.NextBelow(6) == 0;
    const WorldPortal& record = drawn.world.Portal(PortalId(portal));
    if (record.from_map == drawn.query.start.map && random.NextBelow(2) == 0)
      drawn.heads.push_back({PortalId(portal)});
    if (record.to_map == drawn.goal.map && random.NextBelow(2) == 0)
      drawn.tails.push_back({PortalId(portal)});
  }
  return drawn;
}

// Tries every path without loops.
class AllPaths {
 public:
  AllPaths(const Case& drawn, const std::set<Key>& without, bool may_break = true)
      : drawn_(drawn), without_(without), may_break_(may_break) {}

  // What the best one lacks, and its portals.
  std::optional<std::pair<uint32_t, uint32_t>> Best() {
    Try(PortalId::None(), drawn_.query.start.map, 0);
    return best_;
  }

  bool Exists(PortalId after, PortalId before) const {
    const auto leads = [](const auto& ends, PortalId portal) {
      return std::ranges::any_of(ends, [&](const auto& end) { return end.portal == portal; });
    };
    if (after.IsNone() && before.IsNone()) return false;
    if (after.IsNone()) return leads(drawn_.heads, before);
    if (before.IsNone()) return leads(drawn_.tails, after);
    return drawn_.world.WalkCost(drawn_.world.Portal(after).arrival, before, TravellerId(0),
                                 drawn_.query.mode) < kNoWalk;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are portals
  void Try(PortalId after, WorldMapIndex map, uint32_t lacks) {
    if (map == drawn_.goal.map) {
      if (const auto more = Lacks(after, PortalId::None())) {
        const std::pair<uint32_t, uint32_t> whole(lacks + *more, used_.size());
        if (!best_ || whole < *best_) best_ = whole;
      }
    }
    for (uint32_t i = 0; i < drawn_.world.portals().size(); ++i) {
      const PortalId portal(i);
      const WorldPortal& record = drawn_.world.Portal(portal);
      if (record.from_map != map || drawn_.query.limits.is_closed[i] || used_.contains(i)) continue;
      const auto more = Lacks(after, portal);
      if (!more) continue;
      used_.insert(i);
      Try(portal, record.to_map, lacks + *more + (drawn_.query.is_unmet[i] ? 1 : 0));
      used_.erase(i);
    }
  }

  std::optional<uint32_t> Lacks(PortalId after, PortalId before) const {
    if (Exists(after, before)) return 0;
    if (!may_break_ || without_.contains({after.value(), before.value()})) return std::nullopt;
    return 1;
  }

  const Case& drawn_;
  const std::set<Key>& without_;
  const bool may_break_;
  std::set<uint32_t> used_;
  std::optional<std::pair<uint32_t, uint32_t>> best_;
};

TEST(BrokenPaths, LackAsLittleAsTheBestOfAllPaths) {
  Random random(20);
  uint32_t found = 0;
  uint32_t over_maps = 0;
  for (int i = 0; i < 20000; ++i) {
    const Case drawn = DrawCase(random);
    BrokenPaths paths(drawn.world, drawn.query, drawn.goal, drawn.heads, drawn.tails);
    std::set<Key> without;
    for (int round = 0; round < 4; ++round) {
      const std::optional<BrokenPath> path = paths.Find(without);
      AllPaths all(drawn, without);
      const auto best = all.Best();
      ASSERT_EQ(path.has_value(), best.has_value()) << i << " " << round;
      if (!path) break;
      ++found;
      uint32_t lacks = static_cast<uint32_t>(path->walks.size());
      for (const PortalId portal : path->portals) lacks += drawn.query.is_unmet[portal.value()] ? 1 : 0;
      ASSERT_EQ(std::pair(lacks, static_cast<uint32_t>(path->portals.size())), *best) << i << " " << round;
      // The walks it names are those that it lacks, in order, and none that is left out.
      std::vector<Key> missing;
      PortalId after;
      for (size_t k = 0; k <= path->portals.size(); ++k) {
        const PortalId before = k < path->portals.size() ? path->portals[k] : PortalId::None();
        if (!all.Exists(after, before)) missing.emplace_back(after.value(), before.value());
        after = before;
      }
      ASSERT_EQ(missing.size(), path->walks.size());
      for (size_t k = 0; k < missing.size(); ++k) {
        EXPECT_EQ(path->walks[k].key(), missing[k]);
        EXPECT_FALSE(without.contains(missing[k]));
      }
      over_maps += path->portals.size() > 1 ? 1 : 0;
      if (missing.empty()) break;
      without.insert(missing[random.NextBelow(static_cast<uint32_t>(missing.size()))]);
    }
  }
  EXPECT_GT(found, 15000U);
  EXPECT_GT(over_maps, 2500U) << "the questions are too easy";
}

TEST(BrokenPaths, WholeOnesLackAsFewMeansAsTheBestOfAllPaths) {
  Random random(21);
  const std::set<Key> none;
  uint32_t found = 0;
  uint32_t lacking = 0;
  for (int i = 0; i < 20000; ++i) {
    const Case drawn = DrawCase(random);
    BrokenPaths paths(drawn.world, drawn.query, drawn.goal, drawn.heads, drawn.tails);
    const std::optional<std::vector<PortalId>> path = paths.FindWhole();
    const auto best = AllPaths(drawn, none, false).Best();
    ASSERT_EQ(path.has_value(), best.has_value()) << i;
    if (!path) continue;
    ++found;
    uint32_t lacks = 0;
    for (const PortalId portal : *path) lacks += drawn.query.is_unmet[portal.value()] ? 1 : 0;
    ASSERT_EQ(std::pair(lacks, static_cast<uint32_t>(path->size())), *best) << i;
    lacking += lacks > 0 ? 1 : 0;
  }
  EXPECT_GT(found, 1500U);
  EXPECT_GT(lacking, 500U) << "the questions are too easy";
}

}  // namespace
}  // namespace waystone
