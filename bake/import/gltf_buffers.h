// The bytes of a glTF's buffers: from a GLB's chunk, a data URI or a file beside the source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/gltf_json.h"
#include "bake/import/source_digest.h"

namespace waystone {

// The two chunks of a GLB, as views into its bytes.
struct GlbChunks {
  std::string_view json;
  std::string_view binary;  // empty if there is none
};

// InvalidArgument naming the byte and the rule.
absl::StatusOr<GlbChunks> SplitGlb(std::string_view bytes);

// The buffers, each exactly as long as declared. Files are read only from the folder of `source_path` and
// below, symbolic links followed, and added to `digest`. InvalidArgument or NotFound naming
// the buffer.
absl::StatusOr<std::vector<std::string>> ReadGltfBuffers(const std::string& source_path,
                                                         const std::vector<GltfBufferReference>& references,
                                                         std::string_view glb_binary, SourceDigest& digest);

}  // namespace waystone
