// Tints are laid over one another: each threshold of height or light adds a thin veil over everything beyond
// it, so that bands meet without seams. Holes of the lowest floor are what stands in the way: they are drawn
// as blocks that throw a shadow.
#include "client/draw/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "client/draw/iso.h"
#include "client/draw/obstacles.h"
#include "client/draw/palette.h"
#include "client/draw/region.h"
#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr double kContourTolerance = 4;  // page units
constexpr size_t kBoldEvery = 5;         // every fifth contour line
constexpr double kContourSlope = 0.09;   // on flatter ground lines wander without meaning
constexpr std::array<double, 6> kLightSteps = {0.1, 0.18, 0.28, 0.4, 0.54, 0.7};
constexpr double kShortestContour = 500;  // page units; shorter ones are noise
constexpr double kLargestBush_m2 = 10;
constexpr double kVeilTotal = 0.62;  // of all height veils together

struct Level {
  std::vector<const Facet*> attached;
  std::vector<const Facet*> detached;
  std::vector<std::pair<PagePoint, PagePoint>> borders;
};

std::vector<Level> SplitLevels(const NavmeshView& mesh, const SurfaceLayers& layers,
                               const std::vector<Facet>& facets, const Projection& project) {
  std::vector<Level> levels(layers.level_count);
  for (const Facet& facet : facets) {
    Level& level = levels[layers.level[facet.poly.value()]];
    (layers.detached[facet.poly.value()] != 0 ? level.detached : level.attached).push_back(&facet);
  }
  const NavmeshView::Arrays& arrays = mesh.arrays();
  for (uint32_t i = 0; i < arrays.edges.size(); ++i) {
    if (arrays.edges[i].twin != kNoEdge) continue;
    const std::pair side(project(Vec3(mesh.EdgeStart(EdgeId(i)))), project(Vec3(mesh.EdgeEnd(EdgeId(i)))));
    if (side.first != side.second) levels[layers.level[arrays.edges[i].poly]].borders.push_back(side);
  }
  return levels;
}

void AppendPath(std::string_view attributes, const std::string& data, std::string& svg) {
  if (!data.empty()) StrAppend(svg, "<path ", attributes, " d=\"", data, "\"/>\n");
}

std::string OutlinePath(std::span<const Facet* const> facets) {
  Region region;
  for (const Facet* facet : facets) region.Add(facet->corners);
  return LoopsPath(region.Outline());
}

// The part of the facets where the value is at least (or, with sign -1, at most) the threshold.
std::string PartPath(std::span<const Facet* const> facets, std::array<double, 3> Facet::*value, double sign,
                     double threshold) {
  Region region;
  for (const Facet* facet : facets) {
    std::array<double, 3> signed_values = facet->*value;
    for (double& v : signed_values) v *= sign;
    region.Add(PartAtLeast(facet->corners, signed_values, sign * threshold).points());
  }
  return LoopsPath(region.Outline());
}

std::string_view NameOf(uint8_t area, const std::vector<AreaType>& areas) {
  const auto named = std::ranges::find(areas, area, &AreaType::index);
  return named == areas.end() ? std::string_view() : named->name;
}

void AppendGround(const Level& level, const std::vector<AreaType>& areas, std::string& svg) {
  std::map<uint8_t, std::vector<const Facet*>> by_area;
  for (const Facet* facet : level.attached) by_area[facet->area].push_back(facet);
  for (const auto& [area, facets] : by_area) {
    const std::string colour = AreaColour(area, NameOf(area, areas));
    AppendPath(StrCat("class=\"ground\" fill=\"", colour, "\" stroke=\"", colour, "\""), OutlinePath(facets),
               svg);
  }
  const std::string detached = OutlinePath(level.detached);
  AppendPath("class=\"detached\"", detached, svg);
  AppendPath("fill=\"url(#hatch)\"", detached, svg);
}

void AppendVeils(const Level& level, std::span<const double> thresholds, std::string& svg) {
  const double opacity = thresholds.empty() ? 0 : kVeilTotal / static_cast<double>(thresholds.size() + 2);
  for (const double threshold : thresholds) {
    AppendPath(StrCat("class=\"high\" fill-opacity=\"", Number(opacity), "\""),
               PartPath(level.attached, &Facet::height_m, 1, threshold), svg);
  }
  for (const std::vector<const Facet*>* part : {&level.attached, &level.detached}) {
    for (const double step : kLightSteps) {
      AppendPath("class=\"lit\"", PartPath(*part, &Facet::light, 1, step), svg);
      AppendPath("class=\"shade\"", PartPath(*part, &Facet::light, -1, -step), svg);
    }
  }
}

double LineLength(const std::vector<PagePoint>& line) {
  double length = 0;
  for (size_t i = 1; i < line.size(); ++i) length += Distance(line[i - 1], line[i]);
  return length;
}

void AppendContours(const Level& level, std::span<const double> thresholds, double interval,
                    double origin_y_m, std::string& svg) {
  for (const double threshold : thresholds) {
    std::vector<std::pair<PagePoint, PagePoint>> pieces;
    for (const Facet* facet : level.attached) {
      if (facet->slope < kContourSlope) continue;
      if (const auto piece = LineAt(facet->corners, facet->height_m, threshold)) pieces.push_back(*piece);
    }
    std::vector<std::vector<PagePoint>> lines = JoinPieces(std::move(pieces), kContourTolerance);
    std::erase_if(lines,
                  [](const std::vector<PagePoint>& line) { return LineLength(line) < kShortestContour; });
    const auto index = std::llround((threshold + origin_y_m) / interval);
    const bool bold = index % static_cast<int64_t>(kBoldEvery) == 0;
    AppendPath(bold ? "class=\"contour bold\"" : "class=\"contour\"", LinesPath(lines), svg);
  }
}

void AppendObstacles(const Level& lowest, const std::vector<AreaType>& areas, double units_per_m,
                     std::string& svg) {
  Region region;
  std::set<PagePoint> green;
  for (const auto* part : {&lowest.attached, &lowest.detached}) {
    for (const Facet* facet : *part) {
      region.Add(facet->corners);
      if (IsGreen(NameOf(facet->area, areas))) green.insert(facet->corners.begin(), facet->corners.end());
    }
  }
  const std::vector<PageLoop> outline = region.Outline();
  const auto bush_area = static_cast<int64_t>(kLargestBush_m2 * units_per_m * units_per_m);
  const Obstacles obstacles = FindObstacles(outline, green, bush_area);
  if (obstacles.blocks.empty()) return;
  StrAppend(svg, "<clipPath id=\"lowest\"><path clip-rule=\"evenodd\" d=\"", LoopsPath(outline),
            "\"/></clipPath>\n<defs><path id=\"blocks\" d=\"", LoopsPath(obstacles.blocks),
            "\"/></defs>\n<g clip-path=\"url(#lowest)\"><use href=\"#blocks\" class=\"cast\" "
            "transform=\"translate(45 45)\"/></g>\n"
            "<use href=\"#blocks\" class=\"block\"/>\n");
  AppendPath("class=\"bush\"", LoopsPath(obstacles.bushes), svg);
}

std::vector<double> Thresholds(const std::vector<Facet>& facets, double origin_y_m, double& interval) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Facet& facet : facets) {
    for (const double height : facet.height_m) {
      low = std::min(low, height + origin_y_m);
      high = std::max(high, height + origin_y_m);
    }
  }
  interval = ContourInterval(high - low);
  std::vector<double> thresholds;
  for (double k = std::floor(low / interval) + 1; k * interval < high; k += 1) {
    thresholds.push_back(k * interval - origin_y_m);
  }
  return thresholds;
}

}  // namespace

double ContourInterval(double range_m) {
  constexpr double kMostLines = 15;
  for (double decade = 0.1; decade < 1e6; decade *= 10) {
    for (const double step : {5.0, 10.0, 20.0}) {
      if (range_m <= step * decade * kMostLines) return step * decade;
    }
  }
  return 1e6;
}

void AppendTerrain(const NavmeshView& mesh, const SurfaceLayers& layers, const std::vector<Facet>& facets,
                   const std::vector<AreaType>& areas, const Projection& project, double origin_y_m,
                   std::string& svg) {
  double interval = 1;
  const std::vector<double> thresholds = Thresholds(facets, origin_y_m, interval);
  const std::vector<Level> levels = SplitLevels(mesh, layers, facets, project);
  for (size_t i = 0; i < levels.size(); ++i) {
    const Level& level = levels[i];
    const std::string borders = LinesPath(JoinPieces(level.borders, 0));
    StrAppend(svg, "<g class=\"", i == 0 ? "floor lowest" : "floor upper", "\">\n");
    AppendPath(i == 0 ? "class=\"glow\"" : "class=\"glow\" transform=\"translate(30 30)\"", borders, svg);
    AppendGround(level, areas, svg);
    AppendVeils(level, thresholds, svg);
    AppendContours(level, thresholds, interval, origin_y_m, svg);
    if (i == 0) AppendObstacles(level, areas, project.units_per_m, svg);
    AppendPath("class=\"border\"", borders, svg);
    StrAppend(svg, "</g>\n");
  }
}

void AppendTerrainStyle(std::string& svg) {
  StrAppend(svg,
            "<defs>\n"
            "<filter id=\"soft\" x=\"-5%\" y=\"-5%\" width=\"110%\" height=\"110%\">"
            "<feGaussianBlur stdDeviation=\"30\"/></filter>\n"
            "<pattern id=\"hatch\" width=\"70\" height=\"70\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><path d=\"M0 0v70\" stroke=\"",
            kInk,
            "\" stroke-opacity=\".28\" stroke-width=\"14\"/></pattern>\n"
            "</defs>\n<style>\n"
            ".floor path{fill-rule:evenodd;stroke-linejoin:round}\n"
            ".ground{stroke-width:6}\n"
            ".detached{fill:",
            kDetached,
            ";fill-opacity:.62}\n"
            ".high{fill:#fffbf2}\n"
            ".lit{fill:#fffbe6;fill-opacity:.12}\n"
            ".shade{fill:#2b3350;fill-opacity:.08}\n"
            ".contour{fill:none;stroke:#7d6a48;stroke-opacity:.3;stroke-width:7}\n"
            ".contour.bold{stroke-opacity:.5;stroke-width:11}\n"
            ".glow{fill:none;stroke:#2b2418;stroke-opacity:.3;stroke-width:50;filter:url(#soft)}\n"
            ".upper .glow{stroke-opacity:.55;stroke-width:60}\n"
            ".border{fill:none;stroke:",
            kInk,
            ";stroke-opacity:.55;stroke-width:9;stroke-linecap:round}\n"
            ".upper .border{stroke-opacity:.8;stroke-width:11}\n"
            ".cast,.block{fill-rule:evenodd}\n"
            ".cast{fill:#2b2418;fill-opacity:.4;filter:url(#soft)}\n"
            ".block{fill:",
            kObstacle, "}\n.bush{fill:", kBush,
            "}\n"
            "</style>\n");
}

}  // namespace waystone::draw
