// The launch points of small worlds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/skeleton/skeleton_builder.h"
#include "tests/bake/skeleton/baked_scene.h"
#include "tests/bake/skeleton/bitmap_graph.h"
#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kSpacing_m = 614 / 1024.0;  // 0.6 m in multiples of 1/1024 m

LaunchGraph Cast(const SkeletonSource& source, const SkeletonOptions& options = {}, int threads = 1) {
  absl::StatusOr<CastPoints> cast = CastLaunchPoints(source, options, threads, nullptr);
  EXPECT_TRUE(cast.ok()) << cast.status();
  return std::move(cast->graph);
}

// All arcs, those off the lattice too.
ArcLists AllArcs(const LaunchGraph& graph) {
  ArcLists arcs = ArcListsOf(graph, std::vector<bool>(graph.points.size(), true));
  for (const ExtraArc& arc : graph.extra_arcs) arcs[arc.from].push_back(arc.to);
  return arcs;
}

bool AllReachAll(const LaunchGraph& graph) {
  const std::vector<std::vector<bool>> reach = ReachOf(AllArcs(graph));
  return std::all_of(reach.begin(), reach.end(), [](const std::vector<bool>& row) {
    return std::all_of(row.begin(), row.end(), [](bool reached) { return reached; });
  });
}

// A mesh drawn, without solid.
class Drawn {
 public:
  explicit Drawn(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {})
      : data_(AsciiStoreys(storeys, options)), mesh_(ViewOf(data_)) {}

  SkeletonSource From(const std::vector<Vec3>& starts) const {
    SkeletonSource source;
    source.mesh = &mesh_;
    source.links = &links_;
    for (const Vec3& start : starts)
      source.starts.push_back({PolyAt(mesh_, start.x, start.z, start.y), start});
    return source;
  }
  const NavmeshView& mesh() const { return mesh_; }
  void SetLinks(const std::vector<NavLink>& links) {
    link_data_ = SortedLinks(mesh_, links);
    links_ = *LinkView::Create(link_data_, mesh_);
  }

 private:
  const NavmeshData data_;
  const NavmeshView mesh_;
  LinkData link_data_;
  LinkView links_;
};

TEST(LaunchPoints, AFlatSquareHasOneAtEveryPlaceOfTheLattice) {
  const Drawn square({"....\n....\n....\n....\n"}, {.cell_m = 3});
  const LaunchGraph graph = Cast(square.From({{5, 0, 5}}));
  EXPECT_EQ(graph.spacing_m, kSpacing_m);
  ASSERT_EQ(graph.points.size(), 21U * 21U);  // 0 to 20 times 0.5996 m
  EXPECT_TRUE(graph.extra_arcs.empty());
  std::set<std::pair<double, double>> places;
  for (const LaunchPoint& point : graph.points) {
    const double i = point.at.x / kSpacing_m;
    const double j = point.at.z / kSpacing_m;
    EXPECT_EQ(i, std::round(i));
    EXPECT_EQ(j, std::round(j));
    EXPECT_TRUE(places.emplace(i, j).second);
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      const bool inside = i + kCompass[d][0] >= 0 && i + kCompass[d][0] <= 20 && j + kCompass[d][1] >= 0 &&
                          j + kCompass[d][1] <= 20;
      EXPECT_EQ((point.out >> d & 1U) != 0, inside);
      EXPECT_EQ((point.in >> d & 1U) != 0, inside);
      if (!inside) continue;
      const LaunchPoint& to = graph.points[point.neighbours[d]];
      EXPECT_EQ(to.at.x - point.at.x, kCompass[d][0] * kSpacing_m);
      EXPECT_EQ(to.at.z - point.at.z, kCompass[d][1] * kSpacing_m);
    }
  }
}

TEST(LaunchPoints, ThereAreTwoAndThreeQuartersToASquareMetre) {
  BoxScene scene;
  scene.AddFloor(0, 0, 40, 30, 0);
  const BakedScene baked(scene, {20, 0, 15});
  EXPECT_NEAR(static_cast<double>(Cast(baked.source()).points.size()) / AreaOf(baked.data()), 2.78, 0.1);
}

// The stairs in the last row lead from the lower floor to the upper one.
const std::vector<std::string_view> kTwoFloors = {
    "............\n"
    "............\n"
    ".###########\n"
    ".0123456789#\n",
    "............\n"
    "............\n"
    "###########.\n"
    "###########.\n"};

TEST(LaunchPoints, FloorsAboveEachOtherStayApartAndAreJoinedByTheStairs) {
  const Drawn house(kTwoFloors);
  const LaunchGraph graph = Cast(house.From({{1.5, 0, 0.5}}));
  std::map<std::pair<float, float>, std::set<float>> heights;
  for (const LaunchPoint& point : graph.points) {
    const std::pair place(point.at.x, point.at.z);
    EXPECT_TRUE(heights[place].insert(point.at.y).second);
  }
  int doubled = 0;
  for (const auto& [place, floors] : heights) {
    if (place.second < 1.9) {
      EXPECT_EQ(floors, (std::set<float>{0, 4.5}));
      ++doubled;
    }
  }
  EXPECT_EQ(doubled, 21 * 4);
  EXPECT_TRUE(AllReachAll(graph));
}

TEST(LaunchPoints, SeveralStartsReachSeveralIslands) {
  const Drawn islands({"...#...#...\n...#...#...\n"});
  const auto parts = [&](const std::vector<Vec3>& starts) {
    const LaunchGraph graph = Cast(islands.From(starts));
    return PartsOf(AllArcs(graph), std::vector<bool>(graph.points.size(), true));
  };
  EXPECT_EQ(parts({{0.5, 0, 0.5}}), 1);
  EXPECT_EQ(parts({{0.5, 0, 0.5}, {9.5, 0, 0.5}}), 2);
  EXPECT_EQ(parts({{9.5, 0, 0.5}, {0.5, 0, 0.5}, {5.5, 0, 1.5}, {0.75, 0, 1.25}}), 3);
}

TEST(LaunchPoints, AreNoneWithoutAStart) {
  const Drawn square({"..\n..\n"});
  EXPECT_TRUE(Cast(square.From({})).points.empty());
}

std::vector<uint64_t> Words(const LaunchGraph& graph) {
  std::vector<uint64_t> words;
  for (const LaunchPoint& p : graph.points) {
    for (const float c : {p.at.x, p.at.y, p.at.z})
      words.push_back(static_cast<uint64_t>(std::lround(c * 4096)));
    words.insert(words.end(), {p.poly, p.out, p.in, p.leaps, p.is_fixed});
    words.insert(words.end(), p.neighbours.begin(), p.neighbours.end());
  }
  for (const ExtraArc& arc : graph.extra_arcs) words.insert(words.end(), {arc.from, arc.to, arc.link});
  return words;
}

TEST(LaunchPoints, AreTheSameWithAnyNumberOfThreads) {
  BoxScene scene;
  scene.AddFloor(0, 0, 60, 45, 0);
  scene.AddBox({10, 0, 5}, {13, 3, 30});
  scene.AddBox({20, 0, 20}, {50, 0.7, 24});
  scene.AddSlope(30, 30, 40, 34, 0, 4);
  scene.AddFloor(40, 28, 50, 36, 4);
  const BakedScene baked(scene, {5, 0, 5});
  const SkeletonOptions options{.leaps = true};
  const std::vector<uint64_t> words = Words(Cast(baked.source(), options));
  EXPECT_GT(words.size(), 16U * 5000);
  EXPECT_EQ(Words(Cast(baked.source(), options, 2)), words);
  EXPECT_EQ(Words(Cast(baked.source(), options, 5)), words);
}

// Between two rooms, a passage 0.35 m wide that no place of the lattice lies in.
TEST(LaunchPoints, ANarrowPassageBetweenTwoRoomsIsJoined) {
  const Drawn rooms({"......########......\n"
                     "......########......\n"
                     "....................\n"
                     "......########......\n"
                     "......########......\n"},
                    {.cell_m = 0.35});
  const LaunchGraph graph = Cast(rooms.From({{0.5, 0, 0.5}}));
  const auto is_between = [](const LaunchPoint& p) { return p.at.x > 2.2 && p.at.x < 4.8; };
  const auto is_beyond = [](const LaunchPoint& p) { return p.at.x > 5; };
  EXPECT_GT(std::count_if(graph.points.begin(), graph.points.end(), is_beyond), 6);
  for (const LaunchPoint& point : graph.points) {
    EXPECT_TRUE(!is_between(point) || point.is_fixed == 1);
  }
  EXPECT_TRUE(AllReachAll(graph));
}

NavLink LinkBetween(const NavmeshView& mesh, Vec2 start, Vec2 end) {
  NavLink link{};
  link.start[0] = static_cast<float>(start.x);
  link.start[2] = static_cast<float>(start.z);
  link.end[0] = static_cast<float>(end.x);
  link.end[2] = static_cast<float>(end.z);
  link.start_poly = PolyAt(mesh, start.x, start.z).value();
  link.end_poly = PolyAt(mesh, end.x, end.z).value();
  link.cost_m = static_cast<float>(Distance(start, end));
  link.reverse = kNoLink;
  link.name_offset = kNoLinkName;
  link.kind = LinkKind::kDrop;
  return link;
}

// A shelf of one polygon 14 m long and a tenth of a metre wide, between lines of the lattice; links lead onto
// its one end and away from the other.
class Shelf : public Drawn {
 public:
  Shelf() : Drawn({Drawing()}, {.cell_m = 0.1, .merge_rows = true}) {
    SetLinks({LinkBetween(mesh(), {1.03, 3.1}, {1.01, 0.25}), LinkBetween(mesh(), {13, 0.25}, {13, 3.1})});
  }

 private:
  static std::string Drawing() {
    std::string drawing;
    for (int row = 0; row < 40; ++row) {
      const bool is_ground = row == 2 || row >= 20;
      drawing += std::string(140, is_ground ? '.' : '#') + "\n";
    }
    return drawing;
  }
};

void ExpectAllReachedFromTheFirst(const LaunchGraph& graph) {
  const std::vector<std::vector<bool>> reach = ReachOf(AllArcs(graph));
  for (uint32_t p = 0; p < graph.points.size(); ++p) EXPECT_TRUE(reach[0][p]);
}

TEST(LaunchPoints, PathsAlongAPolygonWithoutAnyAreInSteps) {
  const Shelf shelf;
  const SkeletonOptions options;
  const LaunchGraph graph = Cast(shelf.From({{7, 0, 3}}), options);
  const auto is_up = [](const LaunchPoint& p) { return p.at.z < 1; };
  EXPECT_GE(std::count_if(graph.points.begin(), graph.points.end(), is_up), 4);
  for (const ExtraArc& arc : graph.extra_arcs) {
    if (arc.link != kNoSkeletonLink) continue;
    EXPECT_LE(PlaneDistance(graph.points[arc.from].at, graph.points[arc.to].at), options.max_arc_m + 1e-6);
  }
  ExpectAllReachedFromTheFirst(graph);
}

// The same shelf with a wall across its middle, which the surface knows nothing of.
TEST(LaunchPoints, APathThatSolidBlocksIsLeftOutAndNotTriedForEver) {
  const Shelf shelf;
  SolidScene solid;
  solid.Plate({{{-1, 0, -1}, {-1, 0, 5}, {15, 0, 5}, {15, 0, -1}}}).Box({9, 0, 0}, {9.1, 3, 1});
  const std::unique_ptr<RayScene> rays = solid.Rays();
  SkeletonSource source = shelf.From({{7, 0, 3}});
  source.rays = rays.get();
  const absl::StatusOr<CastPoints> cast = CastLaunchPoints(source, {}, 1, nullptr);
  ASSERT_TRUE(cast.ok());
  EXPECT_GT(cast->counts.blocked, 0U);
  const LaunchGraph& graph = cast->graph;
  for (const ExtraArc& arc : graph.extra_arcs) {
    const bool crosses = (graph.points[arc.from].at.x < 9) != (graph.points[arc.to].at.x < 9);
    EXPECT_FALSE(crosses && graph.points[arc.from].at.z < 1);
  }
}

// One jumps onto a rock and, from the same place of it, on.
TEST(LaunchPoints, LinksThatMeetInOnePlaceAreJoinedThere) {
  Drawn rocks({".....#.#.....\n"
               "######.######\n"},
              {.cell_m = 0.25});
  const Vec2 rock{1.625, 0.375};
  rocks.SetLinks(
      {LinkBetween(rocks.mesh(), {1.1, 0.125}, rock), LinkBetween(rocks.mesh(), rock, {2.2, 0.125})});
  const LaunchGraph graph = Cast(rocks.From({{0.6, 0, 0.1}}));
  const auto is_beyond = [](const LaunchPoint& p) { return p.at.x > 2; };
  EXPECT_GT(std::count_if(graph.points.begin(), graph.points.end(), is_beyond), 0);
  ExpectAllReachedFromTheFirst(graph);
}

TEST(LaunchPoints, ADropLinkJoinsThePieceBelowOneWay) {
  Drawn pieces({"...#...\n...#...\n"}, {.cell_m = 2});
  pieces.SetLinks({LinkBetween(pieces.mesh(), {5.5, 2}, {8.5, 2})});
  const LaunchGraph graph = Cast(pieces.From({{1, 0, 1}}));
  const std::vector<std::vector<bool>> reach = ReachOf(AllArcs(graph));
  const auto is_upper = [&](uint32_t p) { return graph.points[p].at.x < 7; };
  int lower = 0;
  for (uint32_t a = 0; a < reach.size(); ++a) {
    lower += is_upper(a) ? 0 : 1;
    for (uint32_t b = 0; b < reach.size(); ++b) EXPECT_EQ(reach[a][b], is_upper(a) || !is_upper(b));
  }
  EXPECT_GT(lower, 60);
  const auto is_link = [](const ExtraArc& arc) { return arc.link == 0; };
  EXPECT_EQ(std::count_if(graph.extra_arcs.begin(), graph.extra_arcs.end(), is_link), 1);

  const LaunchGraph below = Cast(pieces.From({{9, 0, 1}}));
  const auto is_left = [](const LaunchPoint& p) { return p.at.x < 7; };
  EXPECT_EQ(std::count_if(below.points.begin(), below.points.end(), is_left), 0);
}

}  // namespace
}  // namespace waystone
