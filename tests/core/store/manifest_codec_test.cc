#include "core/store/manifest_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace waystone {
namespace {

using ::testing::HasSubstr;

MapManifest Example() {
  MapManifest m;
  m.map_id = "Old Town@1";
  m.strategy_reason = "a mesh with two storeys";
  m.origin = {1000, 20, -3000};
  m.bounds = {{990, 19, -3010}, {1010, 24, -2990}};
  m.areas = {{1, "ground"}, {3, "water"}};
  MapVariant human;
  MapVariant ogre;
  ogre.agent = {.name = "ogre", .radius_m = 1.5, .height_m = 4, .max_climb_m = 1, .max_slope_deg = 30};
  ogre.surface_variant = 2;
  MapVariant jumper = human;
  jumper.abilities = {"climb", "jump"};
  m.variants = {human, ogre, jumper};
  m.places = {{"gate", {990, 20, -3000}}, {"well", {1001.5, 19, -2990}}};
  m.doors = {{.name = "gate",
              .is_closed = true,
              .volumes = {{.corners = {{1, 2}, {3, 2}, {2, 4}}, .min_y = 20, .max_y = 23},
                          {.corners = {{5, 5}}, .radius_m = 2, .min_y = 20, .max_y = 21}},
              .links = {"stairs"},
              .areas = 8},
             {.name = "grille", .cells = {{3, 4, 1, 2}}}};
  m.cost_profiles = {{.name = "cart", .costs = {{1, 3}}, .excluded_areas = 8, .min_clearance_m = 0.5}};
  m.source_name = "old town.obj";
  m.source_sha256 = std::string(64, 'a');
  m.baker_version = "0.1.0";
  return m;
}

absl::StatusOr<MapManifest> Decode(const std::string& bytes) {
  return DecodeManifest(std::as_bytes(std::span(bytes)));
}

TEST(ManifestCodec, GivesBackWhatWasEncoded) {
  const MapManifest m = Example();
  const auto read = Decode(EncodeManifest(m));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->map_id, m.map_id);
  EXPECT_EQ(read->surface, m.surface);
  EXPECT_EQ(read->strategy_reason, m.strategy_reason);
  EXPECT_EQ(read->origin, m.origin);
  EXPECT_EQ(read->bounds.min, m.bounds.min);
  EXPECT_EQ(read->bounds.max, m.bounds.max);
  ASSERT_EQ(read->areas.size(), 2U);
  EXPECT_EQ(read->areas[1].index, 3);
  EXPECT_EQ(read->areas[1].name, "water");
  ASSERT_EQ(read->variants.size(), 3U);
  EXPECT_EQ(read->variants[1].agent.name, "ogre");
  EXPECT_EQ(read->variants[1].agent.max_slope_deg, 30);
  EXPECT_EQ(read->variants[2].abilities, m.variants[2].abilities);
  EXPECT_EQ(read->variants[2].surface_variant, 1);
  EXPECT_EQ(read->places, m.places);
  ASSERT_EQ(read->doors.size(), 2U);
  EXPECT_TRUE(read->doors[0].is_closed);
  EXPECT_FALSE(read->doors[1].is_closed);
  ASSERT_EQ(read->doors[0].volumes.size(), 2U);
  EXPECT_EQ(read->doors[0].volumes[0].corners, m.doors[0].volumes[0].corners);
  EXPECT_EQ(read->doors[0].volumes[0].max_y, 23);
  EXPECT_EQ(read->doors[0].volumes[1].radius_m, 2);
  EXPECT_EQ(read->doors[0].links, m.doors[0].links);
  EXPECT_EQ(read->doors[0].areas, 8U);
  ASSERT_EQ(read->doors[1].cells.size(), 1U);
  EXPECT_EQ(read->doors[1].cells[0].rows, 2U);
  ASSERT_EQ(read->cost_profiles.size(), 1U);
  EXPECT_EQ(read->cost_profiles[0].costs[0].factor, 3);
  EXPECT_EQ(read->cost_profiles[0].excluded_areas, 8U);
  EXPECT_EQ(read->cost_profiles[0].min_clearance_m, 0.5);
  EXPECT_EQ(read->source_name, m.source_name);
  EXPECT_EQ(read->source_sha256, m.source_sha256);
  EXPECT_EQ(read->baker_version, m.baker_version);
  EXPECT_EQ(EncodeManifest(*read), EncodeManifest(m));
}

TEST(ManifestCodec, AMapWithNothingWalkableHasNoBounds) {
  MapManifest m = Example();
  m.bounds = {};
  const auto read = Decode(EncodeManifest(m));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(read->bounds.IsEmpty());
}

TEST(ManifestCodec, EveryBrokenRuleIsNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const struct {
    const char* message;
    std::function<void(MapManifest&)> breaks;
  } cases[] = {
      {"map_id", [](MapManifest& m) { m.map_id = "a/b"; }},
      {"doors: \"gate\": needs volumes", [](MapManifest& m) { m.doors[0] = {.name = "gate"}; }},
      {"cost_profiles: \"cart\": a factor must be",
       [](MapManifest& m) { m.cost_profiles[0].costs[0].factor = 0; }},
      {"map_id", [](MapManifest& m) { m.map_id.clear(); }},
      {"surface", [](MapManifest& m) { m.surface = static_cast<SurfaceKind>(9); }},
      {"strategy_reason", [](MapManifest& m) { m.strategy_reason = std::string(1025, 'x'); }},
      {"origin", [&](MapManifest& m) { m.origin.x = nan; }},
      {"bounds", [&](MapManifest& m) { m.bounds.min.y = -infinity; }},
      {"bounds", [](MapManifest& m) { m.bounds.max.x += 17000; }},
      {"areas: 65", [](MapManifest& m) { m.areas.resize(65); }},
      {"areas[1].index", [](MapManifest& m) { m.areas[1].index = 64; }},
      {"areas[1].index: must ascend", [](MapManifest& m) { m.areas[1].index = 1; }},
      {"areas[0].name", [](MapManifest& m) { m.areas[0].name = "a\nb"; }},
      {"places: the name", [](MapManifest& m) { m.places[""] = {}; }},
      {"places: the name", [](MapManifest& m) { m.places[std::string(257, 'x')] = {}; }},
      {"places: \"gate\" must be within", [&](MapManifest& m) { m.places["gate"].z = nan; }},
      {"places: \"gate\" must be within", [](MapManifest& m) { m.places["gate"].x = -1.1e8; }},
      {"variants: 0", [](MapManifest& m) { m.variants.clear(); }},
      {"variants[1].agent.name", [](MapManifest& m) { m.variants[1].agent.name.clear(); }},
      {"variants[1].agent.radius_m", [](MapManifest& m) { m.variants[1].agent.radius_m = 10.5; }},
      {"variants[1].agent.height_m", [&](MapManifest& m) { m.variants[1].agent.height_m = nan; }},
      {"variants[1].agent.max_climb_m", [](MapManifest& m) { m.variants[1].agent.max_climb_m = -1; }},
      {"variants[1].agent.max_slope_deg", [](MapManifest& m) { m.variants[1].agent.max_slope_deg = 90; }},
      {"variants[2].abilities[1]: must ascend",
       [](MapManifest& m) {
         m.variants[2].abilities = {"b", "a"};
       }},
      {"variants[2].abilities[0]", [](MapManifest& m) { m.variants[2].abilities = {""}; }},
      {"there twice", [](MapManifest& m) { m.variants[2].abilities.clear(); }},
      {"variants[2].surface_variant is 4", [](MapManifest& m) { m.variants[2].surface_variant = 4; }},
      {"variants[2].surface_variant is 0", [](MapManifest& m) { m.variants[2].surface_variant = 0; }},
      {"no surface of its own", [](MapManifest& m) { m.variants[1].surface_variant = 3; }},
      {"source_name", [](MapManifest& m) { m.source_name = std::string(256, 'x'); }},
      {"source_sha256", [](MapManifest& m) { m.source_sha256 = "abc"; }},
      {"baker_version", [](MapManifest& m) { m.baker_version = "\x1b[0m"; }},
  };
  for (const auto& test : cases) {
    MapManifest m = Example();
    test.breaks(m);
    const absl::Status checked = CheckManifest(m);
    EXPECT_TRUE(absl::IsInvalidArgument(checked)) << test.message;
    EXPECT_THAT(checked.ToString(), HasSubstr(test.message));
    const auto read = Decode(EncodeManifest(m));
    EXPECT_TRUE(absl::IsDataLoss(read.status())) << test.message;
    EXPECT_THAT(read.status().ToString(), HasSubstr(test.message));
  }
}

TEST(ManifestCodec, BytesThatAreNoManifestAreRefused) {
  EXPECT_TRUE(absl::IsDataLoss(Decode("").status()));
  EXPECT_TRUE(absl::IsDataLoss(Decode("\xff\xff\xff").status()));
  EXPECT_TRUE(absl::IsDataLoss(Decode(std::string(kMaxManifestBytes + 1, '\0')).status()));
  const std::string bytes = EncodeManifest(Example());
  for (size_t size = 0; size < bytes.size(); ++size) (void)Decode(bytes.substr(0, size));  // must not crash
  std::string invalid_utf8 = bytes;
  invalid_utf8[invalid_utf8.find("Old Town")] = '\xff';
  EXPECT_TRUE(absl::IsDataLoss(Decode(invalid_utf8).status()));
}

}  // namespace
}  // namespace waystone
