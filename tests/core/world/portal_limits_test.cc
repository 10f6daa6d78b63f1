// Searches that may not use all portals.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/world/portal_search.h"
#include "tests/oracle/slow_portals.h"
#include "tests/support/portal_world.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Question {
  PortalWorld world;
  std::vector<PortalHead> heads;
  std::vector<PortalTail> tails;
  PortalLimits limits;
};

// Bits say what is limited; the rest is allowed without end.
enum Limit : uint32_t { kClosed = 1, kMoney = 2, kTickets = 4, kGroups = 8, kNumber = 16, kPenalty = 32 };

Question Ask(uint32_t limited, Random& random) {
  Question question;
  RandomPortals plan{.maps = 1 + random.NextBelow(4), .portals = 1 + random.NextBelow(7), .most_money = 3};
  plan.tickets = 2;
  plan.groups = (limited & kGroups) != 0 ? 3 : 0;
  question.world = MakeRandomPortals(plan, random);
  PortalLimits& limits = question.limits;
  limits.is_limited = limited != kClosed && limited != kGroups && limited != (kClosed | kGroups);
  if ((limited & kClosed) != 0) {
    for (uint32_t i = 0; i < plan.portals; ++i) limits.is_closed.push_back(random.NextBelow(4) == 0);
  }
  limits.money = (limited & kMoney) != 0 ? random.NextBelow(6) : kInfinite;
  for (uint32_t kind = 1; kind <= plan.tickets; ++kind) {
    limits.tickets.push_back({kind, (limited & kTickets) != 0 ? random.NextBelow(3) : UINT32_MAX});
  }
  if ((limited & kTickets) != 0) limits.tickets.push_back({1 + random.NextBelow(4), 1});
  limits.max_portals = (limited & kNumber) != 0 ? 1 + random.NextBelow(4) : 0;
  if (limits.max_portals != 0) limits.used_portals = random.NextBelow(3);
  if ((limited & kGroups) != 0 && random.NextBelow(3) == 0) limits.used_groups = {1 + random.NextBelow(3)};
  limits.penalty_m = (limited & kPenalty) != 0 ? random.NextBelow(4) : 0;
  for (uint32_t i = 0; i < 2; ++i) {
    const auto cost = [&] { return static_cast<double>(random.NextBelow(3)); };
    question.heads.push_back({PortalId(random.NextBelow(plan.portals)), cost()});
    question.tails.push_back({PortalId(random.NextBelow(plan.portals)), cost(), i});
  }
  return question;
}

class PortalLimitsTest : public testing::TestWithParam<uint32_t> {};

TEST_P(PortalLimitsTest, FindTheBestOfAllPathsThatTheyAllow) {
  Random random(GetParam());
  PortalSearch search;
  uint32_t found = 0;
  for (uint32_t round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    Question question = Ask(GetParam(), random);
    if (round % 2 == 1) question.world.MakeHierarchy();
    const PortalGraph graph = question.world.graph();
    const PortalQuery query{.heads = question.heads, .tails = question.tails, .limits = &question.limits};
    PortalPath path;
    search.Find(graph, query, path);
    const SlowPortalPath best = TryAllPortalPaths(graph, query);
    ASSERT_EQ(path.outcome, best.cost_m < kInfinite ? SearchOutcome::kFound : SearchOutcome::kExhausted);
    if (path.outcome != SearchOutcome::kFound) continue;
    ++found;
    EXPECT_EQ(path.cost_m, best.cost_m);
    EXPECT_EQ(path.goal, query.tails[best.tail].goal);
    EXPECT_EQ(query.tails[best.tail].portal, path.portals.back());
    EXPECT_EQ(SlowCostToArrival(graph, query, path.portals) + query.tails[best.tail].cost_m, path.cost_m);
  }
  EXPECT_GT(found, 15U);
}

INSTANTIATE_TEST_SUITE_P(Alone, PortalLimitsTest,
                         testing::Values(kClosed, kMoney, kTickets, kGroups, kNumber, kPenalty));
INSTANTIATE_TEST_SUITE_P(Together, PortalLimitsTest,
                         testing::Values(kClosed | kGroups, kMoney | kTickets, kTickets | kGroups,
                                         kMoney | kNumber | kPenalty, kClosed | kMoney | kTickets,
                                         kClosed | kMoney | kTickets | kGroups | kNumber | kPenalty));

struct Crossing {
  PortalWorld world;
  std::vector<PortalHead> heads;
  std::vector<PortalTail> tails;
};

// From one corner of a square of maps to the other.
Crossing CrossSquare(uint32_t side) {
  Crossing crossing{MakePortalsOfSquare(side, 6, 7), {}, {}};
  crossing.world.MakeLabels();
  const PortalGraph::Exits& start = crossing.world.exits.front();
  for (uint32_t i = 0; i < start.count; ++i) crossing.heads.push_back({PortalId(start.first + i), 10.0 * i});
  const auto last = static_cast<uint32_t>(crossing.world.exits.size() - 1);
  for (uint32_t i = 0; i < crossing.world.nodes.size(); ++i) {
    if (crossing.world.nodes[i].arrival_map.value() == last) crossing.tails.push_back({PortalId(i), 5, 0});
  }
  return crossing;
}

TEST(PortalLimits, CostWhatTheOpenPortalsOfALargerWorldLeave) {
  const Crossing crossing = CrossSquare(6);
  const PortalGraph graph = crossing.world.graph();
  PortalSearch search;
  Random random(8);
  for (uint32_t round = 0; round < 5; ++round) {
    PortalLimits limits;
    for (size_t i = 0; i < graph.nodes.size(); ++i) limits.is_closed.push_back(random.NextBelow(4) == 0);
    const std::vector<double> costs = CostsBetweenPortals(graph, WorldMode::kMayUse, limits.is_closed);
    double best_m = kInfinite;
    for (const PortalHead& head : crossing.heads) {
      for (const PortalTail& tail : crossing.tails) {
        best_m = std::min(best_m, head.cost_m + tail.cost_m +
                                      costs[head.portal.value() * graph.nodes.size() + tail.portal.value()]);
      }
    }
    PortalPath path;
    search.Find(graph, {.heads = crossing.heads, .tails = crossing.tails, .limits = &limits}, path);
    ASSERT_EQ(path.outcome, best_m < kInfinite ? SearchOutcome::kFound : SearchOutcome::kExhausted);
    if (path.outcome == SearchOutcome::kFound) {
      EXPECT_NEAR(path.cost_m, best_m, 1e-9 * best_m);
    }
    EXPECT_LE(path.expanded, graph.nodes.size() * 40);
  }
}

// Nobody runs out of money, of tickets or of the number of portals here, and no two portals share a group.
TEST(PortalLimits, MultiplyNoStatesWhereTheyCannotBind) {
  Crossing crossing = CrossSquare(6);
  const auto portals = static_cast<uint32_t>(crossing.world.nodes.size());
  for (uint32_t i = 0; i < portals; ++i) {
    crossing.world.nodes[i].money = 1 + i % 7;
    crossing.world.nodes[i].ticket = 1 + i % 3;
    crossing.world.nodes[i].group = 1 + i;
  }
  const PortalLimits limits{.is_limited = true,
                            .money = 7.0 * portals,
                            .tickets = {{1, portals}, {2, portals}, {3, portals}},
                            .max_portals = portals,
                            .penalty_m = 25};
  PortalQuery query{.heads = crossing.heads, .tails = crossing.tails, .limits = &limits};
  query.max_expansions = portals;
  PortalSearch search;
  PortalPath path;
  search.Find(crossing.world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kFound);
}

// Every portal is of one of 40 groups or costs money: states must not multiply out of hand.
TEST(PortalLimits, OfManyKindsStayWithinFewStates) {
  Crossing crossing = CrossSquare(6);
  const auto portals = static_cast<uint32_t>(crossing.world.nodes.size());
  Random random(9);
  for (PortalGraph::Node& node : crossing.world.nodes) {
    node.group = random.NextBelow(4) == 0 ? 1 + random.NextBelow(40) : 0;
    node.money = random.NextBelow(3) == 0 ? 10 : 0;
  }
  const PortalLimits limits{.is_limited = true, .money = 30, .max_portals = 14};
  const PortalQuery query{.heads = crossing.heads, .tails = crossing.tails, .limits = &limits};
  PortalSearch search;
  PortalPath path;
  search.Find(crossing.world.graph(), query, path);
  ASSERT_EQ(path.outcome, SearchOutcome::kFound);
  EXPECT_LT(SlowCostToArrival(crossing.world.graph(), query, path.portals), kInfinite);
  EXPECT_LT(path.expanded, uint64_t{portals} * 100);
}

// With one portal less than the fewest that lead there, or the money for one less, not a state is looked at.
TEST(PortalLimits, AreSeenToBeTooTightAtOnce) {
  Crossing crossing = CrossSquare(8);
  for (PortalGraph::Node& node : crossing.world.nodes) node.money = 0.1;
  PortalLimits limits{.is_limited = true, .money = kInfinite, .max_portals = 100};
  PortalQuery query{.heads = crossing.heads, .tails = crossing.tails, .limits = &limits};
  PortalSearch search;
  PortalPath path;
  uint32_t fewest = 100;
  for (; limits.max_portals > 0; --limits.max_portals) {
    search.Find(crossing.world.graph(), query, path);
    if (path.outcome != SearchOutcome::kFound) break;
    fewest = static_cast<uint32_t>(path.portals.size());
  }
  ASSERT_GT(fewest, 2U);
  query.max_expansions = 0;
  search.Find(crossing.world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
  limits.max_portals = 0;
  limits.money = 0.1 * fewest - 0.05;
  search.Find(crossing.world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
  query.max_expansions = 1'000'000;
  limits.money += 0.1;
  search.Find(crossing.world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kFound);
  EXPECT_EQ(path.portals.size(), fewest);
}

}  // namespace
}  // namespace waystone
