#include "samples/generator/obj_writer.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "samples/generator/file_output.h"

namespace waystone::samples {
namespace {

// "[a, b]" of those that the mesh has.
std::string Present(const SceneMesh& mesh, std::initializer_list<Material> materials) {
  std::string list;
  for (const Material material : materials) {
    const bool present = std::ranges::any_of(
        mesh.parts(), [material](const MeshPart& part) { return part.material == material; });
    if (present) absl::StrAppend(&list, list.empty() ? "" : ", ", MaterialName(material));
  }
  return absl::StrCat("[", list, "]");
}

}  // namespace

std::string ObjText(const SceneMesh& mesh, const std::string& title, const std::string& mtl_name) {
  std::string text = absl::StrCat("# ", title, "\n# metres, y up, right-handed\nmtllib ", mtl_name, "\n");
  size_t first = 1;
  std::string group;
  for (const MeshPart& part : mesh.parts()) {
    if (part.group != group) absl::StrAppend(&text, "g ", part.group, "\n");
    group = part.group;
    absl::StrAppend(&text, "usemtl ", MaterialName(part.material), "\n");
    for (const PointMm& p : part.vertices) {
      absl::StrAppend(&text, "v ", MetresText(p.x), " ", MetresText(p.y), " ", MetresText(p.z), "\n");
    }
    for (size_t k = 0; k < part.indices.size(); k += 3) {
      absl::StrAppend(&text, "f ", first + part.indices[k], " ", first + part.indices[k + 1], " ",
                      first + part.indices[k + 2], "\n");
    }
    first += part.vertices.size();
  }
  return text;
}

std::string MtlText() {
  std::string text;
  for (size_t k = 0; k < kMaterialCount; ++k) {
    const auto material = static_cast<Material>(k);
    absl::StrAppend(&text, "newmtl ", MaterialName(material), "\nKd");
    for (const double part : MaterialColour(material)) {
      absl::StrAppend(&text, " ", MetresText(static_cast<int64_t>(std::floor(part * 1000.0 + 0.5))));
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

std::string BakeSettingsText(const SceneMesh& mesh) {
  return absl::StrCat("areas:\n", "  - {name: ground, index: 1}  # all that is not named below\n",
                      "  - {name: road, index: 2, materials: ", Present(mesh, {Material::kRoad}), "}\n",
                      "  - {name: water, index: 3, materials: ", Present(mesh, {Material::kWater}), "}\n",
                      "not_walkable: {materials: ",
                      Present(mesh, {Material::kRoof, Material::kLeaves, Material::kCloth}), "}\n");
}

}  // namespace waystone::samples
