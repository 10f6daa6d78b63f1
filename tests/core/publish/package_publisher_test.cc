#include "core/publish/package_publisher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/small_file.h"
#include "core/digest/sha256.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class PackagePublisherTest : public ::testing::Test {
 protected:
  PackagePublisherTest() {
    WriteMap("castle", "...\n");
    WriteMap("cave", ".....\n");
  }
  void WriteMap(const std::string& map_id, std::string_view drawing) {
    MapManifest manifest;
    manifest.map_id = map_id;
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const NavmeshData mesh = AsciiNavmesh(drawing);
    const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    ASSERT_TRUE(WritePackageFile(folder_.File(map_id + ".waymap"), *bytes).ok());
  }
  std::string IndexText() const {
    return ReadSmallFile(out_.File("packages.json"), PackageIndex::kMaxBytes).value_or("none");
  }
  size_t ObjectCount() const {
    const std::filesystem::directory_iterator begin(out_.File("objects"));
    return static_cast<size_t>(std::distance(begin, std::filesystem::directory_iterator()));
  }

  TempFolder folder_;
  TempFolder out_;
};

TEST_F(PackagePublisherTest, EachObjectHasTheBytesOfItsName) {
  const auto index = PublishPackages(folder_.path(), out_.path());
  ASSERT_TRUE(index.ok()) << index.status();
  ASSERT_EQ(index->maps.size(), 2U);
  EXPECT_FALSE(index->world.has_value());
  EXPECT_EQ(index->Text(), IndexText());
  for (const PackageIndex::Map& map : index->maps) {
    const std::string object = out_.File("objects/" + map.sha256);
    EXPECT_EQ(*Sha256OfFile(object), map.sha256);
    EXPECT_EQ(std::filesystem::file_size(object), map.summary.size_bytes);
    const auto package = ServedPackage::Open(object);
    ASSERT_TRUE(package.ok()) << package.status();
    EXPECT_EQ((*package)->summary.generation, map.summary.generation);
    EXPECT_EQ((*package)->summary.map_id, map.summary.map_id);
  }
}

TEST_F(PackagePublisherTest, OldObjectsStayBesideNewOnes) {
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  const std::string first = IndexText();
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  EXPECT_EQ(IndexText(), first);
  EXPECT_EQ(ObjectCount(), 2U);
  WriteMap("cave", "...\n...\n");
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  EXPECT_NE(IndexText(), first);
  EXPECT_EQ(ObjectCount(), 3U);
}

TEST_F(PackagePublisherTest, AnObjectOfOtherBytesIsReplaced) {
  const auto index = PublishPackages(folder_.path(), out_.path());
  ASSERT_TRUE(index.ok()) << index.status();
  const std::string object = out_.File("objects/" + index->maps[0].sha256);
  WriteFile(object, "cut");
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  EXPECT_EQ(*Sha256OfFile(object), index->maps[0].sha256);
}

// As `cp` does, which does not rename.
TEST_F(PackagePublisherTest, APackageThatIsWrittenAnewInItsPlaceLeavesTheObjectAsItWas) {
  const auto index = PublishPackages(folder_.path(), out_.path());
  ASSERT_TRUE(index.ok()) << index.status();
  WriteFile(folder_.File("castle.waymap"), "another one");
  EXPECT_EQ(*Sha256OfFile(out_.File("objects/" + index->maps[0].sha256)), index->maps[0].sha256);
}

TEST_F(PackagePublisherTest, WhatAKilledPublisherLeftIsRemoved) {
  std::filesystem::create_directory(out_.File("objects"));
  WriteFile(out_.File("objects/.waystone-0123456789abcdef.tmp"), "half a package");
  WriteFile(out_.File(".waystone-0123456789abcdef.tmp"), "half an index");
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  EXPECT_EQ(ObjectCount(), 2U);
  EXPECT_FALSE(std::filesystem::exists(out_.File(".waystone-0123456789abcdef.tmp")));
}

TEST_F(PackagePublisherTest, ABrokenPackageIsNamedAndTheIndexStays) {
  ASSERT_TRUE(PublishPackages(folder_.path(), out_.path()).ok());
  const std::string first = IndexText();
  const std::string path = folder_.File("cave.waymap");
  std::string bytes = *ReadSmallFile(path, 1 << 20);
  bytes[bytes.size() - 1] ^= 1;
  std::filesystem::remove(path);
  WriteFile(path, bytes);
  const absl::Status status = PublishPackages(folder_.path(), out_.path()).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("cave.waymap"));
  EXPECT_EQ(IndexText(), first);
}

TEST_F(PackagePublisherTest, AFolderWithoutPackagesIsNotPublished) {
  const TempFolder empty;
  EXPECT_TRUE(absl::IsNotFound(PublishPackages(empty.path(), out_.path()).status()));
  EXPECT_TRUE(absl::IsNotFound(PublishPackages(empty.File("none"), out_.path()).status()));
  EXPECT_EQ(IndexText(), "none");
}

}  // namespace
}  // namespace waystone
