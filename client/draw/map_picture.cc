#include "client/draw/map_picture.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/draw/facets.h"
#include "client/draw/legend.h"
#include "client/draw/move_painter.h"
#include "client/draw/overlay_painter.h"
#include "client/draw/palette.h"
#include "client/draw/surface_layers.h"
#include "client/draw/svg.h"
#include "client/draw/terrain.h"
#include "client/draw/walk_painter.h"
#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"

namespace waystone::draw {
namespace {

constexpr double kMapSide_px = 1200;
constexpr double kMargin_px = 36;
constexpr size_t kNameCharacters = 18;  // of a route, in the legend: its length stands behind

struct Frame {
  Projection project;
  double width_px = 0;  // of the map alone
  double height_px = 0;
};

// All of the map, or the part of it that is asked for. Map-local.
Frame MakeFrame(const NavmeshHeader& header, const std::optional<PlaneBox>& focus, const Vec3& origin) {
  PlaneBox box{{header.bounds_min[0], header.bounds_min[2]}, {header.bounds_max[0], header.bounds_max[2]}};
  if (focus) box = {focus->min - origin.Plane(), focus->max - origin.Plane()};
  const double width = std::max(1e-3, box.max.x - box.min.x);
  const double depth = std::max(1e-3, box.max.z - box.min.z);
  const double px_per_m = kMapSide_px / std::max(width, depth);
  return {{box.min, px_per_m * kPageUnitsPerPx}, width * px_per_m, depth * px_per_m};
}

// What lies outside of the frame is not shown.
std::string ClipTo(const Frame& frame) {
  return StrCat("<clipPath id=\"frame\"><rect width=\"", Number(frame.width_px), "\" height=\"",
                Number(frame.height_px), "\"/></clipPath>\n<g clip-path=\"url(#frame)\">\n");
}

std::string Swatch(std::string_view attributes) {
  return StrCat("<rect x=\"1\" y=\"-8\" width=\"26\" height=\"16\" rx=\"3\" ", attributes, "/>");
}

void AppendGroundRows(const MapView& map, const SurfaceLayers& layers, Legend& legend) {
  std::set<uint8_t> used;
  bool any_detached = false;
  for (uint32_t i = 0; i < map.navmesh->poly_count(); ++i) {
    any_detached |= layers.detached[i] != 0;
    if (layers.detached[i] == 0) used.insert(map.navmesh->poly(PolyId(i)).area);
  }
  for (const AreaType& area : map.manifest->areas) {
    if (!used.contains(area.index)) continue;
    legend.Row(Swatch(StrCat("class=\"swatch\" fill=\"", AreaColour(area.index, area.name), "\"")),
               area.name);
  }
  if (any_detached) {
    const std::string swatch =
        Swatch("class=\"swatch detached\"") +
        "<path d=\"M5 7L12-7M12 7L19-7M19 7L26-7\" stroke=\"#3a3630\" stroke-opacity=\".4\"/>";
    legend.Row(swatch, "not connected");
  }
}

void AppendOverlayRows(const Overlays& overlays, Legend& legend) {
  for (size_t i = 0; i < overlays.routes.size(); ++i) {
    const RouteOverlay& route = overlays.routes[i];
    legend.Row(StrCat("<path class=\"casing\" d=\"M2 0H26\"/><path class=\"line\" stroke=\"", RouteColour(i),
                      "\" d=\"M2 0H26\"/>"),
               StrCat(route.name.empty() ? "route" : Shortened(route.name, kNameCharacters),
                      absl::StrFormat(", %.1f m", route.length_m)));
  }
  if (!overlays.routes.empty()) {
    legend.Row("<path class=\"line hidden\" stroke=\"#3a3630\" d=\"M2 0H28\"/>", "beneath another floor");
  }
  if (!overlays.placements.empty()) {
    legend.Row("<use href=\"#place\" class=\"place\" x=\"14\"/>",
               StrCat(overlays.placements.size(), " placed resources"));
  }
  AppendMoveRows(overlays.moves, legend);
}

// A bar of a round length, at most 160 px long.
void AppendScaleBar(const Projection& project, double left_px, double y_px, std::string& svg) {
  const double px_per_m = project.units_per_m / kPageUnitsPerPx;
  double length_m = 1;
  for (const double step : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0}) {
    if (step * px_per_m <= 160) length_m = step;
  }
  const double half = length_m * px_per_m / 2;
  StrAppend(svg, "<g transform=\"translate(", Number(left_px), ",", Number(y_px), ")\">",
            "<rect class=\"bar\" fill=\"#3a3630\" width=\"", Number(half), "\" height=\"6\"/>",
            "<rect class=\"bar\" fill=\"#fff\" x=\"", Number(half), "\" width=\"", Number(half),
            "\" height=\"6\"/><text class=\"small\" x=\"0\" y=\"22\">0</text><text class=\"small\" x=\"",
            Number(2 * half), "\" y=\"22\" text-anchor=\"end\">", Number(length_m), " m</text></g>\n");
}

void AppendHead(double width_px, double height_px, std::string_view title, bool has_walks, std::string& svg) {
  StrAppend(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", Number(width_px), "\" height=\"",
            Number(height_px), "\" viewBox=\"0 0 ", Number(width_px), " ", Number(height_px),
            "\" font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\">\n<title>", Escaped(title),
            "</title>\n");
  AppendTerrainStyle(svg);
  AppendOverlayStyle(svg);
  AppendMoveStyle(svg);
  if (has_walks) AppendWalkStyle(svg);
  StrAppend(svg, "<style>\n.title{font-weight:700;fill:", kInk, "}\n.row{font-size:14px;fill:", kInk,
            "}\n.small{font-size:12px;fill:#7a7266}\n", ".swatch,.bar{stroke:", kInk,
            ";stroke-opacity:.45;stroke-width:.8}\n</style>\n",
            "<rect width=\"100%\" height=\"100%\" rx=\"14\" fill=\"", kPaper, "\"/>\n");
}

}  // namespace

absl::StatusOr<std::string> DrawMap(const MapView& map, const Overlays& overlays) {
  if (map.navmesh == nullptr || map.navmesh->poly_count() == 0) {
    return InvalidArgument("map \"", map.manifest->map_id,
                           "\": there is no navmesh to draw, or it has no polygons");
  }
  const NavmeshView& mesh = *map.navmesh;
  const Frame frame = MakeFrame(mesh.arrays().header, overlays.focus, map.manifest->origin);
  const PlanGrid grid(mesh);
  const SurfaceLayers layers = FindLayers(grid);
  const std::vector<Facet> facets = MakeFacets(mesh, frame.project);

  const double legend_left = kMargin_px + frame.width_px + kMargin_px;
  std::string body;
  StrAppend(body, "<g transform=\"translate(", Number(kMargin_px), ",", Number(kMargin_px), ")\">\n",
            overlays.focus ? ClipTo(frame) : "", "<g transform=\"scale(", Number(1.0 / kPageUnitsPerPx),
            ")\">\n");
  AppendTerrain(mesh, layers, facets, map.manifest->areas, frame.project, map.manifest->origin.y, body);
  StrAppend(body, "</g>\n");
  // If only a graph can be walked, the skeleton is that graph: without it there were nothing but dots.
  const bool has_skeleton = overlays.with_skeleton || map.surface->IsGraph();
  const SkeletonView* const skeleton = has_skeleton ? map.skeleton : nullptr;
  if (skeleton != nullptr) AppendSkeleton(*skeleton, frame.project, body);
  AppendWalks(overlays.walks, frame.project, map.manifest->origin, body);
  AppendOverlays(overlays, grid, frame.project, map.manifest->origin, body);
  StrAppend(body, overlays.focus ? "</g>\n" : "", "</g>\n");

  Legend legend(legend_left, kMargin_px, body);
  legend.Title(map.manifest->map_id, absl::StrFormat("%d polygons, %.0f m²", mesh.poly_count(),
                                                     mesh.arrays().area_prefix_m2.back()));
  AppendGroundRows(map, layers, legend);
  legend.Gap();
  AppendOverlayRows(overlays, legend);
  AppendWalkRows(overlays.walks, skeleton, legend);
  const double height = std::max(frame.height_px + 2 * kMargin_px, legend.y() + 80);
  AppendScaleBar(frame.project, legend_left, height - kMargin_px - 22, body);

  std::string svg;
  AppendHead(legend_left + kLegendWidth_px, height, map.manifest->map_id,
             skeleton != nullptr || !overlays.walks.empty(), svg);
  StrAppend(svg, body, "</svg>\n");
  return svg;
}

}  // namespace waystone::draw
