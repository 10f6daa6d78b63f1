// Walks into triggers that are thin, hardly lie on the ground, or share borders, and into those of ramps that
// other triggers lie across.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/navmesh/trigger_walks.h"
#include "core/surface/trigger_entry.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kTolerance_m = 0.003;
constexpr double kNotAsked = -1;
// 12 x 6 m; polygons end at every metre.
constexpr const char* kFloor =
    "............\n"
    "............\n"
    "............\n"
    "............\n"
    "............\n"
    "............\n";

TriggerBox BoxOf(const Vec3& min, const Vec3& max, bool is_one_way) {
  return {.box = {min, max}, .is_one_way = is_one_way};
}

class CutFloor {
 public:
  CutFloor(const NavmeshData& data, std::vector<TriggerBox> boxes)
      : data_(data),
        mesh_(ViewOf(data_)),
        link_data_(SortedLinks(mesh_, {})),
        links_(*LinkView::Create(link_data_, mesh_)) {
    view_.manifest = &manifest_;
    view_.navmesh = &mesh_;
    view_.links = &links_;
    absl::StatusOr<std::unique_ptr<const CutMesh>> cut = CutMesh::Make(mesh_, links_, std::move(boxes));
    EXPECT_TRUE(cut.ok()) << cut.status();
    cut_ = *std::move(cut);
  }

  // The cheapest path into each box must be about as long as expected, unless that is kNotAsked, and end in
  // it.
  void ExpectEntries(double x, double z, const std::vector<double>& expected_m) {
    const NavLocation start{PolyAt(mesh_, x, z), {x, HeightOnPoly(mesh_, PolyAt(mesh_, x, z), {x, z}), z}};
    std::vector<TriggerEntry> entries;
    EXPECT_EQ(FindTriggerEntries(view_, *cut_, start, {}, scratch_, entries), RouteReason::kNone);
    ASSERT_EQ(entries.size(), expected_m.size());
    for (uint32_t box = 0; box < entries.size(); ++box) {
      if (expected_m[box] == kNotAsked) continue;
      SCOPED_TRACE(testing::Message() << "box " << box);
      ASSERT_TRUE(entries[box].IsFound());
      EXPECT_NEAR(entries[box].cost_m, expected_m[box], kTolerance_m);
      const SurfacePath route = WalkToEntry(view_, *cut_, start, box, entries[box], {}, scratch_);
      ASSERT_EQ(route.outcome, SearchOutcome::kFound);
      const Vec3& end = route.turns.back().point;
      const Aabb& aabb = cut_->boxes()[box].box;
      EXPECT_TRUE(aabb.Contains(end)) << end.x << " " << end.y << " " << end.z;
      double length_m = 0;
      for (size_t i = 1; i < route.turns.size(); ++i) {
        length_m += PlaneDistance(route.turns[i - 1].point, route.turns[i].point);
      }
      EXPECT_NEAR(length_m, expected_m[box], kTolerance_m);
    }
  }

 private:
  NavmeshData data_;
  NavmeshView mesh_;
  LinkData link_data_;
  LinkView links_;
  MapManifest manifest_;
  MapView view_;
  std::unique_ptr<const CutMesh> cut_;
  Scratch scratch_;
};

TEST(ThinTriggers, AreEnteredHoweverThinTheyAre) {
  const NavmeshData floor = AsciiNavmesh(kFloor);
  const NavmeshData rows = AsciiNavmesh(kFloor, {.merge_rows = true});
  for (const NavmeshData* mesh : {&floor, &rows}) {
    for (const double thickness_m :
         {0.0, 1e-6, 0.0001, 0.0003, 0.0005, 0.001, 0.0012, 0.00125, 0.0013, 0.0015, 0.002, 0.003, 0.01}) {
      for (const double at_m : {7.0, 7.0004, 7.3, 7.9993}) {
        for (const bool is_one_way : {false, true}) {
          SCOPED_TRACE(testing::Message() << thickness_m << " m at " << at_m << ", one-way " << is_one_way);
          CutFloor across(*mesh, {BoxOf({at_m, -1, 1.5}, {at_m + thickness_m, 1, 3.5}, is_one_way)});
          across.ExpectEntries(2.5, 2.5, {at_m - 2.5});
          across.ExpectEntries(11.5, 2.5, {11.5 - at_m - thickness_m});
          across.ExpectEntries(at_m - 3, 5.5, {std::hypot(3, 2)});
          const double z = at_m - 4;
          CutFloor along(*mesh, {BoxOf({6.5, -1, z}, {8.5, 1, z + thickness_m}, is_one_way)});
          along.ExpectEntries(7.5, 0.5, {z - 0.5});
          along.ExpectEntries(7.5, 5.5, {5.5 - z - thickness_m});
        }
      }
    }
  }
}

TEST(ThinTriggers, ThatAreFlatOnTheGroundAreEntered) {
  const NavmeshData floor = AsciiNavmesh(kFloor);
  for (const bool is_one_way : {false, true}) {
    CutFloor cut(floor, {BoxOf({7, 0, 2}, {8, 0, 3}, is_one_way), BoxOf({4, 0, 4}, {4, 0, 4}, is_one_way)});
    cut.ExpectEntries(2.5, 2.5, {4.5, std::hypot(1.5, 1.5)});
  }
}

TEST(ThinTriggers, AreEnteredWhereTheyHardlyLieOnTheGround) {
  const NavmeshData floor = AsciiNavmesh(kFloor);
  const NavmeshData rows = AsciiNavmesh(kFloor, {.merge_rows = true});
  for (const NavmeshData* mesh : {&floor, &rows}) {
    for (int step = 0; step <= 30; ++step) {
      const double overlap_m = step * 0.0001;
      for (const bool is_one_way : {false, true}) {
        SCOPED_TRACE(testing::Message() << overlap_m << " m, one-way " << is_one_way);
        CutFloor cut(*mesh, {BoxOf({12 - overlap_m, -1, 1.3}, {20, 1, 3.3}, is_one_way),
                             BoxOf({1.3, -1, -5}, {3.3, 1, overlap_m}, is_one_way)});
        cut.ExpectEntries(5.5, 2.5, {6.5 - overlap_m, std::hypot(2.2, 2.5 - overlap_m)});
      }
    }
  }
}

TEST(ThinTriggers, ThatShareBordersAreEnteredEach) {
  const NavmeshData floor = AsciiNavmesh(kFloor);
  for (const double shift_m : {0.0, 0.0002, 0.3, 0.9997}) {
    const double x = 3 + shift_m;
    for (const bool is_one_way : {false, true}) {
      SCOPED_TRACE(testing::Message() << shift_m << ", one-way " << is_one_way);
      // The ground of the last one reaches beyond the margin of the one beside it.
      CutFloor cut(floor, {BoxOf({x, -1, 2}, {x + 2, 1, 4}, is_one_way),
                           BoxOf({x + 2, -1, 2}, {x + 4, 1, 4}, is_one_way),
                           BoxOf({x + 4, -1, 2}, {x + 4.003, 1, 4}, is_one_way)});
      cut.ExpectEntries(x + 1, 0.5, {1.5, std::hypot(1, 1.5), std::hypot(3, 1.5)});
      cut.ExpectEntries(x + 5, 5.5, {std::hypot(3, 1.5), std::hypot(1, 1.5), std::hypot(0.997, 1.5)});
    }
    SCOPED_TRACE(testing::Message() << shift_m << ", a flat one between two");
    CutFloor between(floor,
                     {BoxOf({x, -1, 2}, {x + 2, 1, 4}, false), BoxOf({x + 2, -1, 2}, {x + 2, 1, 4}, false),
                      BoxOf({x + 2, -1, 2}, {x + 4, 1, 4}, false)});
    between.ExpectEntries(x + 1, 0.5, {1.5, std::hypot(1, 1.5), std::hypot(1, 1.5)});
    between.ExpectEntries(x + 1, 3, {0, 1, 1});
  }
}

// A floor of 20 x 20 m, and from its right side on, z 8 to 12, a ramp that rises 4 m over 10 m.
PolygonSoup FloorAndRamp() {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0},   {20, 0, 0}, {20, 0, 8}, {20, 0, 12},
                   {20, 0, 20}, {0, 0, 20}, {30, 4, 8}, {30, 4, 12}};
  soup.polygons.resize(2);
  soup.polygons[0].vertices = {0, 1, 2, 3, 4, 5};
  soup.polygons[1].vertices = {2, 6, 7, 3};
  JoinSides(soup);
  return soup;
}

// The ramp is at 1.5 m at x = 23.75, where the ground of the trigger begins. Another one crosses it below, or
// several do, or one is beside the path.
TEST(TriggersOnRamps, AreEnteredAcrossOthers) {
  const NavmeshData ramp = *BuildNavmesh(FloorAndRamp());
  for (const bool is_one_way : {false, true}) {
    for (const bool is_first : {false, true}) {
      for (int count = 0; count <= 12; ++count) {
        SCOPED_TRACE(testing::Message() << count << " others, one-way " << is_one_way << " " << is_first);
        std::vector<TriggerBox> boxes;
        std::vector<double> expected_m;
        for (int i = 0; i < count; ++i) {
          const double from = 22.2 + 0.1 * i;
          boxes.push_back(BoxOf({from, -1, 0}, {from + 0.05, 5, 20}, false));
          // They lie behind a trigger that is kept off.
          expected_m.push_back(is_one_way ? kNotAsked : from - 10);
        }
        const auto at = is_first ? boxes.begin() : boxes.end();
        boxes.insert(at, BoxOf({22, 1.5, 0}, {28, 2, 20}, is_one_way));
        expected_m.insert(is_first ? expected_m.begin() : expected_m.end(), 13.75);
        CutFloor cut(ramp, boxes);
        cut.ExpectEntries(10, 10, expected_m);
      }
    }
  }
}

}  // namespace
}  // namespace waystone
