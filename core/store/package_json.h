// Packages as JSON: what the reports are made of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/package_reader.h"
#include "core/scene/scene_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

using OrderedJson = nlohmann::ordered_json;

// "navmesh_polys", or the number of an unknown type.
OrderedJson SectionJson(const SectionEntry& entry);
OrderedJson ManifestJson(const MapManifest& manifest);
// Counts of one variant's surface, and the source's ids of its polygons, if any has one.
OrderedJson SurfaceJson(const NavmeshView& mesh, VariantIndex variant);
// Its grid, if it is one.
OrderedJson GridJson(const GridView& grid, VariantIndex variant);
// Its volume, if it is one.
OrderedJson VolumeJson(const VolumeView& volume, VariantIndex variant);
// Its scenes, if it has some.
OrderedJson SceneJson(const SceneView& scenes, VariantIndex variant);
// Counts of its waypoints.
OrderedJson WaypointJson(const WaypointView& graph, VariantIndex variant);
// Counts of its skeleton.
OrderedJson SkeletonJson(const SkeletonView& skeleton, VariantIndex variant);

// One line; bytes that are not UTF-8 (of paths) become replacement characters.
std::string PrintJson(const OrderedJson& json);

}  // namespace waystone
