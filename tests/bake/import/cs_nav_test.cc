// Real maps whose graph is known: our zones and verdicts against labels and a breadth-first search that know
// nothing of navmeshes.
#include "tests/support/cs_nav.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "bake/import/polygon_importer.h"
#include "bake/links/link_packer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/zones/zone_baker.h"
#include "core/base/random.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr uint32_t kSources = 200;  // per map; each asks for kGoals verdicts
constexpr uint32_t kGoals = 200;

// All areas that can be reached over the listed links.
std::set<uint32_t> Flood(const std::multimap<uint32_t, uint32_t>& links, uint32_t from) {
  std::set<uint32_t> seen = {from};
  std::vector<uint32_t> open = {from};
  while (!open.empty()) {
    const uint32_t area = open.back();
    open.pop_back();
    const auto [begin, end] = links.equal_range(area);
    for (auto link = begin; link != end; ++link) {
      if (seen.insert(link->second).second) open.push_back(link->second);
    }
  }
  return seen;
}

class CsNav : public ::testing::TestWithParam<const char*> {};

TEST_P(CsNav, ZonesAndVerdictsAreThoseOfTheListedLinks) {
  WS_TEST_DATA_OR_SKIP(folder, "csnav");
  const PolygonMap map = ReadCsNav(folder, GetParam());
  const absl::StatusOr<NavmeshImport> import =
      ImportPolygons(map, {.scale = kCsNavScale, .up_axis = UpAxis::kZ}, 0.35);
  ASSERT_TRUE(import.ok()) << import.status();
  // Most paths lead over sides; drops, jumps and ladders are links.
  EXPECT_LT(import->links.size(), map.connections.size() / 10);
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(import->soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = *NavmeshView::Create(*data);
  const absl::StatusOr<PackedLinks> packed = PackLinks(import->links, {}, mesh, import->origin);
  ASSERT_TRUE(packed.ok() && packed->warnings.empty());
  const LinkView links = *LinkView::Create(packed->data, mesh);
  const BakedZones baked = BakeZones(mesh, links, 0, import->origin, {});
  const ZoneView zones = *ZoneView::Create(baked.zones);

  const std::map<uint32_t, CsNavLabel> labels = ReadCsNavLabels(folder, GetParam());
  ASSERT_EQ(labels.size(), mesh.poly_count());
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const CsNavLabel& label = labels.at(mesh.poly(PolyId(p)).external_id);
    const ZoneId zone = zones.ZoneOf(PolyId(p));
    ASSERT_EQ(zone == kIsolatedZone, label.isolated) << mesh.poly(PolyId(p)).external_id;
    if (label.isolated) continue;
    ASSERT_GE(zone.value(), label.zone_rank_min);
    ASSERT_LE(zone.value(), label.zone_rank_max);
  }

  std::multimap<uint32_t, uint32_t> listed;
  for (const PolygonMap::Connection& c : map.connections) listed.emplace(c.from, c.to);
  Random random(7);
  ReachWorkspace workspace;
  size_t reached = 0;
  for (uint32_t i = 0; i < kSources; ++i) {
    const uint32_t from = random.NextBelow(mesh.poly_count());
    const std::set<uint32_t> flood = Flood(listed, mesh.poly(PolyId(from)).external_id);
    for (uint32_t k = 0; k < kGoals; ++k) {
      const uint32_t to = random.NextBelow(mesh.poly_count());
      const bool expected = flood.contains(mesh.poly(PolyId(to)).external_id);
      ASSERT_EQ(zones.Reaches(PolyId(from), PolyId(to), workspace), expected) << from << " to " << to;
      reached += expected ? 1 : 0;
    }
  }
  EXPECT_GT(reached, kSources * kGoals / 4);
  EXPECT_LT(reached, kSources * kGoals);
}

INSTANTIATE_TEST_SUITE_P(Maps, CsNav,
                         ::testing::Values("cs_italy", "de_ancient", "de_bank", "de_dust2", "de_grind",
                                           "de_inferno", "de_mirage", "de_nuke", "de_overpass", "de_stmarc",
                                           "de_train", "de_vertigo"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace waystone
