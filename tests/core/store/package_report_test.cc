#include "core/store/package_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cell_skeleton.h"
#include "tests/support/package_surgery.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;

PackageFile TownPackage(const std::string& map_id = "town", std::string_view drawing = "...\n.#.\n...\n") {
  MapManifest manifest;
  manifest.map_id = map_id;
  manifest.areas = {{1, "ground"}};
  manifest.source_name = "town.obj";
  manifest.baker_version = "0.1.0";
  manifest.variants.resize(2);
  manifest.variants[1].agent.name = "ogre";
  manifest.variants[1].surface_variant = 2;
  const NavmeshData human = AsciiNavmesh(drawing);
  const NavmeshData ogre = AsciiNavmesh("..\n");
  return *EncodeMap(manifest, std::vector<VariantContent>{{&human}, {&ogre}});
}

class PackageReportTest : public ::testing::Test {
 protected:
  std::string Save(const std::string& name, const PackageFile& file) {
    EXPECT_TRUE(WritePackageFile(folder_.File(name), file).ok());
    return folder_.File(name);
  }
  TempFolder folder_;
};

TEST_F(PackageReportTest, CheckOfAWholePackageSaysSo) {
  const std::string path = Save("town.waymap", TownPackage());
  const PackageReport text = CheckPackage(path, ReportFormat::kText);
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.text, StartsWith(path + ": ok, 17 sections, "));
  const Json json = Json::parse(CheckPackage(path, ReportFormat::kJson).text);
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["sections"], 17);
  EXPECT_EQ(json["generation"].get<std::string>().size(), 32U);
  EXPECT_TRUE(json["problems"].empty());
}

TEST_F(PackageReportTest, CheckNamesEveryProblemOnce) {
  PackageFile file = TownPackage();
  file[EntryOf(file, IndexOf(file, SectionType::kNavmeshEdges, 1)).offset + 4] =
      std::byte{0x77};  // a wrong twin
  const uint64_t vertices = EntryOf(file, IndexOf(file, SectionType::kNavmeshVertices, 2)).offset;
  std::fill_n(file.begin() + static_cast<ptrdiff_t>(vertices), 4, std::byte{0xff});  // NaN
  PackageFile resealed = file;
  Reseal(resealed);
  const Json lies = Json::parse(CheckPackage(Save("lies.waymap", resealed), ReportFormat::kJson).text);
  ASSERT_EQ(lies["problems"].size(), 2U) << lies;
  EXPECT_THAT(lies["problems"][0].get<std::string>(), HasSubstr("variant 1: navmesh edges[0]"));
  EXPECT_THAT(lies["problems"][1].get<std::string>(), HasSubstr("variant 2: "));

  const PackageReport damaged = CheckPackage(Save("damaged.waymap", file), ReportFormat::kText);
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.text, HasSubstr("damaged.waymap: 2 problems\n"));
  EXPECT_THAT(damaged.text, HasSubstr("section navmesh_edges (variant 1, region 0) at offset"));
  EXPECT_THAT(damaged.text, HasSubstr("section navmesh_vertices (variant 2, region 0) at offset"));
}

TEST_F(PackageReportTest, AFileThatCannotBeReadIsBadInput) {
  for (const ReportFormat format : {ReportFormat::kText, ReportFormat::kJson}) {
    for (const PackageReport& report :
         {CheckPackage(folder_.File("none"), format), DumpPackage(folder_.File("none"), format),
          DiffPackages(folder_.File("none"), folder_.File("none"), format),
          CheckPackage(folder_.path(), format)}) {
      EXPECT_EQ(report.exit_code, 2);
      EXPECT_THAT(StrCat(report.text, report.problem), HasSubstr(folder_.path()));
    }
  }
}

TEST_F(PackageReportTest, CheckSkipsAFileThatIsNoPackageByNameAndBytes) {
  const auto check = [&](const std::string& name, std::string_view bytes, ReportFormat format) {
    WriteFile(folder_.File(name), bytes);
    return CheckPackage(folder_.File(name), format);
  };
  const PackageReport record = check("world.bakes.json", "{}", ReportFormat::kText);
  EXPECT_FALSE(record.is_package);
  EXPECT_EQ(record.exit_code, 0);
  EXPECT_EQ(record.text, folder_.File("world.bakes.json") + ": not a package, skipped\n");
  EXPECT_EQ(Json::parse(check("world.bakes.json", "{}", ReportFormat::kJson).text),
            Json({{"file", folder_.File("world.bakes.json")}, {"is_package", false}}));
  EXPECT_FALSE(check("README", "", ReportFormat::kText).is_package);
  // A damaged package keeps its name, or its first bytes.
  for (const char* name : {"town.waymap", "world.wayworld"}) {
    const PackageReport damaged = check(name, "{}", ReportFormat::kText);
    EXPECT_TRUE(damaged.is_package);
    EXPECT_EQ(damaged.exit_code, 1) << name;
  }
  const PackageReport cut = check("town.bak", "WAYMAP\r\n and no more", ReportFormat::kText);
  EXPECT_TRUE(cut.is_package);
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_EQ(CheckPackage(Save("town.copy", TownPackage()), ReportFormat::kText).exit_code, 0);
}

TEST_F(PackageReportTest, DumpShowsTableManifestAndCounts) {
  const std::string path = Save("town.waymap", TownPackage());
  const PackageReport text = DumpPackage(path, ReportFormat::kText);
  EXPECT_EQ(text.exit_code, 0);
  for (const char* part : {"format      1.0\n", "  navmesh_polys                    2      0       1 yes",
                           "map         town\n", "source      town.obj \n", "  1: ground\n",
                           "  2: ogre, radius 0.4 m, height 1.8 m, climb 0.5 m, slope 45 deg, abilities []",
                           "  1: 8 polygons, 32 edges, ", "  2: 2 polygons, 8 edges, "}) {
    EXPECT_THAT(text.text, HasSubstr(part));
  }
  const Json json = Json::parse(DumpPackage(path, ReportFormat::kJson).text);
  EXPECT_EQ(json["sections"].size(), 17U);
  EXPECT_EQ(json["sections"][0]["type"], "manifest");
  EXPECT_EQ(json["manifest"]["bounds"]["max"], Json({3.0, 0.0, 3.0}));
  EXPECT_EQ(json["surfaces"][0]["polys"], 8);
  EXPECT_EQ(json["surfaces"][1]["area_m2"], 2.0);
  EXPECT_FALSE(json.contains("problem"));
}

TEST_F(PackageReportTest, SkeletonsAreShownAndChecked) {
  MapManifest manifest;
  manifest.map_id = "ring";
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(2);
  manifest.variants[1].agent.name = "ogre";
  const NavmeshData mesh = AsciiNavmesh("...\n.#.\n...\n");
  const NavmeshView view = ViewOf(mesh);
  const SkeletonData skeleton = CellSkeleton(view).Data();
  std::vector<VariantContent> contents(2);
  contents[0].navmesh = &mesh;
  contents[1].skeleton = &skeleton;
  PackageFile file = *EncodeMap(manifest, contents);
  const std::string path = Save("ring.waymap", file);
  EXPECT_EQ(CheckPackage(path, ReportFormat::kText).exit_code, 0);
  EXPECT_THAT(
      DumpPackage(path, ReportFormat::kText).text,
      HasSubstr("\nskeletons\n  2: 8 key points, 16 arcs, 1 pieces, 0 loops, of 8 launch points 1 m apart, "
                "reach 1 m\n"));
  const Json json = Json::parse(DumpPackage(path, ReportFormat::kJson).text);
  ASSERT_EQ(json["skeletons"].size(), 1U);
  EXPECT_EQ(json["skeletons"][0]["variant"], 2);
  EXPECT_EQ(json["skeletons"][0]["arcs"], 16);
  file[EntryOf(file, IndexOf(file, SectionType::kSkeletonArcs, 2)).offset] = std::byte{99};  // its target
  Reseal(file);
  const PackageReport check = CheckPackage(Save("lies.waymap", file), ReportFormat::kText);
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_THAT(check.text, HasSubstr("skeleton arcs[0]: target out of range"));
  const PackageReport dump = DumpPackage(Save("lies.waymap", file), ReportFormat::kText);
  EXPECT_EQ(dump.exit_code, 1);
  EXPECT_THAT(dump.text, HasSubstr("skeleton arcs[0]: target out of range"));
}

TEST_F(PackageReportTest, DumpOfADamagedPackageShowsWhatCanBeRead) {
  PackageFile file = TownPackage();
  file[EntryOf(file, IndexOf(file, SectionType::kNavmeshPolys, 1)).offset] ^= std::byte{1};
  const PackageReport report = DumpPackage(Save("damaged.waymap", file), ReportFormat::kJson);
  EXPECT_EQ(report.exit_code, 1);
  const Json json = Json::parse(report.text);
  EXPECT_EQ(json["sections"].size(), 17U);
  EXPECT_EQ(json["manifest"]["map_id"], "town");
  ASSERT_EQ(json["surfaces"].size(), 1U);
  EXPECT_EQ(json["surfaces"][0]["variant"], 2);
  EXPECT_THAT(json["problem"].get<std::string>(), HasSubstr("section navmesh_polys (variant 1, region 0)"));
}

TEST_F(PackageReportTest, EqualPackagesDoNotDiffer) {
  const PackageReport report =
      DiffPackages(Save("a.waymap", TownPackage()), Save("b.waymap", TownPackage()), ReportFormat::kText);
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_THAT(report.text, HasSubstr("equal\n"));
}

TEST_F(PackageReportTest, DiffNamesSectionsRecordsAndManifestFields) {
  const std::string a = Save("a.waymap", TownPackage());
  const std::string b = Save("b.waymap", TownPackage("city", "....\n"));
  const PackageReport text = DiffPackages(a, b, ReportFormat::kText);
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.text, HasSubstr("  replace /map_id: \"city\"\n"));
  EXPECT_THAT(text.text,
              HasSubstr("navmesh_polys (variant 1, region 0): 8 and 4 records, the first difference"));
  EXPECT_THAT(text.text, ::testing::Not(HasSubstr("variant 2")));
  const Json json = Json::parse(DiffPackages(a, b, ReportFormat::kJson).text);
  EXPECT_EQ(json["equal"], false);
  EXPECT_EQ(json["differences"][0]["section"], "manifest");
}

TEST_F(PackageReportTest, DiffNamesSectionsThatOneSideLacks) {
  const std::vector<std::byte> bytes(8);
  PackageWriter one;
  one.AddBytes(SectionType::kManifest, {}, bytes);
  one.AddBytes(SectionType::kNavmeshEdges, {.variant = 1}, bytes);
  PackageWriter two;
  two.AddBytes(SectionType::kManifest, {}, bytes);
  two.AddBytes(SectionType::kNavmeshEdges, {.variant = 1, .region = 2}, bytes);
  const PackageReport report =
      DiffPackages(Save("a.waymap", one.Finish()), Save("b.waymap", two.Finish()), ReportFormat::kText);
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_THAT(report.text, HasSubstr("navmesh_edges (variant 1, region 0): only in a\n"
                                     "navmesh_edges (variant 1, region 2): only in b\n"));
}

TEST_F(PackageReportTest, DiffOfADamagedPackageIsBadInput) {
  PackageFile file = TownPackage();
  file[EntryOf(file, IndexOf(file, SectionType::kNavmeshPolys, 1)).offset] ^= std::byte{1};
  const PackageReport report =
      DiffPackages(Save("a.waymap", TownPackage()), Save("b.waymap", file), ReportFormat::kText);
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_EQ(report.text, "");
  EXPECT_THAT(report.problem, HasSubstr("b.waymap"));
}

}  // namespace
}  // namespace waystone
