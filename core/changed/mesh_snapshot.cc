#include "core/changed/mesh_snapshot.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/sort_in_time.h"
#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"

namespace waystone {

namespace {

constexpr size_t kBytesPerLook = size_t{1} << 20;
constexpr uint32_t kEdgesPerLook = 8192;

}  // namespace

MeshSnapshotMaker::MeshSnapshotMaker(const NavmeshView& mesh, const LinkView& links)
    : out_(new MeshSnapshot{.mesh = mesh, .links = links}) {
  out_->header = mesh.arrays().header;
}

absl::Status MeshSnapshotMaker::ListParts(const Deadline& deadline) {
  if (!parts_.empty()) return absl::OkStatus();
  const NavmeshArrays& arrays = out_->mesh.arrays();
  const LinkView& links = out_->links;
  if (boxes_.empty()) {  // in one go
    boxes_ = WithEmptyLeaves(arrays, MeshSnapshot::kMostAdded, out_->header);
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
  }
  out_->tree_box_count = boxes_.size();
  const size_t rows = links.size() > 0 ? arrays.polys.size() : 0;
  rows_.reserve(rows);
  DeadlinePoll poll(deadline, kEdgesPerLook);
  while (rows_.size() < rows) {
    rows_.push_back(links.FirstOf(PolyId(static_cast<uint32_t>(rows_.size()))).value());
    if (poll.Expired()) return poll.Status();
  }
  parts_ = {{std::as_bytes(arrays.vertices), &out_->vertices},
            {std::as_bytes(arrays.edges), &out_->edges},
            {std::as_bytes(arrays.polys), &out_->polys},
            {std::as_bytes(arrays.detail_vertices), &out_->detail_vertices},
            {std::as_bytes(arrays.detail_triangles), &out_->detail_triangles},
            {std::as_bytes(std::span(std::as_const(boxes_))), &out_->tree_boxes},
            {std::as_bytes(links.all()), &out_->link_records},
            {std::as_bytes(std::span(std::as_const(rows_))), &out_->link_rows}};
  return absl::OkStatus();
}

absl::Status MeshSnapshotMaker::CopyParts(const Deadline& deadline) {
  if (shared_ == nullptr) {
    WS_ASSIGN_OR_RETURN(shared_, SharedArrays::Make());
  }
  for (; part_ < parts_.size(); ++part_, array_.reset(), copied_ = 0) {
    const Part& part = parts_[part_];
    if (!array_) {
      WS_ASSIGN_OR_RETURN(array_, shared_->Add(part.bytes.size()));
    }
    *part.number = *array_;
    while (copied_ < part.bytes.size()) {
      WS_RETURN_IF_ERROR(CheckInTime(deadline));
      const size_t size = std::min(kBytesPerLook, part.bytes.size() - copied_);
      WS_RETURN_IF_ERROR(shared_->Write(*array_, copied_, part.bytes.subspan(copied_, size)));
      copied_ += size;
    }
  }
  return absl::OkStatus();
}

absl::Status MeshSnapshotMaker::FindOneWay(const Deadline& deadline) {
  const std::span<const NavEdge> edges = out_->mesh.arrays().edges;
  DeadlinePoll poll(deadline, kEdgesPerLook);
  for (; edge_ < edges.size(); ++edge_) {
    if (poll.Expired()) return poll.Status();
    const uint32_t twin = edges[edge_].twin;
    if (twin != kNoEdge && edges[twin].twin != edge_) out_->one_way.push_back({edges[twin].poly, edge_});
  }
  return SortInTime(out_->one_way, deadline) ? absl::OkStatus() : CheckInTime(deadline);
}

absl::Status MeshSnapshotMaker::FillSpare(const Deadline& deadline) {
  for (; spare_count_ < SpareArrays::kMost; ++spare_count_) {
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    WS_ASSIGN_OR_RETURN(MeshArrays arrays, out_->NewArrays());
    arrays.MapPages();
    out_->spare->Give(std::move(arrays));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const MeshSnapshot>> MeshSnapshotMaker::Make(const Deadline& deadline) {
  if (out_->arrays == nullptr) {
    WS_RETURN_IF_ERROR(ListParts(deadline));
    WS_RETURN_IF_ERROR(CopyParts(deadline));
    WS_RETURN_IF_ERROR(FindOneWay(deadline));
    out_->arrays = std::move(shared_);
  }
  WS_RETURN_IF_ERROR(FillSpare(deadline));
  return std::move(out_);
}

absl::StatusOr<MeshArrays> MeshSnapshot::TakeArrays() const {
  if (std::optional<MeshArrays> used = spare->Take()) return *std::move(used);
  return NewArrays();
}

absl::StatusOr<MeshArrays> MeshSnapshot::NewArrays() const {
  const NavmeshArrays& baked = mesh.arrays();
  const SharedArrays& shared = *arrays;
  WS_ASSIGN_OR_RETURN(auto own_vertices, PatchedArray<Vec3f>::Make(shared, vertices, baked.vertices.size()));
  WS_ASSIGN_OR_RETURN(auto own_edges, PatchedArray<NavEdge>::Make(shared, edges, baked.edges.size()));
  WS_ASSIGN_OR_RETURN(auto own_polys, PatchedArray<NavPoly>::Make(shared, polys, baked.polys.size()));
  WS_ASSIGN_OR_RETURN(auto own_detail_vertices,
                      PatchedArray<Vec3f>::Make(shared, detail_vertices, baked.detail_vertices.size()));
  WS_ASSIGN_OR_RETURN(
      auto own_detail_triangles,
      PatchedArray<NavDetailTriangle>::Make(shared, detail_triangles, baked.detail_triangles.size()));
  WS_ASSIGN_OR_RETURN(auto own_tree_boxes, PatchedArray<NavBox>::Make(shared, tree_boxes, tree_box_count));
  WS_ASSIGN_OR_RETURN(auto own_link_records, PatchedArray<NavLink>::Make(shared, link_records, links.size()));
  const size_t rows = links.size() == 0 ? 0 : mesh.poly_count();
  WS_ASSIGN_OR_RETURN(auto own_link_rows, PatchedArray<uint32_t>::Make(shared, link_rows, rows));
  const size_t most_polys = size_t{mesh.poly_count()} + kMostAdded;
  WS_ASSIGN_OR_RETURN(auto areas, PrivateBytes::MakeZeros(most_polys * sizeof(double)));
  return MeshArrays{std::move(own_vertices),
                    std::move(own_edges),
                    std::move(own_polys),
                    std::move(own_detail_vertices),
                    std::move(own_detail_triangles),
                    std::move(own_tree_boxes),
                    std::move(own_link_records),
                    std::move(own_link_rows),
                    std::move(areas)};
}

}  // namespace waystone
