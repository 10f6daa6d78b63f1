// Reads a Wavefront OBJ text line by line before the loader does, so that the loader only sees what is right.
//
// tinyobjloader takes "nan", "1e999", two coordinates instead of three and indices past the last vertex
// without a word, and forgets the names of materials it has no .mtl file for. So the text is checked here,
// with the line's number in every message, and written anew: vertices first, numbers instead of names,
// position indices only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"

namespace waystone {

inline constexpr uint32_t kMaxObjFaceCorners = 255;

struct ObjScan {
  std::string text;                    // for the loader: v, g, usemtl and f lines; names are numbers
  std::string material_text;           // the .mtl that declares those numbers
  std::vector<std::string> materials;  // [0] is ""; usemtl 3 is materials[3]
  std::vector<std::string> groups;     // [0] is ""; g 3 is groups[3]
  std::vector<uint32_t> vertex_lines;  // counted from 1, one per vertex
  uint32_t triangle_count = 0;         // what the faces split into
};

// InvalidArgument naming the line and the rule, without the file's name: unknown keyword, NUL byte, a number
// that is none or not finite, missing coordinates, fewer than 3 or more than kMaxObjFaceCorners corners,
// index 0 or out of range, a limit exceeded, an mtllib outside the source's folder (it is not read).
// O(size).
absl::StatusOr<ObjScan> ScanObj(std::string_view text, uint64_t max_triangles = BakeLimits().triangles);

}  // namespace waystone
