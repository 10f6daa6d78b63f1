#include "bake/config/volume_reader.h"

#include <cmath>
#include <utility>

#include "core/geom/simple_polygon.h"

namespace waystone {
namespace {

bool IsFinite(const Aabb& box) { return box.min.IsFinite() && box.max.IsFinite(); }

}  // namespace

absl::Status VolumeReader::ReadBox(const YAML::Node& value, const std::string& key,
                                   AreaVolume& volume) const {
  if (!value.IsSequence() || value.size() != 2) return Invalid(value, key, "must be two points [x, y, z]");
  for (const YAML::Node& corner : value) {
    Vec3 at;
    WS_RETURN_IF_ERROR(ReadPoint(corner, key, at));
    if (!at.IsFinite()) return Invalid(value, key, "must be finite");
    volume.bounds.Extend(at);
  }
  return absl::OkStatus();
}

absl::Status VolumeReader::ReadCylinder(const YAML::Node& value, const std::string& key,
                                        AreaVolume& volume) const {
  Vec3 base;
  double radius_m = 0;
  double height_m = 0;
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"base", To(&VolumeReader::ReadPoint, base)},
                              {"radius_m", To(&VolumeReader::ReadNumber, radius_m)},
                              {"height_m", To(&VolumeReader::ReadNumber, height_m)}}));
  if (!(radius_m > 0 && height_m > 0)) return Invalid(value, key, "needs a radius_m and a height_m above 0");
  volume.outline = VolumeCylinder{base.Plane(), radius_m};
  volume.bounds = {base - Vec3{radius_m, 0, radius_m}, base + Vec3{radius_m, height_m, radius_m}};
  return IsFinite(volume.bounds) ? absl::OkStatus() : Invalid(value, key, "must be finite");
}

absl::Status VolumeReader::ReadCorner(const YAML::Node& value, const std::string& key, Vec2& corner) const {
  if (!value.IsSequence() || value.size() != 2) return Invalid(value, key, "must be places [x, z]");
  WS_RETURN_IF_ERROR(ReadNumber(value[0], key, corner.x));
  return ReadNumber(value[1], key, corner.z);
}

absl::Status VolumeReader::ReadPrism(const YAML::Node& value, const std::string& key,
                                     AreaVolume& volume) const {
  VolumePrism prism;
  double bottom_m = NAN;
  double top_m = NAN;
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"corners", ToList(&VolumeReader::ReadCorner, prism.corners)},
                              {"bottom_m", To(&VolumeReader::ReadNumber, bottom_m)},
                              {"top_m", To(&VolumeReader::ReadNumber, top_m)}}));
  if (prism.corners.size() < 3 || prism.corners.size() > kMaxPrismCorners) {
    return Invalid(value, key, StrCat("needs 3 to ", kMaxPrismCorners, " corners"));
  }
  if (!(bottom_m < top_m)) return Invalid(value, key, "needs a bottom_m below its top_m");
  for (const Vec2 corner : prism.corners) {
    volume.bounds.Extend({corner.x, bottom_m, corner.z});
    volume.bounds.Extend({corner.x, top_m, corner.z});
    if (!std::isfinite(corner.x) || !std::isfinite(corner.z)) return Invalid(value, key, "must be finite");
  }
  if (const auto meeting = MeetingSides(prism.corners)) {
    return Invalid(value, key, StrCat("has sides ", meeting->first, " and ", meeting->second, " that meet"));
  }
  if (PolygonArea_m2(prism.corners) == 0) return Invalid(value, key, "has corners in one line");
  volume.outline = std::move(prism);
  return IsFinite(volume.bounds) ? absl::OkStatus() : Invalid(value, key, "must be finite");
}

absl::Status VolumeReader::ReadShape(const YAML::Node& value, const std::string& key, Readers others,
                                     AreaVolume& volume) const {
  others["box"] = To(&VolumeReader::ReadBox, volume);
  others["cylinder"] = To(&VolumeReader::ReadCylinder, volume);
  others["prism"] = To(&VolumeReader::ReadPrism, volume);
  WS_RETURN_IF_ERROR(ReadMap(value, key, others));
  int shapes = 0;
  for (const char* shape : {"box", "cylinder", "prism"}) shapes += value[shape].IsDefined() ? 1 : 0;
  if (shapes != 1) return Invalid(value, key, "needs a box, a cylinder or a prism, and one of them only");
  return absl::OkStatus();
}

absl::Status VolumeReader::ReadVolume(const YAML::Node& value, const std::string& key,
                                      AreaVolume& volume) const {
  WS_RETURN_IF_ERROR(ReadShape(value, key, {{"area", To(&VolumeReader::ReadText, volume.area)}}, volume));
  return volume.area.empty() ? Invalid(value, key, "needs an area") : absl::OkStatus();
}

}  // namespace waystone
