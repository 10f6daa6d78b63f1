// What must hold of MapCatalog's answers.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "client/answer_check.h"
#include "client/messages.h"
#include "client/number_check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr uint32_t kDirections = 8;

// An empty page that promises more would never end.
absl::Status CheckPage(bool is_empty, const std::string& next_page_token) {
  if (!is_empty || next_page_token.empty()) return absl::OkStatus();
  return Malformed("next_page_token", "an empty page is not the last");
}

absl::Status CheckPart(const std::string& field, uint32_t next, uint32_t end, int count) {
  if (next == kNoId || (next >= end && count > 0)) return absl::OkStatus();
  return Malformed(field, "parts do not follow one another");
}

// By rising ids of a skeleton's key points.
bool AreRising(const google::protobuf::RepeatedField<uint32_t>& ids, const v1::GetSkeletonResponse& part) {
  const bool is_sorted = std::is_sorted(ids.begin(), ids.end(), std::less_equal<>());
  return is_sorted && (ids.empty() || ids[ids.size() - 1] < part.key_point_count());
}

// What each is, of the lists that are as long as the key points, or may be empty.
absl::Status CheckKeyPoints(const v1::GetSkeletonRequest& request, const v1::GetSkeletonResponse& part) {
  const int count = part.polys_size();
  if (PointsOf(part.points()).size() != static_cast<size_t>(count))
    return Malformed("points", "not one for each");
  const std::pair<const char*, int> lists[] = {{"external_ids", part.external_ids_size()},
                                               {"key_points", part.key_points_size()},
                                               {"areas", part.areas_size()},
                                               {"zones", part.zones_size()},
                                               {"clusters", part.clusters_size()}};
  for (const auto& [field, size] : lists) {
    if (size != 0 && size != count) return Malformed(field, "not one for each");
  }
  const bool names_ids = request.has_min() || request.has_max() || request.cell_m() > 0;
  if (count > 0 && names_ids == part.key_points().empty())
    return Malformed("key_points", names_ids ? "missing" : "not asked for");
  const bool is_in_order = AreRising(part.key_points(), part) &&
                           (!names_ids || count == 0 || part.key_points(0) >= request.first_key_point());
  if (!is_in_order) return Malformed("key_points", "not in their order");
  if (!AreRising(part.outer_key_points(), part)) return Malformed("outer_key_points", "not in their order");
  if (PointsOf(part.outer_points()).size() != static_cast<size_t>(part.outer_key_points_size()))
    return Malformed("outer_points", "not one for each");
  return absl::OkStatus();
}

absl::Status CheckArcs(const v1::GetSkeletonRequest& request, const v1::GetSkeletonResponse& part) {
  const int arcs = part.arc_from_size();
  const auto is_one_each = [arcs](const auto&... lists) { return ((lists.size() == arcs) && ...); };
  if (!is_one_each(part.arc_to(), part.arc_directions(), part.arc_back_directions(), part.arc_lengths_m(),
                   part.arc_kinds(), part.arc_links())) {
    return Malformed("arc_from", "not one of each list");
  }
  const uint32_t first = request.first_key_point();
  const auto& ids = part.key_points();
  const auto is_there = [&](uint32_t id) {
    return ids.empty() ? id >= first && id - first < static_cast<uint32_t>(part.polys_size())
                       : std::binary_search(ids.begin(), ids.end(), id);
  };
  for (int i = 0; i < arcs; ++i) {
    const bool has_ends = is_there(part.arc_from(i)) && part.arc_to(i) < part.key_point_count();
    if (!has_ends) return Malformed(StrCat("arc_from[", i, "]"), "no such key points");
    if (part.arc_directions(i) >= kDirections || part.arc_back_directions(i) >= kDirections) {
      return Malformed(StrCat("arc_directions[", i, "]"), "no direction");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPlaces(const google::protobuf::RepeatedPtrField<v1::WorldPortal>& portals) {
  for (int i = 0; i < portals.size(); ++i) {
    if (!portals[i].has_from()) return Malformed(StrCat("portals[", i, "].from"), "missing");
    if (!portals[i].has_to()) return Malformed(StrCat("portals[", i, "].to"), "missing");
  }
  return absl::OkStatus();
}

// A volume without a shape has one that this version does not know.
bool IsSound(const v1::DoorVolume& volume) {
  if (volume.has_cylinder()) return volume.cylinder().has_base();
  const int numbers = volume.prism().corners_xz_size();
  return !volume.has_prism() || (numbers >= 6 && numbers % 2 == 0);
}

absl::Status CheckDoors(const v1::DescribeMapResponse& map) {
  if (map.described_doors_size() > map.doors_size()) return Malformed("described_doors", "more than doors");
  for (int i = 0; i < map.described_doors_size(); ++i) {
    const v1::DescribedDoor& door = map.described_doors(i);
    const std::string field = StrCat("described_doors[", i, "]");
    if (door.name() != map.doors(i)) return Malformed(StrCat(field, ".name"), "not that of the door");
    if (!std::all_of(door.volumes().begin(), door.volumes().end(), IsSound))
      return Malformed(StrCat(field, ".volumes"), "half a shape");
    if (door.link_ends_xyz_size() % 6 != 0) return Malformed(StrCat(field, ".link_ends_xyz"), "half a link");
    if (door.rects_size() % 4 != 0) return Malformed(StrCat(field, ".rects"), "not four numbers each");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckAnswer(const v1::ListMapsRequest& /*request*/, const v1::ListMapsResponse& page) {
  WS_RETURN_IF_ERROR(CheckPage(page.maps().empty(), page.next_page_token()));
  return CheckFinite(page);
}

absl::Status CheckAnswer(const v1::DescribeMapRequest& /*request*/, const v1::DescribeMapResponse& answer) {
  WS_RETURN_IF_ERROR(CheckDoors(answer));
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::DescribeWorldRequest& /*request*/, const v1::DescribeWorldResponse& page) {
  WS_RETURN_IF_ERROR(CheckPage(page.portals().empty(), page.next_page_token()));
  WS_RETURN_IF_ERROR(CheckPlaces(page.portals()));
  return CheckFinite(page);
}

absl::Status CheckAnswer(const v1::GetSurfaceRequest& request, const v1::GetSurfaceResponse& part) {
  const int count = part.polys_size();
  const bool is_squares = request.cell_m() > 0;
  if (part.corner_counts_size() != (is_squares ? 0 : count) || part.areas_size() != count ||
      part.zones_size() != count) {
    return Malformed("polys", "not one of each list");
  }
  uint32_t end = request.first_poly();
  for (const uint32_t poly : part.polys()) {
    if (poly == kNoId || (poly < end && !is_squares)) return Malformed("polys", "not in their order");
    end = poly + 1;
  }
  const uint64_t corners =
      std::accumulate(part.corner_counts().begin(), part.corner_counts().end(), uint64_t{0});
  if (PointsOf(part.corners()).size() != (is_squares ? static_cast<uint64_t>(count) : corners)) {
    return Malformed("corners", "not one for each");
  }
  if (!part.external_ids().empty() && part.external_ids_size() != count) {
    return Malformed("external_ids", "not one for each");
  }
  if (!part.clusters().empty() && part.clusters_size() != count) {
    return Malformed("clusters", "not one for each");
  }
  if (is_squares)
    return part.next_poly() == kNoId ? CheckFinite(part) : Malformed("next_poly", "squares in parts");
  WS_RETURN_IF_ERROR(CheckPart("next_poly", part.next_poly(), end, count));
  return CheckFinite(part);
}

absl::Status CheckAnswer(const v1::GetSkeletonRequest& request, const v1::GetSkeletonResponse& part) {
  WS_RETURN_IF_ERROR(CheckKeyPoints(request, part));
  WS_RETURN_IF_ERROR(CheckArcs(request, part));
  if (request.cell_m() > 0)
    return part.next_key_point() == kNoId ? CheckFinite(part)
                                          : Malformed("next_key_point", "squares in parts");
  const int count = part.polys_size();
  const uint32_t end = part.key_points().empty() ? request.first_key_point() + static_cast<uint32_t>(count)
                                                 : part.key_points(count - 1) + 1;
  WS_RETURN_IF_ERROR(CheckPart("next_key_point", part.next_key_point(), end, count));
  return CheckFinite(part);
}

}  // namespace waystone::client
