#include "tests/samples/baked_scene.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "bake/config/config_file.h"
#include "bake/program/bake_job.h"
#include "core/base/check.h"
#include "core/navmesh/surface_queries.h"
#include "samples/generator/file_output.h"
#include "samples/generator/obj_writer.h"
#include "tests/support/temp_folder.h"

namespace waystone::samples {
namespace {

template <typename T>
T OrDie(absl::StatusOr<T> value) {
  if (!value.ok()) std::cerr << value.status() << "\n";
  WS_CHECK(value.ok());
  return *std::move(value);
}

// Whether the segment passes through the box (by slabs).
bool MeetsBox(const Vec3& a, const Vec3& b, const Aabb& box) {
  double enter = 0;
  double leave = 1;
  const auto clip = [&](double from, double to, double lo, double hi) {
    const double step = to - from;
    if (step == 0) {
      if (from < lo || from > hi) leave = -1;
      return;
    }
    enter = std::max(enter, std::min((lo - from) / step, (hi - from) / step));
    leave = std::min(leave, std::max((lo - from) / step, (hi - from) / step));
  };
  clip(a.x, b.x, box.min.x, box.max.x);
  clip(a.y, b.y, box.min.y, box.max.y);
  clip(a.z, b.z, box.min.z, box.max.z);
  return enter <= leave;
}

}  // namespace

std::shared_ptr<const LoadedMap> BakeAndLoad(const std::string& source_path, const std::string& folder) {
  BakeJob job;
  job.source_path = source_path;
  job.output_folder = folder;
  const std::string settings = source_path + ".bake.yaml";
  if (std::filesystem::exists(settings)) job.config = OrDie(ReadConfigFile(settings));
  job.config.map_id = "scene";
  const BakeEnd end = RunBake(job);
  if (!end.status.ok()) std::cerr << end.status << "\n";
  WS_CHECK(end.status.ok());
  return OrDie(LoadedMap::Load(folder + "/scene.waymap"));
}

BakedScene::BakedScene(std::shared_ptr<const LoadedMap> map, std::vector<Landmark> landmarks)
    : landmarks_(std::move(landmarks)), map_(std::move(map)), mesh_(OrDie(map_->View("")).navmesh) {}

BakedScene BakedScene::Of(const SceneWithLandmarks& scene) {
  const TempFolder folder;
  const std::string path = folder.File("scene.obj");
  WS_CHECK(WriteFile(path, ObjText(scene.mesh, "scene", "scene.mtl")).ok());
  WS_CHECK(WriteFile(folder.File("scene.mtl"), MtlText()).ok());
  WS_CHECK(WriteFile(path + ".bake.yaml", BakeSettingsText(scene.mesh)).ok());
  return {BakeAndLoad(path, folder.path()), scene.landmarks};
}

MapView BakedScene::view() const { return OrDie(map_->View("")); }

std::optional<NavLocation> BakedScene::Locate(const Vec3& point, double reach_m) const {
  SurfaceWorkspace workspace;
  const Vec3 local = point - map_->manifest().origin;
  return NearestPoly(*mesh_, local, Aabb::Around(local, {0.6, reach_m, 0.6}), workspace);
}

Vec3 BakedScene::PlaceOf(const std::string& landmark) const {
  const auto found = std::find_if(landmarks_.begin(), landmarks_.end(),
                                  [&](const Landmark& candidate) { return candidate.name == landmark; });
  WS_CHECK(found != landmarks_.end());
  return found->point;
}

bool BakedScene::HasSideThrough(PolyId poly, const Aabb& box) const {
  if (box.IsEmpty()) return false;
  const NavPoly& p = mesh_->poly(poly);
  for (uint32_t k = 0; k < p.edge_count; ++k) {
    const EdgeId edge(p.first_edge + k);
    const Vec3 origin = map_->manifest().origin;
    if (MeetsBox(Vec3(mesh_->EdgeStart(edge)) + origin, Vec3(mesh_->EdgeEnd(edge)) + origin, box))
      return true;
  }
  return false;
}

std::vector<bool> BakedScene::ReachedFrom(const Vec3& start, const Aabb& closed) const {
  std::vector<bool> reached(mesh_->poly_count(), false);
  const std::optional<NavLocation> location = Locate(start);
  if (!location) return reached;
  std::vector<PolyId> open = {location->poly};
  reached[location->poly.value()] = true;
  while (!open.empty()) {
    const PolyId poly = open.back();
    open.pop_back();
    for (const NavEdge& edge : mesh_->edges(poly)) {
      if (edge.twin == kNoEdge) continue;
      const PolyId next(mesh_->edge(EdgeId(edge.twin)).poly);
      if (reached[next.value()] || HasSideThrough(next, closed)) continue;
      reached[next.value()] = true;
      open.push_back(next);
    }
  }
  return reached;
}

std::optional<bool> BakedScene::IsIn(const std::vector<bool>& reached, const Vec3& point) const {
  const std::optional<NavLocation> location = Locate(point);
  if (!location) return std::nullopt;
  return reached[location->poly.value()];
}

double BakedScene::AreaOf(const std::vector<bool>& reached) const {
  const std::span<const double> prefix = mesh_->arrays().area_prefix_m2;
  double area = 0;
  for (size_t k = 0; k < reached.size(); ++k) {
    if (reached[k]) area += prefix[k] - (k > 0 ? prefix[k - 1] : 0.0);
  }
  return area;
}

double BakedScene::Area() const { return mesh_->arrays().area_prefix_m2.back(); }

}  // namespace waystone::samples
