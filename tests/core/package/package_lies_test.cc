// Packages whose checksums are right and whose header or table is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/base/crc32c.h"
#include "core/base/random.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();
constexpr uint32_t kMax32 = std::numeric_limits<uint32_t>::max();

// Sections 0: manifest, 1: vertices, 2: polys, 3: an unknown, optional one; 64 bytes each.
PackageFile FourSections() {
  const std::vector<std::byte> bytes(64, std::byte{7});
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, bytes);
  writer.AddBytes(SectionType::kNavmeshVertices, {.variant = 1}, bytes, 4);
  writer.AddBytes(SectionType::kNavmeshPolys, {.variant = 1}, bytes, 16);
  writer.AddBytes(static_cast<SectionType>(700), {.variant = 1, .flags = 0}, bytes, 8);
  return writer.Finish();
}

absl::Status Verify(const PackageFile& file) {
  const auto reader = PackageReader::FromBytes(file, "lies.waymap");
  return reader.ok() ? (*reader)->VerifyAll() : reader.status();
}

struct Lie {
  const char* message;
  std::function<void(PackageFile&)> tell;
};

std::vector<Lie> HeaderLies() {
  const auto header = [](auto change) { return [=](PackageFile& file) { change(HeaderOf(file)); }; };
  return {
      {"header at offset 0: the magic", header([](PackageHeader& h) { h.magic[0] = 'w'; })},
      {"header at offset 0: the reserved bytes", header([](PackageHeader& h) { h.reserved[63] = 1; })},
      {"sections, the limit is", header([](PackageHeader& h) { h.section_count = kMax32; })},
      {"sections, the limit is", header([](PackageHeader& h) { h.section_count = kPackageMaxSections + 1; })},
      {"section table at offset 128: the file ends",
       header([](PackageHeader& h) { h.section_count = kPackageMaxSections; })},
      {"the sections begin at", header([](PackageHeader& h) { h.section_count = 5; })},
      {"section", header([](PackageHeader& h) { h.section_count = 3; })},
      {"bytes, the limit is", header([](PackageHeader& h) { h.file_size_bytes = kMax64; })},
      {"the sections end at", header([](PackageHeader& h) { h.file_size_bytes += 64; })},
      {"reach beyond the file's", header([](PackageHeader& h) { h.file_size_bytes -= 64; })},
      {"reach beyond the file's", header([](PackageHeader& h) { h.file_size_bytes = 0; })},
      {"the sections begin at", header([](PackageHeader& h) { h.data_offset += 64; })},
      {"the sections begin at", header([](PackageHeader& h) { h.data_offset = kMax64; })},
      {"block checksums at offset", header([](PackageHeader& h) { h.block_count = kMax32; })},
      {"block checksums, the sections have", header([](PackageHeader& h) { h.block_count = 3; })},
      {"block checksums, the sections have", header([](PackageHeader& h) { h.block_count = 5; })},
  };
}

std::vector<Lie> TableLies() {
  const auto entry = [](size_t index, auto change) {
    return [=](PackageFile& file) { change(EntryOf(file, index)); };
  };
  return {
      {"navmesh_vertices (variant 1, region 0) at offset 0: it overlaps",
       entry(1, [](SectionEntry& e) { e.offset = 0; })},
      {"not a multiple of 64", entry(1, [](SectionEntry& e) { e.offset += 1; })},
      {"not a multiple of 64", entry(1, [](SectionEntry& e) { e.offset = kMax64; })},
      {"reach beyond", entry(1, [](SectionEntry& e) { e.offset = kMax64 - 63; })},
      {"reach beyond", entry(2, [](SectionEntry& e) { e.size_bytes = kMax64 - 15; })},
      {"reach beyond", entry(3, [](SectionEntry& e) { e.size_bytes += 8; })},
      {"it overlaps", entry(2, [](SectionEntry& e) { e.offset -= 64; })},
      {"a gap before it", entry(2, [](SectionEntry& e) { e.offset += 64; })},
      {"it overlaps", entry(1, [](SectionEntry& e) { e.size_bytes += 64; })},
      {"a gap before it", entry(1, [](SectionEntry& e) { e.size_bytes = 0; })},
      {"a record size of 0", entry(1, [](SectionEntry& e) { e.record_size_bytes = 0; })},
      {"does not divide", entry(1, [](SectionEntry& e) { e.record_size_bytes = 5; })},
      {"does not divide", entry(1, [](SectionEntry& e) { e.size_bytes = 63; })},
      {"reserved flags", entry(1, [](SectionEntry& e) { e.flags = 2; })},
      {"reserved flags or bytes", entry(1, [](SectionEntry& e) { e.reserved[23] = 1; })},
      {"block checksums begin at 3 instead of 1", entry(1, [](SectionEntry& e) { e.first_block = 3; })},
      {"block checksums begin at", entry(1, [](SectionEntry& e) { e.first_block = kMax32; })},
      {"in the table twice", entry(2, [](SectionEntry& e) { e.type = SectionType::kNavmeshVertices; })},
      {"out of order", entry(2, [](SectionEntry& e) { e.type = SectionType::kManifest; })},
      {"out of order", entry(0, [](SectionEntry& e) { e.variant = 2; })},
      {"out of order", entry(1, [](SectionEntry& e) { e.region = 1; })},
  };
}

TEST(PackageLies, AResealedPackageIsWhole) {
  PackageFile file = FourSections();
  const PackageFile original = file;
  Reseal(file);
  EXPECT_EQ(file, original);
  EXPECT_TRUE(Verify(file).ok());
}

TEST(PackageLies, AboutTheHeaderAreRefusedByRule) {
  for (const Lie& lie : HeaderLies()) {
    PackageFile file = FourSections();
    lie.tell(file);
    Reseal(file);
    const absl::Status status = Verify(file);
    EXPECT_TRUE(absl::IsDataLoss(status)) << lie.message << ": " << status;
    EXPECT_THAT(status.ToString(), HasSubstr(lie.message));
  }
}

TEST(PackageLies, AboutTheTableAreRefusedByRule) {
  for (const Lie& lie : TableLies()) {
    PackageFile file = FourSections();
    lie.tell(file);
    Reseal(file);
    const absl::Status status = Verify(file);
    EXPECT_TRUE(absl::IsDataLoss(status)) << lie.message << ": " << status;
    EXPECT_THAT(status.ToString(), HasSubstr(lie.message));
  }
}

TEST(PackageLies, SwappedEntriesAreRefused) {
  PackageFile file = FourSections();
  std::swap(EntryOf(file, 1), EntryOf(file, 2));
  Reseal(file);
  EXPECT_TRUE(absl::IsDataLoss(Verify(file)));
}

TEST(PackageLies, AboutTheContentHashAreFoundByAFullCheck) {
  PackageFile file = FourSections();
  PackageFile other = file;
  other[HeaderOf(other).data_offset] ^= std::byte{1};
  Reseal(other);
  std::memcpy(HeaderOf(other).content_hash, HeaderOf(file).content_hash, sizeof(PackageHeader::content_hash));
  HeaderOf(other).header_crc32c = Crc32c(std::span(other).first(offsetof(PackageHeader, header_crc32c)));
  EXPECT_THAT(Verify(other).ToString(), HasSubstr("the content hash does not match"));
}

TEST(PackageVersions, AnotherMajorIsRefusedAsSuch) {
  for (const uint16_t major : {uint16_t{0}, uint16_t{2}, uint16_t{0xffff}}) {
    PackageFile file = FourSections();
    HeaderOf(file).format_major = major;
    Reseal(file);
    const absl::Status status = Verify(file);
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(status.ToString(), HasSubstr("major version is " + std::to_string(major)));
  }
}

TEST(PackageVersions, ANewerMinorMayUseReservedBytesAndFlags) {
  PackageFile file = FourSections();
  HeaderOf(file).format_minor = kPackageFormatMinor + 1;
  HeaderOf(file).reserved[0] = 1;
  EntryOf(file, 1).reserved[0] = 1;
  EntryOf(file, 1).flags |= 1U << 7;
  Reseal(file);
  EXPECT_TRUE(Verify(file).ok()) << Verify(file);
}

TEST(PackageVersions, AnUnknownSectionIsSkippedUnlessRequired) {
  PackageFile file = FourSections();
  EXPECT_TRUE(Verify(file).ok());
  EntryOf(file, 3).flags = kSectionRequired;
  Reseal(file);
  const absl::Status status = Verify(file);
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_THAT(status.ToString(), HasSubstr("section unknown-700 (variant 1, region 0) at offset"));
}

// One to eight bytes changed anywhere: refused, unless all went back to what they were.
TEST(PackageMutants, WithoutNewChecksumsAreRefused) {
  const PackageFile original = FourSections();
  Random random(8);
  for (int i = 0; i < 50'000; ++i) {
    PackageFile file = original;
    const uint32_t changes = 1 + random.NextBelow(8);
    for (uint32_t k = 0; k < changes; ++k) {
      file[random.NextBelow(static_cast<uint32_t>(file.size()))] = static_cast<std::byte>(random.NextU64());
    }
    ASSERT_EQ(Verify(file).ok(), file == original) << i;
  }
}

// With right checksums a mutant may be a package; reading it must be safe all the same.
TEST(PackageMutants, WithNewChecksumsDoNoHarm) {
  const PackageFile original = FourSections();
  Random random(9);
  for (int i = 0; i < 50'000; ++i) {
    PackageFile file = original;
    const uint32_t changes = 1 + random.NextBelow(4);
    for (uint32_t k = 0; k < changes; ++k) {
      file[random.NextBelow(static_cast<uint32_t>(file.size()))] = static_cast<std::byte>(random.NextU64());
    }
    if (random.NextBelow(4) == 0) file.resize(random.NextBelow(static_cast<uint32_t>(file.size() + 100)));
    Reseal(file);
    const auto reader = PackageReader::FromBytes(file, "mutant");
    if (!reader.ok()) continue;
    bool all_good = true;
    for (const SectionEntry& entry : (*reader)->sections()) {
      const auto bytes = (*reader)->Bytes(entry.type, {entry.variant, entry.region});
      all_good = all_good && bytes.ok();
      if (bytes.ok()) {
        ASSERT_EQ(bytes->size(), entry.size_bytes);
        Crc32c(*bytes);
      } else {  // checksums hold, so only the zeros can be wrong
        ASSERT_THAT(bytes.status().ToString(), HasSubstr("the padding after it is not zero"));
      }
    }
    ASSERT_EQ((*reader)->VerifyAll().ok(), all_good);
  }
}

}  // namespace
}  // namespace waystone
