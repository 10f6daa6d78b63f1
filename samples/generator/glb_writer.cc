// The file is a header, a JSON chunk and a binary chunk, each padded to 4 bytes; the binary chunk holds all
// positions, then all indices. All numbers are little-endian, as on every machine Waystone runs on.
#include "samples/generator/glb_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/check.h"
#include "nlohmann/json.hpp"

namespace waystone::samples {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little);
constexpr uint32_t kMagic = 0x46546c67;      // "glTF"
constexpr uint32_t kJsonChunk = 0x4e4f534a;  // "JSON"
constexpr uint32_t kBinChunk = 0x004e4942;   // "BIN"
constexpr int kFloat = 5126;
constexpr int kUint16 = 5123;
constexpr int kUint32 = 5125;
constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;

template <typename T>
void Append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

void PadTo4(std::string& bytes, char with) {
  while (bytes.size() % 4 != 0) bytes.push_back(with);
}

float MetresOf(int32_t mm) { return static_cast<float>(mm / 1000.0); }

class GlbBuilder {
 public:
  explicit GlbBuilder(const SceneMesh& mesh) : mesh_(mesh) {}

  std::string Build() {
    json_["asset"] = {{"version", "2.0"}, {"generator", "waystone-samples"}};
    json_["scene"] = 0;
    AddMaterials();
    for (const MeshPart& part : mesh_.parts()) {
      if (!part.indices.empty()) AddPositions(part);
    }
    const size_t positions_size = bytes_.size();
    for (const MeshPart& part : mesh_.parts()) {
      if (!part.indices.empty()) AddIndices(part, positions_size);
    }
    json_["bufferViews"] = {
        {{"buffer", 0}, {"byteOffset", 0}, {"byteLength", positions_size}, {"target", kArrayBuffer}},
        {{"buffer", 0},
         {"byteOffset", positions_size},
         {"byteLength", bytes_.size() - positions_size},
         {"target", kElementArrayBuffer}}};
    json_["buffers"] = {{{"byteLength", bytes_.size()}}};
    AddMeshes();
    return Assemble();
  }

 private:
  void AddMaterials() {
    for (size_t k = 0; k < kMaterialCount; ++k) {
      const auto material = static_cast<Material>(k);
      const std::array<double, 3> c = MaterialColour(material);
      json_["materials"].push_back(
          {{"name", MaterialName(material)},
           {"pbrMetallicRoughness",
            {{"baseColorFactor", {c[0], c[1], c[2], 1.0}}, {"metallicFactor", 0.0}}}});
    }
  }

  void AddPositions(const MeshPart& part) {
    PointMm lo = part.vertices.front();
    PointMm hi = lo;
    const size_t offset = bytes_.size();
    for (const PointMm& p : part.vertices) {
      lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
      hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
      for (const int32_t mm : {p.x, p.y, p.z}) Append(bytes_, MetresOf(mm));
    }
    accessors_.push_back({{"bufferView", 0},
                          {"byteOffset", offset},
                          {"componentType", kFloat},
                          {"count", part.vertices.size()},
                          {"type", "VEC3"},
                          {"min", {MetresOf(lo.x), MetresOf(lo.y), MetresOf(lo.z)}},
                          {"max", {MetresOf(hi.x), MetresOf(hi.y), MetresOf(hi.z)}}});
  }

  void AddIndices(const MeshPart& part, size_t positions_size) {
    const bool narrow = part.vertices.size() < 65535;
    const size_t offset = bytes_.size() - positions_size;
    for (const uint32_t index : part.indices) {
      narrow ? Append(bytes_, static_cast<uint16_t>(index)) : Append(bytes_, index);
    }
    PadTo4(bytes_, '\0');
    accessors_.push_back({{"bufferView", 1},
                          {"byteOffset", offset},
                          {"componentType", narrow ? kUint16 : kUint32},
                          {"count", part.indices.size()},
                          {"type", "SCALAR"}});
  }

  // Accessors 0..n-1 are the positions of the parts, n..2n-1 their indices.
  void AddMeshes() {
    const size_t parts = accessors_.size() / 2;
    size_t number = 0;
    std::string group;
    for (const MeshPart& part : mesh_.parts()) {
      if (part.indices.empty()) continue;
      if (part.group != group) {
        group = part.group;
        json_["meshes"].push_back({{"name", group}, {"primitives", Json::array()}});
      }
      json_["meshes"].back()["primitives"].push_back({{"attributes", {{"POSITION", number}}},
                                                      {"indices", parts + number},
                                                      {"material", static_cast<size_t>(part.material)}});
      ++number;
    }
    json_["accessors"] = std::move(accessors_);
    for (size_t k = 0; k < json_["meshes"].size(); ++k) {
      json_["nodes"].push_back({{"name", json_["meshes"][k]["name"]}, {"mesh", k}});
      json_["scenes"][0]["nodes"].push_back(k);
    }
  }

  std::string Assemble() {
    std::string text = json_.dump();
    PadTo4(text, ' ');
    const size_t total = 12 + 8 + text.size() + 8 + bytes_.size();
    WS_CHECK(total <= 0xffffffffU);
    std::string file;
    file.reserve(total);
    for (const size_t word : {size_t{kMagic}, size_t{2}, total, text.size(), size_t{kJsonChunk}}) {
      Append(file, static_cast<uint32_t>(word));
    }
    file += text;
    for (const size_t word : {bytes_.size(), size_t{kBinChunk}}) Append(file, static_cast<uint32_t>(word));
    file += bytes_;
    return file;
  }

  const SceneMesh& mesh_;
  Json json_;
  Json accessors_ = Json::array();
  std::string bytes_;
};

}  // namespace

std::string GlbBytes(const SceneMesh& mesh) { return GlbBuilder(mesh).Build(); }

}  // namespace waystone::samples
