// Checked access to the numbers of a loaded glTF.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone {

// The positions of accessor `index`. InvalidArgument naming the accessor and the rule: not float VEC3, sparse
// or without a view, a range outside its view or buffer, a coordinate not finite.
absl::StatusOr<std::vector<Vec3>> ReadPositions(const tinygltf::Model& model, int index);

// The indices of accessor `index`, each below `vertex_count`. InvalidArgument as above.
absl::StatusOr<std::vector<uint32_t>> ReadIndices(const tinygltf::Model& model, int index,
                                                  uint32_t vertex_count);

}  // namespace waystone
