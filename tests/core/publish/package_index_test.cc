#include "core/publish/package_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"
#include "core/base/random.h"
#include "core/digest/sha256.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// Two maps and a world.
PackageIndex Example() {
  PackageIndex index;
  PackageIndex::Map& cave = index.maps.emplace_back();
  cave.summary = {.map_id = "cave",
                  .surface = SurfaceKind::kGrid,
                  .bounds = {{-1.5, 0.1, 2}, {3, 1e-7, 1234567.25}},
                  .generation = std::string(32, 'a'),
                  .size_bytes = 4096};
  cave.summary.bounds.max.y = 0.3;
  cave.sha256 = std::string(64, '0');
  PackageIndex::Map& town = index.maps.emplace_back();
  town.summary.map_id = "town \"ü\"";
  town.summary.generation = std::string(32, '9');
  town.summary.size_bytes = uint64_t{1} << 40;
  town.sha256 = std::string(64, 'f');
  index.world = PackageIndex::World{std::string(32, 'b'), 17, std::string(64, 'c')};
  return index;
}

TEST(PackageIndex, ItsTextIsReadAsItWas) {
  const PackageIndex example = Example();
  const auto read = PackageIndex::Parse(example.Text());
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->maps.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    const PackageSummary& is = read->maps[i].summary;
    const PackageSummary& was = example.maps[i].summary;
    EXPECT_EQ(is.map_id, was.map_id);
    EXPECT_EQ(is.surface, was.surface);
    EXPECT_TRUE(is.bounds.min == was.bounds.min && is.bounds.max == was.bounds.max);
    EXPECT_EQ(is.generation, was.generation);
    EXPECT_EQ(is.size_bytes, was.size_bytes);
    EXPECT_EQ(read->maps[i].sha256, example.maps[i].sha256);
  }
  ASSERT_TRUE(read->world.has_value());
  EXPECT_EQ(read->world->generation, example.world->generation);
  EXPECT_EQ(read->world->size_bytes, 17U);
  EXPECT_EQ(read->world->sha256, example.world->sha256);
  EXPECT_EQ(read->Text(), example.Text());
}

TEST(PackageIndex, UnknownFieldsArePassedOver) {
  const std::string text =
      absl::StrReplaceAll(Example().Text(), {{"\"maps\"", "\"made_by\": [1, {}], \"maps\""}});
  EXPECT_TRUE(PackageIndex::Parse(text).ok());
}

struct BadIndex {
  std::string from;
  std::string to;
  std::string message;
};

class BadIndexTest : public ::testing::TestWithParam<BadIndex> {};

TEST_P(BadIndexTest, IsRefusedByEntryAndRule) {
  const std::string text = Example().Text();
  const size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos) << text;
  std::string bad = text;
  bad.replace(at, GetParam().from.size(), GetParam().to);
  const absl::Status status = PackageIndex::Parse(bad).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr(GetParam().message));
}

const BadIndex kBad[] = {
    {"{\"format\"", "[\"format\"", "must be a JSON object"},
    {"\"format\": 1", "\"format\": 2", "format: must be 1"},
    {"\"format\": 1", "\"format\": -1", "format: must be 1"},
    {"\"format\": 1", "\"format\": \"1\"", "format: must be 1"},
    {"\"maps\": [", "\"mops\": [", "maps: must be a list"},
    {"\"maps\": [", "\"maps\": [7,", "maps[0]: must be an object"},
    {"\"cave\"", "17", "maps[0]: map_id: must be a text"},
    {"\"cave\"", "\"\"", "maps[0]: "},
    {"\"cave\"", "\"a/../b\"", "maps[0]: "},
    {"\"cave\"", "\"town \\\"\xc3\xbc\\\"\"", "is there twice"},
    {"\"surface\":2", "\"surface\":77", "maps[0]: surface: 77 is no kind"},
    {"\"surface\":2", "\"surface\":0", "maps[0]: surface: must be a whole number from 1 to 255"},
    {"\"surface\":2", "\"surface\":1e300", "maps[0]: surface: must be a whole number"},
    {"[-1.5,", "[", "maps[0]: bounds_m: must be six numbers, or none"},
    {"[-1.5,", "[null,", "maps[0]: bounds_m: must be six numbers, or none"},
    {"[-1.5,", "[99,", "maps[0]: bounds_m: the lower corner must come first"},
    {"\"bounds_m\":[]", "\"bounds\":[]", "maps[1]: bounds_m: must be six numbers"},
    {"aaaa", "AAAA", "maps[0]: generation: must be 32 lower-case hex digits"},
    {"aaaa", "aaa", "maps[0]: generation: must be 32 lower-case hex digits"},
    {"\"bytes\":4096", "\"bytes\":0", "maps[0]: bytes: must be a whole number from 1"},
    {"\"bytes\":4096", "\"bytes\":-1", "maps[0]: bytes: must be a whole number from 1"},
    {"\"bytes\":4096", "\"bytes\":4096.5", "maps[0]: bytes: must be a whole number from 1"},
    {"\"bytes\":4096", "\"bytes\":18446744073709551615", "maps[0]: bytes: must be a whole number from 1"},
    {std::string(64, '0'), std::string(64, 'f'), "another map has its sha256"},
    {"\"0000", "\"../.", "maps[0]: sha256: must be 64 lower-case hex digits"},
    {"\"world\": {", "\"world\": 3, \"w\": {", "world: must be an object"},
    {"\"bytes\":17", "\"bytes\":\"17\"", "world: bytes: must be a whole number"},
    {"cccc", "ccc", "world: sha256: must be 64 lower-case hex digits"},
    {"bbbb", "bbbbb", "world: generation: must be 32"},
};
INSTANTIATE_TEST_SUITE_P(Rules, BadIndexTest, ::testing::ValuesIn(kBad));

TEST(PackageIndex, OneThatNestsTooDeepIsRefused) {
  EXPECT_FALSE(PackageIndex::Parse(std::string(100'000, '[')).ok());
}

// It would take gigabytes of memory.
TEST(PackageIndex, OneOfMillionsOfEmptyValuesIsRefused) {
  std::string text = "{\"format\":1,\"maps\":[],\"more\":[[]";
  for (int i = 0; i < 4'000'000; ++i) text += ",[]";
  const absl::Status status = PackageIndex::Parse(text + "]}").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_EQ(status.message(), "must have at most 4000000 commas");
}

// Whatever bytes an index has, it is refused, or what is read of it is written and read as the same.
TEST(PackageIndex, MutantsAreRefusedOrWhole) {
  const std::string text = Example().Text();
  const std::string parts = "{}[]\",:0123456789-.eE \\u\n\xff";
  Random random(7);
  int read_count = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string mutant = text;
    for (uint32_t k = 0; k <= random.NextBelow(3); ++k) {
      const size_t at = random.NextBelow(static_cast<uint32_t>(mutant.size()));
      const char part = parts[random.NextBelow(static_cast<uint32_t>(parts.size()))];
      switch (random.NextBelow(4)) {
        case 0:
          mutant[at] = part;
          break;
        case 1:
          mutant.insert(at, 1, part);
          break;
        case 2:
          mutant.erase(at, 1 + random.NextBelow(20));
          break;
        default:
          mutant.resize(at + 1);
      }
    }
    const auto read = PackageIndex::Parse(mutant);
    if (!read.ok()) continue;
    ++read_count;
    const auto again = PackageIndex::Parse(read->Text());
    ASSERT_TRUE(again.ok()) << again.status() << "\n" << mutant;
    ASSERT_EQ(again->Text(), read->Text());
  }
  EXPECT_GT(read_count, 100);
}

TEST(Sha256, IsThatOfThePublishedExamples) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_TRUE(IsSha256Hex(Sha256Hex("abc")));
  EXPECT_FALSE(IsSha256Hex(Sha256Hex("abc").substr(1)));
  EXPECT_FALSE(IsSha256Hex(std::string(64, 'A')));
}

}  // namespace
}  // namespace waystone
