// A surface baked from a scene, and the solid it was baked from, to build a skeleton of.
#pragma once

#include <memory>

#include "bake/skeleton/skeleton_builder.h"
#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {

class BakedScene {
 public:
  // One enters at `start`, on the ground.
  BakedScene(const BoxScene& scene, const Vec3& start, const AgentProfile& agent = {},
             const VoxelOptions& voxels = {})
      : data_(scene.Bake(agent, voxels)),
        mesh_(ViewOf(data_)),
        solid_(SolidScene::Of(scene)),
        rays_(solid_.Rays()),
        tree_(solid_.Tree()),
        source_{.mesh = &mesh_,
                .links = &links_,
                .rays = rays_.get(),
                .starts = {{PolyAt(mesh_, start.x, start.z), start}},
                .agent = agent} {}
  BakedScene(const BakedScene&) = delete;
  BakedScene& operator=(const BakedScene&) = delete;

  const SkeletonSource& source() const { return source_; }
  const NavmeshData& data() const { return data_; }
  const NavmeshView& mesh() const { return mesh_; }
  CollisionView solid() const { return ViewOf(tree_); }

 private:
  const NavmeshData data_;
  const NavmeshView mesh_;
  const SolidScene solid_;
  const std::unique_ptr<RayScene> rays_;
  const CollisionData tree_;
  const LinkView links_;
  const SkeletonSource source_;
};

}  // namespace waystone
