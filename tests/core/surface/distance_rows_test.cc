// The rows alone: places are polygons, and paths, floods and moved ends those of a plain Dijkstra search.
#include "core/surface/distance_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kSide = 14;

std::string RandomDrawing(Random& random) {
  std::string drawing;
  for (uint32_t row = 0; row < kSide; ++row) {
    for (uint32_t column = 0; column < kSide; ++column) drawing += random.NextBelow(4) == 0 ? '#' : '.';
    drawing += '\n';
  }
  drawing[0] = '.';
  return drawing;
}

Vec3 MiddleOf(const NavmeshView& mesh, uint32_t poly) {
  const NavPoly& record = mesh.poly(PolyId(poly));
  Vec3 sum;
  for (uint32_t k = 0; k < record.edge_count; ++k) {
    sum = sum + Vec3(mesh.EdgeStart(EdgeId(record.first_edge + k)));
  }
  return sum * (1.0 / record.edge_count);
}

// [from][to] Least costs over neighbouring polygons, by rounds; a step costs one to three times its length.
std::vector<std::vector<double>> LeastCosts(const NavmeshView& mesh, Random& random) {
  const uint32_t count = mesh.poly_count();
  std::vector<std::vector<double>> costs(count, std::vector<double>(count, kInfinite));
  for (uint32_t p = 0; p < count; ++p) costs[p][p] = 0;
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin == kNoEdge) continue;
    const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
    costs[edge.poly][next] =
        PlaneDistance(MiddleOf(mesh, edge.poly), MiddleOf(mesh, next)) * random.NextInRange(1, 3);
  }
  for (uint32_t via = 0; via < count; ++via) {
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = 0; b < count; ++b) costs[a][b] = std::min(costs[a][b], costs[a][via] + costs[via][b]);
    }
  }
  return costs;
}

// What the rows may rest on.
struct Plan {
  const NavmeshView& mesh;
  const std::vector<std::vector<double>>& costs;
  bool has_flood = false;
  double trusted_m = kInfinite;  // distances of the flood up to this are those of paths
  uint32_t flood_expansions = 0;
  uint32_t first_step = 1;
  double least_per_metre = 0;
  bool moves = false;
  uint32_t finds_until_late = UINT32_MAX;
  std::atomic<bool>* is_cancelled = nullptr;
};

// Settles one polygon after another, the nearest first.
class PlainFlood final : public WalkFlood {
 public:
  explicit PlainFlood(const Plan& plan) : plan_(plan) {}
  void Begin(const NavLocation& from) override {
    row_ = &plan_.costs[from.poly.value()];
    order_.clear();
    for (const double cost_m : *row_) {
      if (cost_m < kInfinite) order_.push_back(cost_m);
    }
    std::sort(order_.begin(), order_.end());
    settled_ = 0;
    grown_to_m_ = 0;
  }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    while (settled_ < order_.size() && order_[settled_] <= limit_m) {
      if (settled_ >= options.max_expansions) return SearchOutcome::kExpansionLimit;
      grown_to_m_ = order_[settled_++];
    }
    grown_to_m_ = limit_m;
    return SearchOutcome::kExhausted;
  }
  // What is not settled yet may be told too great.
  double DistanceTo(const NavLocation& place) override {
    const double cost_m = (*row_)[place.poly.value()];
    return cost_m <= grown_to_m_ ? cost_m : 1.5 * cost_m + 1;
  }
  double grown_to_m() const override { return grown_to_m_; }
  uint32_t expansions() const override { return settled_; }

 private:
  const Plan& plan_;
  const std::vector<double>* row_ = nullptr;
  std::vector<double> order_;
  uint32_t settled_ = 0;
  double grown_to_m_ = 0;
};

class PlainRows final : public DistanceRows {
 public:
  PlainRows(const MapView& map, const DistanceQuery& query, Scratch& scratch, const Plan& plan)
      : DistanceRows(map, query, scratch), plan_(plan), flood_(plan) {}

  // Where the ends of a pair that the zones know no path between move: the first one's neighbour, or nowhere.
  static PolyId MovedTo(const Plan& plan, PolyId from, size_t source, size_t target) {
    const std::vector<double>& row = plan.costs[from.value()];
    if (!plan.moves || (source + target) % 3 != 0) return PolyId();
    for (uint32_t p = 0; p < row.size(); ++p) {
      if (p != from.value() && row[p] < kInfinite) return PolyId(p);
    }
    return PolyId();
  }

 protected:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd) override {
    const PolyId poly = PolyAt(plan_.mesh, local.x, local.z);
    if (poly.IsNone()) return std::nullopt;
    return NavLocation{poly, local};
  }
  std::optional<MovedPair> Move(size_t source, size_t target) override {
    const NavLocation from = *Snap(query_.sources[source] - map_.manifest->origin, PathEnd::kSource);
    const PolyId to = MovedTo(plan_, from.poly, source, target);
    if (to.IsNone()) return std::nullopt;
    return MovedPair{target, from, {to, MiddleOf(plan_.mesh, to.value())}};
  }
  OnePath Find(const PathQuery& path) override {
    OnePath found;
    if (finds_++ == plan_.finds_until_late) {
      *plan_.is_cancelled = true;
      return {.is_cut = true, .is_late = true, .expansions = 1};
    }
    const std::vector<double>& row = plan_.costs[path.source.poly.value()];
    const double cost_m = row[path.target.poly.value()];
    EXPECT_LT(cost_m, kInfinite) << "the zones know no path";
    EXPECT_GE(cost_m, path.least_m);
    const auto needed = std::count_if(row.begin(), row.end(), [&](double of_m) { return of_m <= cost_m; });
    found.is_cut = needed > path.max_expansions;
    found.expansions = static_cast<uint32_t>(std::min<int64_t>(needed, path.max_expansions));
    if (!found.is_cut && cost_m <= max_m_) found.cost_m = cost_m;
    return found;
  }
  FloodLimits Flood() override {
    if (!plan_.has_flood) return {};
    return {&flood_, std::min(max_m_, plan_.trusted_m), plan_.flood_expansions, plan_.first_step};
  }
  double LeastPerMetre() const override { return plan_.least_per_metre; }

 private:
  const Plan& plan_;
  PlainFlood flood_;
  uint32_t finds_ = 0;
};

class DistanceRowsTest : public testing::Test {
 protected:
  // Places in cells, some of them off the mesh.
  static std::vector<Vec3> RandomPlaces(const DrawnMap& map, uint32_t count, Random& random) {
    std::vector<Vec3> places;
    while (places.size() < count) {
      places.push_back(map.Abs(random.NextBelow(kSide) + 0.5, 0, random.NextBelow(kSide) + 0.5));
    }
    return places;
  }

  struct Expected {
    DistanceStatus status;
    double distance_m;
  };
  static Expected PairOf(const DrawnMap& map, const DistanceQuery& query, const Plan& plan, size_t source,
                         size_t target) {
    const auto poly_of = [&](const Vec3& at) {
      const Vec3 local = at - map.Abs(0, 0, 0);
      return PolyAt(map.mesh(), local.x, local.z);
    };
    const PolyId from = poly_of(query.sources[source]);
    PolyId to = poly_of(query.targets[target]);
    if (from.IsNone()) return {DistanceStatus::kSourceOffMesh, -1};
    if (to.IsNone()) return {DistanceStatus::kTargetOffMesh, -1};
    if (plan.costs[from.value()][to.value()] == kInfinite) {
      to = PlainRows::MovedTo(plan, from, source, target);
      if (to.IsNone()) return {DistanceStatus::kUnreachable, -1};
    }
    const double cost_m = plan.costs[from.value()][to.value()];
    if (query.max_distance_m != 0 && cost_m > query.max_distance_m) return {DistanceStatus::kUnreachable, -1};
    return {DistanceStatus::kFound, cost_m};
  }

  // Draws a map, a matrix and a plan; every pair has to be as it is expected, or open if a limit allows that.
  void CompareOnce(Random& random, bool has_limit, bool is_cut_short) {
    const DrawnMap map({RandomDrawing(random)});
    const std::vector<std::vector<double>> costs = LeastCosts(map.mesh(), random);
    std::atomic<bool> is_cancelled = false;
    DistanceQuery query;
    query.sources = RandomPlaces(map, 1 + random.NextBelow(4), random);
    query.targets = RandomPlaces(map, 1 + random.NextBelow(random.NextBelow(8) == 0 ? 2500 : 100), random);
    if (random.NextBelow(2) == 0) query.max_distance_m = random.NextInRange(1, 30);
    if (has_limit) query.max_expansions = 1 + random.NextBelow(3000);
    query.deadline = Deadline(Deadline::Clock::time_point::max(), &is_cancelled);
    Plan plan{map.mesh(), costs};
    plan.has_flood = random.NextBelow(4) != 0;
    if (random.NextBelow(2) == 0) plan.trusted_m = random.NextInRange(1, 30);
    plan.flood_expansions = random.NextBelow(2) == 0 ? UINT32_MAX : random.NextBelow(100);
    plan.first_step = 1 + random.NextBelow(40);
    plan.least_per_metre = random.NextBelow(2);
    plan.moves = random.NextBelow(2) == 0;
    plan.is_cancelled = &is_cancelled;
    if (is_cut_short) plan.finds_until_late = random.NextBelow(60);
    Scratch scratch;
    const MapView view = map.view();
    const DistanceAnswer answer = PlainRows(view, query, scratch, plan).Measure();
    ASSERT_EQ(answer.statuses.size(), query.sources.size() * query.targets.size());
    for (size_t k = 0; k < answer.statuses.size(); ++k) {
      const bool is_open = answer.statuses[k] == DistanceStatus::kLimitReached;
      const Expected pair = PairOf(map, query, plan, k / query.targets.size(), k % query.targets.size());
      ASSERT_TRUE(!is_open || has_limit || is_cancelled);
      ASSERT_TRUE(is_open || answer.statuses[k] == pair.status) << k;
      ASSERT_NEAR(answer.distance_m[k], is_open ? -1 : pair.distance_m, 1e-9) << k;
      ++(is_open ? open_ : pair.status == DistanceStatus::kFound ? found_ : others_);
    }
    // Every 256 targets of a source share the limit.
    const uint64_t shares = query.targets.size() / 256 + query.targets.size() / 1024 + 2;
    if (has_limit) {
      ASSERT_LE(answer.expansions, query.sources.size() * shares * query.max_expansions);
    }
  }

  int found_ = 0;
  int open_ = 0;
  int others_ = 0;
};

TEST_F(DistanceRowsTest, AreThoseOfPlainSearchesHoweverFloodsHelp) {
  Random random(1);
  for (int round = 0; round < 60; ++round)
    ASSERT_NO_FATAL_FAILURE(CompareOnce(random, false, false)) << round;
  EXPECT_GT(found_, 5000);
  EXPECT_EQ(open_, 0);
  EXPECT_GT(others_, 5000);
}

TEST_F(DistanceRowsTest, AreLeftOpenAtALimitAndNeverWrong) {
  Random random(2);
  for (int round = 0; round < 60; ++round) ASSERT_NO_FATAL_FAILURE(CompareOnce(random, true, false)) << round;
  EXPECT_GT(found_, 1000);
  EXPECT_GT(open_, 1000);
}

TEST_F(DistanceRowsTest, AreLeftOpenOnceTheTimeIsOver) {
  Random random(3);
  for (int round = 0; round < 60; ++round) ASSERT_NO_FATAL_FAILURE(CompareOnce(random, false, true)) << round;
  EXPECT_GT(found_, 500);
  EXPECT_GT(open_, 1000);
}

}  // namespace
}  // namespace waystone
