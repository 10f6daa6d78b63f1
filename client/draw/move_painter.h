// Paints checked moves: the track, what was wrong with it, and where the mover may be put instead.
#pragma once

#include <span>
#include <string>

#include "client/draw/legend.h"
#include "client/draw/overlay.h"
#include "client/draw/page.h"
#include "core/geom/vec.h"

namespace waystone::draw {

// Samples are dots joined by lines: green as far as they are good, red and dashed to the bad one, grey after it.
// A cross marks the violation, a ring the last good place; the walk that leads to the bad sample is a thin
// line. `origin` is the map's. Pixels (page units / kPageUnitsPerPx).
void AppendMoves(std::span<const MoveOverlay> moves, const Projection& project, const Vec3& origin,
                 std::string& svg);

// What the lines and symbols mean, and the evidence of the first illegal moves in words.
void AppendMoveRows(std::span<const MoveOverlay> moves, Legend& legend);

// Markers and style rules that the elements use, to stand once in the file.
void AppendMoveStyle(std::string& svg);

// The ground around the moves: Overlays::focus for a picture of them alone. REQUIRES: there is a move.
PlaneBox GroundAround(std::span<const MoveOverlay> moves);

}  // namespace waystone::draw
