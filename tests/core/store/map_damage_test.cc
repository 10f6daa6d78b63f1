// Whole maps, damaged in every path: what LoadedMap accepts must be whole, and safe to use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/store/loaded_map.h"
#include "core/store/map_parts.h"
#include "core/store/section_visit.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"
#include "tests/support/seed_packages.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "map.waymap");
  if (!reader.ok()) return reader.status();
  return LoadedMap::FromPackage(*std::move(reader));
}

PackageFile Seed(const std::string& name) { return SeedPackages().at(name); }

// What indices, counts and floats must not be.
constexpr uint32_t kExtremeWords[] = {0,
                                      1,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      0x7fc00000 /* NaN */,
                                      0x7f800000 /* inf */,
                                      0x7f7fffff /* max */,
                                      0xff7fffff,
                                      0x00000001 /* denormal */,
                                      0x47000000 /* 32768.0 */};

TEST(MapDamage, SeedsLoadUnlessTheyAreBad) {
  for (const auto& [name, file] : SeedPackages()) {
    const auto map = Load(file);
    EXPECT_EQ(map.ok(), !name.starts_with("bad-")) << name << ": " << map.status();
    if (map.ok()) ExerciseMap(**map, 1);
  }
}

// Where this fails after an intended change of the format: make_package_corpus
// tests/fuzz/corpus/fuzz_package.
TEST(MapDamage, PackagesWrittenBeforeStillLoad) {
  for (const auto& [name, fresh] : SeedPackages()) {
    std::ifstream stream(std::string(WAYSTONE_SOURCE_DIR) + "/tests/fuzz/corpus/fuzz_package/" + name,
                         std::ios::binary);
    const std::vector<char> chars(std::istreambuf_iterator<char>(stream), {});
    const auto bytes = std::as_bytes(std::span(chars));
    const auto map = Load(PackageFile(bytes.begin(), bytes.end()));
    EXPECT_EQ(map.ok(), !name.starts_with("bad-")) << name << ": " << map.status();
  }
}

// Without a full check: loading alone meets every byte of every section it uses.
TEST(MapDamage, EveryFlippedBitOfAMapIsRefused) {
  PackageFile file = Seed("two-agents.waymap");
  ASSERT_TRUE(Load(file).ok());
  for (const PackagePart& part : PartsOf(file)) {
    for (uint64_t at = part.begin; at < part.end; ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        file[at] ^= std::byte{1} << bit;
        const absl::Status status = Load(file).status();
        file[at] ^= std::byte{1} << bit;
        ASSERT_TRUE(absl::IsDataLoss(status)) << "byte " << at << " bit " << bit << ": " << status;
        ASSERT_THAT(std::string(status.message()), HasSubstr("map.waymap: " + part.label))
            << at << " " << bit;
      }
    }
  }
}

TEST(MapDamage, EveryTruncatedMapIsRefused) {
  const PackageFile file = Seed("two-agents.waymap");
  for (size_t size = 0; size < file.size(); ++size) {
    const PackageFile cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(size));
    ASSERT_TRUE(absl::IsDataLoss(Load(cut).status())) << size;
  }
}

bool Has(const PackageFile& file, SectionType type) {
  const auto package = PackageReader::FromBytes(file, "map.waymap");
  return package.ok() && (*package)->Find(type, {.variant = 1}) != nullptr;
}

// Each 32-bit word of the sections in turn takes values that it must not have. What is accepted must be safe.
// More than `least` words of each kind must have been tried.
void ExpectNoHarm(const std::string& seed, const std::vector<SectionType>& types, size_t least = 100) {
  const PackageFile original = Seed(seed);
  PackageFile table = original;
  size_t refused = 0;
  size_t accepted = 0;
  for (const SectionType type : types) {
    if (!Has(original, type)) continue;
    const SectionEntry entry = EntryOf(table, IndexOf(table, type, 1));
    for (uint64_t at = entry.offset; at + 4 <= entry.offset + entry.size_bytes; at += 4) {
      for (const uint32_t word : kExtremeWords) {
        PackageFile file = original;
        std::memcpy(file.data() + at, &word, 4);
        Reseal(file);
        const auto map = Load(file);
        ++(map.ok() ? accepted : refused);
        if (map.ok()) ExerciseMap(**map, at);
      }
    }
  }
  EXPECT_GT(refused, least) << seed;
  EXPECT_GT(accepted, least) << seed;
}

// What can be answered is; arcs that nobody can walk are data loss.
TEST(MapDamage, ExtremeWordsOfASkeletonDoNoHarm) {
  ExpectNoHarm("skeleton.waymap", SectionTypesOf<SkeletonView::Arrays>());
}

TEST(MapDamage, ExtremeWordsOfEveryOtherPartDoNoHarm) {
  for (const auto& [name, file] : SeedPackages()) {
    for (const MapPart& part : MapParts().subspan(1)) {  // another test changes every word of surfaces
      const SectionType first = part.sections().front();
      const bool is_here = !name.starts_with("bad-") && Has(file, first);
      if (is_here && first != SectionType::kSkeletonHeader) ExpectNoHarm(name, part.sections(), 50);
    }
  }
}

TEST(MapDamage, ExtremeWordsOfClustersDoNoHarm) {
  ExpectNoHarm("grid-clusters.waymap", SectionTypesOf<GridClusterView::Arrays>());
}

// Every 16-bit and 32-bit word of every section in turn takes values that indices, counts and floats must not
// have, under right checksums. What is accepted must be safe.
TEST(MapDamage, ExtremeWordsUnderRightChecksumsDoNoHarm) {
  size_t refused = 0;
  size_t accepted = 0;
  for (const char* name : {"yard.waymap", "one-way.waymap", "storeys.waymap"}) {
    const PackageFile original = Seed(name);
    PackageFile copy = original;
    for (uint64_t at = HeaderOf(copy).data_offset; at + 4 <= original.size(); at += 2) {
      for (const uint32_t word : kExtremeWords) {
        PackageFile file = original;
        std::memcpy(file.data() + at, &word, at % 4 == 0 ? 4 : 2);
        if (file == original) continue;
        Reseal(file);
        const auto map = Load(file);
        ++(map.ok() ? accepted : refused);
        if (map.ok()) ExerciseMap(**map, at);
      }
    }
  }
  // Few fields may hold anything: heights, ids of the source, tiles, sizes of voxels.
  EXPECT_GT(refused, 4 * accepted) << refused << " refused, " << accepted << " accepted";
}

TEST(MapDamage, AHundredThousandMutantsDoNoHarm) {
  std::vector<PackageFile> seeds;
  for (const auto& [name, file] : SeedPackages()) seeds.push_back(file);
  Random random(2026);
  size_t accepted = 0;
  for (uint32_t i = 0; i < 100'000; ++i) {
    const PackageFile& original = seeds[random.NextBelow(static_cast<uint32_t>(seeds.size()))];
    PackageFile file = original;
    const bool sealed = random.NextBelow(2) == 0;
    for (uint32_t changes = 1 + random.NextBelow(6); changes > 0; --changes) {
      const uint32_t at = random.NextBelow(static_cast<uint32_t>(file.size()));
      const uint32_t from = random.NextBelow(static_cast<uint32_t>(file.size()));
      switch (random.NextBelow(3)) {
        case 0:
          file[at] = static_cast<std::byte>(random.NextU64());
          break;
        case 1:
          file[at] ^= std::byte{1} << static_cast<int>(random.NextBelow(8));
          break;
        default:  // a piece of the file over another
          std::memmove(
              file.data() + at, file.data() + from,
              std::min<size_t>({size_t{1} << random.NextBelow(8), file.size() - at, file.size() - from}));
      }
    }
    if (sealed) Reseal(file);
    const auto map = Load(file);
    if (!map.ok()) continue;
    ++accepted;
    ExerciseMap(**map, i);
    // Loading does not look at sections it does not know; a full check does.
    ASSERT_TRUE(sealed || file == original || !(*map)->package().VerifyAll().ok()) << "mutant " << i;
  }
  EXPECT_GT(accepted, 0U);
}

}  // namespace
}  // namespace waystone
