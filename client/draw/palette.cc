#include "client/draw/palette.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

struct NamedColour {
  std::string_view word;
  std::string_view colour;
};

// The first word found in the name decides.
constexpr NamedColour kMaterials[] = {
    {"water", "#8fbcd4"},   {"grass", "#b7cf8f"},  {"road", "#e3d6b8"},  {"path", "#e3d6b8"},
    {"wood", "#cfa878"},    {"bridge", "#cfa878"}, {"roof", "#c9826b"},  {"stone", "#cfc9bf"},
    {"plaster", "#e6ddcf"}, {"sand", "#eadcae"},   {"snow", "#f2f5f7"},  {"mud", "#b79b78"},
    {"ice", "#d5e8ee"},     {"lava", "#d9713f"},   {"slime", "#a5bf5a"}, {"meadow", "#b7cf8f"},
    {"forest", "#9dbb7f"},  {"leaves", "#9dbb7f"}, {"cloth", "#d9a5a0"}, {"ground", "#d2d9a6"},
};

constexpr std::string_view kOthers[] = {"#c5cf9b", "#d9c79a", "#a9c6b4", "#d8b59b", "#b3bfd1", "#cbb6cf"};

constexpr std::string_view kRoutes[] = {"#d8345f", "#1f6fd6", "#e07b00", "#00857a", "#8a3ffc", "#5b4a3a"};

}  // namespace

std::string AreaColour(uint8_t area, std::string_view name) {
  const std::string lower = absl::AsciiStrToLower(ToAbsl(name));
  for (const NamedColour& material : kMaterials) {
    if (lower.find(material.word) != std::string::npos) return std::string(material.colour);
  }
  return std::string(kOthers[area % std::size(kOthers)]);
}

bool IsGreen(std::string_view area_name) {
  const std::string lower = absl::AsciiStrToLower(ToAbsl(area_name));
  constexpr std::string_view kGreen[] = {"grass", "forest", "leaves", "meadow"};
  return std::ranges::any_of(kGreen, [&](auto word) { return lower.find(word) != std::string::npos; });
}

std::string_view RouteColour(size_t index) { return kRoutes[index % std::size(kRoutes)]; }

}  // namespace waystone::draw
