// The checks when a package is opened: header, section table, block checksums, and the positions of the
// sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/package/format.h"

namespace waystone {

// Views of the checked parts; they live as long as the bytes.
struct PackageLayout {
  const PackageHeader* header = nullptr;
  std::span<const SectionEntry> table;        // sorted by (variant, region, type), each once
  std::span<const uint32_t> block_checksums;  // not yet compared with the sections
};

// Checks everything outside the sections and their padding. `bytes` begin at a multiple of kPackageAlignment.
// DataLoss names the part or section, its offset and the rule broken; Unimplemented if the package is intact
// but needs a newer reader (another major, an unknown section flagged required). O(sections + blocks).
absl::StatusOr<PackageLayout> CheckPackageLayout(std::span<const std::byte> bytes);

}  // namespace waystone
