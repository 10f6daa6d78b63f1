// The part of a glTF document that a baker needs, checked and cut out before the loader sees it.
//
// TinyGLTF takes a matrix of 15 numbers, or of words, for no matrix at all, recurses into extras as deep as
// they go, looks for buffers in the current folder too, and decodes images it was not asked for. So it gets a
// document of our own writing: only scenes, nodes, meshes, accessors, buffer views, buffers and the names of
// materials, every value of the right kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace waystone {

struct GltfBufferReference {
  std::string uri;          // as written; empty: the binary chunk of a GLB
  uint64_t size_bytes = 0;  // declared
};

struct GltfJson {
  std::string text;                            // for the loader; buffer k's uri is "buffer-<k>"
  std::vector<GltfBufferReference> buffers;    // to be served to it under that name
  std::vector<std::string> unread_extensions;  // used but not required, and of unknown effect on geometry
};

// O(size). InvalidArgument naming the byte or the value's place ("nodes[3].matrix") and the rule: not JSON
// (json_text.h), not glTF 2, an extension required that
// changes geometry, a value of the wrong kind.
absl::StatusOr<GltfJson> CheckGltfJson(std::string_view text);

}  // namespace waystone
