// The index of packages that a server fetches: what is served, and under which hashes it lies (docs/package_source.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/served_package.h"

namespace waystone {

// Where the index and the objects lie, below the source's URL or folder.
inline constexpr std::string_view kPackageIndexName = "packages.json";
inline constexpr std::string_view kObjectsFolderName = "objects";

// Plain data.
struct PackageIndex {
  static constexpr size_t kMaxMaps = 100'000;
  static constexpr size_t kMaxBytes = 64 << 20;  // of the text

  struct Map {
    PackageSummary summary;
    std::string sha256;  // 64 lower-case hex digits, of the whole file
  };
  struct World {
    std::string generation;
    uint64_t size_bytes = 0;
    std::string sha256 = {};
  };

  std::vector<Map> maps;            // sorted by map id
  std::optional<World> world = {};  // nullopt: there is none

  // InvalidArgument naming the entry and the rule that is broken. Passes over fields that it does not know.
  static absl::StatusOr<PackageIndex> Parse(std::string_view text);
  // The same index has the same text, with a line for each map.
  std::string Text() const;
};

}  // namespace waystone
