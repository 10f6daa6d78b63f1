#include "samples/generator/bake_settings.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/str_cat.h"

namespace waystone::samples {
namespace {

// "[a, b]" of those that the mesh has.
std::string Present(const SceneMesh& mesh, std::initializer_list<Material> materials) {
  std::string list;
  for (const Material material : materials) {
    const bool present = std::any_of(mesh.parts().begin(), mesh.parts().end(),
                                     [material](const MeshPart& part) { return part.material == material; });
    if (present) absl::StrAppend(&list, list.empty() ? "" : ", ", MaterialName(material));
  }
  return absl::StrCat("[", list, "]");
}

}  // namespace

std::string BakeSettingsText(const SceneMesh& mesh) {
  return absl::StrCat("areas:\n", "  - {name: ground, index: 1}  # all that is not named below\n",
                      "  - {name: road, index: 2, materials: ", Present(mesh, {Material::kRoad}), "}\n",
                      "  - {name: water, index: 3, materials: ", Present(mesh, {Material::kWater}), "}\n",
                      "not_walkable: {materials: ",
                      Present(mesh, {Material::kRoof, Material::kLeaves, Material::kCloth}), "}\n");
}

}  // namespace waystone::samples
