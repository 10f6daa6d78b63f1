#include "core/store/loaded_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "core/package/package_writer.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_encoder.h"
#include "core/store/section_visit.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cell_skeleton.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two agents with a surface each; the third variant walks the first's.
MapManifest ThreeVariants() {
  MapManifest manifest;
  manifest.map_id = "town";
  manifest.origin = {100, 0, 200};
  manifest.areas = {{1, "ground"}};
  MapVariant human;
  MapVariant ogre;
  ogre.agent.name = "ogre";
  ogre.surface_variant = 2;
  MapVariant jumper;
  jumper.abilities = {"drop", "jump"};
  manifest.variants = {human, ogre, jumper};
  return manifest;
}

class LoadedMapTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::vector<std::byte>> Encode(const MapManifest& manifest) const {
    return EncodeMap(manifest, std::vector<VariantContent>{{&human_}, {&ogre_}, {nullptr}});
  }
  static absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadBytes(const std::vector<std::byte>& bytes) {
    auto reader = PackageReader::FromBytes(bytes, "town.waymap");
    if (!reader.ok()) return reader.status();
    return LoadedMap::FromPackage(*std::move(reader));
  }
  // A package that says what EncodeMap would not.
  absl::Status LoadForged(const MapManifest& manifest, const NavmeshData& human) const {
    PackageWriter writer;
    const std::string bytes = EncodeManifest(manifest);
    writer.AddBytes(SectionType::kManifest, {}, std::as_bytes(std::span(bytes)));
    AddSections(human, {.variant = 1}, writer);
    AddSections(ogre_, {.variant = 2}, writer);
    return LoadBytes(writer.Finish()).status();
  }

  NavmeshData human_ = AsciiNavmesh(
      "....\n"
      ".##.\n"
      "....\n");
  NavmeshData ogre_ = AsciiNavmesh("....\n");
};

TEST_F(LoadedMapTest, GivesBackWhatWasEncoded) {
  const auto bytes = Encode(ThreeVariants());
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto map = LoadBytes(*bytes);
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ((*map)->manifest().map_id, "town");
  EXPECT_EQ((*map)->manifest().bounds.min, Vec3(100, 0, 200));
  EXPECT_EQ((*map)->manifest().bounds.max, Vec3(104, 0, 203));
  EXPECT_EQ((*map)->generation(), (*map)->package().Generation());
  const auto human = (*map)->View("human");
  ASSERT_TRUE(human.ok()) << human.status();
  EXPECT_EQ(human->navmesh->poly_count(), 10U);
  const NavmeshView::Arrays& arrays = human->navmesh->arrays();
  EXPECT_TRUE(std::equal(arrays.vertices.begin(), arrays.vertices.end(), human_.vertices.begin(),
                         human_.vertices.end()));
  EXPECT_TRUE(std::equal(arrays.area_prefix_m2.begin(), arrays.area_prefix_m2.end(),
                         human_.area_prefix_m2.begin(), human_.area_prefix_m2.end()));
}

TEST_F(LoadedMapTest, IsTheSameBytesEveryTime) {
  EXPECT_EQ(*Encode(ThreeVariants()), *Encode(ThreeVariants()));
}

TEST_F(LoadedMapTest, ViewsAreByAgentAndAbilities) {
  const auto map = *LoadBytes(*Encode(ThreeVariants()));
  EXPECT_EQ(map->View("")->variant->agent.name, "human");
  EXPECT_EQ(map->View("ogre")->navmesh->poly_count(), 4U);
  const auto jumper = map->View("human", {"jump", "drop", "jump"});
  ASSERT_TRUE(jumper.ok());
  EXPECT_EQ(jumper->variant, &map->manifest().variants[2]);
  EXPECT_EQ(jumper->navmesh, map->View("human")->navmesh);
}

TEST_F(LoadedMapTest, AnUnbakedAgentIsToldWhatThereIs) {
  const auto map = *LoadBytes(*Encode(ThreeVariants()));
  const absl::Status no_agent = map->View("dragon").status();
  EXPECT_TRUE(absl::IsNotFound(no_agent));
  EXPECT_THAT(no_agent.ToString(), HasSubstr("agent \"dragon\" was not baked; there is \"human, ogre\""));
}

TEST_F(LoadedMapTest, OtherAbilitiesGetTheVariantThatHasMostOfThemAndNoOthers) {
  const auto map = *LoadBytes(*Encode(ThreeVariants()));
  EXPECT_EQ(map->View("human", {"climb"})->variant, map->manifest().variants.data());
  EXPECT_EQ(map->View("human", {"jump"})->variant, map->manifest().variants.data());
  EXPECT_EQ(map->View("human", {"jump", "climb", "drop"})->variant, &map->manifest().variants[2]);
}

TEST_F(LoadedMapTest, TheSkeletonIsThatOfTheMostAbilitiesThatTheAgentHas) {
  const NavmeshView mesh = ViewOf(human_);
  const SkeletonData walked = CellSkeleton(mesh).Data();
  CellSkeleton cells(mesh);
  cells.Drop(PolyId(0));
  const SkeletonData jumped = cells.Data();
  const auto sizes = [&](const std::vector<std::vector<std::string>>& sets) {
    MapManifest manifest = ThreeVariants();
    manifest.variants.resize(sets.size());
    std::vector<VariantContent> contents(sets.size());
    contents[0].navmesh = &human_;
    for (size_t i = 0; i < sets.size(); ++i) {
      manifest.variants[i] = {};
      manifest.variants[i].abilities = sets[i];
      contents[i].skeleton = sets[i].empty() ? &walked : &jumped;
    }
    const auto map = *LoadBytes(*EncodeMap(manifest, contents));
    std::vector<uint32_t> key_points;
    for (const std::vector<std::string>& abilities :
         std::vector<std::vector<std::string>>{{}, {"jump"}, {"climb", "drop", "jump"}}) {
      const MapView view = *map->View("", abilities);
      key_points.push_back(view.skeleton == nullptr ? 0 : view.skeleton->size());
    }
    return key_points;
  };
  EXPECT_THAT(sizes({{}, {"drop", "jump"}}), ElementsAre(10U, 10U, 9U));
  // The walk of another must not lead over links that the agent cannot use.
  EXPECT_THAT(sizes({{"drop", "jump"}}), ElementsAre(0U, 0U, 9U));
}

TEST_F(LoadedMapTest, EncodingRefusesWhatLoadingWould) {
  MapManifest manifest = ThreeVariants();
  manifest.map_id = "a/b";
  EXPECT_TRUE(absl::IsInvalidArgument(Encode(manifest).status()));
  manifest = ThreeVariants();
  manifest.areas.clear();
  EXPECT_THAT(Encode(manifest).status().ToString(), HasSubstr("polygon 0 has area type 1"));
  manifest = ThreeVariants();
  manifest.variants[2].surface_variant = 3;
  EXPECT_THAT(Encode(manifest).status().ToString(), HasSubstr("variants[2]: no surface is given"));
  manifest.variants.pop_back();
  EXPECT_THAT(Encode(manifest).status().ToString(), HasSubstr("contents for 3 variants"));
  manifest = ThreeVariants();
  manifest.variants[1].surface_variant = 1;
  EXPECT_THAT(Encode(manifest).status().ToString(), HasSubstr("variants[1]: a surface is given"));
  ogre_.vertices[0].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Encode(ThreeVariants()).status().ToString(), HasSubstr("variants[1]: navmesh vertices[0]"));
}

TEST_F(LoadedMapTest, AManifestThatLiesIsRefused) {
  MapManifest manifest = ThreeVariants();
  manifest.bounds = {{100, 0, 200}, {104, 0, 203}};
  EXPECT_TRUE(LoadForged(manifest, human_).ok());

  MapManifest lie = manifest;
  lie.bounds.max.x = 103.5;
  EXPECT_THAT(LoadForged(lie, human_).ToString(),
              HasSubstr("variant 1: the surface leaves the manifest's bounds"));
  lie = manifest;
  lie.bounds = {};
  EXPECT_TRUE(absl::IsDataLoss(LoadForged(lie, human_)));
  lie = manifest;
  lie.areas = {{2, "water"}};
  EXPECT_THAT(LoadForged(lie, human_).ToString(), HasSubstr("area type 1"));
  lie = manifest;
  lie.variants[2].surface_variant = 3;
  EXPECT_THAT(LoadForged(lie, human_).ToString(), HasSubstr("no section navmesh_header for variant 3"));
  lie = manifest;
  lie.surface = SurfaceKind::kGrid;
  EXPECT_THAT(LoadForged(lie, human_).ToString(), HasSubstr("no section grid_header for variant 1"));
  lie.surface = SurfaceKind::kWaypoint;
  EXPECT_THAT(LoadForged(lie, human_).ToString(), HasSubstr("no section waypoint_header for variant 1"));
}

TEST_F(LoadedMapTest, ASurfaceThatBreaksARuleIsRefusedByName) {
  MapManifest manifest = ThreeVariants();
  manifest.bounds = {{100, 0, 200}, {104, 0, 203}};
  NavmeshData broken = human_;
  broken.edges[5].vertex = 1'000'000;
  const absl::Status status = LoadForged(manifest, broken);
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(status.ToString(), HasSubstr("town.waymap: variant 1: navmesh edges[5]: vertex out of range"));
}

TEST_F(LoadedMapTest, APackageWithoutAManifestIsRefused) {
  const absl::Status status = LoadBytes(PackageWriter().Finish()).status();
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(status.ToString(), HasSubstr("no section manifest"));
}

}  // namespace
}  // namespace waystone
