#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "core/base/random.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/package/section_name.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

struct Record {
  uint32_t a;
  uint32_t b;
};

std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::vector<std::byte> RandomBytes(size_t size, uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.NextU64());
  return bytes;
}

std::unique_ptr<PackageReader> OpenOrDie(std::span<const std::byte> bytes) {
  auto reader = PackageReader::FromBytes(bytes, "test.waymap");
  EXPECT_TRUE(reader.ok()) << reader.status();
  return *std::move(reader);
}

TEST(Package, GivesBackWhatWasWritten) {
  const std::vector<Record> records = {{1, 2}, {3, 4}, {5, 6}};
  const std::vector<std::byte> big = RandomBytes(3 * kPackageBlockBytes + 17, 1);
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, BytesOf("hello"));
  writer.AddRecords(SectionType::kNavmeshPolys, {.variant = 2, .region = 3}, std::span(records));
  writer.AddBytes(SectionType::kNavmeshEdges, {.variant = 1}, big);
  writer.AddBytes(SectionType::kNavmeshVertices, {.variant = 1}, {}, 12);
  const auto reader = OpenOrDie(writer.Finish());
  ASSERT_NE(reader, nullptr);

  EXPECT_EQ(reader->sections().size(), 4U);
  const auto hello = reader->Bytes(SectionType::kManifest);
  ASSERT_TRUE(hello.ok());
  EXPECT_EQ(std::memcmp(hello->data(), "hello", 5), 0);
  const auto read = reader->Records<Record>(SectionType::kNavmeshPolys, {.variant = 2, .region = 3});
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->size(), 3U);
  EXPECT_EQ((*read)[2].b, 6U);
  const auto blocks = reader->Bytes(SectionType::kNavmeshEdges, {.variant = 1});
  ASSERT_TRUE(blocks.ok());
  EXPECT_TRUE(std::equal(blocks->begin(), blocks->end(), big.begin(), big.end()));
  const auto empty = reader->Bytes(SectionType::kNavmeshVertices, {.variant = 1});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->empty());
  EXPECT_TRUE(reader->VerifyAll().ok());
}

TEST(Package, WithoutSectionsIsWhole) {
  const auto reader = OpenOrDie(PackageWriter().Finish());
  ASSERT_NE(reader, nullptr);
  EXPECT_TRUE(reader->sections().empty());
  EXPECT_TRUE(reader->VerifyAll().ok());
  EXPECT_TRUE(absl::IsNotFound(reader->Bytes(SectionType::kManifest).status()));
}

TEST(Package, BytesDoNotDependOnTheOrderOfCalls) {
  PackageWriter one;
  one.AddBytes(SectionType::kManifest, {}, BytesOf("m"));
  one.AddBytes(SectionType::kNavmeshEdges, {.variant = 1}, BytesOf("edges"));
  one.AddBytes(SectionType::kNavmeshEdges, {.variant = 2}, BytesOf("others"));
  PackageWriter other;
  other.AddBytes(SectionType::kNavmeshEdges, {.variant = 2}, BytesOf("others"));
  other.AddBytes(SectionType::kNavmeshEdges, {.variant = 1}, BytesOf("edges"));
  other.AddBytes(SectionType::kManifest, {}, BytesOf("m"));
  EXPECT_EQ(one.Finish(), other.Finish());
}

TEST(Package, GenerationNamesTheContent) {
  PackageWriter one;
  one.AddBytes(SectionType::kManifest, {}, BytesOf("one"));
  PackageWriter two;
  two.AddBytes(SectionType::kManifest, {}, BytesOf("two"));
  PackageWriter moved;
  moved.AddBytes(SectionType::kManifest, {.region = 1}, BytesOf("one"));
  const std::string generation = OpenOrDie(one.Finish())->Generation();
  EXPECT_EQ(generation.size(), 32U);
  EXPECT_EQ(generation, OpenOrDie(one.Finish())->Generation());
  EXPECT_NE(generation, OpenOrDie(two.Finish())->Generation());
  EXPECT_NE(generation, OpenOrDie(moved.Finish())->Generation());
}

// Fixed for good: another value means that packages written before today changed their generation.
TEST(Package, BytesAreTheSameAsEver) {
  const std::vector<Record> records = {{1, 2}, {3, 4}};
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, BytesOf("manifest"));
  writer.AddRecords(SectionType::kNavmeshPolys, {.variant = 1}, std::span(records));
  const std::vector<std::byte> bytes = writer.Finish();
  EXPECT_EQ(bytes.size(), 128U + 2 * 64 + 64 + 2 * 64);
  EXPECT_EQ(OpenOrDie(bytes)->Generation(), "a886005b14d07bbcd44f817b65885f95");
}

TEST(Package, ASectionIsFoundByTypeVariantAndRegion) {
  PackageWriter writer;
  for (uint16_t variant = 0; variant < 5; ++variant) {
    for (uint32_t region = 0; region < 7; ++region) {
      writer.AddBytes(SectionType::kNavmeshEdges, {.variant = variant, .region = region}, BytesOf("x"));
    }
  }
  const auto reader = OpenOrDie(writer.Finish());
  for (uint16_t variant = 0; variant < 5; ++variant) {
    for (uint32_t region = 0; region < 7; ++region) {
      const SectionEntry* entry = reader->Find(SectionType::kNavmeshEdges, {variant, region});
      ASSERT_NE(entry, nullptr);
      EXPECT_EQ(entry->variant, variant);
      EXPECT_EQ(entry->region, region);
    }
  }
  EXPECT_EQ(reader->Find(SectionType::kNavmeshEdges, {.variant = 5}), nullptr);
  EXPECT_EQ(reader->Find(SectionType::kNavmeshPolys, {.variant = 1}), nullptr);
}

TEST(Package, RecordsOfAnotherSizeOrVersionAreRefused) {
  const std::vector<Record> records = {{1, 2}};
  PackageWriter writer;
  writer.AddRecords(SectionType::kNavmeshPolys, {.version = 2}, std::span(records));
  const auto reader = OpenOrDie(writer.Finish());
  const auto wrong_version = reader->Records<Record>(SectionType::kNavmeshPolys);
  EXPECT_TRUE(absl::IsUnimplemented(wrong_version.status()));
  EXPECT_THAT(wrong_version.status().ToString(), HasSubstr("section navmesh_polys (variant 0, region 0)"));
  const auto wrong_size = reader->Records<uint32_t>(SectionType::kNavmeshPolys, {}, 2);
  EXPECT_TRUE(absl::IsDataLoss(wrong_size.status()));
  EXPECT_THAT(wrong_size.status().ToString(), HasSubstr("a record size of 8 bytes instead of 4"));
  EXPECT_TRUE(reader->Records<Record>(SectionType::kNavmeshPolys, {}, 2).ok());
}

TEST(Package, ThreadsMayMeetAtASectionsFirstUse) {
  const std::vector<std::byte> big = RandomBytes(20 * kPackageBlockBytes, 2);
  PackageWriter writer;
  for (uint32_t region = 0; region < 8; ++region) {
    writer.AddBytes(SectionType::kNavmeshEdges, {.region = region}, big);
  }
  const auto reader = OpenOrDie(writer.Finish());
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (uint32_t i = 0; i < 8; ++i) {
        const auto bytes = reader->Bytes(SectionType::kNavmeshEdges, {.region = (t % 2 == 0) ? i : 7 - i});
        if (bytes.ok() && std::equal(bytes->begin(), bytes->end(), big.begin(), big.end())) ++good;
      }
      if (reader->VerifyAll().ok()) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 4 * 9);
}

}  // namespace
}  // namespace waystone
