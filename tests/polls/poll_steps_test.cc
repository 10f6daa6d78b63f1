// How much is done between two looks at the deadline, in basic blocks of the code that answers (CMakeLists.txt), whose number is the same on
// any machine. The map has 36,864 cells: what does more than some ten blocks for each of them without a look shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/distances/distance_matrix.h"
#include "core/explore/route_explorer.h"
#include "core/move/move_validator.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/explored_map.h"

namespace {
uint64_t blocks = 0;  // run through so far
}  // namespace

extern "C" void __sanitizer_cov_trace_pc() { ++blocks; }

namespace waystone {
namespace {

// Goes on by ten microseconds with each look, and keeps the longest stretch of blocks between two.
struct CountingClock {
  static constexpr std::chrono::microseconds kTick{10};
  static inline Deadline::Clock::time_point started;
  static inline uint64_t over_at = 0;  // the look at which the deadline passes
  static inline uint64_t looks = 0;
  static inline uint64_t last = 0;
  static inline uint64_t longest = 0;
  static inline uint64_t late = 0;  // blocks since the deadline passed; while it has not, those so far

  static Deadline::Clock::time_point Now() {
    EndStretch();
    if (++looks == over_at) late = blocks;
    return started + kTick * looks;
  }
  static Deadline Start(uint64_t over_at_look) {
    started = Deadline::Clock::now();
    over_at = over_at_look;
    looks = longest = late = 0;
    last = blocks;
    return Deadline(started + kTick * over_at_look, nullptr, Now);
  }
  static void EndStretch() {
    longest = std::max(longest, blocks - last);
    last = blocks;
  }
};

constexpr uint64_t kNever = 1'000'000'000;

// Cells of 1 m, one in ten blocked, a key point on each.
class Ground {
 public:
  explicit Ground(int side) : side_(side), map_(AsciiNavmesh(Drawing(side))), view_(map_.view()) {}
  // Forgets what earlier requests left.
  void Renew() {
    surface_ = std::make_unique<NavmeshSurface>(std::vector<NavmeshIndexes>(1));
    view_.surface = surface_.get();
    scratch_ = std::make_unique<Scratch>();
  }
  const MapView& view() const { return view_; }
  // A free place near that share of the way from one corner to the other.
  Vec3 At(double share) const {
    return map_.map.Abs(0.5 + share * (side_ - 1), 0, 0.5 + share * (side_ - 1));
  }
  // Boxes all over the map; none at the ends.
  RouteChanges Obstacles() const {
    RouteChanges changes;
    Random random(9);
    for (int i = 0; i < side_; ++i) {
      const Vec2 at{random.NextInRange(8, side_ - 8), random.NextInRange(8, side_ - 8)};
      changes.solids.push_back(
          {.corners = {at, {at.x + 1.5, at.z}, {at.x + 1.5, at.z + 0.7}, {at.x, at.z + 0.7}},
           .radius_m = 0,
           .min_y = -1,
           .max_y = 2});
    }
    return changes;
  }
  // All round the far corner.
  RouteChanges Walled() const {
    RouteChanges changes;
    const double at = side_ - 12;
    const double end = side_ + 1;
    changes.solids.push_back({.corners = {{at, at}, {end, at}, {end, at + 1}, {at, at + 1}},
                              .radius_m = 0,
                              .min_y = -1,
                              .max_y = 2});
    changes.solids.push_back({.corners = {{at, at}, {at + 1, at}, {at + 1, end}, {at, end}},
                              .radius_m = 0,
                              .min_y = -1,
                              .max_y = 2});
    return changes;
  }
  Scratch& scratch() { return *scratch_; }

 private:
  static std::string Drawing(int side) {
    Random random(4);
    std::string drawing = RandomDrawing(side, side, 0.1, random);
    // Free around the places that are asked for.
    for (int k = 0; k <= 4; ++k) {
      const int at = k * (side - 1) / 4;
      for (int row = std::max(0, at - 2); row <= std::min(side - 1, at + 2); ++row) {
        for (int column = std::max(0, at - 2); column <= std::min(side - 1, at + 2); ++column)
          drawing[static_cast<size_t>(row) * (static_cast<size_t>(side) + 1) + static_cast<size_t>(column)] =
              '.';
      }
    }
    return drawing;
  }

  const int side_;
  ExploredMap map_;
  MapView view_;
  std::unique_ptr<NavmeshSurface> surface_;
  std::unique_ptr<Scratch> scratch_;
};

struct Kind {
  const char* name;
  uint64_t most;  // [blocks] between two looks, and after the deadline: half as much again as there were
  std::function<void(Ground&, const Deadline&)> ask;
};

void Route(Ground& ground, const Deadline& deadline, RouteChanges changes, uint32_t goals = 1) {
  RouteQuery query;
  query.start = ground.At(0);
  for (uint32_t i = 0; i < goals; ++i) query.goals.push_back(ground.At(1 - 0.25 * (i % 4)));
  query.changes = std::move(changes);
  query.max_expansions = 100'000'000;
  query.deadline = deadline;
  EXPECT_TRUE(PlanRoute(ground.view(), query, ground.scratch()).ok());
}

PlaceQuery Positions(uint32_t count) {
  PlaceQuery query;
  query.count = count;
  return query;
}

void Place(Ground& ground, PlaceQuery query, const Deadline& deadline) {
  query.deadline = deadline;
  const auto answer = PlaceResource(ground.view(), query, ground.scratch());
  EXPECT_TRUE(answer.ok() || absl::IsDeadlineExceeded(answer.status())) << answer.status();
}

void Explore(Ground& ground, ExplorationQuery query, const Deadline& deadline) {
  query.start = ground.At(0);
  query.deadline = deadline;
  EXPECT_TRUE(ExploreRoute(ground.view(), query, ground.scratch()).ok());
}

std::vector<Kind> Searches() {
  return {{"route", 80'000, [](Ground& ground, const Deadline& deadline) { Route(ground, deadline, {}); }},
          {"route to many goals", 80'000,
           [](Ground& ground, const Deadline& deadline) { Route(ground, deadline, {}, 40); }},
          {"route round obstacles", 950'000,
           [](Ground& ground, const Deadline& deadline) { Route(ground, deadline, ground.Obstacles()); }},
          {"route to a walled goal", 850'000,
           [](Ground& ground, const Deadline& deadline) { Route(ground, deadline, ground.Walled()); }},
          {"route with clearance", 1050'000,
           [](Ground& ground, const Deadline& deadline) {
             RouteChanges changes;
             changes.min_clearance_m = 0.3;
             Route(ground, deadline, std::move(changes));
           }},
          {"distances", 90'000, [](Ground& ground, const Deadline& deadline) {
             DistanceQuery query;
             for (int i = 0; i < 5; ++i) query.sources.push_back(ground.At(0.25 * i));
             query.targets = query.sources;
             query.max_expansions = 100'000'000;
             query.deadline = deadline;
             EXPECT_TRUE(MeasureDistances(ground.view(), query, ground.scratch()).ok());
           }}};
}

std::vector<Kind> PlacementsAndMoves() {
  return {{"positions", 40'000,
           [](Ground& ground, const Deadline& deadline) { Place(ground, Positions(2000), deadline); }},
          {"positions apart", 80'000,
           [](Ground& ground, const Deadline& deadline) {
             PlaceQuery query = Positions(1000);
             query.terms.rules.between_m = 3;
             query.terms.rules.is_walking = true;
             Place(ground, query, deadline);
           }},
          {"positions with clearance among obstacles", 850'000,
           [](Ground& ground, const Deadline& deadline) {
             PlaceQuery query = Positions(1000);
             query.terms.rules.clearance_m = 2;
             query.terms.changes = ground.Obstacles();
             Place(ground, query, deadline);
           }},
          {"positions within a walk", 500'000,
           [](Ground& ground, const Deadline& deadline) {
             PlaceQuery query = Positions(100);
             for (int i = 0; i < 4; ++i) query.terms.anchors.push_back(ground.At(0.25 * i));
             query.terms.rules.max_walk_m = 60;
             Place(ground, query, deadline);
           }},
          {"fair positions", 600'000,
           [](Ground& ground, const Deadline& deadline) {
             PlaceQuery query = Positions(10);
             query.fairness = PlaceFairness{{ground.At(0), ground.At(1)}, 1.2};
             Place(ground, query, deadline);
           }},
          {"audit", 400'000,
           [](Ground& ground, const Deadline& deadline) {
             AuditQuery query;
             for (int i = 0; i < 1000; ++i) query.positions.push_back(ground.At(i * 0.001));
             query.terms.rules.clearance_m = 2;
             query.suggest = true;
             query.deadline = deadline;
             EXPECT_TRUE(AuditPlaces(ground.view(), query, ground.scratch()).ok());
           }},
          {"move", 80'000, [](Ground& ground, const Deadline& deadline) {
             MoveQuery query;
             std::vector<Vec3> samples;
             for (int i = 0; i < 5; ++i) samples.push_back(ground.At(0.25 * i));
             query.samples = samples;
             query.deadline = deadline;
             const auto answer = ValidateMove(ground.view(), query, ground.scratch());
             EXPECT_TRUE(answer.ok() || absl::IsDeadlineExceeded(answer.status())) << answer.status();
           }}};
}

std::vector<Kind> Explorations() {
  std::vector<Kind> kinds;
  for (const auto& [name, order] :
       {std::pair("breadth first", WalkOrder::kBreadthFirst),
        std::pair("depth first", WalkOrder::kDepthFirst), std::pair("pocket first", WalkOrder::kPocketFirst),
        std::pair("shortest", WalkOrder::kShortest)}) {
    const uint64_t most = order == WalkOrder::kShortest ? 850'000 : 500'000;
    kinds.push_back({name, most, [order = order](Ground& ground, const Deadline& deadline) {
                       ExplorationQuery query;
                       query.order = order;
                       query.search_budget = std::chrono::milliseconds(50);
                       Explore(ground, query, deadline);
                     }});
  }
  kinds.push_back({"many walkers", 500'000, [](Ground& ground, const Deadline& deadline) {
                     ExplorationQuery query;
                     query.order = WalkOrder::kPocketFirst;
                     query.walkers = 16;
                     query.return_to_start = true;
                     Explore(ground, query, deadline);
                   }});
  kinds.push_back({"exploration among obstacles", 700'000, [](Ground& ground, const Deadline& deadline) {
                     ExplorationQuery query;
                     query.order = WalkOrder::kPocketFirst;
                     query.changes = ground.Obstacles();
                     Explore(ground, query, deadline);
                   }});
  return kinds;
}

// [blocks] The longest stretch of a request, and the longest after its deadline has passed.
struct Stretches {
  uint64_t longest = 0;
  uint64_t late = 0;
  uint64_t looks = 0;
};

Stretches Measure(const Kind& kind, Ground& ground) {
  ground.Renew();
  kind.ask(ground, CountingClock::Start(kNever));
  CountingClock::EndStretch();
  Stretches stretches = {CountingClock::longest, 0, CountingClock::looks};
  for (const double share : {0.1, 0.6}) {
    const auto at = 1 + static_cast<uint64_t>(share * static_cast<double>(stretches.looks));
    ground.Renew();
    kind.ask(ground, CountingClock::Start(at));
    if (CountingClock::looks >= at) stretches.late = std::max(stretches.late, blocks - CountingClock::late);
  }
  return stretches;
}

TEST(PollSteps, AreFewOnALargeMap) {
  Ground ground(192);
  std::vector<Kind> kinds = Searches();
  for (const std::vector<Kind>& more : {PlacementsAndMoves(), Explorations()})
    kinds.insert(kinds.end(), more.begin(), more.end());
  for (const Kind& kind : kinds) {
    const Stretches stretches = Measure(kind, ground);
    EXPECT_GT(stretches.longest, 0U) << kind.name << ": nothing is counted";
    EXPECT_LE(stretches.longest, kind.most) << kind.name;
    EXPECT_LE(stretches.late, kind.most) << kind.name;
  }
}

}  // namespace
}  // namespace waystone
