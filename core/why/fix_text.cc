#include "core/why/fix_text.h"

#include <cmath>
#include <string_view>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kRounding = 0.005;  // [m or degrees]
constexpr double kAtLimit_deg = 0.05;
constexpr double kFlat_deg = 5;
constexpr double kCellsOfWidth =
    4;  // that a turned passage is wider than the agent, for some of its columns to be free
constexpr double kCellsOfHeight = 3;  // and higher

// "but voxels of 0.2 x 0.1 m close it: " and what to do.
std::string VoxelsClose(const NavmeshView& mesh, std::string_view advice) {
  const NavmeshHeader& header = mesh.arrays().header;
  return StrCat(", but voxels of ", Decimals(header.cell_size_m), " x ", Decimals(header.cell_height_m),
                " m close it: ", advice);
}

std::string TooCoarse(const NavmeshView& mesh) {
  return VoxelsClose(mesh, "bake with a smaller cell_size_m or cell_height_m");
}

// With the size that would do. `now_m`: of the option in this bake.
std::string TooCoarse(const NavmeshView& mesh, const char* option, double now_m, double enough_m) {
  const double hundredths = std::floor(enough_m * 100 + kRounding);
  if (hundredths / 100 >= now_m) return TooCoarse(mesh);
  if (hundredths < 1) return VoxelsClose(mesh, "it takes a few centimetres more");
  return VoxelsClose(mesh, StrCat("bake with a ", option, " of ", Decimals(hundredths / 100), " or less"));
}

}  // namespace

std::string Decimals(double value) {
  const double rounded = std::round(value * 100) / 100;
  return StrCat(rounded == 0 ? 0.0 : rounded);
}

std::string PlaceText(const Vec3& at) {
  return StrCat("(", Decimals(at.x), ", ", Decimals(at.y), ", ", Decimals(at.z), ")");
}

std::string GroundFixText(const Fix& fix, const NavmeshView& mesh, StepShape shape) {
  const std::string at = StrCat(" at ", PlaceText(fix.at.value_or(Vec3())));
  const std::string measure = Decimals(fix.measure);
  const std::string limit = Decimals(fix.limit);
  const bool is_over = fix.measure > fix.limit + kRounding;
  const bool is_under = fix.measure < fix.limit - kRounding;
  switch (fix.kind) {
    case FixKind::kStep:
      return StrCat(shape == StepShape::kWall    ? "a wall of "
                    : shape == StepShape::kDitch ? "a ditch of "
                                                 : "a step of ",
                    measure, " m", at, is_over ? ", more than max_climb " : ", within max_climb ", limit,
                    " m", is_over ? "" : TooCoarse(mesh));
    case FixKind::kDrop:
      return StrCat("a drop of ", measure, " m", at,
                    is_over ? ", more than max_climb " : ", within max_climb ", limit, " m",
                    is_over ? StrCat(", where no link leads down: links with a drop_height_m of ", measure,
                                     " or more would")
                            : TooCoarse(mesh));
    case FixKind::kWidth:
      return StrCat("a passage ", fix.measure < kRounding ? "less than 0.01" : measure, " m wide", at,
                    is_under ? ", narrower than the agent's " : ", wide enough for the agent's ", limit, " m",
                    is_under ? ""
                             : TooCoarse(mesh, "cell_size_m", mesh.arrays().header.cell_size_m,
                                         (fix.measure - fix.limit) / kCellsOfWidth));
    case FixKind::kHeadroom:
      return StrCat("headroom of ", measure, " m", at,
                    is_under ? ", less than the agent's height of " : ", enough for the agent's height of ",
                    limit, " m",
                    is_under ? ""
                             : TooCoarse(mesh, "cell_height_m", mesh.arrays().header.cell_height_m,
                                         (fix.measure - fix.limit) / kCellsOfHeight));
    case FixKind::kSlope:
      if (is_over)
        return StrCat("a slope of ", measure, " degrees", at, ", more than max_slope ", limit, " degrees");
      if (fix.measure > fix.limit - kAtLimit_deg)
        return StrCat("a slope of ", measure, " degrees", at,
                      ", just as much as max_slope, which is not less: raise "
                      "max_slope_deg a little");
      return StrCat(fix.measure < kFlat_deg ? "stairs" : StrCat("a slope of ", measure, " degrees"), at,
                    fix.measure < kFlat_deg ? "" : StrCat(", within max_slope ", limit, " degrees"),
                    ", but rising by more than max_climb over two voxels: raise max_climb_m, or bake with a "
                    "smaller cell_size_m");
    case FixKind::kForbidden:
      return StrCat("ground", at, " that is not walkable by the map's settings, or faces down");
    default:
      return StrCat("something", at);
  }
}

Fix FixOfGap(const GapFix& stored, bool is_back, const NavmeshView& mesh, const Vec3& origin) {
  const Vec3 first(stored.at[0], stored.at[1], stored.at[2]);
  const Vec3 second(stored.to[0], stored.to[1], stored.to[2]);
  const Vec3& at = is_back ? second : first;
  const Vec3& to = is_back ? first : second;
  Fix fix;
  fix.at = at + origin;
  fix.to = to + origin;
  // Behind a wall it begins on the ground, and a ditch at its rim, as before it.
  if (is_back && stored.shape != StepShape::kOneWay) fix.at->y = to.y + origin.y;
  fix.measure = static_cast<double>(stored.measure);
  fix.limit = static_cast<double>(stored.limit);
  fix.unit = FixUnit::kMetres;
  switch (stored.kind) {
    case GapKind::kStep:
      fix.kind = to.y < at.y && stored.shape == StepShape::kOneWay ? FixKind::kDrop : FixKind::kStep;
      break;
    case GapKind::kWidth:
      fix.kind = FixKind::kWidth;
      break;
    case GapKind::kSlope:
      fix.kind = FixKind::kSlope;
      fix.unit = FixUnit::kDegrees;
      break;
    case GapKind::kHeadroom:
      fix.kind = FixKind::kHeadroom;
      break;
    case GapKind::kForbidden:
      fix.kind = FixKind::kForbidden;
      fix.unit = FixUnit::kNone;
      break;
  }
  fix.sentence = GroundFixText(fix, mesh, stored.shape);
  if (stored.more_places > 0)
    StrAppend(fix.sentence, ", and ", stored.more_places, " more such ",
              stored.more_places == 1 ? "place" : "places");
  return fix;
}

}  // namespace waystone
