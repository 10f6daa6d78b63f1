#include "core/changed/mesh_arrays.h"

#include <utility>

#include "core/base/heap_bytes.h"

namespace waystone {

void MeshArrays::Restore() {
  vertices.Restore();
  edges.Restore();
  polys.Restore();
  detail_vertices.Restore();
  detail_triangles.Restore();
  tree_boxes.Restore();
  link_records.Restore();
  link_rows.Restore();
}

void MeshArrays::MapPages() const {
  vertices.MapPages();
  edges.MapPages();
  polys.MapPages();
  detail_vertices.MapPages();
  detail_triangles.MapPages();
  tree_boxes.MapPages();
  link_records.MapPages();
  link_rows.MapPages();
}

uint64_t MeshArrays::HeapBytes() const {
  return waystone::HeapBytes(vertices, edges, polys, detail_vertices, detail_triangles, tree_boxes,
                             link_records, link_rows);
}

std::optional<MeshArrays> SpareArrays::Take() {
  const std::lock_guard lock(mutex_);
  if (arrays_.empty()) return std::nullopt;
  std::optional<MeshArrays> taken = std::move(arrays_.back());
  arrays_.pop_back();
  return taken;
}

void SpareArrays::Give(MeshArrays arrays) {
  if (arrays.are_areas_summed || arrays.HeapBytes() > kMostBytes) return;
  arrays.Restore();
  const std::lock_guard lock(mutex_);
  if (arrays_.size() < kMost) arrays_.push_back(std::move(arrays));
}

}  // namespace waystone
