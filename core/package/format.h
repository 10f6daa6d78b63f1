// The bytes of a map package: header, section table, block checksums, sections. docs/package_format.md draws
// them.
//
//   0    PackageHeader      128 B
//   128  SectionEntry[n]     64 B each
//   ...  uint32 CRC32C per 64 KiB block of [data_offset, file_size)
//   data_offset (64-byte aligned)  sections, each 64-byte aligned, gaps zero
//
// Everything is little-endian.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace waystone {

static_assert(std::endian::native == std::endian::little, "packages are little-endian and read in place");

inline constexpr char kPackageMagic[8] = {'W', 'A', 'Y', 'M', 'A', 'P', '\r', '\n'};
inline constexpr uint16_t kPackageFormatMajor = 1;
inline constexpr uint16_t kPackageFormatMinor = 0;
inline constexpr uint64_t kPackageAlignment = 64;
inline constexpr uint64_t kPackageBlockBytes = 64 * 1024;
inline constexpr uint32_t kPackageMaxSections = 1 << 20;

// What a section holds. Ids are never reused; a reader skips unknown ones unless flagged required.
enum class SectionType : uint32_t {
  kManifest = 1,                 // Protobuf MapManifest, bytes
  kNavmeshHeader = 16,           // one NavmeshHeader
  kNavmeshVertices = 17,         // Vec3f
  kNavmeshEdges = 18,            // NavEdge
  kNavmeshPolys = 19,            // NavPoly
  kNavmeshDetailVertices = 20,   // Vec3f
  kNavmeshDetailTriangles = 21,  // NavDetailTriangle
  kNavmeshTreeBoxes = 22,        // NavBox
  kNavmeshAreaPrefix = 23,       // double, one per polygon
};

// The agent-and-ability variant a section belongs to: 0 = shared by the whole map, k = manifest variant k
// - 1.
using VariantIndex = uint16_t;
// The part of the map a section covers: 0 = the whole map, k = region k - 1.
using RegionIndex = uint32_t;

// Set where a reader that does not know the section must refuse the package.
inline constexpr uint32_t kSectionRequired = 1U << 0;

struct PackageHeader {
  char magic[8];
  uint16_t format_major;
  uint16_t format_minor;
  uint32_t section_count;
  uint64_t file_size_bytes;
  uint64_t data_offset;      // of the first section
  uint64_t checksum_offset;  // of the block checksums
  uint32_t block_count;
  uint32_t block_checksums_crc32c;  // of the block checksum array
  uint8_t content_hash[16];         // of the section table and all block checksums: names the generation
  uint8_t reserved[60];             // zero
  uint32_t header_crc32c;           // of the header with this field zero, then the section table
};
static_assert(sizeof(PackageHeader) == 128 && std::is_trivially_copyable_v<PackageHeader>);

struct SectionEntry {
  SectionType type;
  uint32_t flags;
  RegionIndex region;
  VariantIndex variant;
  uint16_t version;  // of the section's record layout
  uint64_t offset;   // from the start of the file, a multiple of kPackageAlignment
  uint64_t size_bytes;
  uint32_t record_size_bytes;  // divides size_bytes
  uint8_t reserved[28];        // zero
};
static_assert(sizeof(SectionEntry) == 64 && std::is_trivially_copyable_v<SectionEntry>);

}  // namespace waystone
