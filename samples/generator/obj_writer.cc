#include "samples/generator/obj_writer.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "samples/generator/file_output.h"

namespace waystone::samples {

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

}  // namespace waystone::samples
