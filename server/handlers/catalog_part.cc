#include "server/handlers/catalog_part.h"

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/reach/reach_cells.h"
#include "server/convert/convert.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

absl::Status CheckCorner(const v1::Position& corner, const std::string& map_id) {
  WS_RETURN_IF_ERROR(CheckPosition(corner));
  if (corner.map_id().empty() || corner.map_id() == map_id) return absl::OkStatus();
  return FieldError("map_id", StrCat("must be ", Quoted(map_id), ", as the request's, or empty"));
}

}  // namespace

absl::StatusOr<Aabb> RegionOf(const v1::Position* min, const v1::Position* max, const std::string& map_id,
                              const Vec3& origin) {
  if (min != nullptr) WS_RETURN_IF_ERROR(Within("min", CheckCorner(*min, map_id)));
  if (max != nullptr) WS_RETURN_IF_ERROR(Within("max", CheckCorner(*max, map_id)));
  const Vec3 everywhere = Vec3(1, 1, 1) * (2 * limits::Position::x.max);
  Aabb region = Aabb::Around({}, everywhere);
  if (min != nullptr) region.min = ToVec3(*min) - origin;
  if (max != nullptr) region.max = ToVec3(*max) - origin;
  if (region.IsEmpty()) return FieldError("max", "must not be less than min on any axis");
  return region;
}

absl::Status CheckCells(double cell_m, std::string_view first_field, uint32_t first) {
  WS_RETURN_IF_ERROR(CheckRange("cell_m", cell_m, kLeastCell_m, limits::GetSurfaceRequest::cell_m.max));
  if (first != 0) return FieldError(first_field, "squares come in one part");
  return absl::OkStatus();
}

}  // namespace waystone
