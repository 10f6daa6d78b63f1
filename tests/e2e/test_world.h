// Small maps for tests of the running server, drawn as text and written as packages.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// "yard", agents human and ogre, origin (1000, 10, -500): the drawing's cell (i, j) spans x 1000 + i .. + 1
// and z -500 + j .. + 1, at height 10. Its
// corners are named: "gate" the first one, "well" the last.
//
//   ......#...
//   ......#...
//   .####.#...
//   .#..#.#...      the pocket of four cells is closed all round
//   .#..#.....
//   .####.....
//   ..........
void WriteYard(const std::string& folder, const std::string& file = "yard.waymap");

// "hall", 6 x 4 cells without obstacles, origin 0.
void WriteHall(const std::string& folder, const std::string& file = "hall.waymap");

// "gap", two yards of 3 x 1 cells, origin 0, with one link "over" of kind jump from (2.5, 0, 0.5) to (4.5, 0,
// 0.5), which needs the ability "jump". Zones without it and with it.
//
//   ...#...
void WriteGap(const std::string& folder, const std::string& file = "gap.waymap");

// "court", agents human without and with "jump", origin 0, areas "ground", "door" (d) and "mud" (m), with a
// two-way link "over" of kind jump between (2.5, 0, 3.5) and (4.5, 0, 3.5), which needs "jump" and costs 10.
//
//   ...#...
//   ...d...
//   ...#...
//   ...#...
//   ...m...
void WriteCourt(const std::string& folder, const std::string& file = "court.waymap");

// "keep": "court" with the doors "gate" (a volume across the cell d), "hatch" (the mud; closed, unless it is opened) and
// "leap" (the link), and with the cost profiles "cart" (the door's ground costs 2) "porter" (3, and no mud) and "wide"
// (0.9 m of clearance).
void WriteKeep(const std::string& folder);

// "annex": "court" at (100, 10, 50), with the doors "gate" (as in "keep") and "leap" (the link, and one "under" that the map
// lacks).
void WriteAnnex(const std::string& folder);

// "gallery": the hall with so many doors, of one volume of 256 corners each, that DescribeMap cannot tell all of them.
inline constexpr int kGalleryDoors = 1000;
void WriteGallery(const std::string& folder);

// "vault", a grid of cells of 1 m whose door "grille" (%) is closed, unless it is opened, and whose door "shutter" (s) is
// a column.
//
//   ..#..
//   ..%..
//   ..#..
//   ..#..
//   ..s..
void WriteVault(const std::string& folder);

// "trail", agents human and ogre, origin 0: a ring, and a lane that a drop "over" leads to, one way, from
// (4.5, 0, 2.5) to (6.5, 0, 2.5). A key point in every cell for the human; none for the ogre.
//
//   .....#.
//   .###.#.
//   .....#.
void WriteTrail(const std::string& folder, const std::string& file = "trail.waymap");

// A map drawn by hand: one agent, origin 0.
void WriteDrawnMap(const std::string& folder, const std::string& file, const std::string& map_id,
                   std::string_view drawing, const std::map<std::string, Vec3>& places = {});

// A grid drawn by hand (tests/core/grid/drawn_grid.h), cells of 1 m, origin 0: one agent, a key point in
// every rectangle. Areas "ground" (.) and "mud" (2).
void WriteGridMap(const std::string& folder, const std::string& map_id,
                  const std::vector<std::string_view>& lines);

// "terrace", 96 x 96 cells, blocked ones at random (seeded): all of one cost, with jumps and goal bounds.
// "moor", the same size: cells of three costs, with a trunk. Both have clusters; their corners are free and
// joined.
void WriteTerraceAndMoor(const std::string& folder);

// "floor", a grid without a skeleton, size x size cells with blocked rectangles at random (seeded), its four
// corners free and joined. FloorOf: its lines.
std::vector<std::string> FloorOf(uint32_t size);
void WriteFloor(const std::string& folder, uint32_t size);

// "thicket": size x size cells, a third of them blocked at random (seeded), both far corners free. An exact
// route from corner to corner takes long.
void WriteThicket(const std::string& folder, int size, const std::string& file = "thicket.waymap");

// "grove": the same with a key point in every cell. Looking for a short walk over all of it takes long.
void WriteGrove(const std::string& folder, int size, const std::string& file = "grove.waymap");

// A file that is no package.
void WriteBrokenPackage(const std::string& folder, const std::string& file);

}  // namespace waystone
