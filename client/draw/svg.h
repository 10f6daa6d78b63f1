// The text of an SVG file: path data, numbers, escaped words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/draw/page.h"

namespace waystone::draw {

// Path data of closed loops, in page units, relative and without needless characters.
std::string LoopsPath(std::span<const std::vector<PagePoint>> loops);
// Path data of open lines.
std::string LinesPath(std::span<const std::vector<PagePoint>> lines);

// A number with at most two decimals and no trailing zeros, the same in every locale.
std::string Number(double value);

// "x,y" in pixels.
std::string At(PagePoint point);
// An attribute that moves an element there.
std::string Translate(PagePoint point);
// Path data of a line in pixels.
std::string LinePath(std::span<const PagePoint> line);

// UTF-8 text cut after so many characters, with "…" where something is missing.
std::string Shortened(std::string_view text, size_t most_characters);

// UTF-8 text as it may stand in an element or attribute: markup escaped, control characters replaced by '?'.
std::string Escaped(std::string_view text);

}  // namespace waystone::draw
