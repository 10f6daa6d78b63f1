// The colours of a picture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace waystone::draw {

// The fill of a kind of ground, "#rrggbb". Names that say a material (grass, road, water, wood, ...) have
// their own colour; others get one of a few by their index.
std::string AreaColour(uint8_t area, std::string_view name);

// Whether things may grow on this kind of ground.
bool IsGreen(std::string_view area_name);

// The colour of the k-th route, "#rrggbb"; they repeat.
std::string_view RouteColour(size_t index);

inline constexpr std::string_view kPaper = "#f4efe4";
inline constexpr std::string_view kInk = "#3a3630";
inline constexpr std::string_view kObstacle = "#b9ae9c";
inline constexpr std::string_view kBush = "#8fa968";
inline constexpr std::string_view kDetached = "#a9a29a";
inline constexpr std::string_view kLegal = "#2e8b57";
inline constexpr std::string_view kIllegal = "#c8322b";
inline constexpr std::string_view kPlacement = "#7b3fa0";

}  // namespace waystone::draw
