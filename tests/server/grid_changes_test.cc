// What requests change on grids, through the handlers of all requests, against maps drawn with these changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "server/handlers/request_handler.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using Drawing = std::vector<std::string>;

class GridChangesOfRequests : public ::testing::Test {
 protected:
  static constexpr double kRadius_m = 0.4;  // of the agent
  // The map's origin is none of zero: cell (0, 0) begins here.
  static constexpr double kX = 1000;
  static constexpr double kZ = -500;

  void Bake(const std::string& map_id, const Drawing& rows) {
    const GridData grid = DrawGrid({rows.begin(), rows.end()});
    const NavmeshData mesh = RectMeshOf(*GridView::Create(grid));
    MapManifest manifest;
    manifest.map_id = map_id;
    manifest.surface = SurfaceKind::kGrid;
    manifest.origin = {kX, 10, kZ};
    manifest.areas = {{1, "ground"}, {2, "mud"}};
    manifest.variants.resize(1);
    manifest.variants[0].agent.radius_m = kRadius_m;
    std::vector<VariantContent> contents(1);
    contents[0].navmesh = &mesh;
    contents[0].grid = &grid;
    const auto bytes = EncodeMap(manifest, contents);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    ASSERT_TRUE(WritePackageFile(folder_.File(map_id + ".waymap"), *bytes).ok());
    ASSERT_TRUE(store_.LoadFolder(folder_.path()).ok());
  }

  template <typename Response, typename Request>
  Response Ask(const Request& request) {
    MapLookup maps(store_);
    RequestScope scope;
    scope.scratch = &scratch_;
    scope.maps = &maps;
    Response response;
    const absl::StatusOr<Progress> progress = handler_.Handle(request, scope, response);
    EXPECT_TRUE(progress.ok()) << progress.status();
    return response;
  }

  // Changes at random as text, and what they leave in `rows`.
  static std::string ChangeSome(Drawing& rows, Random& random) {
    const auto columns = static_cast<uint32_t>(rows[0].size());
    const auto height = static_cast<uint32_t>(rows.size());
    std::string text;
    for (uint32_t k = random.NextBelow(8); k > 0; --k) {
      const uint32_t id = random.NextBelow(columns * height);
      StrAppend(text, "opened_cells:", id, " ");
      char& letter = rows[id / columns][id % columns];
      if (letter == '#') letter = '.';
    }
    if (random.NextBelow(4) == 0) {
      text += "area_costs{area:'mud' excluded:true} ";
      for (std::string& row : rows) std::ranges::replace(row, '2', '#');
    }
    for (uint32_t k = random.NextBelow(4); k > 0; --k) {
      const uint32_t column = random.NextBelow(columns);
      const uint32_t row = random.NextBelow(height);
      StrAppend(text, "blocked_rects:[", column, ",", row, ",1,1] ");
      rows[row][column] = '#';
    }
    for (uint32_t k = random.NextBelow(3); k > 0; --k) {
      const Vec2 at{random.NextInRange(0, columns), random.NextInRange(0, height)};
      const double radius_m = random.NextInRange(0.1, 1.2);
      const bool is_overhead = random.NextBelow(4) == 0;
      StrAppend(text, "obstacles{cylinder{base{x:", kX + at.x, " y:", is_overhead ? 12 : 9, " z:", kZ + at.z,
                "} radius_m:", radius_m, " height_m:1.5}} ");
      for (uint32_t id = 0; !is_overhead && id < columns * height; ++id) {
        const Vec2 corner{double{1} * (id % columns), double{1} * (id / columns)};
        const Vec2 nearest{std::clamp(at.x, corner.x, corner.x + 1),
                           std::clamp(at.z, corner.z, corner.z + 1)};
        const bool is_blocked =
            Distance(nearest, at) < radius_m || Distance(corner + Vec2{0.5, 0.5}, at) < radius_m + kRadius_m;
        if (is_blocked) rows[id / columns][id % columns] = '#';
      }
    }
    return text;
  }

  static std::string Position(double x, double z) { return StrCat(kX + x, ",10,", kZ + z); }

  TempFolder folder_;
  MapStore store_;
  Scratch scratch_;
  const RequestHandler handler_{store_, {}};
};

TEST_F(GridChangesOfRequests, AreAnsweredAsByTheMapDrawnAnew) {
  Random random(1);
  size_t found = 0;
  size_t good = 0;
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    const uint32_t columns = 4 + random.NextBelow(30);
    Drawing rows(3 + random.NextBelow(16), std::string(columns, '.'));
    for (std::string& row : rows) {
      for (char& letter : row) letter = random.NextBelow(4) == 0 ? '#' : random.NextBelow(5) == 0 ? '2' : '.';
    }
    Drawing left = rows;
    const std::string changes = ChangeSome(left, random);
    Bake("baked", rows);
    Bake("anew", left);
    std::string points;
    for (int k = 0; k < 12; ++k) {
      StrAppend(points, k == 0 ? "" : ",",
                Position(random.NextInRange(0, columns), random.NextInRange(0, double(rows.size()))));
    }
    // The same items of both maps, with a batch's changes beneath the item's own.
    const auto ask = [&](const std::string& map_id, const std::string& own) {
      const std::string with = own.empty() ? "" : "changes{maps{" + own + "}} ";
      return Ask<v1::BatchResponse>(Parse<v1::BatchRequest>(
          "map_id:'" + map_id + "' items{measure_distances{source_xyz:[" + points + "] target_xyz:[" +
          points + "] " + with + "}} items{place_resource{audit{xyz:[" + points +
          "]} rules{reachability:REACHABILITY_FROM_AND_BACK anchor_xyz:[" +
          points.substr(0, points.find(',', points.find(',', points.find(',') + 1) + 1)) +
          "]} snap{radius_m:100} " + with +
          "}} items{place_resource{scatter{count:20} rules{reachability:REACHABILITY_ANY} " + with + "}}"));
    };
    const v1::BatchResponse anew = ask("anew", "");
    const v1::BatchResponse changed = ask("baked", changes);
    const auto& distances = changed.results(0).measure_distances();
    ASSERT_EQ(distances.statuses_size(), 144) << changed.ShortDebugString() << changes;
    for (int k = 0; k < 144; ++k) {
      ASSERT_EQ(distances.statuses(k), anew.results(0).measure_distances().statuses(k)) << round << ' ' << k;
      ASSERT_NEAR(distances.distance_m(k), anew.results(0).measure_distances().distance_m(k), 1e-4);
      found += distances.statuses(k) == v1::DISTANCE_STATUS_FOUND ? 1 : 0;
    }
    ASSERT_EQ(changed.results(1).has_error(), anew.results(1).has_error()) << changed.ShortDebugString();
    for (int k = 0; k < changed.results(1).place_resource().verdicts_size(); ++k) {
      const bool is_good = changed.results(1).place_resource().verdicts(k) == v1::PLACE_REASON_GOOD;
      ASSERT_EQ(is_good, anew.results(1).place_resource().verdicts(k) == v1::PLACE_REASON_GOOD);
      good += is_good ? 1 : 0;
    }
    const auto& xyz = changed.results(2).place_resource().points().xyz();
    for (int k = 0; k < xyz.size(); k += 3) {
      const auto column = static_cast<size_t>(xyz[k] - kX);
      const auto row = static_cast<size_t>(xyz[k + 2] - kZ);
      ASSERT_NE(left[row][column], '#') << column << ' ' << row;
    }
  }
  EXPECT_GT(found, 1000U);
  EXPECT_GT(good, 200U);
}

TEST_F(GridChangesOfRequests, ObstaclesOfABatchAndOfAnItemAreBothThere) {
  Bake("baked", {".....", "#####", "....."});
  const auto box = [](double x) {
    return StrCat("obstacles{box{center{x:", kX + x, " y:10.5 z:", kZ + 0.5,
                  "} half_x_m:0.3 half_y_m:0.5 half_z_m:0.5}}");
  };
  const std::string scatter =
      "place_resource{scatter{count:100} rules{reachability:REACHABILITY_ANY region{box{center{x:" +
      StrCat(kX + 2.5) + " y:10 z:" + StrCat(kZ + 0.5) +
      "} half_x_m:9 half_y_m:9 half_z_m:0.5}}} changes{maps{" + box(4.5) + "}}}";
  const auto batch =
      Parse<v1::BatchRequest>("map_id:'baked' changes{maps{" + box(1.5) + "}} items{" + scatter + "}");
  const v1::BatchResponse response = Ask<v1::BatchResponse>(batch);
  const auto& xyz = response.results(0).place_resource().points().xyz();
  ASSERT_EQ(xyz.size(), 300) << response.ShortDebugString();
  for (int k = 0; k < 300; k += 3) {
    const double x = xyz[k] - kX;
    EXPECT_TRUE(x < 1 || (x > 2 && x < 4)) << x;
  }
}

TEST_F(GridChangesOfRequests, AMoveIntoAnObstacleIsIllegal) {
  Bake("baked", {".....", "#####"});
  const std::string ends =
      StrCat("from{map_id:'baked' x:", kX + 0.5, " y:10 z:", kZ + 0.5, "} to{x:", kX + 4.5,
             " y:10 z:", kZ + 0.5, "} tolerance_m:0 allowances{max_detour_ratio:1} ");
  const std::string pillar = StrCat("changes{maps{obstacles{cylinder{base{x:", kX + 2.5, " y:10 z:", kZ + 0.5,
                                    "} radius_m:0.2 height_m:1}}}}");
  EXPECT_EQ(Ask<v1::ValidateMoveResponse>(Parse<v1::ValidateMoveRequest>(ends)).verdict(),
            v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(Ask<v1::ValidateMoveResponse>(Parse<v1::ValidateMoveRequest>(ends + pillar)).verdict(),
            v1::MOVE_VERDICT_ILLEGAL);
}

}  // namespace
}  // namespace waystone
