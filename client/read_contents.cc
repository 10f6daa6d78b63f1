#include "client/read_contents.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "client/answer_check.h"
#include "client/types.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr uint32_t kDirections = 8;

using Ids = google::protobuf::RepeatedField<uint32_t>;

absl::Status CheckCount(std::string_view field, int count, int expected) {
  return count == expected ? absl::OkStatus() : Malformed(field, "not one for each");
}

absl::Status TakeGeneration(const v1::MapGeneration& part, bool is_first, MapGeneration& map) {
  if (is_first) map = {part.map_id(), part.generation()};
  if (part.generation() == map.generation) return absl::OkStatus();
  return absl::AbortedError("another package was loaded while this one was read");
}

absl::Status AddPoints(std::string_view field, const v1::PointList& part, uint64_t count, PointList& points) {
  if (static_cast<uint64_t>(part.xyz_size()) != 3 * count) return Malformed(field, "not one for each");
  points.origin = Vec3(part.origin_x(), part.origin_y(), part.origin_z());
  const auto is_finite = [](float value) { return std::isfinite(value); };
  if (!points.origin.IsFinite() || !std::all_of(part.xyz().begin(), part.xyz().end(), is_finite)) {
    return Malformed(field, "not finite");
  }
  points.xyz.insert(points.xyz.end(), part.xyz().begin(), part.xyz().end());
  return absl::OkStatus();
}

void Append(const Ids& part, std::vector<uint32_t>& list) {
  list.insert(list.end(), part.begin(), part.end());
}

// Source's ids may be missing from a part if none of its items has one.
absl::Status AddExternalIds(const Ids& part, size_t before, int count, std::vector<uint32_t>& ids) {
  if (part.empty() && ids.empty()) return absl::OkStatus();
  if (!part.empty()) WS_RETURN_IF_ERROR(CheckCount("external_ids", part.size(), count));
  ids.resize(before, kNoExternalId);
  Append(part, ids);
  ids.resize(before + static_cast<size_t>(count), kNoExternalId);
  return absl::OkStatus();
}

absl::Status CheckNext(std::string_view field, uint32_t next, size_t expected, int count) {
  if (next == kLastPart || (next == expected && count > 0)) return absl::OkStatus();
  return Malformed(field, "parts do not follow one another");
}

absl::Status CheckArcLists(const v1::GetSkeletonResponse& part) {
  const int arcs = part.arc_from_size();
  WS_RETURN_IF_ERROR(CheckCount("arc_to", part.arc_to_size(), arcs));
  WS_RETURN_IF_ERROR(CheckCount("arc_directions", part.arc_directions_size(), arcs));
  WS_RETURN_IF_ERROR(CheckCount("arc_back_directions", part.arc_back_directions_size(), arcs));
  WS_RETURN_IF_ERROR(CheckCount("arc_lengths_m", part.arc_lengths_m_size(), arcs));
  WS_RETURN_IF_ERROR(CheckCount("arc_kinds", part.arc_kinds_size(), arcs));
  return CheckCount("arc_links", part.arc_links_size(), arcs);
}

absl::Status AddArcs(const v1::GetSkeletonResponse& part, size_t first, MapSkeleton& skeleton) {
  WS_RETURN_IF_ERROR(CheckArcLists(part));
  for (int i = 0; i < part.arc_from_size(); ++i) {
    const SkeletonArc arc{.from = part.arc_from(i),
                          .to = part.arc_to(i),
                          .direction = part.arc_directions(i),
                          .back_direction = part.arc_back_directions(i),
                          .length_m = part.arc_lengths_m(i),
                          .kind = static_cast<SkeletonArcKind>(part.arc_kinds(i)),
                          .link = part.arc_links(i)};
    const bool has_ends =
        arc.from >= first && arc.from < skeleton.polys.size() && arc.to < part.key_point_count();
    if (!has_ends) return Malformed(StrCat("arc_from[", i, "]"), "no such key points");
    if (arc.direction >= kDirections || arc.back_direction >= kDirections || !std::isfinite(arc.length_m)) {
      return Malformed(StrCat("arc_directions[", i, "]"), "no direction, or no length");
    }
    skeleton.arcs.push_back(arc);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AddPart(const v1::GetSurfaceResponse& part, MapSurface& surface) {
  const size_t before = surface.areas.size();
  const int count = part.polys_size();
  WS_RETURN_IF_ERROR(TakeGeneration(part.map(), before == 0, surface.map));
  WS_RETURN_IF_ERROR(CheckCount("corner_counts", part.corner_counts_size(), count));
  WS_RETURN_IF_ERROR(CheckCount("areas", part.areas_size(), count));
  WS_RETURN_IF_ERROR(CheckCount("zones", part.zones_size(), count));
  for (int i = 0; i < count; ++i) {
    if (part.polys(i) != before + static_cast<size_t>(i)) return Malformed("polys", "not in their order");
  }
  const uint64_t corners =
      std::accumulate(part.corner_counts().begin(), part.corner_counts().end(), uint64_t{0});
  WS_RETURN_IF_ERROR(AddPoints("corners", part.corners(), corners, surface.corners));
  WS_RETURN_IF_ERROR(AddExternalIds(part.external_ids(), before, count, surface.external_ids));
  Append(part.corner_counts(), surface.corner_counts);
  Append(part.areas(), surface.areas);
  Append(part.zones(), surface.zones);
  return CheckNext("next_poly", part.next_poly(), surface.areas.size(), count);
}

absl::Status AddPart(const v1::GetSkeletonResponse& part, MapSkeleton& skeleton) {
  const size_t before = skeleton.polys.size();
  const int count = part.polys_size();
  WS_RETURN_IF_ERROR(TakeGeneration(part.map(), before == 0, skeleton.map));
  WS_RETURN_IF_ERROR(AddPoints("points", part.points(), static_cast<uint64_t>(count), skeleton.points));
  WS_RETURN_IF_ERROR(AddExternalIds(part.external_ids(), before, count, skeleton.external_ids));
  Append(part.polys(), skeleton.polys);
  WS_RETURN_IF_ERROR(AddArcs(part, before, skeleton));
  return CheckNext("next_key_point", part.next_key_point(), skeleton.polys.size(), count);
}

}  // namespace waystone::client
