#include "core/placement/scatter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/border_distance.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/poly_graph.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// A mesh with its zones, and scatters over it.
class World {
 public:
  explicit World(NavmeshData data)
      : data_(std::move(data)),
        mesh_(ViewOf(data_)),
        zones_(PackZones(LabelZones(MakePolyGraph(mesh_, {}, 0), {}))),
        zone_view_(*ZoneView::Create(zones_)) {}
  explicit World(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {})
      : World(AsciiStoreys(storeys, options)) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const NavmeshView& mesh() const { return mesh_; }

  PlaceJudge Judge(const PlaceRules& rules, const std::vector<PolyId>& anchors = {}) {
    std::vector<NavLocation> places;
    places.reserve(anchors.size());
    for (const PolyId poly : anchors) places.push_back({poly, ClosestPointOnPoly(mesh_, poly, {})});
    return PlaceJudge({.mesh = &mesh_, .zones = &zone_view_, .walk = &walk_}, rules, places, {}, surface_);
  }
  ScatterResult Draw(const PlaceRules& rules, uint32_t count, uint64_t seed,
                     const std::vector<PolyId>& anchors = {}) {
    PlaceJudge judge = Judge(rules, anchors);
    return Scatter(judge, {.count = count, .seed = seed, .max_candidates = 10'000'000, .deadline = {}});
  }
  double Clearance(const NavLocation& place) { return BorderDistance(mesh_, place, 1e6, surface_); }

 private:
  NavmeshData data_;
  NavmeshView mesh_;
  ZoneData zones_;
  ZoneView zone_view_;
  LinkView links_;
  MeshWalkGround walk_{mesh_, links_, 0};
  SurfaceWorkspace surface_;
};

uint64_t Count(const ScatterResult& result, PlaceReason reason) {
  return result.rejections[static_cast<size_t>(reason)];
}

// How unevenly the places fall into buckets that should be hit in proportion to `expected`.
template <typename BucketOf>
double ChiSquare(const ScatterResult& result, const std::vector<double>& expected,
                 const BucketOf& bucket_of) {
  std::vector<double> hits(expected.size());
  for (const NavLocation& place : result.places) ++hits.at(static_cast<size_t>(bucket_of(place)));
  double total = 0;
  for (const double share : expected) total += share;
  double chi_square = 0;
  for (size_t i = 0; i < hits.size(); ++i) {
    const double wanted = static_cast<double>(result.places.size()) * expected[i] / total;
    chi_square += (hits[i] - wanted) * (hits[i] - wanted) / wanted;
  }
  return chi_square;
}

TEST(Scatter, IsUniformByAreaPerFloorAndCellAtOnePerMille) {
  World world({"........\n........\n........\n........\n", "........\n........\n........\n........\n"},
              {.merge_rows = true});
  const ScatterResult result = world.Draw({.reachability = Reachability::kAny}, 64'000, 7);
  ASSERT_EQ(result.places.size(), 64'000U);
  const double chi_square = ChiSquare(result, std::vector<double>(64, 1.0), [](const NavLocation& place) {
    return (place.point.y > 2 ? 32 : 0) + static_cast<int>(place.point.z) * 8 +
           static_cast<int>(place.point.x);
  });
  EXPECT_LT(chi_square, 103.4);  // 63 degrees of freedom, p = 0.001
}

// The region is so small that darts are thrown at pieces from the start; its parts are no whole cells.
TEST(Scatter, IsAsUniformWhereItThrowsAtPieces) {
  const std::string row(64, '.');
  std::string drawing;
  for (int i = 0; i < 64; ++i) drawing += row + "\n";
  World world({drawing, drawing}, {.merge_rows = true});
  const PlaceRules rules{.region = BoxRegion{{20.5, 0, 20.25}, {2.5, 9, 1}, 0},
                         .reachability = Reachability::kAny};
  const ScatterResult result = world.Draw(rules, 64'000, 9);
  ASSERT_EQ(result.places.size(), 64'000U);
  const double chi_square = ChiSquare(result, std::vector<double>(80, 1.0), [](const NavLocation& place) {
    return (place.point.y > 2 ? 40 : 0) + static_cast<int>((place.point.z - 19.25) * 2) * 10 +
           static_cast<int>((place.point.x - 18) * 2);
  });
  EXPECT_LT(chi_square, 124.8);  // 79 degrees of freedom, p = 0.001
}

// Saturating a small field takes both ways of throwing; leave the first out, and the statistics must agree.
TEST(Scatter, PiecesAndSurfaceGiveTheSameDistribution) {
  World world({"..........\n..........\n..........\n"});
  World far({".........." + std::string(200, ' ') + ".\n..........\n..........\n"});
  const PlaceRules rules{.reachability = Reachability::kFromAndBack, .between_m = 1.5};
  const PlaceRules far_rules{.region = BoxRegion{{5, 0, 1.5}, {5, 1, 1.5}, 0},
                             .reachability = Reachability::kFromAndBack,
                             .between_m = 1.5};
  // How often the k-th place (of the first four, of those near saturation) lies in each column of cells.
  for (const size_t k : {0U, 1U, 3U, 7U}) {
    std::vector<double> by_surface(10);
    std::vector<double> by_pieces(10);
    for (uint64_t seed = 0; seed < 3000; ++seed) {
      const ScatterResult a = world.Draw(rules, 8, seed);
      const ScatterResult b = far.Draw(far_rules, 8, seed + 777);
      if (k < a.places.size()) ++by_surface[static_cast<size_t>(a.places[k].point.x)];
      if (k < b.places.size()) ++by_pieces[static_cast<size_t>(b.places[k].point.x)];
    }
    double chi_square = 0;
    for (size_t i = 0; i < 10; ++i) {
      const double off = by_surface[i] - by_pieces[i];
      chi_square += off * off / (by_surface[i] + by_pieces[i]);
    }
    EXPECT_LT(chi_square, 27.9) << k;  // two samples in 10 columns: 9 degrees of freedom, p = 0.001
  }
}

// Every probe that is good by a margin wider than a smallest piece would have had a piece of its own.
void ExpectSaturated(World& world, const PlaceRules& rules, const ScatterResult& result) {
  EXPECT_GT(Count(result, PlaceReason::kNoRoom), 0U);
  const double margin_m = 0.01;  // slopes stretch a piece in space
  Random random(1);
  int probes = 0;
  for (int i = 0; i < 20'000; ++i) {
    const NavLocation probe = RandomPoint(world.mesh(), random);
    if (world.Clearance(probe) < rules.clearance_m + margin_m) continue;
    double nearest_m = INFINITY;
    for (const NavLocation& place : result.places) {
      nearest_m = std::min(nearest_m, Distance(place.point, probe.point));
    }
    ASSERT_LT(nearest_m, rules.between_m + margin_m) << probe.point.x << " " << probe.point.z;
    ++probes;
  }
  EXPECT_GT(probes, 1000);
}

TEST(Scatter, FillsTheGroundUntilNoProbeFindsRoom) {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    PolygonSoup soup = JitteredCells(RandomDrawing(12, 9, 0.2, random), 0.3, random);
    MergeSome(soup, 40, random);
    World world(*BuildNavmesh(soup));
    PlaceRules rules{.reachability = Reachability::kAny, .between_m = random.NextInRange(0.4, 3)};
    if (round % 2 == 1) rules.clearance_m = 0.2;
    const ScatterResult result = world.Draw(rules, 5000, static_cast<uint64_t>(round));
    for (size_t i = 0; i < result.places.size(); ++i) {
      ASSERT_GE(world.Clearance(result.places[i]), rules.clearance_m);
      for (size_t j = 0; j < i; ++j) {
        ASSERT_GE(Distance(result.places[i].point, result.places[j].point), rules.between_m);
      }
    }
    ASSERT_EQ(result.places.size() + Count(result, PlaceReason::kNoRoom), 5000U);
    ExpectSaturated(world, rules, result);
  }
}

TEST(Scatter, FillsStoreysAndSlopesEachForItself) {
  World world({"0123456789\n..........\n", "..........\n..........\n"}, {.cell_m = 2});
  const PlaceRules rules{.reachability = Reachability::kAny, .between_m = 2.5};
  ExpectSaturated(world, rules, world.Draw(rules, 1000, 3));
}

TEST(Scatter, KeepsAwayFromWhatExists) {
  World world({"........\n........\n"});
  PlaceRules rules{
      .reachability = Reachability::kAny, .from_existing_m = 2, .existing = {{2, 0, 1}, {5, 0, 1}}};
  const ScatterResult result = world.Draw(rules, 500, 3);
  ASSERT_EQ(result.places.size(), 500U);
  for (const NavLocation& place : result.places) {
    for (const Vec3& other : rules.existing) ASSERT_GE(Distance(place.point, other), 2);
  }
  rules.from_existing_m = 9;
  const ScatterResult none = world.Draw(rules, 5, 3);
  EXPECT_TRUE(none.places.empty());
  EXPECT_EQ(Count(none, PlaceReason::kNoRoom), 5U);
  EXPECT_GT(Count(none, PlaceReason::kTooClose), 0U);
}

// A ledge of three cells leads down into the main zone, that into a pit of two; three cells are an island.
TEST(Scatter, KnowsGroundThatCannotBeReachedOrLeft) {
  NavmeshData drawn = AsciiNavmesh("............. ...\n");
  {
    const NavmeshView mesh = ViewOf(drawn);
    const PolyId a = PolyAt(mesh, 2.5, 0.5);
    const PolyId b = PolyAt(mesh, 3.5, 0.5);
    const PolyId c = PolyAt(mesh, 10.5, 0.5);
    const PolyId d = PolyAt(mesh, 11.5, 0.5);
    MakeOneWay(drawn, a, b);  // 0..3 leads to the main zone
    MakeOneWay(drawn, c, d);  // the main zone leads to 11..13
  }
  World world(std::move(drawn));
  const auto columns = [&](Reachability reachability, const std::vector<PolyId>& anchors) {
    const ScatterResult result = world.Draw({.reachability = reachability}, 2000, 5, anchors);
    double low = 1e9;
    double high = -1e9;
    for (const NavLocation& place : result.places) {
      low = std::min(low, place.point.x);
      high = std::max(high, place.point.x);
    }
    EXPECT_EQ(result.places.size(), 2000U);
    return std::pair(std::floor(low), std::ceil(high));
  };
  const auto poly = [&](double x) { return PolyAt(world.mesh(), x, 0.5); };
  EXPECT_EQ(columns(Reachability::kAny, {}), std::pair(0.0, 17.0));
  EXPECT_EQ(columns(Reachability::kFromAndBack, {}), std::pair(3.0, 11.0));
  EXPECT_EQ(columns(Reachability::kDefault, {}), std::pair(3.0, 11.0));
  EXPECT_EQ(columns(Reachability::kFrom, {}), std::pair(3.0, 13.0));
  EXPECT_EQ(columns(Reachability::kFrom, {poly(0.5)}), std::pair(0.0, 13.0));
  EXPECT_EQ(columns(Reachability::kFrom, {poly(0.5), poly(5.5)}), std::pair(3.0, 13.0));
  EXPECT_EQ(columns(Reachability::kFromAndBack, {poly(15.5)}), std::pair(14.0, 17.0));
  const PlaceRules there_and_back{.reachability = Reachability::kFromAndBack};
  PlaceJudge judge = world.Judge(there_and_back);
  EXPECT_EQ(judge.OfPoly(poly(0.5)), PlaceReason::kUnreachable);
  EXPECT_EQ(judge.OfPoly(poly(11.5)), PlaceReason::kNoReturn);
  EXPECT_EQ(judge.OfPoly(poly(15.5)), PlaceReason::kIsolated);
  const ScatterResult none =
      world.Draw({.reachability = Reachability::kFromAndBack}, 3, 5, {poly(0.5), poly(5.5)});
  EXPECT_TRUE(none.places.empty());
  EXPECT_EQ(Count(none, PlaceReason::kNoRoom), 3U);
}

TEST(Scatter, AreaWeightsScaleTheChanceOfASquareMetre) {
  PolygonSoup soup = AsciiSoup({"....\n"});
  for (size_t i = 0; i < 4; ++i) soup.polygons[i].area = static_cast<uint8_t>(1 + i);
  World world(*BuildNavmesh(soup));
  for (const bool is_tiny_region : {false, true}) {
    PlaceRules rules{.reachability = Reachability::kAny, .area_weights = {1, 1, 2, 0, 0.5}};
    if (is_tiny_region) rules.region = BoxRegion{{2, 0, 0.5}, {2, 1, 0.05}, 0};
    const ScatterResult result = world.Draw(rules, 35'000, 4);
    ASSERT_EQ(result.places.size(), 35'000U);
    EXPECT_GT(Count(result, PlaceReason::kArea), 0U);
    std::map<int, int> hits;
    for (const NavLocation& place : result.places) ++hits[world.mesh().poly(place.poly).area];
    EXPECT_NEAR(hits[1], 10'000, 420);  // five standard deviations
    EXPECT_NEAR(hits[2], 20'000, 465);
    EXPECT_EQ(hits.count(3), 0U);
    EXPECT_NEAR(hits[4], 5000, 330);
  }
}

TEST(Scatter, GivesTheSamePlacesForTheSameSeed) {
  World world({"......\n..##..\n......\n"});
  const PlaceRules rules{.clearance_m = 0.1, .between_m = 0.3};
  const ScatterResult a = world.Draw(rules, 1000, 3);
  const ScatterResult b = world.Draw(rules, 1000, 3);
  ASSERT_EQ(a.places.size(), b.places.size());
  EXPECT_GT(Count(a, PlaceReason::kNoRoom), 0U);
  for (size_t i = 0; i < a.places.size(); ++i) EXPECT_EQ(a.places[i].point, b.places[i].point);
  EXPECT_EQ(a.rejections, b.rejections);
  EXPECT_NE(world.Draw(rules, 1000, 4).places[0].point, a.places[0].point);
}

TEST(Scatter, SaysSoWhereTimeOrCandidatesRunOut) {
  World world({"......\n"});
  const PlaceRules rules{.reachability = Reachability::kAny, .between_m = 0.5};
  PlaceJudge late = world.Judge(rules);
  const ScatterResult result = Scatter(late, {.count = 10,
                                              .seed = 1,
                                              .max_candidates = 1000,
                                              .deadline = Deadline::After(std::chrono::seconds(-1))});
  EXPECT_TRUE(result.places.empty());
  EXPECT_EQ(Count(result, PlaceReason::kDeadline), 10U);
  PlaceJudge limited = world.Judge(rules);
  const ScatterResult some =
      Scatter(limited, {.count = 1000, .seed = 1, .max_candidates = 20, .deadline = {}});
  EXPECT_GT(some.places.size(), 3U);
  EXPECT_EQ(some.places.size() + Count(some, PlaceReason::kCandidateLimit), 1000U);
}

// [m] Walking, by a flood of its own that goes everywhere.
double Walk(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to) {
  const LinkView no_links;
  DistanceFlood flood;
  flood.Begin(mesh, no_links, 0, from);
  flood.GrowTo(INFINITY, {});
  return flood.DistanceTo(to);
}

TEST(Scatter, KeepsToTheBandOfWalkingDistanceAndFillsIt) {
  World world({"...........\n.#########.\n...........\n"});
  const PolyId anchor = PolyAt(world.mesh(), 0.5, 0.5);
  const NavLocation start{anchor, ClosestPointOnPoly(world.mesh(), anchor, {})};
  const PlaceRules rules{.min_walk_m = 4, .max_walk_m = 7};
  const ScatterResult result = world.Draw(rules, 2000, 8, {anchor});
  ASSERT_EQ(result.places.size(), 2000U);
  double low_m = 1e9;
  double high_m = 0;
  for (const NavLocation& place : result.places) {
    const double walk_m = Walk(world.mesh(), start, place);
    ASSERT_GE(walk_m, 4);
    ASSERT_LE(walk_m, 7);
    low_m = std::min(low_m, walk_m);
    high_m = std::max(high_m, walk_m);
  }
  EXPECT_LT(low_m, 4.02);
  EXPECT_GT(high_m, 6.98);
}

TEST(Scatter, SpacesByWalkingAroundWallsUntilNoProbeFindsRoom) {
  World world({"...........\n.#########.\n...........\n"});
  const PlaceRules rules{.is_walking = true, .between_m = 3};
  const ScatterResult result = world.Draw(rules, 500, 2);
  EXPECT_GT(Count(result, PlaceReason::kNoRoom), 0U);
  bool across_the_wall = false;
  for (const NavLocation& a : result.places) {
    for (const NavLocation& b : result.places) {
      if (&a == &b) continue;
      ASSERT_GE(Walk(world.mesh(), a, b), 3 - 1e-9);
      across_the_wall = across_the_wall || Distance(a.point, b.point) < 2.9;
    }
  }
  EXPECT_TRUE(across_the_wall) << "what is near only as the crow flies may stand";
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const NavLocation probe = RandomPoint(world.mesh(), random);
    double nearest_m = INFINITY;
    for (const NavLocation& place : result.places) {
      nearest_m = std::min(nearest_m, Walk(world.mesh(), probe, place));
    }
    ASSERT_LT(nearest_m, 3.01);
  }
}

TEST(Scatter, FindsNoRoomOnAMapWithoutGround) {
  World world({"#\n"});
  const ScatterResult result = world.Draw({}, 7, 1);
  EXPECT_EQ(Count(result, PlaceReason::kNoRoom), 7U);
}

}  // namespace
}  // namespace waystone
