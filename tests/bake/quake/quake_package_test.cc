// The same levels as a user bakes them, asked as the server asks.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bake/links/link_packer.h"
#include "core/base/str_cat.h"
#include "core/query/place_audit.h"
#include "core/store/loaded_map.h"
#include "tests/bake/quake/quake_level.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

std::string LinkRows(const std::vector<OffMeshLink>& links) {
  std::ostringstream rows;
  rows.precision(17);
  rows << "kind,start_x,start_y,start_z,end_x,end_y,end_z,two_way,radius_m,abilities\n";
  for (const OffMeshLink& l : links) {
    rows << LinkKindName(l.kind) << ',' << l.start.x << ',' << l.start.y << ',' << l.start.z << ',' << l.end.x
         << ',' << l.end.y << ',' << l.end.z << ',' << l.two_way << ',' << l.radius_m << ','
         << (l.abilities.empty() ? "" : l.abilities[0]) << '\n';
  }
  return rows.str();
}

// The package that waystone-bake makes of a level, entered at its start.
std::shared_ptr<const LoadedMap> BakeByProgram(const Level& level, const std::string& data,
                                               const TempFolder& folder) {
  const std::string base = StrCat(data, "/", level.name);
  const std::vector<QuakeEntity> entities = ReadQuakeEntities(base + ".entities.csv");
  const Vec3 start = StartsOf(entities, level.start_class)[0];
  std::ofstream(folder.File("links.csv")) << LinkRows(Bake(base, entities, {start}).source_links);
  std::ofstream(folder.File("level.yaml"))
      << "agents:\n"
         "  - {name: player, radius_m: 0.4, height_m: 1.75, max_climb_m: 0.5625, max_slope_deg: 45.6,\n"
         "     links: {jump_distance_m: 6, jump_height_m: 1.4, drop_height_m: 25, spacing_m: 0.5}}\n"
         "cell_size_m: 0.1\n"
         "cell_height_m: 0.05\n"
         "not_solid: {groups: [water, slime, lava, teleport, clip]}\n"
         "ignored: {groups: [mover]}\n"
         "links: links.csv\n";
  const ProgramRun run =
      RunProgram({WAYSTONE_BAKE, base + ".obj", "-o", folder.path(), "--map-id", "level", "--config",
                  folder.File("level.yaml"), "--spawn", StrCat(start.x, ",", start.y, ",", start.z)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const absl::StatusOr<std::shared_ptr<const LoadedMap>> map = LoadedMap::Load(folder.File("level.waymap"));
  return map.ok() ? *map : nullptr;
}

// How many pickups the server's own audit finds reachable from the main zone, where they snap.
TEST(QuakeLevels, TheAuditOfAPackageReachesThemToo) {
  WS_TEST_DATA_OR_SKIP(data, "quake");
  size_t reached = 0;
  for (size_t i = 0; i < 4; ++i) {
    const TempFolder folder;
    const std::shared_ptr<const LoadedMap> map = BakeByProgram(Levels()[i], data, folder);
    ASSERT_NE(map, nullptr);
    const absl::StatusOr<MapView> view = map->View("player", map->manifest().link_abilities);
    ASSERT_TRUE(view.ok()) << view.status();
    AuditQuery query;
    query.terms.rules.reachability = Reachability::kFrom;
    query.terms.snap = {.radius_m = kTouch_m, .max_above_m = kTouchHeight_m, .max_below_m = kTouchHeight_m};
    for (const QuakeEntity& entity :
         ReadQuakeEntities(StrCat(data, "/", Levels()[i].name, ".entities.csv"))) {
      if (IsPickup(entity)) query.positions.push_back(PickupPlace(entity));
    }
    Workspace workspace;
    const absl::StatusOr<AuditAnswer> audit = AuditPlaces(*view, query, workspace);
    ASSERT_TRUE(audit.ok()) << audit.status();
    reached +=
        static_cast<size_t>(std::count(audit->verdicts.begin(), audit->verdicts.end(), PlaceReason::kNone));
  }
  EXPECT_GE(20 * reached, 19 * size_t{174}) << reached;
}

}  // namespace
}  // namespace waystone
