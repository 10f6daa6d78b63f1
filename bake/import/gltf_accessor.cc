#include "bake/import/gltf_accessor.h"

#include <cstring>

#include "absl/status/status.h"
#include "bake/import/source_check.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

constexpr size_t kMaxElements = size_t{3} * kMaxSourceTriangles;

// The elements of one accessor, known to lie within their buffer.
struct Elements {
  const unsigned char* first = nullptr;
  size_t stride = 0;
  size_t count = 0;
};

template <typename... Parts>
absl::Status Invalid(int accessor, const Parts&... rule) {
  return InvalidArgument("accessor ", accessor, ": ", rule...);
}

absl::StatusOr<Elements> ElementsOf(const tinygltf::Model& model, int index, size_t element_bytes) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<size_t>(index)];
  if (accessor.bufferView < 0) return Invalid(index, "it has no bufferView");
  if (static_cast<size_t>(accessor.bufferView) >= model.bufferViews.size()) {
    return Invalid(index, "bufferView ", accessor.bufferView, " is out of range: there are ",
                   model.bufferViews.size());
  }
  const tinygltf::BufferView& view = model.bufferViews[static_cast<size_t>(accessor.bufferView)];
  if (view.buffer < 0 || static_cast<size_t>(view.buffer) >= model.buffers.size()) {
    return Invalid(index, "bufferView ", accessor.bufferView, ": buffer ", view.buffer,
                   " is out of range: there are ", model.buffers.size());
  }
  const auto& bytes = model.buffers[static_cast<size_t>(view.buffer)].data;
  if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset) {
    return Invalid(index, "bufferView ", accessor.bufferView, " (", view.byteLength, " bytes at ",
                   view.byteOffset, ") ends past its buffer of ", bytes.size(), " bytes");
  }
  if (accessor.count == 0 || accessor.count > kMaxElements) {
    return Invalid(index, "count is ", accessor.count, " and must be from 1 to ", kMaxElements);
  }
  const size_t stride = view.byteStride == 0 ? element_bytes : view.byteStride;
  if (stride < element_bytes || stride > 252)
    return Invalid(index, "byteStride ", stride, " is out of range");
  const size_t needed = (accessor.count - 1) * stride + element_bytes;
  if (accessor.byteOffset > view.byteLength || needed > view.byteLength - accessor.byteOffset) {
    return Invalid(index, accessor.count, " elements at byte ", accessor.byteOffset,
                   " end past their view of ", view.byteLength, " bytes");
  }
  return Elements{bytes.data() + view.byteOffset + accessor.byteOffset, stride, accessor.count};
}

absl::Status CheckIndex(const tinygltf::Model& model, int index) {
  if (index >= 0 && static_cast<size_t>(index) < model.accessors.size()) return absl::OkStatus();
  return Invalid(index, "out of range: there are ", model.accessors.size());
}

template <typename Number>
absl::StatusOr<std::vector<uint32_t>> ReadIndicesAs(const tinygltf::Model& model, int index,
                                                    uint32_t vertex_count) {
  WS_ASSIGN_OR_RETURN(const Elements elements, ElementsOf(model, index, sizeof(Number)));
  std::vector<uint32_t> indices;
  indices.reserve(elements.count);
  for (size_t i = 0; i < elements.count; ++i) {
    Number number = 0;
    std::memcpy(&number, elements.first + i * elements.stride, sizeof(number));
    if (number >= vertex_count) {
      return Invalid(index, "element ", i, ": vertex index ", uint32_t{number},
                     " is out of range: there are ", vertex_count, " vertices");
    }
    indices.push_back(number);
  }
  return indices;
}

}  // namespace

absl::StatusOr<std::vector<Vec3>> ReadPositions(const tinygltf::Model& model, int index) {
  WS_RETURN_IF_ERROR(CheckIndex(model, index));
  const tinygltf::Accessor& accessor = model.accessors[static_cast<size_t>(index)];
  if (accessor.type != TINYGLTF_TYPE_VEC3 || accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) {
    return Invalid(index, "positions must be VEC3 of float");
  }
  WS_ASSIGN_OR_RETURN(const Elements elements, ElementsOf(model, index, sizeof(Vec3f)));
  std::vector<Vec3> positions;
  positions.reserve(elements.count);
  for (size_t i = 0; i < elements.count; ++i) {
    Vec3f position;
    std::memcpy(&position, elements.first + i * elements.stride, sizeof(position));
    positions.emplace_back(position);
    if (!positions.back().IsFinite()) return Invalid(index, "element ", i, ": a coordinate is not finite");
  }
  return positions;
}

absl::StatusOr<std::vector<uint32_t>> ReadIndices(const tinygltf::Model& model, int index,
                                                  uint32_t vertex_count) {
  WS_RETURN_IF_ERROR(CheckIndex(model, index));
  const tinygltf::Accessor& accessor = model.accessors[static_cast<size_t>(index)];
  if (accessor.type == TINYGLTF_TYPE_SCALAR) {
    switch (accessor.componentType) {
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return ReadIndicesAs<uint8_t>(model, index, vertex_count);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return ReadIndicesAs<uint16_t>(model, index, vertex_count);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return ReadIndicesAs<uint32_t>(model, index, vertex_count);
      default:
        break;
    }
  }
  return Invalid(index, "indices must be SCALAR of unsigned byte, short or int");
}

}  // namespace waystone
