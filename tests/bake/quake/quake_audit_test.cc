// Quake's own levels: nearly everything that its designers put down for players must be reachable from where
// players enter, with drops and jumps found by the baker and lifts, trains, teleporters and water as links.
// docs/quake_audit.md explains each item that is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/quake/quake_level.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

using ::testing::ElementsAreArray;

struct Audit {
  size_t pickups = 0;
  size_t returning = 0;
  std::vector<std::string> missed;
};

// Ground on which a player touches the item.
std::vector<uint32_t> PolysAt(const NavmeshView& mesh, const Vec3& item) {
  std::vector<uint32_t> polys;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const Vec3 near = ClosestPointOnPoly(mesh, PolyId(p), item);
    if (PlaneDistance(near, item) <= kTouch_m && std::abs(near.y - item.y) <= kTouchHeight_m) {
      polys.push_back(p);
    }
  }
  return polys;
}

Audit AuditOf(const Level& level, const std::string& folder) {
  const std::string base = StrCat(folder, "/", level.name);
  const std::vector<QuakeEntity> entities = ReadQuakeEntities(base + ".entities.csv");
  const std::vector<Vec3> starts = StartsOf(entities, level.start_class);
  const Baked baked = Bake(base, entities, starts);
  const NavmeshView mesh = *NavmeshView::Create(baked.data);
  const ZoneView zones = *ZoneView::Create(baked.zones);
  SurfaceWorkspace surface;
  ReachWorkspace reach;
  std::vector<uint32_t> spawns;
  for (const Vec3& start : starts) {
    spawns.push_back(NearestPoly(mesh, start, Aabb::Around(start, {1, 1, 1}), surface)->poly.value());
  }
  Audit audit;
  for (const QuakeEntity& entity : entities) {
    if (!IsPickup(entity)) continue;
    const Vec3 at = PickupPlace(entity);
    bool reached = false;
    bool returns = false;
    for (const uint32_t poly : PolysAt(mesh, at)) {
      for (const uint32_t spawn : spawns) {
        const bool there = zones.Reaches(spawn, poly, reach);
        reached = reached || there;
        returns = returns || (there && zones.Reaches(poly, spawn, reach));
      }
    }
    ++audit.pickups;
    audit.returning += returns ? 1 : 0;
    if (!reached) audit.missed.push_back(StrCat(entity.classname, " ", at.x, " ", at.y, " ", at.z));
  }
  return audit;
}

class Quake : public ::testing::TestWithParam<size_t> {};

TEST_P(Quake, WhatPlayersPickUpIsReachableFromWhereTheyEnter) {
  WS_TEST_DATA_OR_SKIP(folder, "quake");
  const Level& level = Levels()[GetParam()];
  const Audit audit = AuditOf(level, folder);
  EXPECT_EQ(audit.pickups, level.pickups);
  EXPECT_EQ(audit.returning, level.returning);
  EXPECT_THAT(audit.missed, ElementsAreArray(level.missed));
}

INSTANTIATE_TEST_SUITE_P(Levels, Quake, ::testing::Range(size_t{0}, Levels().size()), [](const auto& level) {
  return StrCat(Levels()[level.param].name, "_from_", Levels()[level.param].start_class);
});

}  // namespace
}  // namespace waystone
