#include "server/convert/obstacles_input.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/simple_polygon.h"
#include "server/convert/request_check.h"

namespace waystone {
namespace {

constexpr double kNoLimit_m = 1e9;  // beyond all heights of maps

absl::StatusOr<Vec3> ToLocal(const char* field, bool is_given, const v1::Position& position,
                             const FoundMap& found) {
  if (!is_given) return FieldError(field, "required");
  WS_RETURN_IF_ERROR(Within(field, CheckPosition(position)));
  if (!position.map_id().empty() && position.map_id() != found.map->manifest().map_id) {
    return Within(field,
                  FieldError("map_id", StrCat("is ", Quoted(position.map_id()), ", the changes are of ",
                                              Quoted(found.map->manifest().map_id))));
  }
  return ToVec3(position) - found.map->manifest().origin;
}

absl::StatusOr<Solid> ToSolid(const v1::Box& box, const FoundMap& found) {
  WS_ASSIGN_OR_RETURN(const Vec3 center, ToLocal("center", box.has_center(), box.center(), found));
  if (box.half_x_m() <= 0) return FieldError("half_x_m", "must be above 0");
  if (box.half_z_m() <= 0) return FieldError("half_z_m", "must be above 0");
  const double yaw = box.yaw_deg() * std::numbers::pi / 180;
  const Vec2 along_x = Vec2{std::cos(yaw), -std::sin(yaw)} * box.half_x_m();
  const Vec2 along_z = Vec2{std::sin(yaw), std::cos(yaw)} * box.half_z_m();
  const Vec2 at = center.Plane();
  Solid solid;
  solid.corners = {at - along_x - along_z, at + along_x - along_z, at + along_x + along_z,
                   at - along_x + along_z};
  solid.min_y = center.y - box.half_y_m();
  solid.max_y = center.y + box.half_y_m();
  return solid;
}

absl::StatusOr<Solid> ToSolid(const v1::Cylinder& cylinder, const FoundMap& found) {
  WS_ASSIGN_OR_RETURN(const Vec3 base, ToLocal("base", cylinder.has_base(), cylinder.base(), found));
  if (cylinder.radius_m() <= 0) return FieldError("radius_m", "must be above 0");
  Solid solid;
  solid.corners = {base.Plane()};
  solid.radius_m = cylinder.radius_m();
  solid.min_y = base.y;
  solid.max_y = base.y + cylinder.height_m();
  return solid;
}

absl::StatusOr<Solid> ToSolid(const v1::Prism& prism, const FoundMap& found) {
  const int numbers = prism.corners_xz_size();
  if (numbers % 2 != 0 || numbers < 6) {
    return FieldError("corners_xz",
                      StrCat("must have pairs of numbers for three corners or more, has ", numbers));
  }
  const Vec3& origin = found.map->manifest().origin;
  Solid solid;
  for (int i = 0; i < numbers; i += 2)
    solid.corners.push_back({prism.corners_xz(i) - origin.x, prism.corners_xz(i + 1) - origin.z});
  if (PolygonArea_m2(solid.corners) < 0) std::reverse(solid.corners.begin(), solid.corners.end());
  if (const char* const rule = WhyNotConvex(solid.corners)) return FieldError("corners_xz", rule);
  solid.min_y = prism.has_min_y() ? prism.min_y() - origin.y : -kNoLimit_m;
  solid.max_y = prism.has_max_y() ? prism.max_y() - origin.y : kNoLimit_m;
  if (solid.min_y > solid.max_y) return FieldError("max_y", "must not be below min_y");
  return solid;
}

absl::StatusOr<Solid> ToSolid(const v1::Obstacle& obstacle, const FoundMap& found) {
  switch (obstacle.shape_case()) {
    case v1::Obstacle::kBox: {
      absl::StatusOr<Solid> solid = ToSolid(obstacle.box(), found);
      return solid.ok() ? std::move(solid) : Within("box", solid.status());
    }
    case v1::Obstacle::kCylinder: {
      absl::StatusOr<Solid> solid = ToSolid(obstacle.cylinder(), found);
      return solid.ok() ? std::move(solid) : Within("cylinder", solid.status());
    }
    case v1::Obstacle::kPrism: {
      absl::StatusOr<Solid> solid = ToSolid(obstacle.prism(), found);
      return solid.ok() ? std::move(solid) : Within("prism", solid.status());
    }
    case v1::Obstacle::SHAPE_NOT_SET:
      break;
  }
  return FieldError("shape", "required: box, cylinder or prism");
}

}  // namespace

absl::Status ReadObstacles(const v1::MapChanges& changes, const FoundMap& found, const RequestLimits& limits,
                           std::vector<Solid>& solids) {
  WS_RETURN_IF_ERROR(CheckCount("obstacles", changes.obstacles_size(), limits.max_obstacles));
  for (int i = 0; i < changes.obstacles_size(); ++i) {
    absl::StatusOr<Solid> solid = ToSolid(changes.obstacles(i), found);
    if (!solid.ok()) return WithinItem("obstacles", i, solid.status());
    solid->takes_whole_polys = changes.obstacles(i).mode() == v1::OBSTACLE_MODE_BLOCK_TOUCHED;
    solids.push_back(*std::move(solid));
  }
  return absl::OkStatus();
}

}  // namespace waystone
