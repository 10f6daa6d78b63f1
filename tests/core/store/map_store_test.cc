#include "core/store/map_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/package_surgery.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class MapStoreTest : public ::testing::Test {
 protected:
  std::string WriteMap(const std::string& file, const std::string& map_id, std::string_view drawing) {
    MapManifest manifest;
    manifest.map_id = map_id;
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const NavmeshData mesh = AsciiNavmesh(drawing);
    const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_TRUE(WritePackageFile(folder_.File(file), *bytes).ok());
    return folder_.File(file);
  }
  std::string Replace(const std::string& file, const std::string& bytes) {
    WriteFile(folder_.File(file + ".new"), bytes);
    std::filesystem::rename(folder_.File(file + ".new"), folder_.File(file));
    return folder_.File(file);
  }
  std::string Break(const std::string& file) { return Replace(file, "not a package"); }
  std::vector<std::string> Ids() const {
    std::vector<std::string> ids;
    for (const ListedMap& map : store_.All()) ids.push_back(map.package->summary.map_id);
    return ids;
  }
  // Loads and gives the refused paths.
  std::vector<std::string> Load() {
    const auto refusals = store_.LoadFolder(folder_.path());
    EXPECT_TRUE(refusals.ok()) << refusals.status();
    std::vector<std::string> paths;
    for (const auto& refusal : *refusals) {
      EXPECT_FALSE(refusal.status.ok());
      EXPECT_THAT(refusal.status.ToString(), HasSubstr(refusal.path));
      paths.push_back(refusal.path);
    }
    return paths;
  }

  TempFolder folder_;
  MapStore store_;
};

TEST_F(MapStoreTest, ServesAFoldersMapsById) {
  WriteMap("b.waymap", "beach", "..\n");
  WriteMap("a.waymap", "castle", "...\n");
  std::ofstream(folder_.File("notes.txt")) << "no package";
  EXPECT_THAT(Load(), IsEmpty());
  EXPECT_THAT(Ids(), ElementsAre("beach", "castle"));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 3U);
  const absl::Status missing = store_.Find("cave").status();
  EXPECT_TRUE(absl::IsNotFound(missing));
  EXPECT_THAT(missing.ToString(), HasSubstr("\"cave\""));
}

TEST(KeptGenerations, ReplacedOnesAnswerByNameUntilTheyAreForgotten) {
  const TempFolder folder;
  MapStore store({.max_maps = 2, .kept_generations = 2});
  std::vector<std::string> generations;
  const auto serve = [&](std::string_view drawing) {
    MapManifest manifest;
    manifest.map_id = "castle";
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const NavmeshData mesh = AsciiNavmesh(drawing);
    const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
    ASSERT_TRUE(WritePackageFile(folder.File("castle.waymap"), *bytes).ok());
    ASSERT_TRUE(store.LoadFolder(folder.path()).ok());
    generations.push_back((*store.Find("castle"))->generation());
  };
  const auto polys_of = [&](size_t i) {
    const auto map = store.FindGeneration("castle", generations[i]);
    EXPECT_TRUE(map.ok() || absl::IsNotFound(map.status())) << map.status();
    return map.ok() ? (*map)->View("")->navmesh->poly_count() : 0;
  };
  serve(".\n");
  serve("..\n");
  EXPECT_EQ(store.replaced_count(), 1U);
  EXPECT_NE(store.FindLoadedGeneration("castle", generations[1]), nullptr);
  EXPECT_EQ(polys_of(0), 1U);
  EXPECT_NE(store.FindLoadedGeneration("castle", generations[0]), nullptr)
      << "it is loaded, and no more the current one";
  EXPECT_EQ((*store.Find("castle"))->generation(), generations[1]);
  serve("...\n");
  EXPECT_EQ(polys_of(0), 1U);
  serve("....\n");
  EXPECT_EQ(polys_of(0), 0U) << "two came after it";
  EXPECT_EQ(polys_of(1), 2U);
  EXPECT_EQ(polys_of(2), 3U);
  EXPECT_EQ(polys_of(3), 4U);
  serve("..\n");  // the second one again
  EXPECT_EQ(generations[4], generations[1]);
  EXPECT_EQ(polys_of(1), 2U);
  EXPECT_EQ(polys_of(3), 4U);
  EXPECT_EQ(store.replaced_count(), 2U);
  store.LookAgain(Deadline::Clock::now() + MapStore::kForgotten / 2);
  EXPECT_EQ(store.replaced_count(), 2U);
  store.LookAgain(Deadline::Clock::now() + MapStore::kForgotten);
  EXPECT_EQ(store.replaced_count(), 0U);
  EXPECT_EQ(polys_of(3), 0U);
  EXPECT_EQ(polys_of(1), 2U) << "it is served";
  serve(".\n");
  store.Pin("castle");
  serve("..\n");
  serve("...\n");
  EXPECT_EQ(polys_of(1), 2U);
  const std::string beach = [&] {
    MapManifest manifest;
    manifest.map_id = "beach";
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const NavmeshData mesh = AsciiNavmesh(".\n");
    EXPECT_TRUE(WritePackageFile(folder.File("beach.waymap"),
                                 *EncodeMap(manifest, std::vector<VariantContent>{{&mesh}}))
                    .ok());
    return "beach";
  }();
  ASSERT_TRUE(store.LoadFolder(folder.path()).ok());
  ASSERT_TRUE(store.Find(beach).ok());
  EXPECT_NE(store.FindLoadedGeneration("castle", generations.back()), nullptr) << "pinned";
  EXPECT_EQ(store.FindLoadedGeneration("castle", generations[1]), nullptr)
      << "it made room: what is replaced is not pinned";
  std::filesystem::remove(folder.File("castle.waymap"));
  ASSERT_TRUE(store.LoadFolder(folder.path()).ok());
  EXPECT_EQ(polys_of(1), 0U) << "the map is gone";
  EXPECT_EQ(store.replaced_count(), 0U);
}

TEST_F(MapStoreTest, RefusesBrokenPackagesByNameAndServesTheRest) {
  WriteMap("a.waymap", "castle", "...\n");
  const std::string broken = Break("broken.waymap");
  std::filesystem::create_directory(folder_.File("folder.waymap"));
  EXPECT_THAT(Load(), ElementsAre(broken, folder_.File("folder.waymap")));
  EXPECT_THAT(Ids(), ElementsAre("castle"));
}

TEST_F(MapStoreTest, TheFirstFileOfAMapIdWins) {
  WriteMap("a.waymap", "castle", "...\n");
  const std::string second = WriteMap("b.waymap", "castle", ".\n");
  EXPECT_THAT(Load(), ElementsAre(second));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 3U);
}

TEST_F(MapStoreTest, TheFileNamedAfterItsMapWinsOverEarlierOnes) {
  const std::string stray = WriteMap("castle.old.waymap", "castle", ".\n");
  WriteMap("castle.waymap", "castle", "...\n");
  const std::string later = WriteMap("zoo.waymap", "castle", "..\n");
  EXPECT_THAT(Load(), ElementsAre(stray, later));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 3U);
  EXPECT_THAT(Load(), ElementsAre(stray, later));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 3U);
}

TEST_F(MapStoreTest, AMapWhoseFileWasRefusedFromTheBeginningIsDamagedAndNotUnknown) {
  const std::string path = WriteMap("castle.waymap", "castle", "...\n");
  const std::string whole = ReadFile(path);
  Replace("castle.waymap", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(Load(), ElementsAre(path));
  const absl::Status status = store_.Find("castle").status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(status.ToString(), HasSubstr(path));
  Replace("castle.waymap", whole);
  EXPECT_THAT(Load(), IsEmpty());
  EXPECT_TRUE(store_.Find("castle").ok());
}

TEST_F(MapStoreTest, AReloadTakesNewAndDropsVanishedMapsAndKeepsWhatIsInUse) {
  WriteMap("a.waymap", "castle", "...\n");
  WriteMap("b.waymap", "beach", "..\n");
  Load();
  const auto in_use = *store_.Find("castle");
  WriteMap("a.waymap", "castle", ".....\n");
  WriteMap("c.waymap", "cave", ".\n");
  std::filesystem::remove(folder_.File("b.waymap"));
  EXPECT_THAT(Load(), IsEmpty());
  EXPECT_THAT(Ids(), ElementsAre("castle", "cave"));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 5U);
  EXPECT_EQ(in_use->View("")->navmesh->poly_count(), 3U);
  EXPECT_NE(in_use->generation(), (*store_.Find("castle"))->generation());
}

TEST_F(MapStoreTest, AMapWhoseNewPackageIsBrokenKeepsItsOldOne) {
  WriteMap("a.waymap", "castle", "...\n");
  Load();
  const std::string generation = (*store_.Find("castle"))->generation();
  const std::string broken = Break("a.waymap");
  EXPECT_THAT(Load(), ElementsAre(broken));
  EXPECT_EQ((*store_.Find("castle"))->generation(), generation);
  EXPECT_THAT(Load(), ElementsAre(broken));
  EXPECT_EQ((*store_.Find("castle"))->generation(), generation);
}

// Header, table and manifest are whole.
TEST_F(MapStoreTest, AMapThatIsNotLoadedKeepsItsOldPackageToo) {
  WriteMap("a.waymap", "castle", "...\n");
  Load();
  const std::string other = WriteMap("a.waymap", "castle", ".....\n");
  const std::string whole = ReadFile(other);
  const SectionEntry polys =
      *(*PackageReader::OpenFile(other))->Find(SectionType::kNavmeshPolys, {.variant = 1});
  std::string damaged = whole;
  damaged[polys.offset] ^= 1;
  Replace("a.waymap", damaged);
  EXPECT_THAT(Load(), ElementsAre(other));
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 3U);
  Replace("a.waymap", whole);
  EXPECT_THAT(Load(), IsEmpty());
  EXPECT_EQ((*store_.Find("castle"))->View("")->navmesh->poly_count(), 5U);
}

// Damage that the first listing does not see, for it reads no more than the manifest.
TEST_F(MapStoreTest, AReloadTakesAWholePackageForADamagedOneOfItsGeneration) {
  const std::string path = WriteMap("a.waymap", "castle", "...\n");
  const std::string whole = ReadFile(path);
  const SectionEntry polys =
      *(*PackageReader::OpenFile(path))->Find(SectionType::kNavmeshPolys, {.variant = 1});
  std::string damaged = whole;
  damaged[polys.offset] ^= 1;
  Replace("a.waymap", damaged);
  EXPECT_THAT(Load(), IsEmpty());
  Replace("a.waymap", whole);
  EXPECT_THAT(Load(), IsEmpty());
  EXPECT_TRUE(store_.Find("castle").ok());
}

TEST_F(MapStoreTest, AReloadTakesNoNewMapWhosePackageIsNonsense) {
  WriteMap("a.waymap", "castle", "...\n");
  Load();
  const std::string path = WriteMap("b.waymap", "beach", "..\n");
  const std::string bytes = ReadFile(path);
  const auto span = std::as_bytes(std::span(bytes));
  PackageFile file(span.begin(), span.end());
  const SectionEntry polys = EntryOf(file, IndexOf(file, SectionType::kNavmeshPolys, 1));
  std::fill_n(file.begin() + static_cast<ptrdiff_t>(polys.offset), polys.size_bytes, std::byte{0xff});
  Reseal(file);
  Replace("b.waymap", std::string(reinterpret_cast<const char*>(file.data()), file.size()));
  EXPECT_THAT(Load(), ElementsAre(path));
  EXPECT_THAT(Ids(), ElementsAre("castle"));
}

TEST_F(MapStoreTest, AMissingFolderChangesNothing) {
  WriteMap("a.waymap", "castle", "...\n");
  Load();
  EXPECT_TRUE(absl::IsNotFound(store_.LoadFolder(folder_.File("none")).status()));
  EXPECT_THAT(Ids(), ElementsAre("castle"));
}

TEST_F(MapStoreTest, ReadersNeverMissAMapDuringReloads) {
  WriteMap("a.waymap", "castle", "...\n");
  Load();
  std::atomic<bool> stop{false};
  std::atomic<int> misses{0};
  std::thread reader([&] {
    while (!stop) {
      const auto map = store_.Find("castle");
      if (!map.ok() || !(*map)->View("").ok()) ++misses;
    }
  });
  for (int i = 0; i < 50; ++i) {
    WriteMap("a.waymap", "castle", i % 2 == 0 ? "....\n" : "...\n");
    EXPECT_THAT(Load(), IsEmpty());
  }
  stop = true;
  reader.join();
  EXPECT_EQ(misses, 0);
}

// Whose source gives nothing for ten seconds.
class StalledPackage final : public RemotePackage {
 public:
  absl::StatusOr<std::shared_ptr<const PackageReader>> Open(const Deadline& deadline) const override {
    const Deadline end = deadline.SoonerOf(Deadline::Clock::now() + std::chrono::seconds(10));
    while (!end.Expired()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return absl::UnavailableError("stalled");
  }
  absl::Status LookAgain() const override { return absl::OkStatus(); }
  bool IsHere() const override { return false; }
};

// One thread loads ahead for all, and takes a place among the calls that wait.
TEST(MapCache, LoadingAheadDoesNotWaitLongForARemotePackage) {
  auto package = std::make_shared<ServedPackage>();
  package->remote = std::make_shared<StalledPackage>();
  MapSlot slot("town", "town.waymap", {package, absl::OkStatus()}, nullptr, WorldMapIndex::None());
  MapCache cache{MapLimits()};
  const auto begun = Deadline::Clock::now();
  cache.LoadAhead(slot, {});
  EXPECT_LT(Deadline::Clock::now() - begun, std::chrono::seconds(5));
}

}  // namespace
}  // namespace waystone
