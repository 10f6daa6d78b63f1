// The formats of sources: by which ending of its name a file is known, what it holds, and what reads it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/cell_rules.h"
#include "bake/import/grid_cells.h"
#include "bake/import/import_options.h"
#include "bake/import/navmesh_import.h"
#include "bake/import/source_digest.h"
#include "bake/import/waypoint_graph.h"
#include "core/map/source_map.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

enum class SourceShape : uint8_t {
  kMesh = 1,      // triangles of a 3D scene
  kPolygons = 2,  // a navmesh made elsewhere
  kCells = 3,     // a 2D map
  kNodes = 4,     // waypoints
  kVoxels = 5,    // free and blocked cubes
};

// What messages and help call what a source holds.
struct ShapeNames {
  SourceShape shape;
  std::string_view what;   // "cells"
  std::string_view whose;  // "a navmesh's polygons", where that says more
  std::string_view help;   // "a 2D map"
};
const ShapeNames& NamesOf(SourceShape shape);

// Readers of formats, one type for each shape. They read the files beside the source through its digest. They
// return NotFound or InvalidArgument with one line naming the place and the rule. An error in a file beside the
// source also names that file (InFile).
using MeshReader = absl::StatusOr<SourceMap> (*)(SourceText& source, std::vector<std::string>& warnings);
// `max_climb_m`: the step over which polygons join, if the source does not say.
using PolygonReader = absl::StatusOr<NavmeshImport> (*)(SourceText& source, const ImportOptions& options,
                                                        double max_climb_m);
using CellReader = absl::StatusOr<GridCells> (*)(std::string_view bytes, const CellRules& rules,
                                                 CellAreas& areas);
// The ends of the graph's links are ids, not checked yet.
using NodeReader = absl::StatusOr<WaypointGraph> (*)(SourceText& source);
using VoxelReader = absl::StatusOr<VoxelBits> (*)(std::string_view bytes);

struct SourceFormat {
  // Of the file's name, without its first dot. One word may be of upper case in names.
  std::string_view ending;
  // In the order of SourceShape.
  std::variant<MeshReader, PolygonReader, CellReader, NodeReader, VoxelReader> read;

  SourceShape shape() const { return static_cast<SourceShape>(read.index() + 1); }
};

// The format of a file; null where its name has none of the endings.
const SourceFormat* FormatOf(const std::string& path);

// The reader of a file; null if the file's format has another shape or is not known.
template <typename Reader>
Reader FormatReader(const std::string& path) {
  const SourceFormat* const format = FormatOf(path);
  const Reader* const read = format == nullptr ? nullptr : std::get_if<Reader>(&format->read);
  return read == nullptr ? nullptr : *read;
}

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
