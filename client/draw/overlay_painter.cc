#include "client/draw/overlay_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/draw/label_layout.h"
#include "client/draw/move_painter.h"
#include "client/draw/palette.h"
#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr double kHeadroom_m = 1.2;    // surface further above a point hides it
constexpr double kSampleStep_m = 0.4;  // how finely a route is tested for being hidden
constexpr size_t kMaxSamples = 20'000;

// A stretch of a line that is all in the open or all hidden.
struct Stretch {
  bool hidden = false;
  std::vector<PagePoint> line;
};

std::vector<Stretch> SplitHidden(const std::vector<Vec3>& points, const PlanGrid& grid,
                                 const Projection& project) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += PlaneDistance(points[i - 1], points[i]);
  const double step = std::max(kSampleStep_m, length / kMaxSamples);
  std::vector<Stretch> stretches{{grid.IsCovered(points[0], kHeadroom_m), {project(points[0])}}};
  for (size_t i = 1; i < points.size(); ++i) {
    const auto pieces = static_cast<size_t>(std::ceil(PlaneDistance(points[i - 1], points[i]) / step));
    for (size_t k = 1; k <= pieces; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(pieces);
      const Vec3 at = points[i - 1] + (points[i] - points[i - 1]) * share;
      const bool hidden = grid.IsCovered(at, kHeadroom_m);
      if (hidden == stretches.back().hidden && k < pieces) continue;
      stretches.back().line.push_back(project(at));
      if (hidden != stretches.back().hidden) stretches.push_back({hidden, {project(at)}});
    }
  }
  return stretches;
}

void AppendRouteLine(std::string_view colour, const std::vector<Stretch>& stretches, std::string& svg) {
  std::string open;
  std::string hidden;
  for (const Stretch& stretch : stretches) {
    if (stretch.line.size() >= 2) StrAppend(stretch.hidden ? hidden : open, LinePath(stretch.line));
  }
  if (!hidden.empty()) {
    StrAppend(svg, "<path class=\"casing hidden\" d=\"", hidden,
              "\"/>\n<path class=\"line hidden\" stroke=\"", colour, "\" d=\"", hidden, "\"/>\n");
  }
  if (!open.empty()) {
    StrAppend(svg, "<path class=\"casing\" d=\"", open, "\"/>\n<path class=\"line\" stroke=\"", colour,
              "\" d=\"", open, "\"/>\n");
  }
}

// A ring where each visit begins, and how the last one ends.
void AppendRouteEnds(const RouteOverlay& route, std::string_view colour,
                     std::span<const std::vector<PagePoint>> visits, std::string& svg) {
  for (const std::vector<PagePoint>& visit : visits) {
    StrAppend(svg, "<circle class=\"start\" r=\"6\" stroke=\"", colour, "\" ", Translate(visit.front()),
              "/>\n");
  }
  const PagePoint end = visits.back().back();
  if (route.is_complete) {
    StrAppend(svg, "<use href=\"#pin\" fill=\"", colour, "\" ", Translate(end), "/>\n");
  } else {
    StrAppend(svg, "<use href=\"#cross\" stroke=\"", colour, "\" ", Translate(end), "/>\n");
  }
}

void AppendPlacements(const Overlays& overlays, const PlanGrid& grid, const Projection& project,
                      const Vec3& origin, std::string& svg) {
  for (const PlacementOverlay& placement : overlays.placements) {
    const Vec3 at = placement.at - origin;
    const bool hidden = grid.IsCovered(at, kHeadroom_m);
    StrAppend(svg, "<use href=\"#place\" class=\"", hidden ? "place hidden" : "place", "\" ",
              Translate(project(at)), "/>\n");
  }
}

// Each route's label stands by its first line.
void AppendLabels(const Overlays& overlays, const std::vector<std::vector<PagePoint>>& lines,
                  std::span<const size_t> first_lines, std::string& svg) {
  LabelLayout layout(lines);
  for (size_t i = 0; i < overlays.routes.size(); ++i) {
    const RouteOverlay& route = overlays.routes[i];
    const std::string text =
        StrCat(absl::StrFormat("%.1f m", route.length_m), route.is_complete ? "" : ", partial");
    const PagePoint at = layout.Place(first_lines[i], text.size());
    StrAppend(svg, "<text class=\"length\" fill=\"", RouteColour(i), "\" ", Translate(at), ">", text,
              "</text>\n");
  }
}

}  // namespace

void AppendOverlays(const Overlays& overlays, const PlanGrid& grid, const Projection& project,
                    const Vec3& origin, std::string& svg) {
  AppendPlacements(overlays, grid, project, origin, svg);
  AppendMoves(overlays.moves, project, origin, svg);
  std::vector<std::vector<PagePoint>> lines;  // of all visits, route by route
  std::vector<size_t> first_lines;            // by route
  for (size_t i = 0; i < overlays.routes.size(); ++i) {
    first_lines.push_back(lines.size());
    for (const std::vector<Vec3>& visit : overlays.routes[i].visits) {
      std::vector<Vec3> points;
      points.reserve(visit.size());
      for (const Vec3& point : visit) points.push_back(point - origin);
      AppendRouteLine(RouteColour(i), SplitHidden(points, grid, project), svg);
      std::vector<PagePoint>& line = lines.emplace_back();
      for (const Vec3& point : points) line.push_back(project(point));
    }
  }
  for (size_t i = 0; i < overlays.routes.size(); ++i) {
    const RouteOverlay& route = overlays.routes[i];
    AppendRouteEnds(route, RouteColour(i), std::span(lines).subspan(first_lines[i], route.visits.size()),
                    svg);
  }
  AppendLabels(overlays, lines, first_lines, svg);
}

void AppendOverlayStyle(std::string& svg) {
  StrAppend(svg,
            "<defs>\n"
            "<path id=\"pin\" stroke=\"#fff\" stroke-width=\"1.6\" fill-rule=\"evenodd\" "
            "d=\"M0 0C-3-7-9-10-9-17a9 9 0 1 1 18 0C9-10 3-7 0 0zM0-20.4a3.4 3.4 0 1 0 .01 0z\"/>\n"
            "<path id=\"cross\" fill=\"none\" stroke-width=\"3.2\" stroke-linecap=\"round\" "
            "d=\"M-5-5L5 5M-5 5L5-5\"/>\n"
            "<path id=\"place\" d=\"M0-5L5 0 0 5-5 0z\"/>\n"
            "</defs>\n<style>\n"
            ".casing{fill:none;stroke:#fff;stroke-opacity:.9;stroke-width:7.5;stroke-linejoin:round;"
            "stroke-linecap:round}\n"
            ".casing.thin{stroke-width:5}\n"
            ".casing.hidden{stroke-opacity:.45}\n"
            ".line{fill:none;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}\n"
            ".line.hidden{stroke-dasharray:1.5 7}\n"
            ".start{fill:#fff;stroke-width:4}\n"
            ".place{fill:",
            kPlacement,
            ";stroke:#fff;stroke-width:1.4}\n"
            ".place.hidden{fill:#fff;stroke:",
            kPlacement,
            "}\n"
            ".length{font-weight:700;font-size:15px;text-anchor:middle;paint-order:stroke;stroke:#fff;"
            "stroke-width:4px;"
            "stroke-linejoin:round}\n"
            "</style>\n");
}

}  // namespace waystone::draw
