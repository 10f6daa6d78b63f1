// The formats of sources: by which ending of its name a file is known, and what it holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace waystone {

enum class SourceShape : uint8_t {
  kMesh = 1,      // triangles of a 3D scene
  kPolygons = 2,  // a navmesh made elsewhere
  kCells = 3,     // a 2D map
  kNodes = 4,     // waypoints
};

// What messages and help call what a source holds.
struct ShapeNames {
  SourceShape shape;
  std::string_view what;   // "cells"
  std::string_view whose;  // "a navmesh's polygons", where that says more
  std::string_view help;   // "a 2D map"
};
const ShapeNames& NamesOf(SourceShape shape);

struct SourceFormat {
  // Of the file's name, without its first dot. One word may be of upper case in names.
  std::string_view ending;
  SourceShape shape;
};

// The format of a file; null where its name has none of the endings.
const SourceFormat* FormatOf(const std::string& path);

// The file's name without folders and its extension, and without the rest of an ending: of "town.polys.csv"
// "town".
std::string SourceStem(const std::string& path);

// The endings of all formats, with commas between.
std::string EndingsOfSources();
// All of them by shape, in words.
std::string HelpOfSources();

// What the file holds: triangles where its format is not known.
SourceShape ShapeOf(const std::string& path);

}  // namespace waystone
