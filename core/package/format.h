// The bytes of a map package: header, section table, block checksums, sections (docs/package_format.md).
//
//   0            PackageHeader       128 B
//   128          SectionEntry[n]      64 B each, in the order (variant, region, type)
//   ...          uint32 CRC32C[m]     one per 64 KiB block of each section, in the order of the table
//   data_offset  sections in the order of the table, each 64-byte aligned and followed by zeros up to the
//                next multiple of 64, where the next section begins; the last one's zeros end the file
//
// Everything is little-endian. Every byte is under a checksum or must be zero. The header has its own
// checksum and holds those of the table and of the block checksums; the block checksums cover the sections;
// all other bytes are zero.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace waystone {

static_assert(std::endian::native == std::endian::little, "packages are little-endian and read in place");

inline constexpr std::string_view kPackageMagic = "WAYMAP\r\n";
// A reader refuses another major and reads any minor: a newer minor adds sections, flags, and fields in
// reserved bytes that an older reader may ignore. The magic, the versions and the header's checksum keep
// their places in every major.
inline constexpr uint16_t kPackageFormatMajor = 1;
inline constexpr uint16_t kPackageFormatMinor = 0;
inline constexpr uint64_t kPackageAlignment = 64;
inline constexpr uint64_t kPackageBlockBytes = 64 * 1024;
inline constexpr uint32_t kPackageMaxSections = 1 << 20;
inline constexpr uint64_t kPackageMaxBytes = uint64_t{1} << 46;

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
  kLinkRecords = 32,             // NavLink
  kLinkRows = 33,                // uint32, one per polygon and one more
  kLinkNames = 34,               // bytes: external ids, each ended by NUL
  kZoneHeader = 48,              // one ZoneHeader
  kZoneOfNode = 49,              // uint32: component of each polygon
  kZoneComponents = 50,          // ZoneComponent
  kZoneReach = 51,               // ReachRecord, one per component
  kZoneDagOffsets = 52,          // uint32, one per component and one more
  kZoneDagTargets = 53,          // uint32
  kCollisionVertices = 64,       // Vec3f
  kCollisionTriangles = 65,      // CollisionTriangle
  kCollisionNodes = 66,          // CollisionNode
  kHierarchyHeader = 80,         // one HierarchyHeader
  kHierarchyNodes = 81,          // RouteNode
  kHierarchyPolyRows = 82,       // uint32, one per polygon and one more; one 0 if there are no nodes
  kHierarchyPolyNodes = 83,      // uint32
  kHierarchyArcRows = 84,        // uint32, one per node and one more
  kHierarchyArcs = 85,           // HierarchyArc
  kHierarchyStrings = 86,        // bytes
  kSkeletonHeader = 96,          // one SkeletonHeader
  kSkeletonKeyPoints = 97,       // KeyPoint
  kSkeletonRows = 98,            // uint32, one per key point and one more
  kSkeletonArcs = 99,            // SkeletonArc
  kGridHeader = 112,             // one GridHeader
  kGridRows = 113,               // uint64: BitLines by rows
  kGridColumns = 114,            // uint64: BitLines by columns
  kGridAreas = 115,              // uint8, one per cell; none if all free cells have area 1
  kGridJumps = 116,              // int16, eight per cell
  kGridBoundRegions = 117,       // one BoundRegions
  kGridBoundWords = 118,         // BoundWord, one per 64 cells
  kGridBounds = 119,             // CellBound, eight per cell that has bounds
  kGridPlain = 120,              // uint64: BitLines by rows and by columns, for each slope
  kGridCornerCounts = 121,       // uint32, one per word of the rows
  kGridLabelRows = 122,          // uint32, one per corner and one more
  kGridLabels = 123,             // GridHub
  kTrunkPoints = 124,            // uint32: ids of cells
  kTrunkStretches = 125,         // TrunkStretch
  kTrunkTurns = 126,             // uint32: ids of cells
  kTrunkLeastCosts = 127,        // float, one per pair of points
  kWaypointHeader = 128,         // one WaypointHeader
  kWaypointNodes = 129,          // WaypointNode
  kWaypointRows = 130,           // uint32, one per node and one more
  kWaypointArcs = 131,           // WaypointArc
  kWaypointNeeds = 132,          // uint64: masks of abilities
  kWaypointLandmarks = 133,      // uint32: nodes
  kWaypointLandmarkCosts = 134,  // uint16, two per node and landmark
  kWaypointBoxes = 135,          // WaypointBox
  // World files. The arrivals are stored once for each traveller t, as variant t + 1; what depends on walking
  // also for each WorldMode m, as variant 2 t + m + 1.
  kWorldHeader = 144,      // one WorldHeader
  kWorldMaps = 145,        // WorldMap
  kWorldPortals = 146,     // WorldPortal
  kWorldArrivals = 147,    // WorldArrival
  kWorldTexts = 148,       // bytes, each text ended by NUL
  kWorldCosts = 149,       // double: from each arrival to each exit of a map
  kWorldPathRows = 150,    // uint64, one per cost and one more
  kWorldPaths = 151,       // bytes
  kWorldOutRows = 152,     // uint64, one per portal and one more
  kWorldOutLabels = 153,   // PortalLabel
  kWorldInRows = 154,      // uint64, one per portal and one more
  kWorldInLabels = 155,    // PortalLabel
  kWorldPlaces = 156,      // WorldPlace
  kWorldTravellers = 157,  // WorldTraveller
  kWorldAbilities = 158,   // uint32: texts
  // For one grid of a world; the region is its number + 1.
  kPortalTriggerRows = 160,         // uint32, one per exit and one more
  kPortalTriggers = 161,            // uint32: ids of cells
  kPortalWalkIn = 162,              // uint32: ids of cells
  kPortalFreeBefore = 163,          // uint32, one per word of the rows
  kPortalTables = 164,              // uint32, for each mode one per exit and one per arrival
  kPortalSteps = 165,               // bytes: two steps each
  kClusterHeader = 176,             // one ClusterHeader
  kClusterPlaces = 177,             // ClusterPlace, one per polygon
  kClusterPolys = 178,              // uint32, one per polygon
  kClusterRecords = 179,            // ClusterRecord
  kClusterEntrances = 180,          // ClusterEntrance
  kClusterEntering = 181,           // uint32, one per entrance
  kClusterCosts = 182,              // float
  kClusterSteps = 183,              // uint16
  kClusterPathEnds = 184,           // uint32, one per cost if paths are kept, else none
  kGridClusterHeader = 192,         // one GridClusterHeader
  kGridClusterRecords = 193,        // GridClusterRecord
  kGridClusterRanks = 194,          // uint16, one per row of the grid and column of clusters
  kGridClusterEntrances = 195,      // GridClusterEntrance
  kGridClusterCosts = 196,          // float
  kGridClusterSteps = 197,          // bytes: two steps each
  kGridClusterLandmarkCosts = 198,  // float, one per entrance and landmark
  kVolumeHeader = 208,              // one VolumeHeader
  kVolumeRows = 209,                // uint32: words of the rows along x, y and z
  kVolumeWords = 210,               // VoxelWord
  kVolumeRunRows = 211,             // uint32, one per row along x and one more
  kVolumeRuns = 212,                // VoxelRun
  kSceneHeader = 224,               // one SceneHeader
  kSceneRecords = 225,              // SceneRecord
  kSceneMouths = 226,               // SceneMouth
  kScenePolys = 227,                // ScenePoly, one per polygon
  kSceneTexts = 228,                // bytes, each text ended by NUL
  kGapRecords = 240,                // Gap
  kGapFixes = 241,                  // GapFix
};

// The agent-and-ability variant a section belongs to: 0 = shared by the whole map, k = variant k - 1 of the
// manifest.
using VariantIndex = uint16_t;
// The part of the map a section covers: 0 = the whole map, k = region k - 1.
using RegionIndex = uint32_t;

// Set if a reader that does not know the section must refuse the package.
inline constexpr uint32_t kSectionRequired = 1U << 0;

struct PackageHeader {
  char magic[8];
  uint16_t format_major;
  uint16_t format_minor;
  uint32_t section_count;
  uint64_t file_size_bytes;
  uint64_t data_offset;  // of the first section
  uint32_t block_count;
  uint32_t table_crc32c;      // of the section table
  uint32_t checksums_crc32c;  // of the block checksums
  uint8_t content_hash[16];   // the generation: XXH3-128 of the table, then of all bytes from data_offset
  uint8_t reserved[64];       // zero
  uint32_t header_crc32c;     // of the 124 bytes before it
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
  uint32_t record_size_bytes;  // > 0, divides size_bytes
  uint32_t first_block;        // index of its first block checksum
  uint8_t reserved[24];        // zero
};
static_assert(sizeof(SectionEntry) == 64 && std::is_trivially_copyable_v<SectionEntry>);

// The next multiple of kPackageAlignment. REQUIRES: offset <= 2^64 - 64.
constexpr uint64_t AlignPackageOffset(uint64_t offset) {
  return (offset + kPackageAlignment - 1) / kPackageAlignment * kPackageAlignment;
}

// The number of block checksums of a section of this size.
constexpr uint64_t PackageBlockCount(uint64_t size_bytes) {
  return size_bytes / kPackageBlockBytes + (size_bytes % kPackageBlockBytes != 0 ? 1 : 0);
}

}  // namespace waystone
