#include "client/draw/cut_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/draw/legend.h"
#include "client/draw/palette.h"
#include "client/draw/svg.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"

namespace waystone::draw {
namespace {

constexpr double kLongerSide_px = 1200;
constexpr double kMargin_px = 36;
constexpr std::string_view kOpen = "#d5e8ee";
constexpr uint32_t kMainZone = 1;

std::string_view ColourOf(uint32_t zone) { return zone == kMainZone ? kOpen : kDetached; }

class CutPicture {
 public:
  CutPicture(const MapView& map, const CutPlane& plane, const SurfaceCut& cut, const Overlays& overlays)
      : map_(map),
        plane_(plane),
        cut_(cut),
        overlays_(overlays),
        px_per_cell_(kLongerSide_px / std::max(cut.columns, cut.rows)) {}

  std::string Draw() {
    std::string body = StrCat(
        "<clipPath id=\"frame\"><rect width=\"", Number(Width_px()), "\" height=\"", Number(Height_px()),
        "\"/></clipPath>\n<g clip-path=\"url(#frame)\" transform=\"translate(", Number(kMargin_px), ",",
        Number(kMargin_px), ")\">\n<g shape-rendering=\"crispEdges\">\n<rect class=\"solid\" width=\"",
        Number(Width_px()), "\" height=\"", Number(Height_px()), "\" fill=\"", kObstacle, "\"/>\n");
    for (uint32_t row = 0; row < cut_.rows; ++row) AppendRow(row, body);
    body += "</g>\n";
    for (size_t i = 0; i < overlays_.routes.size(); ++i) AppendRoute(i, body);
    for (const PlacementOverlay& placement : overlays_.placements) {
      const auto [x, y] = OnPage(placement.at);
      StrAppend(body, "<circle class=\"place\" cx=\"", Number(x), "\" cy=\"", Number(y), "\" r=\"4\" fill=\"",
                kPlacement, "\"/>\n");
    }
    body += "</g>\n";
    const double legend_left = Width_px() + 2 * kMargin_px;
    Legend legend(legend_left, kMargin_px, body);
    AppendLegend(legend);
    const double width_px = legend_left + kLegendWidth_px;
    const double height_px = std::max(Height_px() + 2 * kMargin_px, legend.y() + kMargin_px);
    return StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", Number(width_px), "\" height=\"",
                  Number(height_px), "\" viewBox=\"0 0 ", Number(width_px), " ", Number(height_px),
                  "\" font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\">\n<title>",
                  Escaped(map_.manifest->map_id), "</title>\n<style>\n.title{font-weight:700;fill:", kInk,
                  "}\n.row{font-size:14px;fill:", kInk,
                  "}\n.small{font-size:12px;fill:#7a7266}\n</style>\n<rect width=\"100%\" height=\"100%\" "
                  "rx=\"14\" fill=\"",
                  kPaper, "\"/>\n", body, "</svg>\n");
  }

 private:
  struct Point {
    double x;
    double y;
  };

  double Width_px() const { return cut_.columns * px_per_cell_; }
  double Height_px() const { return cut_.rows * px_per_cell_; }
  // Rows of upright planes run upwards.
  uint32_t RowOnPage(uint32_t row) const { return plane_.is_level ? row : cut_.rows - 1 - row; }

  Point OnPage(const Vec3& absolute) const {
    const Vec3 at = absolute - map_.manifest->origin;
    const double px_per_m = px_per_cell_ / cut_.cell_m;
    if (plane_.is_level) return {(at.x - cut_.corner.x) * px_per_m, (at.z - cut_.corner.z) * px_per_m};
    const Vec2 over = plane_.to - plane_.from;
    const double along_m = Dot(at.Plane() - plane_.from, over) / Length(over);
    return {along_m * px_per_m, Height_px() - (at.y - cut_.corner.z) * px_per_m};
  }

  // A rectangle for each run of squares that are alike.
  void AppendRow(uint32_t row, std::string& svg) const {
    for (uint32_t first = 0; first < cut_.columns;) {
      const uint32_t zone = cut_.At(first, row);
      uint32_t end = first + 1;
      while (end < cut_.columns && cut_.At(end, row) == zone) ++end;
      if (zone != SurfaceCut::kSolid) {
        StrAppend(svg, "<rect x=\"", Number(first * px_per_cell_), "\" y=\"",
                  Number(RowOnPage(row) * px_per_cell_), "\" width=\"", Number((end - first) * px_per_cell_),
                  "\" height=\"", Number(px_per_cell_), "\" fill=\"", ColourOf(zone), "\"/>\n");
      }
      first = end;
    }
  }

  void AppendRoute(size_t index, std::string& svg) const {
    for (const std::vector<Vec3>& visit : overlays_.routes[index].visits) {
      StrAppend(svg, "<polyline class=\"route\" fill=\"none\" stroke-width=\"3\" stroke=\"",
                RouteColour(index), "\" points=\"");
      for (const Vec3& point : visit) {
        const auto [x, y] = OnPage(point);
        StrAppend(svg, Number(x), ",", Number(y), " ");
      }
      svg += "\"/>\n";
    }
  }

  void AppendLegend(Legend& legend) const {
    const double height_m = plane_.height_m + map_.manifest->origin.y;
    legend.Title(map_.manifest->map_id,
                 plane_.is_level
                     ? absl::StrFormat("cut at a height of %.2f m", height_m)
                     : absl::StrFormat("cut along a line of %.2f m", Length(plane_.to - plane_.from)));
    const auto swatch = [](std::string_view colour) {
      return StrCat("<rect x=\"1\" y=\"-8\" width=\"26\" height=\"16\" rx=\"3\" fill=\"", colour, "\"/>");
    };
    legend.Row(swatch(kObstacle), "solid");
    legend.Row(swatch(kOpen), "free");
    if (std::ranges::any_of(cut_.zones,
                            [](uint32_t zone) { return zone != SurfaceCut::kSolid && zone != kMainZone; })) {
      legend.Row(swatch(kDetached), "free, not connected");
    }
    for (size_t i = 0; i < overlays_.routes.size(); ++i) {
      const RouteOverlay& route = overlays_.routes[i];
      legend.Row(StrCat("<path stroke-width=\"3\" stroke=\"", RouteColour(i), "\" d=\"M2 0H26\"/>"),
                 StrCat(route.name.empty() ? "route" : Shortened(route.name, 18),
                        absl::StrFormat(", %.1f m", route.length_m)));
    }
  }

  const MapView& map_;
  const CutPlane& plane_;
  const SurfaceCut& cut_;
  const Overlays& overlays_;
  const double px_per_cell_;
};

}  // namespace

absl::StatusOr<std::string> DrawCut(const MapView& map, const CutPlane& plane, const Overlays& overlays) {
  const double length_m = Length(plane.to - plane.from);
  if (!std::isfinite(plane.height_m) || !std::isfinite(length_m) || (!plane.is_level && length_m == 0)) {
    return absl::InvalidArgumentError("the cut needs a finite height, or a line with two different ends");
  }
  const std::optional<SurfaceCut> cut = map.surface->Cut(map, plane);
  if (!cut.has_value()) {
    return InvalidArgument("map ", Quoted(map.manifest->map_id), ": only volumes can be cut");
  }
  if (std::ranges::all_of(cut->zones, [](uint32_t zone) { return zone == SurfaceCut::kSolid; })) {
    return InvalidArgument("map ", Quoted(map.manifest->map_id), ": nothing is free where it is cut");
  }
  if (!plane.is_level && cut->columns * cut->cell_m < length_m - cut->cell_m) {
    return InvalidArgument("the line of the cut is longer than ", cut->columns, " squares of ", cut->cell_m,
                           " m");
  }
  return CutPicture(map, plane, *cut, overlays).Draw();
}

std::optional<CutPlane> FullestCut(const MapView& map) {
  const std::optional<double> height_m = map.surface->FullestHeight(map);
  return height_m ? std::optional(CutPlane{true, *height_m, {}, {}}) : std::nullopt;
}

}  // namespace waystone::draw
