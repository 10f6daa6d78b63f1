// A dungeon on a grid: rooms, corridors with loops, and a room nobody can reach.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

struct Cell {
  int column = 0;
  int row = 0;
};

// Cells of MovingAI's letters: '.' floor, 'S' shallow water (walkable), 'T' statues (blocked), '@' rock.
struct Dungeon {
  std::vector<std::string> rows;  // all of one length
  Cell entry;                     // in the first room
  Cell exit;                      // in the room farthest from it
  Cell secret;                    // in the room without a door

  int width() const { return static_cast<int>(rows[0].size()); }
  int height() const { return static_cast<int>(rows.size()); }
};

// Side of a cell. [m]
inline constexpr double kDungeonCell = 1.0;

// [m] The middle of a cell: ((column + 1/2) side, 0, (row + 1/2) side).
Vec3 PlaceOf(Cell cell);

// Entry, exit and the secret room.
std::vector<Landmark> LandmarksOf(const Dungeon& dungeon);

// 96 x 64 cells. The same seed makes the same dungeon; all rooms but the secret one are joined.
Dungeon MakeDungeon(uint64_t seed);

// The seed of the sample.
inline constexpr uint64_t kDungeonSeed = 3;

// MovingAI's octile text.
std::string MapText(const Dungeon& dungeon);

}  // namespace waystone::samples
