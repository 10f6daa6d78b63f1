// Positions and numbers as they are typed and printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone::cli {

// Three decimal numbers in metres with commas between and nothing else, each finite and at most 1e8 from
// zero. InvalidArgument beginning with `flag` ("--from") and naming the rule broken.
absl::StatusOr<Vec3> ParsePosition(std::string_view flag, std::string_view text);

// Checks of numbers, for CLI11: the rule broken, or nothing. (CLI11 itself reads 010 as 8, takes what is too
// large as the largest, and takes nan.)
std::function<std::string(const std::string&)> WholeNumber(uint64_t least, uint64_t most);
std::function<std::string(const std::string&)> NumberInRange(double least, double most);

// The shortest text with millimetres: "1.5", "-20.125".
std::string FormatMetres(double metres);
// The same for a point: "1.5, 0, -20.125".
std::string FormatPosition(const Vec3& at);

}  // namespace waystone::cli
