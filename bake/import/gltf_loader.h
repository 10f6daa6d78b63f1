// TinyGLTF, kept away from the file system.
#pragma once

#include <tiny_gltf.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/gltf_json.h"

namespace waystone {

// The document as TinyGLTF reads it, with `buffers` as its buffers. Does not check its indices.
// InvalidArgument if the loader refuses it.
absl::StatusOr<tinygltf::Model> LoadGltf(const GltfJson& json, std::vector<std::string> buffers);

}  // namespace waystone
