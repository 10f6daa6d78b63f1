#include "bake/import/gltf_importer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "absl/strings/escaping.h"
#include "tests/support/glb.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kSquare = BytesOf<float>({0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0});
const std::string kSquareIndices = BytesOf<uint16_t>({0, 1, 2, 0, 2, 3});

// A document whose mesh 0 is a square of two triangles, with the given nodes and further members.
std::string SquareJson(const std::string& nodes, const std::string& more = "",
                       const std::string& primitive = R"({"attributes": {"POSITION": 0}, "indices": 1})",
                       const std::string& buffer = R"({"byteLength": 60})") {
  return R"({"asset": {"version": "2.0"}, "nodes": )" + nodes + more +
         R"(, "meshes": [{"name": "Square", "primitives": [)" + primitive + R"(]}], "accessors": [
           {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
           {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
         "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
         "buffers": [)" +
         buffer + "]}";
}

SourceMap Import(const std::string& bytes, bool is_binary = true, const std::string& path = "m.glb") {
  SourceDigest digest;
  std::vector<std::string> warnings;
  absl::StatusOr<SourceMap> map = ImportGltf(path, bytes, is_binary, digest, warnings);
  EXPECT_TRUE(map.ok()) << map.status();
  EXPECT_THAT(warnings, IsEmpty());
  return map.ok() ? *std::move(map) : SourceMap{};
}

SourceMap ImportSquare(const std::string& nodes, const std::string& more = "") {
  return Import(Glb(SquareJson(nodes, more), kSquare + kSquareIndices));
}

Vec3 NormalOf(const SourceMap& map, size_t triangle) {
  const SourceTriangle& t = map.triangles[triangle];
  const Vec3& a = map.vertices[t[0]];
  return Cross(map.vertices[t[1]] - a, map.vertices[t[2]] - a);
}

TEST(GltfImporter, ReadsTheTrianglesOfAMesh) {
  const SourceMap map = ImportSquare(R"([{"mesh": 0}])");
  EXPECT_THAT(map.vertices, ElementsAre(Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(1, 0, 0)));
  EXPECT_THAT(map.triangles, ElementsAre(SourceTriangle{0, 1, 2}, SourceTriangle{0, 2, 3}));
  EXPECT_GT(NormalOf(map, 0).y, 0);
}

TEST(GltfImporter, AppliesTranslationRotationAndScaleDownTheTree) {
  // The child is scaled by 2, turned by 90 degrees about y (x goes to -z) and moved by 5; its parent moves by
  // 100.
  const SourceMap map = ImportSquare(
      R"([{"children": [1], "translation": [100, 0, 0]},
          {"mesh": 0, "scale": [2, 1, 2], "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476],
           "translation": [0, 5, 0]}])");
  EXPECT_NEAR(Distance(map.vertices[1], {102, 5, 0}), 0, 1e-9);
  EXPECT_NEAR(Distance(map.vertices[3], {100, 5, -2}), 0, 1e-9);
  EXPECT_GT(NormalOf(map, 0).y, 0);
}

TEST(GltfImporter, AppliesAColumnMajorMatrix) {
  const SourceMap map = ImportSquare(R"([{"mesh": 0, "matrix": [3,0,0,0, 0,1,0,0, 0,0,4,0, 7,8,9,1]}])");
  EXPECT_EQ(map.vertices[2], Vec3(10, 8, 13));
}

TEST(GltfImporter, AMirroredNodeKeepsItsOutside) {
  const SourceMap map = ImportSquare(R"([{"mesh": 0, "scale": [-1, 1, 1]}])");
  EXPECT_EQ(map.vertices[2], Vec3(-1, 0, 1));
  EXPECT_GT(NormalOf(map, 0).y, 0);
  EXPECT_GT(NormalOf(map, 1).y, 0);
}

TEST(GltfImporter, InstancesOfOneMeshAreAllThere) {
  const SourceMap map = ImportSquare(R"([{"mesh": 0}, {"mesh": 0, "translation": [9, 0, 0]}])");
  EXPECT_EQ(map.vertices.size(), 8U);
  EXPECT_THAT(map.triangles, ElementsAre(SourceTriangle{0, 1, 2}, SourceTriangle{0, 2, 3},
                                         SourceTriangle{4, 5, 6}, SourceTriangle{4, 6, 7}));
}

TEST(GltfImporter, OnlyTheChosenSceneIsRead) {
  const std::string nodes = R"([{"mesh": 0}, {"mesh": 0, "translation": [9, 0, 0]}])";
  EXPECT_EQ(ImportSquare(nodes, R"(, "scenes": [{"nodes": [0]}, {"nodes": [1]}], "scene": 1)").vertices[0],
            Vec3(9, 0, 0));
  EXPECT_EQ(ImportSquare(nodes, R"(, "scenes": [{"nodes": [0]}, {"nodes": [1]}])").vertices[0],
            Vec3(0, 0, 0));
}

TEST(GltfImporter, NamesComeFromNodesMeshesAndMaterials) {
  const SourceMap map =
      Import(Glb(SquareJson(R"([{"mesh": 0, "name": "yard"}, {"mesh": 0}])",
                            R"(, "materials": [{"name": "mud"}, {"name": "sand"}])",
                            R"({"attributes": {"POSITION": 0}, "indices": 1, "material": 1})"),
                 kSquare + kSquareIndices));
  EXPECT_THAT(map.groups, ElementsAre("", "yard", "Square"));
  EXPECT_THAT(map.triangle_groups, ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(map.materials, ElementsAre("", "sand"));
  EXPECT_THAT(map.triangle_materials, testing::Each(1U));
}

TEST(GltfImporter, StripsAndFansFaceTheSameWayAsLists) {
  for (const int mode : {5, 6}) {
    const std::string order = mode == 5 ? BytesOf<float>({0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1}) : kSquare;
    const SourceMap map =
        Import(Glb(SquareJson(R"([{"mesh": 0}])", "",
                              R"({"attributes": {"POSITION": 0}, "mode": )" + std::to_string(mode) + "}"),
                   order + kSquareIndices));
    ASSERT_EQ(map.triangles.size(), 2U) << mode;
    EXPECT_EQ(NormalOf(map, 0).y, 1) << mode;
    EXPECT_EQ(NormalOf(map, 1).y, 1) << mode;
  }
}

TEST(GltfImporter, ReadsInterleavedVertices) {
  std::string binary;
  for (size_t i = 0; i < 4; ++i) binary += kSquare.substr(12 * i, 12) + std::string(8, '\x7f');
  const std::string json = R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                    {"bufferView": 1, "componentType": 5125, "count": 3, "type": "SCALAR"}],
      "bufferViews": [{"buffer": 0, "byteLength": 80, "byteStride": 20}, {"buffer": 0, "byteOffset": 80, "byteLength": 12}],
      "buffers": [{"byteLength": 92}]})";
  const SourceMap map = Import(Glb(json, binary + BytesOf<uint32_t>({0, 1, 3})));
  EXPECT_EQ(map.vertices[3], Vec3(1, 0, 0));
  EXPECT_THAT(map.triangles, ElementsAre(SourceTriangle{0, 1, 3}));
}

TEST(GltfImporter, ReadsBuffersFromDataUrisAndFilesBeside) {
  const TempFolder folder;
  const std::string bytes = kSquare + kSquareIndices;
  std::ofstream(folder.File("a b.bin"), std::ios::binary) << bytes << "more than declared";
  const std::string path = folder.File("m.gltf");
  const auto read = [&](const std::string& uri) {
    return Import(SquareJson(R"([{"mesh": 0}])", "", R"({"attributes": {"POSITION": 0}, "indices": 1})",
                             R"({"uri": ")" + uri + R"(", "byteLength": 60})"),
                  false, path);
  };
  EXPECT_EQ(read("a%20b.bin").triangles.size(), 2U);
  EXPECT_EQ(read("./a b.bin").triangles.size(), 2U);
  EXPECT_EQ(read("data:application/octet-stream;base64," + absl::Base64Escape(bytes)).triangles.size(), 2U);
}

TEST(GltfImporter, TheDigestCoversBufferFiles) {
  const TempFolder folder;
  const std::string json =
      SquareJson(R"([{"mesh": 0}])", "", R"({"attributes": {"POSITION": 0}, "indices": 1})",
                 R"({"uri": "a.bin", "byteLength": 60})");
  std::vector<std::string> hashes;
  for (const char* tail : {"", "x"}) {
    std::ofstream(folder.File("a.bin"), std::ios::binary) << kSquare << kSquareIndices << tail;
    SourceDigest digest;
    std::vector<std::string> warnings;
    ASSERT_TRUE(ImportGltf(folder.File("m.gltf"), json, false, digest, warnings).ok());
    EXPECT_THAT(digest.files(), ElementsAre("a.bin"));
    hashes.push_back(digest.Hex());
  }
  EXPECT_NE(hashes[0], hashes[1]);
}

TEST(GltfImporter, WarnsOfExtensionsThatMayMoveGeometry) {
  SourceDigest digest;
  std::vector<std::string> warnings;
  const std::string json = SquareJson(
      R"([{"mesh": 0}])", R"(, "extensionsUsed": ["KHR_materials_unlit", "EXT_mesh_gpu_instancing"])");
  ASSERT_TRUE(ImportGltf("m.glb", Glb(json, kSquare + kSquareIndices), true, digest, warnings).ok());
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("EXT_mesh_gpu_instancing")));
}

TEST(GltfImporter, IgnoresImagesAnimationsAndDeepExtras) {
  const SourceMap map = ImportSquare(
      R"([{"mesh": 0, "extras": [[[[[[1]]]]]]}])",
      R"(, "images": [{"uri": "/etc/passwd"}], "textures": 7, "animations": [null], "skins": [{}], "cameras": "no")");
  EXPECT_EQ(map.triangles.size(), 2U);
}

TEST(GltfImporter, EveryCutAndEveryFlippedByteIsReadOrRefusedButNeverACrash) {
  const std::string good = Glb(SquareJson(R"([{"mesh": 0}])"), kSquare + kSquareIndices);
  for (size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0x10, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      SourceDigest digest;
      std::vector<std::string> warnings;
      const auto map = ImportGltf("m.glb", bad, true, digest, warnings);
      if (!map.ok()) {
        EXPECT_FALSE(map.status().message().empty());
      }
    }
  }
}

}  // namespace
}  // namespace waystone
