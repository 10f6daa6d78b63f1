// What `waystone package check|dump|diff` tell of world files, sound and damaged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/store/loaded_world.h"
#include "core/store/package_report.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/hall_world.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

std::string WorldFile(const std::string& folder) { return folder + "/" + std::string(kWorldFileName); }

Json Check(const std::string& path) { return Json::parse(CheckPackage(path, ReportFormat::kJson).text); }

class WorldReportTest : public ::testing::Test {
 protected:
  // In the place of the sound one, beside its maps.
  std::string Save(const PackageFile& file) {
    std::ofstream(WorldFile(drawn_.folder()), std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    return WorldFile(drawn_.folder());
  }
  // The section of the first map, whose bytes are changed under right checksums.
  PackageFile WithByte(SectionType type, uint64_t offset, std::byte value) const {
    PackageFile file = drawn_.built().bytes;
    for (size_t i = 0; i < HeaderOf(file).section_count; ++i) {
      const SectionEntry entry = EntryOf(file, i);
      if (entry.type != type || entry.region > 1) continue;
      file[entry.offset + offset] = value;
      break;
    }
    Reseal(file);
    return file;
  }

  const DrawnWorld drawn_{ThreeRooms()};
};

TEST_F(WorldReportTest, CheckOfASoundWorldSaysSo) {
  const DrawnWorld without_tables(ThreeRooms(), 0);
  const HallWorld halls(FourTravellers());
  for (const std::string& folder : {drawn_.folder(), without_tables.folder(), halls.folder()}) {
    const PackageReport report = CheckPackage(WorldFile(folder), ReportFormat::kText);
    EXPECT_EQ(report.exit_code, 0) << report.text;
    EXPECT_THAT(report.text, HasSubstr(": ok, "));
    EXPECT_TRUE(Check(WorldFile(folder))["problems"].empty());
  }
}

TEST_F(WorldReportTest, CheckFindsFlippedBytesAndCuts) {
  const PackageFile& sound = drawn_.built().bytes;
  for (size_t at = 0; at < sound.size(); at += 5) {
    PackageFile file = sound;
    file[at] ^= std::byte{1} << (at % 8);
    const PackageReport report = CheckPackage(Save(file), ReportFormat::kText);
    EXPECT_EQ(report.exit_code, 1) << "byte " << at << "\n" << report.text;
  }
  for (size_t size = 0; size < sound.size(); size += 97) {
    const PackageFile cut(sound.begin(), sound.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_EQ(CheckPackage(Save(cut), ReportFormat::kText).exit_code, 1) << size;
  }
}

TEST_F(WorldReportTest, CheckNamesWhatBreaksARuleUnderRightChecksums) {
  const Json portals =
      Check(Save(WithByte(SectionType::kWorldPortals, offsetof(WorldPortal, kind), std::byte{99})));
  EXPECT_EQ(portals["ok"], false);
  ASSERT_EQ(portals["problems"].size(), 1U) << portals;
  EXPECT_THAT(portals["problems"][0].get<std::string>(), HasSubstr("portals[0]"));
  // Of what belongs to single grids.
  const Json triggers = Check(Save(WithByte(SectionType::kPortalTriggers, 1, std::byte{1})));
  ASSERT_EQ(triggers["problems"].size(), 1U) << triggers;
  EXPECT_THAT(triggers["problems"][0].get<std::string>(),
              HasSubstr("world.wayworld: map \"map0\": triggers[0]: no free cell"));
  const Json walks = Check(Save(WithByte(SectionType::kWorldPaths, 0, std::byte{0xff})));
  ASSERT_EQ(walks["problems"].size(), 1U) << walks;
  EXPECT_THAT(walks["problems"][0].get<std::string>(), HasSubstr("the stored walk to portal \"portal"));
}

TEST_F(WorldReportTest, CheckNamesAPackageBesideThatTheWorldWasNotMadeWith) {
  BakeSource(drawn_.folder(), "map1", "map1.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
  const Json json = Check(WorldFile(drawn_.folder()));
  ASSERT_EQ(json["problems"].size(), 1U) << json;
  EXPECT_THAT(json["problems"][0].get<std::string>(),
              HasSubstr("world.wayworld: map \"map1\" was baked anew outside of the world, which was made "
                        "with generation "));
}

TEST_F(WorldReportTest, CheckNamesAMissingMap) {
  std::filesystem::remove(drawn_.package_paths()[1]);
  const Json json = Check(WorldFile(drawn_.folder()));
  ASSERT_EQ(json["problems"].size(), 1U) << json;
  EXPECT_EQ(json["problems"][0], WorldFile(drawn_.folder()) +
                                     ": map \"map1\" is missing: there is no package " +
                                     drawn_.package_paths()[1]);
  EXPECT_EQ(CheckPackage(WorldFile(drawn_.folder()), ReportFormat::kText).exit_code, 1);
}

TEST_F(WorldReportTest, DumpTellsNameTravellersAndMaps) {
  const PackageReport text = DumpPackage(WorldFile(drawn_.folder()), ReportFormat::kText);
  EXPECT_EQ(text.exit_code, 0) << text.text;
  EXPECT_THAT(text.text, HasSubstr("\nworld       drawn\nportals     3\nplaces      0\ntravellers\n"));
  EXPECT_THAT(text.text, HasSubstr("\n  map1: grid, 2 portals from it, 1 arrivals, generation "));
  const Json json = Json::parse(DumpPackage(WorldFile(drawn_.folder()), ReportFormat::kJson).text);
  EXPECT_EQ(json["world"]["portals"], 3);
  EXPECT_EQ(json["world"]["maps"].size(), 3U);
  EXPECT_FALSE(json.contains("problem"));
  PackageFile file = drawn_.built().bytes;
  file.back() ^= std::byte{1};
  EXPECT_EQ(DumpPackage(Save(file), ReportFormat::kText).exit_code, 1);
}

TEST_F(WorldReportTest, DiffNamesTheSectionsInWhichWorldsDiffer) {
  const std::string path = WorldFile(drawn_.folder());
  EXPECT_EQ(DiffPackages(path, path, ReportFormat::kText).exit_code, 0);
  SlowWorld dearer = ThreeRooms();
  dearer.portals[1].cost = 6;
  const DrawnWorld other(dearer);
  const PackageReport report = DiffPackages(path, WorldFile(other.folder()), ReportFormat::kText);
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_THAT(report.text, HasSubstr("world_portals (variant 0, region 0): 3 and 3 records, the first "));
}

}  // namespace
}  // namespace waystone
