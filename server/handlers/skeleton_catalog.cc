// GetSkeleton: the key points and arcs of a map, or of a part of it.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/skeleton/coarse_skeleton.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/search_surface.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/catalog_part.h"

namespace waystone {

namespace {

// None takes more.
constexpr size_t kKeyPointBytes = 56;
constexpr size_t kArcBytes = 24;
constexpr size_t kOuterBytes = 30;

// A part of the skeleton as it is gathered.
class SkeletonPart {
 public:
  SkeletonPart(const MapView& view, const v1::GetSkeletonRequest& request, const Aabb& region,
               v1::GetSkeletonResponse& response)
      : view_(view),
        skeleton_(*view.skeleton),
        clusters_(ClustersOf(view)),
        region_(region),
        most_(request.max_key_points() == 0 ? kDefaultPartSize : request.max_key_points()),
        names_ids_(request.has_min() || request.has_max() || request.cell_m() > 0),
        points_(view.manifest->origin, request.point_format(), *response.mutable_points()),
        outer_points_(view.manifest->origin, request.point_format(), *response.mutable_outer_points()),
        response_(response) {}

  uint32_t most() const { return most_; }
  bool Holds(KeyPointId id) const { return region_.Contains(skeleton_.Position(id)); }

  // False if it has no room for a key point and the arcs that leave it; the first one always has.
  bool Add(KeyPointId id, std::span<const SkeletonArc> arcs) {
    size_t bytes = bytes_ + kKeyPointBytes + kArcBytes * arcs.size();
    const size_t outer_before = outer_.size();
    for (const SkeletonArc& arc : arcs) {
      if (!Holds(KeyPointId(arc.target))) outer_.push_back(arc.target);
    }
    bytes += kOuterBytes * (outer_.size() - outer_before);
    const bool is_full = response_.polys_size() == static_cast<int>(most_) || bytes > kMaxPartBytes;
    if (is_full && bytes_ > 0) {
      outer_.resize(outer_before);
      return false;
    }
    bytes_ = bytes;
    points_.Add(PointOf(id));
    if (names_ids_) response_.add_key_points(id.value());
    AddPoly(view_, clusters_, PolyId(skeleton_.key_point(id).poly), response_);
    for (const SkeletonArc& arc : arcs) AddArc(id, arc);
    return true;
  }

  // Call it once all are added.
  void Finish() {
    std::ranges::sort(outer_);
    outer_.erase(std::unique(outer_.begin(), outer_.end()), outer_.end());
    for (const uint32_t id : outer_) {
      response_.add_outer_key_points(id);
      outer_points_.Add(PointOf(KeyPointId(id)));
    }
    if (outer_.empty()) response_.clear_outer_points();
    if (view_.surface->Fields().has_source_ids)
      AddExternalIds(*view_.navmesh, response_.polys(), *response_.mutable_external_ids());
  }

 private:
  Vec3f PointOf(KeyPointId id) const {
    const KeyPoint& key_point = skeleton_.key_point(id);
    return {key_point.x, key_point.y, key_point.z};
  }

  void AddArc(KeyPointId from, const SkeletonArc& arc) {
    response_.add_arc_from(from.value());
    response_.add_arc_to(arc.target);
    response_.add_arc_directions(arc.direction);
    response_.add_arc_back_directions(arc.back);
    response_.add_arc_lengths_m(arc.length_m);
    response_.add_arc_kinds(ToProto(arc.kind));
    response_.add_arc_links(arc.link);
  }

  const MapView& view_;
  const SkeletonView& skeleton_;
  const ClusterView* const clusters_;
  const Aabb region_;
  const uint32_t most_;
  const bool names_ids_;
  PointWriter points_;
  PointWriter outer_points_;
  v1::GetSkeletonResponse& response_;
  std::vector<uint32_t> outer_;  // key points outside of the region
  size_t bytes_ = 0;
};

// One key point for each square.
absl::Status AddSquares(const MapView& view, const v1::GetSkeletonRequest& request, const Deadline& deadline,
                        SkeletonPart& part) {
  WS_RETURN_IF_ERROR(CheckCells(request.cell_m(), "first_key_point", request.first_key_point()));
  constexpr uint32_t kKeyPointsPerLook = 4096;
  DeadlinePoll poll(deadline, kKeyPointsPerLook);
  const CoarseSkeleton coarse(*view.skeleton, request.cell_m(), view.variant->agent.height_m, poll);
  for (const CoarseSkeleton::Square& square : coarse.squares()) {
    if (poll.Expired(square.member_count)) break;
    if (!part.Holds(square.kept) || part.Add(square.kept, coarse.ArcsOf(square))) continue;
    const std::string what =
        StrCat("there are more than ", part.most(), " squares (max_key_points), or more than ", kMaxPartBytes,
               " bytes of them");
    return LimitError("cell_m", what, {part.most()}, absl::StatusCode::kOutOfRange);
  }
  return poll.Status();
}

}  // namespace

absl::StatusOr<Progress> CatalogHandler::Handle(const v1::GetSkeletonRequest& request,
                                                const RequestScope& scope,
                                                v1::GetSkeletonResponse& response) const {
  v1::Agent agent;
  agent.set_profile(request.profile());
  *agent.mutable_abilities() = request.abilities();
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap("map_id", request.map_id(), agent, scope, ZonesNeed::kCompute, "profile"));
  const MapManifest& manifest = found.map->manifest();
  WS_ASSIGN_OR_RETURN(const Aabb region, RegionOf(request, manifest.origin));
  if (found.view.skeleton == nullptr) {
    return FieldError("map_id",
                      StrCat("map ", Quoted(manifest.map_id), " was baked without a skeleton for agent ",
                             Quoted(found.view.variant->agent.name), " with these abilities"),
                      absl::StatusCode::kFailedPrecondition);
  }
  const SkeletonView& skeleton = *found.view.skeleton;
  SetGeneration(*found.map, *response.mutable_map());
  response.set_key_point_count(skeleton.size());
  response.set_next_key_point(kLastPart);
  SkeletonPart part(found.view, request, region, response);
  if (request.cell_m() > 0) {
    WS_RETURN_IF_ERROR(AddSquares(found.view, request, scope.deadline, part));
  } else {
    for (uint32_t id = request.first_key_point(); id < skeleton.size(); ++id) {
      if (!part.Holds(KeyPointId(id)) || part.Add(KeyPointId(id), skeleton.ArcsOf(KeyPointId(id)))) continue;
      response.set_next_key_point(id);
      break;
    }
  }
  part.Finish();
  return Progress::kDone;
}

}  // namespace waystone
