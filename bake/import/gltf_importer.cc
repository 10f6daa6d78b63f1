#include "bake/import/gltf_importer.h"

#include <tiny_gltf.h>

#include <array>
#include <utility>

#include "absl/status/status.h"
#include "bake/import/gltf_accessor.h"
#include "bake/import/gltf_buffers.h"
#include "bake/import/gltf_json.h"
#include "bake/import/gltf_loader.h"
#include "bake/import/name_table.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// An affine map: column-major 4 x 4 as in glTF.
using Transform = std::array<double, 16>;
constexpr Transform kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

Transform operator*(const Transform& a, const Transform& b) {
  Transform product{};
  for (size_t column = 0; column < 4; ++column) {
    for (size_t row = 0; row < 4; ++row) {
      for (size_t k = 0; k < 4; ++k) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return product;
}

Vec3 Apply(const Transform& t, const Vec3& v) {
  return {t[0] * v.x + t[4] * v.y + t[8] * v.z + t[12], t[1] * v.x + t[5] * v.y + t[9] * v.z + t[13],
          t[2] * v.x + t[6] * v.y + t[10] * v.z + t[14]};
}

bool Mirrors(const Transform& t) {
  return Dot(Cross(Vec3(t[0], t[1], t[2]), Vec3(t[4], t[5], t[6])), Vec3(t[8], t[9], t[10])) < 0;
}

// Matrix, or translation * rotation * scale. Lists have their right lengths or are empty.
Transform LocalTransform(const tinygltf::Node& node) {
  Transform t = kIdentity;
  if (!node.matrix.empty()) {
    std::copy(node.matrix.begin(), node.matrix.end(), t.begin());
    return t;
  }
  if (!node.rotation.empty()) {
    const double x = node.rotation[0];
    const double y = node.rotation[1];
    const double z = node.rotation[2];
    const double w = node.rotation[3];
    t = {1 - 2 * (y * y + z * z),
         2 * (x * y + z * w),
         2 * (x * z - y * w),
         0,
         2 * (x * y - z * w),
         1 - 2 * (x * x + z * z),
         2 * (y * z + x * w),
         0,
         2 * (x * z + y * w),
         2 * (y * z - x * w),
         1 - 2 * (x * x + y * y),
         0,
         0,
         0,
         0,
         1};
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    for (size_t row = 0; row < 3; ++row) t[4 * axis + row] *= node.scale.empty() ? 1 : node.scale[axis];
    t[12 + axis] = node.translation.empty() ? 0 : node.translation[axis];
  }
  return t;
}

// Collects the triangles of a loaded document.
class SceneWalk {
 public:
  SceneWalk(const tinygltf::Model& model, uint64_t max_triangles)
      : model_(model), max_triangles_(max_triangles), visited_(model.nodes.size(), false) {}

  absl::StatusOr<SourceMap> Run();

 private:
  struct Visit {
    int node;
    Transform parent;
  };

  absl::StatusOr<std::vector<int>> Roots() const;
  absl::Status VisitNode(const Visit& visit, std::vector<Visit>& stack);
  absl::Status AddPrimitive(const tinygltf::Primitive& primitive, const Transform& transform, uint32_t group);
  void AddTriangles(const std::vector<uint32_t>& indices, int mode, uint32_t first_vertex, bool mirrored);

  const tinygltf::Model& model_;
  const uint64_t max_triangles_;
  std::vector<bool> visited_;
  NameTable materials_;
  NameTable groups_;
  SourceMap map_;
};

absl::StatusOr<std::vector<int>> SceneWalk::Roots() const {
  if (model_.scenes.empty()) {
    std::vector<bool> is_child(model_.nodes.size(), false);
    for (const tinygltf::Node& node : model_.nodes) {
      for (const int child : node.children) {
        if (static_cast<size_t>(child) < is_child.size()) is_child[static_cast<size_t>(child)] = true;
      }
    }
    std::vector<int> roots;
    for (size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) roots.push_back(static_cast<int>(i));
    }
    return roots;
  }
  const size_t scene = model_.defaultScene < 0 ? 0 : static_cast<size_t>(model_.defaultScene);
  if (scene >= model_.scenes.size()) {
    return InvalidArgument("scene ", scene, " is out of range: there are ", model_.scenes.size());
  }
  return model_.scenes[scene].nodes;
}

void SceneWalk::AddTriangles(const std::vector<uint32_t>& indices, int mode, uint32_t first_vertex,
                             bool mirrored) {
  const auto add = [&](size_t a, size_t b, size_t c) {
    if (mirrored) std::swap(b, c);
    map_.triangles.push_back(
        {first_vertex + indices[a], first_vertex + indices[b], first_vertex + indices[c]});
  };
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    for (size_t i = 0; i + 2 < indices.size(); i += 3) add(i, i + 1, i + 2);
  } else if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
    for (size_t i = 0; i + 2 < indices.size(); ++i) add(i, i + 1 + i % 2, i + 2 - i % 2);
  } else {
    for (size_t i = 1; i + 1 < indices.size(); ++i) add(0, i, i + 1);
  }
}

absl::Status SceneWalk::AddPrimitive(const tinygltf::Primitive& primitive, const Transform& transform,
                                     uint32_t group) {
  const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
  if (mode > TINYGLTF_MODE_TRIANGLE_FAN)
    return InvalidArgument("a primitive's mode is ", mode, " and must be from 0 to 6");
  if (mode < TINYGLTF_MODE_TRIANGLES) return absl::OkStatus();
  const int accessor = primitive.attributes.at("POSITION");
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> positions, ReadPositions(model_, accessor));
  if (map_.vertices.size() + positions.size() > kMaxSourceVertices) {
    return InvalidArgument("accessor ", accessor, ": more than ", kMaxSourceVertices,
                           " vertices, instances counted");
  }
  const auto vertex_count = static_cast<uint32_t>(positions.size());
  std::vector<uint32_t> indices;
  if (primitive.indices >= 0) {
    WS_ASSIGN_OR_RETURN(indices, ReadIndices(model_, primitive.indices, vertex_count));
  } else {
    for (uint32_t i = 0; i < vertex_count; ++i) indices.push_back(i);
  }
  if (mode == TINYGLTF_MODE_TRIANGLES && indices.size() % 3 != 0) {
    return InvalidArgument("accessor ", primitive.indices >= 0 ? primitive.indices : accessor, ": ",
                           indices.size(), " corners are not 3 per triangle");
  }
  if (primitive.material >= 0 && static_cast<size_t>(primitive.material) >= model_.materials.size()) {
    return InvalidArgument("material ", primitive.material, " is out of range: there are ",
                           model_.materials.size());
  }
  const uint32_t material =
      primitive.material < 0
          ? 0
          : materials_.NumberOf(model_.materials[static_cast<size_t>(primitive.material)].name);
  const auto first_vertex = static_cast<uint32_t>(map_.vertices.size());
  for (const Vec3& position : positions) map_.vertices.push_back(Apply(transform, position));
  map_.vertex_places.resize(map_.vertices.size(), static_cast<uint32_t>(accessor));
  AddTriangles(indices, mode, first_vertex, Mirrors(transform));
  const absl::Status within = CheckTriangleCount(map_.triangles.size(), max_triangles_);
  if (!within.ok()) return InvalidArgument("accessor ", accessor, ": ", within.message());
  map_.triangle_materials.resize(map_.triangles.size(), material);
  map_.triangle_groups.resize(map_.triangles.size(), group);
  return absl::OkStatus();
}

absl::Status SceneWalk::VisitNode(const Visit& visit, std::vector<Visit>& stack) {
  if (visit.node < 0 || static_cast<size_t>(visit.node) >= model_.nodes.size()) {
    return InvalidArgument("node ", visit.node, " is out of range: there are ", model_.nodes.size());
  }
  const auto index = static_cast<size_t>(visit.node);
  if (visited_[index])
    return InvalidArgument("node ", visit.node, " is reached twice: nodes must form trees");
  visited_[index] = true;
  const tinygltf::Node& node = model_.nodes[index];
  const Transform transform = visit.parent * LocalTransform(node);
  if (node.mesh >= 0) {
    if (static_cast<size_t>(node.mesh) >= model_.meshes.size()) {
      return InvalidArgument("node ", visit.node, ": mesh ", node.mesh, " is out of range: there are ",
                             model_.meshes.size());
    }
    const tinygltf::Mesh& mesh = model_.meshes[static_cast<size_t>(node.mesh)];
    const uint32_t group = groups_.NumberOf(node.name.empty() ? mesh.name : node.name);
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      if (const absl::Status status = AddPrimitive(primitive, transform, group); !status.ok()) {
        return absl::Status(status.code(),
                            StrCat("node ", visit.node, ", mesh ", node.mesh, ": ", status.message()));
      }
    }
  }
  for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
    stack.push_back({*child, transform});
  }
  return absl::OkStatus();
}

absl::StatusOr<SourceMap> SceneWalk::Run() {
  WS_ASSIGN_OR_RETURN(const std::vector<int> roots, Roots());
  std::vector<Visit> stack;
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) stack.push_back({*root, kIdentity});
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    WS_RETURN_IF_ERROR(VisitNode(visit, stack));
  }
  if (map_.triangles.empty()) return InvalidArgument("the scene has no triangles");
  map_.materials = materials_.TakeNames();
  map_.groups = groups_.TakeNames();
  map_.place_word = "accessor";
  return std::move(map_);
}

}  // namespace

absl::StatusOr<SourceMap> ImportGltf(const std::string& path, std::string_view bytes, bool is_binary,
                                     SourceDigest& digest, std::vector<std::string>& warnings,
                                     uint64_t max_triangles) {
  GlbChunks chunks{bytes, {}};
  if (is_binary) {
    WS_ASSIGN_OR_RETURN(chunks, SplitGlb(bytes));
  }
  WS_ASSIGN_OR_RETURN(const GltfJson json, CheckGltfJson(chunks.json));
  WS_ASSIGN_OR_RETURN(std::vector<std::string> buffers,
                      ReadGltfBuffers(path, json.buffers, chunks.binary, digest));
  WS_ASSIGN_OR_RETURN(const tinygltf::Model model, LoadGltf(json, std::move(buffers)));
  for (const std::string& extension : json.unread_extensions) {
    warnings.push_back(StrCat("extension '", Printable(extension), "' is not read"));
  }
  return SceneWalk(model, max_triangles).Run();
}

}  // namespace waystone
