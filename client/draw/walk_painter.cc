#include "client/draw/walk_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/draw/palette.h"
#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr size_t kColours = 64;  // of one walk
// Blue, green, yellow, red: told apart by brightness, too.
constexpr std::array<std::array<double, 3>, 4> kStops = {
    {{59, 60, 170}, {38, 150, 140}, {236, 190, 60}, {200, 50, 43}}};

std::string TimeColour(double share) {
  const double at = share * (kStops.size() - 1);
  const size_t stop = std::min(static_cast<size_t>(at), kStops.size() - 2);
  std::array<int, 3> colour{};
  for (size_t i = 0; i < colour.size(); ++i) {
    const double mixed =
        kStops[stop][i] + (kStops[stop + 1][i] - kStops[stop][i]) * (at - static_cast<double>(stop));
    colour[i] = static_cast<int>(std::lround(mixed));
  }
  return absl::StrFormat("#%02x%02x%02x", colour[0], colour[1], colour[2]);
}

// The walk in pieces of one colour and equal length.
std::vector<std::string> ColourPieces(const std::vector<Vec3>& points, const Projection& project) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  const double piece_m = length_m / kColours;
  std::vector<std::string> paths(1, StrCat("M", At(project(points[0]))));
  double walked_m = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const double step_m = Distance(points[i - 1], points[i]);
    while (paths.size() < kColours && walked_m + step_m > piece_m * static_cast<double>(paths.size())) {
      const double share = (piece_m * static_cast<double>(paths.size()) - walked_m) / step_m;
      const std::string cut = At(project(points[i - 1] + (points[i] - points[i - 1]) * share));
      StrAppend(paths.back(), "L", cut);
      paths.push_back(StrCat("M", cut));
    }
    StrAppend(paths.back(), "L", At(project(points[i])));
    walked_m += step_m;
  }
  return paths;
}

bool HasArc(const SkeletonView& skeleton, uint32_t from, uint32_t to) {
  const auto arcs = skeleton.ArcsOf(KeyPointId(from));
  return std::ranges::any_of(arcs, [&](const SkeletonArc& arc) { return arc.target == to; });
}

}  // namespace

void AppendSkeleton(const SkeletonView& skeleton, const Projection& project, std::string& svg) {
  std::string both;
  std::string one_way;
  std::string dots;
  for (uint32_t id = 0; id < skeleton.size(); ++id) {
    const std::string at = At(project(skeleton.Position(KeyPointId(id))));
    StrAppend(dots, "M", at, "h0");
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(id))) {
      const bool has_back = HasArc(skeleton, arc.target, id);
      if (has_back && arc.target < id) continue;
      StrAppend(has_back ? both : one_way, "M", at, "L",
                At(project(skeleton.Position(KeyPointId(arc.target)))));
    }
  }
  if (!both.empty()) StrAppend(svg, "<path class=\"arc\" d=\"", both, "\"/>\n");
  if (!one_way.empty()) StrAppend(svg, "<path class=\"arc oneway\" d=\"", one_way, "\"/>\n");
  if (!dots.empty()) StrAppend(svg, "<path class=\"keypoint\" d=\"", dots, "\"/>\n");
}

void AppendWalks(std::span<const WalkOverlay> walks, const Projection& project, const Vec3& origin,
                 std::string& svg) {
  for (const WalkOverlay& walk : walks) {
    std::vector<Vec3> points;
    for (const Vec3& point : walk.points) points.push_back(point - origin);
    const std::vector<std::string> pieces = ColourPieces(points, project);
    for (size_t i = 0; i < pieces.size(); ++i) {
      const double share = static_cast<double>(i) / (kColours - 1);
      StrAppend(svg, "<path class=\"walk\" stroke=\"", TimeColour(share), "\" d=\"", pieces[i], "\"/>\n");
    }
    StrAppend(svg, "<circle class=\"start\" r=\"5\" stroke=\"", TimeColour(0), "\" transform=\"translate(",
              At(project(points.front())), ")\"/>\n<use href=\"#pin\" fill=\"", TimeColour(1),
              "\" transform=\"translate(", At(project(points.back())), ")\"/>\n");
  }
}

void AppendWalkRows(std::span<const WalkOverlay> walks, const SkeletonView* skeleton, Legend& legend) {
  if (skeleton != nullptr) {
    legend.Row("<path class=\"arc\" d=\"M2 0H26\"/><path class=\"keypoint\" d=\"M8 0h0M20 0h0\"/>",
               StrCat(skeleton->size(), " key points"));
  }
  for (size_t i = 0; i < walks.size(); ++i) {
    std::string swatch;
    for (int piece = 0; piece < 8; ++piece) {
      StrAppend(swatch, "<path class=\"walk\" stroke=\"", TimeColour(piece / 7.0), "\" d=\"M", 2 + 3 * piece,
                " 0h3\"/>");
    }
    const std::string name = walks.size() == 1 ? "walk" : StrCat("walk ", i + 1);
    legend.Row(swatch, StrCat(name, absl::StrFormat(", %.1f m", walks[i].length_m)));
  }
}

void AppendWalkStyle(std::string& svg) {
  StrAppend(svg,
            "<style>\n"
            ".arc{fill:none;stroke:",
            kInk,
            ";stroke-opacity:.55;stroke-width:.8}\n"
            ".arc.oneway{stroke-dasharray:3 2}\n"
            ".keypoint{fill:none;stroke:",
            kInk,
            ";stroke-width:2.6;stroke-linecap:round}\n"
            ".walk{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}\n"
            "</style>\n");
}

}  // namespace waystone::draw
