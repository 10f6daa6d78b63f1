#include "core/graph/partition_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Arc {
  uint32_t to;
  double cost;
};

// Entrances with arcs between them, of whole costs; heads and tails are infinite for entrances of other parts
// than the start's and the goal's.
struct Entrances {
  std::vector<std::vector<Arc>> arcs;
  std::vector<double> heads;
  std::vector<double> tails;
  double direct = kInfinite;

  explicit Entrances(Random& random) : arcs(1 + random.NextBelow(25)) {
    const auto size = static_cast<uint32_t>(arcs.size());
    const auto end = [&] { return random.NextBelow(4) == 0 ? 1.0 + random.NextBelow(9) : kInfinite; };
    for (uint32_t i = 0; i < size; ++i) {
      for (uint32_t k = random.NextBelow(4); k > 0; --k) {
        arcs[i].push_back({random.NextBelow(size), 1.0 + random.NextBelow(9)});
      }
      heads.push_back(end());
      tails.push_back(end());
    }
    if (random.NextBelow(4) == 0) direct = 5.0 + random.NextBelow(20);
  }

  // What is left to the goal from each, by Bellman and Ford's algorithm.
  std::vector<double> Left() const {
    std::vector<double> left = tails;
    for (size_t round = 0; round < arcs.size(); ++round) {
      for (size_t i = 0; i < arcs.size(); ++i) {
        for (const Arc& arc : arcs[i]) left[i] = std::min(left[i], arc.cost + left[arc.to]);
      }
    }
    return left;
  }
};

// `share` of what is left is the bound.
template <typename Bound, bool kExpandsOnce>
class Parts {
 public:
  Parts(const Entrances& entrances, double share) : entrances_(entrances) {
    for (const double left : entrances.Left()) {
      left_.push_back(static_cast<Bound>(share == 0 ? 0 : share * std::min(left, 1e6)));
    }
  }

  Bound Left(uint32_t entrance) const { return left_[entrance]; }
  double Head(uint32_t entrance) {
    ++measured;
    return entrances_.heads[entrance];
  }
  bool MustStop() { return expanded++ >= max_expanded; }
  void Expand(uint32_t entrance, float cost) {
    if (entrances_.tails[entrance] < kInfinite) search.Arrive(cost + entrances_.tails[entrance], entrance);
    for (const Arc& arc : entrances_.arcs[entrance]) {
      search.Reach(*this, arc.to, cost + static_cast<float>(arc.cost), entrance);
    }
  }
  PartitionEnd Find() {
    search.Begin(entrances_.arcs.size(), entrances_.direct);
    for (uint32_t i = 0; i < entrances_.arcs.size(); ++i) {
      if (entrances_.heads[i] < kInfinite) search.Open(i, left_[i]);
    }
    return search.Run(*this);
  }

  PartitionSearch<Bound, kExpandsOnce> search;
  uint32_t max_expanded = UINT32_MAX;
  uint32_t expanded = 0;
  uint32_t measured = 0;

 private:
  const Entrances& entrances_;
  std::vector<Bound> left_;
};

// The cost of the path that was read.
double CostOf(const Entrances& entrances, const std::vector<uint32_t>& path) {
  if (path.empty()) return entrances.direct;
  double cost = entrances.heads[path.front()] + entrances.tails[path.back()];
  for (size_t i = 1; i < path.size(); ++i) {
    double least = kInfinite;
    for (const Arc& arc : entrances.arcs[path[i - 1]])
      least = arc.to == path[i] ? std::min(least, arc.cost) : least;
    cost += least;
  }
  return cost;
}

template <typename Bound, bool kExpandsOnce>
void HoldAgainstOracle(double share) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Entrances entrances(random);
    const std::vector<double> left = entrances.Left();
    double best = entrances.direct;
    for (size_t i = 0; i < left.size(); ++i) best = std::min(best, entrances.heads[i] + left[i]);
    Parts<Bound, kExpandsOnce> parts(entrances, share);
    ASSERT_EQ(parts.Find(), best < kInfinite ? PartitionEnd::kArrived : PartitionEnd::kExhausted);
    ASSERT_EQ(parts.search.best(), best);
    if (best == kInfinite) continue;
    std::vector<uint32_t> path;
    parts.search.ReadPath(path);
    ASSERT_EQ(CostOf(entrances, path), best);
  }
}

TEST(PartitionSearch, FindsTheCheapestPathWithoutBounds) {
  HoldAgainstOracle<double, false>(0);
  HoldAgainstOracle<float, true>(0);
}

TEST(PartitionSearch, FindsTheCheapestPathByConsistentBounds) {
  HoldAgainstOracle<double, false>(0.5);
  HoldAgainstOracle<float, true>(1);
}

TEST(PartitionSearch, MeasuresNoHeadThatCannotMatter) {
  Random random(1);
  Entrances entrances(random);
  entrances.arcs.assign(2, {});
  entrances.heads = {1, 1};
  entrances.tails = {1, 50};
  entrances.direct = kInfinite;
  Parts<double, false> parts(entrances, 1);
  EXPECT_EQ(parts.Find(), PartitionEnd::kArrived);
  EXPECT_EQ(parts.search.best(), 2);
  EXPECT_EQ(parts.measured, 1U);
}

TEST(PartitionSearch, StopsWhenThePartsSaySo) {
  Random random(1);
  Entrances entrances(random);
  entrances.arcs.assign(2, {});
  entrances.arcs[0] = {{1, 1}};
  entrances.heads = {1, kInfinite};
  entrances.tails = {kInfinite, 1};
  entrances.direct = kInfinite;
  Parts<float, true> parts(entrances, 0);
  parts.max_expanded = 1;
  EXPECT_EQ(parts.Find(), PartitionEnd::kStopped);
  EXPECT_EQ(parts.search.best(), kInfinite);
}

}  // namespace
}  // namespace waystone
