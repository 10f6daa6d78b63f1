// Every truncation and every flipped bit of a small package is refused by the name of the part it lies in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> Filled(size_t size, uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.NextU64());
  return bytes;
}

// Sections of many sizes: empty, below and above the alignment, and exactly on it.
PackageFile SmallPackage() {
  const std::vector<std::byte> bytes = Filled(600, 3);
  const auto part = [&](size_t size) { return std::span<const std::byte>(bytes).first(size); };
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, part(37));
  writer.AddBytes(SectionType::kNavmeshHeader, {.variant = 1}, part(148), 148);
  writer.AddBytes(SectionType::kNavmeshVertices, {.variant = 1}, part(128), 4);
  writer.AddBytes(SectionType::kNavmeshEdges, {.variant = 1}, {}, 16);
  writer.AddBytes(SectionType::kNavmeshPolys, {.variant = 1, .region = 7}, part(600), 12);
  writer.AddBytes(static_cast<SectionType>(9999), {.variant = 2, .flags = 0}, part(63));
  return writer.Finish();
}

// Opens and checks everything.
absl::Status Verify(const PackageFile& file) {
  const auto reader = PackageReader::FromBytes(file, "small.waymap");
  return reader.ok() ? (*reader)->VerifyAll() : reader.status();
}

TEST(PackageDamage, PartsCoverEveryByteOnce) {
  const PackageFile file = SmallPackage();
  ASSERT_TRUE(Verify(file).ok()) << Verify(file);
  uint64_t at = 0;
  for (const PackagePart& part : PartsOf(file)) {
    EXPECT_EQ(part.begin, at);
    at = part.end;
  }
  EXPECT_EQ(at, file.size());
}

TEST(PackageDamage, EveryFlippedBitIsRefusedByPartAndOffset) {
  PackageFile file = SmallPackage();
  size_t refused = 0;
  for (const PackagePart& part : PartsOf(file)) {
    for (uint64_t at = part.begin; at < part.end; ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        file[at] ^= std::byte{1} << bit;
        const absl::Status status = Verify(file);
        file[at] ^= std::byte{1} << bit;
        ASSERT_TRUE(absl::IsDataLoss(status)) << "byte " << at << " bit " << bit << ": " << status;
        ASSERT_THAT(std::string(status.message()), HasSubstr("small.waymap: " + part.label))
            << at << " " << bit;
        ++refused;
      }
    }
  }
  EXPECT_EQ(refused, file.size() * 8);
}

TEST(PackageDamage, EveryTruncationIsRefusedByPartAndOffset) {
  const PackageFile file = SmallPackage();
  for (const PackagePart& part : PartsOf(file)) {
    for (uint64_t size = part.begin; size < part.end; ++size) {
      const absl::Status status =
          Verify(PackageFile(file.begin(), file.begin() + static_cast<ptrdiff_t>(size)));
      ASSERT_TRUE(absl::IsDataLoss(status)) << size << ": " << status;
      ASSERT_THAT(std::string(status.message()), HasSubstr("small.waymap: " + part.label)) << size;
      ASSERT_THAT(std::string(status.message()), HasSubstr("the file ends at " + std::to_string(size)));
    }
  }
}

TEST(PackageDamage, BytesTooManyAreRefused) {
  for (size_t extra = 1; extra <= 200; ++extra) {
    PackageFile file = SmallPackage();
    const size_t size = file.size();
    file.resize(size + extra);
    EXPECT_THAT(Verify(file).ToString(), HasSubstr("end of the file at offset " + std::to_string(size) +
                                                   ": " + std::to_string(extra)));
  }
}

TEST(PackageDamage, AFlippedBitInALongSectionIsToldByItsBlock) {
  const std::vector<std::byte> bytes = Filled(2 * kPackageBlockBytes + 100, 4);
  PackageWriter writer;
  writer.AddBytes(SectionType::kNavmeshEdges, {}, bytes);
  PackageFile file = writer.Finish();
  const uint64_t begin = EntryOf(file, 0).offset;
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const uint64_t at = random.NextBelow(static_cast<uint32_t>(bytes.size()));
    const uint64_t block = begin + at / kPackageBlockBytes * kPackageBlockBytes;
    const auto flip = std::byte{1} << static_cast<int>(random.NextBelow(8));
    file[begin + at] ^= flip;
    EXPECT_THAT(Verify(file).ToString(), HasSubstr("the checksum of bytes " + std::to_string(block) + "-"));
    file[begin + at] ^= flip;
  }
  EXPECT_TRUE(Verify(file).ok());
}

TEST(PackageDamage, EveryDamageIsFoundNotOnlyTheFirst) {
  const std::vector<std::byte> bytes = Filled(3 * kPackageBlockBytes + 10, 6);
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, std::span(bytes).first(10));
  writer.AddBytes(SectionType::kNavmeshEdges, {}, bytes);
  PackageFile file = writer.Finish();
  const uint64_t begin = EntryOf(file, 1).offset;
  file[EntryOf(file, 0).offset + 63] = std::byte{1};
  file[begin] ^= std::byte{1};
  file[begin + 2 * kPackageBlockBytes] ^= std::byte{1};
  const auto reader = PackageReader::FromBytes(file, "damaged.waymap");
  ASSERT_TRUE(reader.ok());
  const std::vector<absl::Status> damages = (*reader)->FindDamage(10);
  ASSERT_EQ(damages.size(), 3U);
  EXPECT_THAT(damages[0].ToString(), HasSubstr("section manifest"));
  EXPECT_THAT(damages[1].ToString(), HasSubstr("the checksum of bytes " + std::to_string(begin) + "-"));
  EXPECT_EQ((*reader)->FindDamage(2).size(), 2U);
}

// A damaged section does not take the others with it, and stays refused however often it is asked for.
TEST(PackageDamage, OnlyTheDamagedSectionIsRefused) {
  PackageFile file = SmallPackage();
  file[EntryOf(file, IndexOf(file, SectionType::kNavmeshVertices, 1)).offset] ^= std::byte{4};
  const auto reader = PackageReader::FromBytes(file, "small.waymap");
  ASSERT_TRUE(reader.ok());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(absl::IsDataLoss((*reader)->Bytes(SectionType::kNavmeshVertices, {.variant = 1}).status()));
    EXPECT_TRUE((*reader)->Bytes(SectionType::kNavmeshHeader, {.variant = 1}).ok());
  }
}

}  // namespace
}  // namespace waystone
