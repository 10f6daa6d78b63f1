#include "bake/import/obj_importer.h"

#include <tiny_obj_loader.h>

#include <charconv>
#include <istream>
#include <streambuf>
#include <utility>

#include "absl/status/status.h"
#include "bake/import/obj_scan.h"
#include "bake/import/polygon_split.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// A stream over bytes that it does not copy.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string& bytes) { setg(bytes.data(), bytes.data(), bytes.data() + bytes.size()); }
};

// What tinyobjloader makes of a scanned text. Its own splitting of polygons is left off: it loses parts of
// concave ones.
struct LoadedObj {
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
};

absl::StatusOr<LoadedObj> LoadScanned(ObjScan& scan) {
  LoadedObj loaded;
  ViewBuffer text(scan.text);
  std::istream text_stream(&text);
  ViewBuffer materials(scan.material_text);
  std::istream material_stream(&materials);
  tinyobj::MaterialStreamReader material_reader(material_stream);
  std::string warning;
  std::string error;
  if (!tinyobj::LoadObj(&loaded.attributes, &loaded.shapes, &loaded.materials, &warning, &error, &text_stream,
                        &material_reader, /*triangulate=*/false, /*default_vcols_fallback=*/false)) {
    return absl::InternalError(absl::StrCat("the OBJ loader refused what the scan let pass: ", error));
  }
  if (loaded.attributes.vertices.size() != 3 * scan.vertex_lines.size()) {
    return absl::InternalError("the OBJ loader lost vertices");
  }
  return loaded;
}

uint32_t NumberIn(const std::string& name) {
  uint32_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

// Splits the polygons of all shapes into a map's triangles.
class TriangleAppender {
 public:
  TriangleAppender(const std::vector<tinyobj::material_t>& materials, SourceMap& map) : map_(map) {
    for (const tinyobj::material_t& material : materials)
      material_numbers_.push_back(NumberIn(material.name));
  }

  void Append(const tinyobj::shape_t& shape) {
    const tinyobj::mesh_t& mesh = shape.mesh;
    const uint32_t group = NumberIn(shape.name);
    size_t first = 0;
    for (size_t face = 0; face < mesh.num_face_vertices.size(); ++face) {
      const int material = mesh.material_ids[face];
      const size_t count = mesh.num_face_vertices[face];
      AppendPolygon(&mesh.indices[first], count);
      map_.triangle_materials.resize(map_.triangles.size(),
                                     material < 0 ? 0 : material_numbers_[static_cast<size_t>(material)]);
      map_.triangle_groups.resize(map_.triangles.size(), group);
      first += count;
    }
  }

  uint64_t unsound_count() const { return unsound_count_; }
  uint32_t first_unsound_vertex() const { return first_unsound_vertex_; }

 private:
  void AppendPolygon(const tinyobj::index_t* corners, size_t count) {
    vertices_.clear();
    positions_.clear();
    for (size_t k = 0; k < count; ++k) {
      vertices_.push_back(static_cast<uint32_t>(corners[k].vertex_index));
      positions_.push_back(map_.vertices[vertices_.back()]);
    }
    split_.clear();
    if (!SplitPolygon(positions_, split_) && unsound_count_++ == 0) first_unsound_vertex_ = vertices_[0];
    for (const auto& t : split_)
      map_.triangles.push_back({vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]});
  }

  SourceMap& map_;
  std::vector<uint32_t> material_numbers_;
  std::vector<uint32_t> vertices_;
  std::vector<Vec3> positions_;
  std::vector<std::array<uint32_t, 3>> split_;
  uint64_t unsound_count_ = 0;
  uint32_t first_unsound_vertex_ = 0;
};

}  // namespace

absl::StatusOr<SourceMap> ImportObj(std::string text, std::vector<std::string>& warnings,
                                    uint64_t max_triangles) {
  WS_ASSIGN_OR_RETURN(ObjScan scan, ScanObj(text, max_triangles));
  std::string().swap(text);
  WS_ASSIGN_OR_RETURN(const LoadedObj loaded, LoadScanned(scan));
  std::string().swap(scan.text);
  SourceMap map;
  const std::vector<double>& numbers = loaded.attributes.vertices;
  map.vertices.reserve(numbers.size() / 3);
  for (size_t i = 0; i < numbers.size(); i += 3)
    map.vertices.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  map.triangles.reserve(scan.triangle_count);
  map.triangle_materials.reserve(scan.triangle_count);
  map.triangle_groups.reserve(scan.triangle_count);
  map.materials = std::move(scan.materials);
  map.groups = std::move(scan.groups);
  map.vertex_places = std::move(scan.vertex_lines);
  TriangleAppender appender(loaded.materials, map);
  for (const tinyobj::shape_t& shape : loaded.shapes) appender.Append(shape);
  if (appender.unsound_count() > 0) {
    warnings.push_back(
        absl::StrCat(appender.unsound_count(),
                     " polygons have no area or cross themselves; the first one's corner is of line ",
                     map.vertex_places[appender.first_unsound_vertex()]));
  }
  return map;
}

}  // namespace waystone
