// The scenes of a loaded map.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/scene/scene_format.h"
#include "core/scene/scene_tree.h"

namespace waystone {

// Owned data, as the baker writes it.
struct SceneData {
  SceneHeader header{};
  std::vector<SceneRecord> scenes;
  std::vector<SceneMouth> mouths;  // by scene
  std::vector<ScenePoly> polys;    // one per polygon of the surface
  std::vector<char> texts;         // each ended by NUL; the first is empty
};

// A line of points enters or leaves a closed scene.
struct BorderCrossing {
  SceneId scene;  // the closed one
  Vec3 at;
  SceneId from;  // the scenes on both sides; none: outside of all
  SceneId to;
};

// Whether a mouth is no farther from a place than its radius and `error_m`.
inline bool IsInMouth(const SceneMouth& mouth, const Vec3& at, double error_m = 0) {
  const Vec3 middle(mouth.at[0], mouth.at[1], mouth.at[2]);
  return Distance(middle, at) <= static_cast<double>(mouth.radius_m) + error_m;
}

// A const view over the sections, or over a SceneData. Cheaply copied; does not own them; any thread. Only Create
// makes one, so that every view has passed the structure check.
class SceneView {
 public:
  struct Arrays {
    SceneHeader header{};
    std::span<const SceneRecord> scenes;
    std::span<const SceneMouth> mouths;
    std::span<const ScenePoly> polys;
    std::span<const char> texts;
  };

  // DataLoss naming the array, the index and the rule broken. O(scenes + mouths + polygons + texts).
  static absl::StatusOr<SceneView> Create(const Arrays& arrays);
  static absl::StatusOr<SceneView> Create(const SceneData& data);

  // The same over a surface with more polygons, each of which belongs where another one does: `like`, in the order of their ids.
  // `polys` gets what all of them belong to, and must outlive the result. O(polygons).
  SceneView WithMore(std::span<const PolyId> like, std::vector<ScenePoly>& polys) const;

  const SceneTree& tree() const { return *tree_; }
  std::span<const SceneRecord> scenes() const { return arrays_.scenes; }
  std::span<const SceneMouth> mouths() const { return arrays_.mouths; }
  std::span<const ScenePoly> polys() const { return arrays_.polys; }

  // REQUIRES (all below): ids in range.
  const SceneRecord& scene(SceneId id) const { return arrays_.scenes[id.value()]; }
  const ScenePoly& poly(PolyId id) const { return arrays_.polys[id.value()]; }
  std::string_view NameOf(SceneId id) const { return Text(scene(id).name_offset); }
  // Why it has the parts that it has: a sentence without its full stop.
  std::string_view ReasonOf(SceneId id) const { return Text(scene(id).reason_offset); }
  std::string_view NameOf(MouthId id) const { return Text(arrays_.mouths[id.value()].name_offset); }
  std::span<const SceneMouth> MouthsOf(SceneId id) const {
    return arrays_.mouths.subspan(scene(id).first_mouth, scene(id).mouth_count);
  }
  SceneId ParentOf(SceneId id) const {
    return scene(id).parent == kNoParent ? SceneId() : SceneId(scene(id).parent);
  }
  // Where a line of points enters or leaves closed scenes, in its order. O(as VisitsAlong).
  std::vector<BorderCrossing> ClosedBordersCrossed(std::span<const Vec3> line) const;
  // Whether `inner` is `outer`, or lies in it by the chain of parents. O(depth).
  bool IsWithin(SceneId inner, SceneId outer) const;

 private:
  explicit SceneView(const Arrays& arrays);
  std::string_view Text(uint32_t offset) const { return {arrays_.texts.data() + offset}; }

  Arrays arrays_;
  bool has_closed_ = false;  // whether any scene is closed
  std::shared_ptr<const SceneTree> tree_;
};

}  // namespace waystone
