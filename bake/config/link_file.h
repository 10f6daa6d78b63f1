// Off-mesh links as a CSV file. docs/links.md lists its columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/source_digest.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

inline constexpr size_t kMaxLinkFileBytes = size_t{256} << 20;

// The links of `text`, in its order. InvalidArgument "NAME:LINE: ..." naming the column and the rule: an
// unknown, doubled or missing column, a row of another length, a value out of range. O(bytes).
absl::StatusOr<std::vector<OffMeshLink>> ParseLinkCsv(std::string_view text, std::string_view name);

// The same from a file; NotFound or InvalidArgument where it cannot be read or is above kMaxLinkFileBytes.
// What is read is added to `digest`, which may be null.
absl::StatusOr<std::vector<OffMeshLink>> ReadLinkFile(const std::string& path,
                                                      SourceDigest* digest = nullptr);

}  // namespace waystone
