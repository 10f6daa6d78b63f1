// Builds the bytes of a package and replaces a file with them atomically.
//
//   PackageWriter writer;
//   writer.AddRecords(SectionType::kNavmeshPolys, {.variant = 1}, std::span<const NavPoly>(polys));
//   WS_RETURN_IF_ERROR(WritePackageFile("maps/town.waymap", writer.Finish()));
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "core/package/format.h"

namespace waystone {

// The place of a section, and the flags for its readers.
struct SectionPlace {
  VariantIndex variant = 0;
  RegionIndex region = 0;
  uint16_t version = 1;
  uint32_t flags = kSectionRequired;
};

// Collects sections and lays them out. The bytes depend only on the sections, not on the order of the calls:
// sections are sorted by (variant, region, type). Does not copy: the added bytes must live until Finish. One
// thread.
class PackageWriter {
 public:
  // REQUIRES: (type, variant, region) not added before; bytes.size() a multiple of record_size_bytes > 0; at
  // most kPackageMaxSections.
  void AddBytes(SectionType type, const SectionPlace& place, std::span<const std::byte> bytes,
                uint32_t record_size_bytes = 1);

  template <typename Record>
  void AddRecords(SectionType type, const SectionPlace& place, std::span<const Record> records) {
    static_assert(std::is_trivially_copyable_v<Record>);
    AddBytes(type, place, std::as_bytes(records), sizeof(Record));
  }

  // The whole file.
  std::vector<std::byte> Finish() const;

 private:
  struct Section {
    SectionPlace place;
    uint32_t record_size_bytes = 1;
    std::span<const std::byte> bytes;
  };
  std::map<std::tuple<VariantIndex, RegionIndex, SectionType>, Section> sections_;
};

// Writes `bytes` to `path`: temporary file in the same folder, fsync, rename, fsync of the folder. On any
// failure up to the rename the old file stays intact and the temporary one is removed. Temporary files that
// killed writers left in the folder are removed first. Errors name the path and the step.
absl::Status WritePackageFile(const std::string& path, std::span<const std::byte> bytes);
// The same, but leaves what killed writers left: looking for it takes O(files of the folder), too long for each of many.
absl::Status WriteOneOfManyPackages(const std::string& path, std::span<const std::byte> bytes);

}  // namespace waystone
