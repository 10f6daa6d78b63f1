// Broken and hostile inputs, one by one, against the real program: exit code 2, one line that names the file
// and the place, and the package of an earlier bake untouched.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/glb.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr std::string_view kOldPackage = "the package of an earlier bake";

void WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct HostileCase {
  std::string name;
  std::string file;      // beside the test's folder's other files
  std::string bytes;     // written to it
  std::string expected;  // part of the line
  std::vector<std::string> flags = {};
};

std::ostream& operator<<(std::ostream& out, const HostileCase& c) { return out << c.name; }

// A glTF of one triangle, whose parts a case replaces by broken ones.
struct TriangleGltf {
  std::string asset = R"({"version": "2.0"})";
  std::string scene = "0";
  std::string scenes = R"([{"nodes": [0]}])";
  std::string nodes = R"([{"mesh": 0}])";
  std::string primitive = R"({"attributes": {"POSITION": 0}, "indices": 1})";
  std::string positions = R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"})";
  std::string indices = R"({"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"})";
  std::string views =
      R"([{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}])";
  std::string buffers = R"([{"byteLength": 42}])";
  std::string extra;  // further members of the document, each with a comma before it
  std::string binary = BytesOf<float>({0, 0, 0, 0, 0, 9, 9, 0, 0}) + BytesOf<uint16_t>({0, 1, 2});

  std::string Json() const {
    return R"({"asset": )" + asset + R"(, "scene": )" + scene + R"(, "scenes": )" + scenes +
           R"(, "nodes": )" + nodes + R"(, "meshes": [{"primitives": [)" + primitive +
           R"(]}], "accessors": [)" + positions + ", " + indices + R"(], "bufferViews": )" + views +
           R"(, "buffers": )" + buffers + extra + "}";
  }
  std::string Bytes() const { return Glb(Json(), binary); }
};

// The bytes of a GLB where one part of the triangle is replaced.
std::string Broken(std::string TriangleGltf::*part, std::string value) {
  TriangleGltf gltf;
  gltf.*part = std::move(value);
  return gltf.Bytes();
}

std::string WithBinary(const std::string& binary) { return Broken(&TriangleGltf::binary, binary); }

std::string Patched(std::string bytes, size_t offset, uint32_t word) {
  bytes.replace(offset, 4, BytesOf<uint32_t>({word}));
  return bytes;
}

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

constexpr std::string_view kCorners = "v 0 0 0\nv 0 0 9\nv 9 0 0\n";

std::string Obj(std::string_view rest) { return std::string(kCorners) + std::string(rest); }

std::vector<HostileCase> ObjCases() {
  const std::string face = "f 1 2 3\n";
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>(1 + (i * 7919 + i * i) % 255);
  return {
      {"Empty", "m.obj", "", "is empty"},
      {"OnlyWhiteSpace", "m.obj", " \n\t\n\n", "without a face"},
      {"OnlyComments", "m.obj", "# nothing\n# here\n", "without a face"},
      {"VerticesOnly", "m.obj", Obj(""), "line 3: the file ends without a face"},
      {"NotANumber", "m.obj", "v 0 0 zero\n" + Obj(face), "line 1: 'zero' is not a number"},
      {"Nan", "m.obj", "v 0 nan 0\n" + Obj(face), "line 1: coordinate 'nan' is not finite"},
      {"SignedNan", "m.obj", "v 0 -NaN 0\n" + Obj(face), "line 1: coordinate '-NaN' is not finite"},
      {"Infinite", "m.obj", "v inf 0 0\n" + Obj(face), "line 1: coordinate 'inf' is not finite"},
      {"NegativeInfinite", "m.obj", "v 0 0 -infinity\n" + Obj(face), "line 1: coordinate"},
      {"Overflow", "m.obj", "v 1e999 0 0\n" + Obj(face), "line 1: coordinate '1e999' is not finite"},
      {"HexNumber", "m.obj", "v 0x10 0 0\n" + Obj(face), "line 1: '0x10' is not a number"},
      {"CommaNumber", "m.obj", "v 1,5 0 0\n" + Obj(face), "line 1: '1,5' is not a number"},
      {"TwoCoordinates", "m.obj", "v 1 2\n" + Obj(face), "line 1: a vertex needs 3 coordinates and has 2"},
      {"NoCoordinates", "m.obj", "v\n" + Obj(face), "line 1: a vertex needs 3 coordinates and has 0"},
      {"BadColour", "m.obj", "v 0 0 0 1 red 1\n" + Obj(face), "line 1: 'red' is not a number"},
      {"HugeCoordinates", "m.obj", "v 1e30 0 0\nv 0 0 1e30\nv 0 0 0\nf 1 2 3\n", "line 1: vertex"},
      {"JustTooFar", "m.obj", "v 0 0 0\nv 0 0 9\nv 16000.5 0 0\nf 1 2 3\n", "line 3: vertex"},
      {"TooFarByScale", "m.obj", Obj(face), "line 2: vertex", {"--scale", "10000"}},
      {"TooHigh", "m.obj", "v 0 -16001 0\nv 0 0 9\nv 9 0 0\nf 1 2 3\n", "line 1: vertex"},
      {"IndexOutOfRange", "m.obj", Obj("f 1 2 4\n"), "line 4: vertex index 4 is out of range"},
      {"IndexFarOutOfRange", "m.obj", Obj(face + "f 1 2 4000000000\n"), "line 5: vertex index 4000000000"},
      {"IndexOverflow", "m.obj", Obj("f 1 2 99999999999999999999\n"), "line 4: '99999999999999999999'"},
      {"IndexZero", "m.obj", Obj("f 0 1 2\n"), "line 4: vertex index 0"},
      {"NegativeIndexTooFar", "m.obj", Obj("f -1 -2 -4\n"), "line 4: vertex index -4 is out of range"},
      {"NegativeIndexOfNothing", "m.obj", "f -1 -2 -3\n" + Obj(face), "line 1: vertex index -1"},
      {"MostNegativeIndex", "m.obj", Obj("f 1 2 -9223372036854775808\n"),
       "line 4: vertex index -9223372036854775808"},
      {"TwoCorners", "m.obj", Obj("f 1 2\n"), "line 4: a face needs 3 corners and has 2"},
      {"NoCorners", "m.obj", Obj("f\n"), "line 4: a face needs 3 corners and has 0"},
      {"CornerIsAWord", "m.obj", Obj("f 1 two 3\n"), "line 4: 'two' is not a face corner"},
      {"CornerOfTooManyParts", "m.obj", Obj("f 1/1/1/1 2 3\n"), "line 4: '1/1/1/1' is not a face corner"},
      {"CornerIsAFraction", "m.obj", Obj("f 1.5 2 3\n"), "line 4: '1.5' is not a face corner"},
      {"TooManyCorners", "m.obj", Obj("f" + Repeated(" 1 2 3", 100) + "\n"),
       "line 4: a face has more than 255"},
      {"AllZeroArea", "m.obj", Obj("f 1 1 2\nf 2 2 2\n"), "no solid triangle is left"},
      {"AllOnOnePoint", "m.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", "no solid triangle is left"},
      {"NulByte", "m.obj", Obj(face) + std::string("g a\0b\n", 6), "line 5: a NUL byte"},
      {"BinaryNoise", "m.obj", noise, "line 1: "},
      {"NulNoise", "m.obj", std::string(4096, '\0'), "line 1: a NUL byte"},
      {"AnImage", "m.obj", "\x89PNG\r\n\x1a\nIHDR", "line 1: '\\x89PNG' is no keyword"},
      {"UnknownKeyword", "m.obj", Obj(face + "faces 3\n"), "line 5: 'faces' is no keyword"},
      {"LongGarbageName", "m.obj", Obj(std::string(65536, 'x')), "..."},
      {"MaterialPathUpwards", "m.obj", "mtllib ../../etc/passwd\n" + Obj(face), "must not contain '..'"},
      {"MaterialPathAbsolute", "m.obj", "mtllib /etc/passwd\n" + Obj(face), "line 1: mtllib"},
      {"MaterialPathUrl", "m.obj", "mtllib http://host/a.mtl\n" + Obj(face), "line 1: mtllib"},
      {"FacingDown", "m.obj", Obj("f 1 3 2\n"), "no agent can stand anywhere"},
      {"OnlyAWall", "m.obj", "v 0 0 0\nv 0 9 0\nv 9 0 0\nf 1 2 3\n", "no agent can stand anywhere"},
      {"TooSmallToStand", "m.obj", Obj(face), "no agent can stand anywhere", {"--scale", "0.01"}},
      {"TooManyCells", "m.obj", Obj(face), "raise --cell-size", {"--scale", "1700", "--cell-size", "0.01"}},
      {"TileTooHigh", "m.obj", "v 0 0 0\nv 0 0 9\nv 9 0 0\nv 1 900 1\nf 1 2 3\nf 1 2 4\n",
       "raise --cell-height"},
      {"UnknownExtension", "m.fbx", "; FBX",
       "extension 'fbx' is not one of obj, gltf, glb, bin, polys.csv, polys.json, map, png, grid.csv, "
       "nodes.csv, waypoints.json"},
      {"NoExtension", "m", "v 0 0 0", "extension '' is not one of"},
  };
}

// Sources that are sound, and would take longer or more memory than the limits allow.
std::vector<HostileCase> CostlyCases() {
  const std::string floor = "f 1 2 3\n";
  TriangleGltf two;
  two.scenes = R"([{"nodes": [0, 1]}])";
  two.nodes = R"([{"mesh": 0}, {"mesh": 0, "translation": [0, 1, 0]}])";
  return {
      {"Columns", "m.obj", "v -8000 0 -8000\nv -8000 0 8000\nv 8000 0 8000\nv 8000 0 -8000\nf 1 2 3 4\n",
       "m.obj: 6.9e9 voxel columns (16025.6 x 16025.6 m at 0.2 m), the limit is --max-columns 2.0e8: raise "
       "it, or a "
       "larger cell_size_m"},
      {"ColumnsOfTheFlag",
       "m.obj",
       Obj(floor),
       "70756 voxel columns (51.2 x 51.2 m at 0.2 m), the limit is --max-columns 70755",
       {"--max-columns", "70755"}},
      {"Drawn",
       "m.obj",
       Obj(floor),
       "the limit is --max-drawn 1000: raise it, or a larger cell_size_m",
       {"--max-drawn", "1e3"}},
      {"LaunchPoints",
       "m.obj",
       Obj(floor),
       "the limit is --max-launch-points 10: raise it, or a larger",
       {"--max-launch-points", "10"}},
      {"Triangles",
       "m.obj",
       Obj(floor + "f 1 2 3 1\n"),
       "line 5: 3 triangles so far (instances counted), the limit is "
       "--max-triangles 2: raise it, or a simpler source",
       {"--max-triangles", "2"}},
      {"Instances",
       "m.glb",
       two.Bytes(),
       "node 1, mesh 0: accessor 0: 2 triangles so far (instances counted), the limit is "
       "--max-triangles 1",
       {"--max-triangles", "1"}},
      {"LimitOfNothing",
       "m.obj",
       Obj(floor),
       "--max-columns is 0 and must be from 1 to 1e+12",
       {"--max-columns", "0"}},
      {"LimitThatIsNoNumber", "m.obj", Obj(floor), "--max-drawn", {"--max-drawn", "many"}},
  };
}

// Of the file and its buffers.
std::vector<HostileCase> GlbFileCases() {
  const std::string good = TriangleGltf().Bytes();
  return {
      {"Empty", "m.glb", "", "is empty"},
      {"WrongMagic", "m.glb", "glTX" + good.substr(4), "byte 0: this is no GLB"},
      {"ObjText", "m.glb", std::string(kCorners) + "f 1 2 3\n", "byte 0: this is no GLB"},
      {"Version1", "m.glb", Patched(good, 4, 1), "byte 4: GLB version 1"},
      {"HeaderOnly", "m.glb", Patched(good.substr(0, 12), 8, 12), "byte 12: the JSON chunk is cut off"},
      {"HugeLength", "m.glb", Patched(good, 8, 0xffffffff), "byte 8: the header declares 4294967295 bytes"},
      {"HugeJsonLength", "m.glb", Patched(good, 12, 0xfffffff0),
       "byte 12: the JSON chunk declares 4294967280"},
      {"ZeroJsonLength", "m.glb", Patched(good, 12, 0), "byte 24: this is no BIN chunk"},
      {"WrongChunk", "m.glb", Patched(good, 16, 0x12345678), "byte 16: this is no JSON chunk"},
      {"HugeBufferLength", "m.glb", Broken(&TriangleGltf::buffers, R"([{"byteLength": 4000000000}])"),
       "buffers[0]: byteLength is 4000000000 and 44 bytes are there"},
      {"ImpossibleBufferLength", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"byteLength": 1000000000000000000}])"), "buffers[0].byteLength"},
      {"NegativeBufferLength", "m.glb", Broken(&TriangleGltf::buffers, R"([{"byteLength": -1}])"),
       "buffers[0].byteLength must be an integer"},
      {"ZeroBufferLength", "m.glb", Broken(&TriangleGltf::buffers, R"([{"byteLength": 0}])"),
       "buffers[0].byteLength"},
      {"NoBufferLength", "m.glb", Broken(&TriangleGltf::buffers, R"([{}])"), "buffers[0] has no byteLength"},
      {"PathUpwards", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "../secret.bin", "byteLength": 42}])"),
       "must not contain '..'"},
      {"PathUpwardsEscaped", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "%2e%2e/secret.bin", "byteLength": 42}])"),
       "must not contain '..'"},
      {"PathAbsolute", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "/etc/passwd", "byteLength": 42}])"), "must be relative"},
      {"PathUrl", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "file:///etc/passwd", "byteLength": 42}])"),
       "must be relative"},
      {"PathBackslash", "m.glb", Broken(&TriangleGltf::buffers, R"([{"uri": "a\\b.bin", "byteLength": 42}])"),
       "must be relative"},
      {"PathWithNul", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "a\u0000.bin", "byteLength": 42}])"), "control character"},
      {"PathBrokenEscape", "m.glb", Broken(&TriangleGltf::buffers, R"([{"uri": "a%zz", "byteLength": 42}])"),
       "broken %-escape"},
      {"PathOfNothing", "m.glb", Broken(&TriangleGltf::buffers, R"([{"uri": "gone.bin", "byteLength": 42}])"),
       "gone.bin"},
      {"PathOfAFolder", "m.glb", Broken(&TriangleGltf::buffers, R"([{"uri": "out", "byteLength": 42}])"),
       "is a folder"},
      {"DataUriNotBase64", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "data:a/b;base64,!!!!", "byteLength": 3}])"),
       "not valid base64"},
      {"DataUriTooShort", "m.glb",
       Broken(&TriangleGltf::buffers, R"([{"uri": "data:a/b;base64,AAAA", "byteLength": 42}])"),
       "byteLength is 42 and 3 bytes are there"},
      {"ViewOfNoBuffer", "m.glb",
       Broken(&TriangleGltf::views, R"([{"buffer": 7, "byteLength": 36}, {"buffer": 0, "byteLength": 6}])"),
       "accessor 0: bufferView 0: buffer 7 is out of range"},
      {"ViewPastBuffer", "m.glb",
       Broken(&TriangleGltf::views, R"([{"buffer": 0, "byteLength": 43}, {"buffer": 0, "byteLength": 6}])"),
       "accessor 0: bufferView 0 (43 bytes at 0) ends past its buffer of 42"},
      {"ViewOverflow", "m.glb",
       Broken(
           &TriangleGltf::views,
           R"([{"buffer": 0, "byteOffset": 18446744073709551610, "byteLength": 36}, {"buffer": 0, "byteLength": 6}])"),
       "accessor 0: bufferView 0"},
      {"StrideTooSmall", "m.glb",
       Broken(
           &TriangleGltf::views,
           R"([{"buffer": 0, "byteLength": 36, "byteStride": 4}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}])"),
       "accessor 0: byteStride 4 is out of range"},
  };
}

std::vector<HostileCase> GlbAccessorCases() {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::string indices = BytesOf<uint16_t>({0, 1, 2});
  const auto accessor = [](std::string_view view, std::string_view offset, std::string_view type,
                           std::string_view count, std::string_view shape) {
    return R"({"bufferView": )" + std::string(view) + R"(, "byteOffset": )" + std::string(offset) +
           R"(, "componentType": )" + std::string(type) + R"(, "count": )" + std::string(count) +
           R"(, "type": ")" + std::string(shape) + R"("})";
  };
  const auto positions = [](const std::string& value) { return Broken(&TriangleGltf::positions, value); };
  const auto index_accessor = [](const std::string& value) { return Broken(&TriangleGltf::indices, value); };
  return {
      {"AccessorOfNoView", "m.glb", positions(accessor("9", "0", "5126", "3", "VEC3")),
       "accessor 0: bufferView 9 is out of range"},
      {"AccessorWithoutView", "m.glb", positions(R"({"componentType": 5126, "count": 3, "type": "VEC3"})"),
       "accessor 0: it has no bufferView"},
      {"AccessorPastView", "m.glb", positions(accessor("0", "0", "5126", "4", "VEC3")),
       "accessor 0: 4 elements at byte 0 end past their view of 36"},
      {"AccessorOffsetPastView", "m.glb",
       positions(accessor("0", "18446744073709551615", "5126", "3", "VEC3")), "accessor 0: 3 elements"},
      {"AccessorCountHuge", "m.glb", positions(accessor("0", "0", "5126", "1537228672809129302", "VEC3")),
       "accessor 0: count is 1537228672809129302"},
      {"AccessorCountZero", "m.glb", positions(accessor("0", "0", "5126", "0", "VEC3")),
       "accessor 0: count is 0"},
      {"AccessorCountNegative", "m.glb", positions(accessor("0", "0", "5126", "-3", "VEC3")),
       "accessors[0].count must be an integer"},
      {"PositionsOfBytes", "m.glb", positions(accessor("0", "0", "5121", "3", "VEC3")),
       "must be VEC3 of float"},
      {"PositionsOfPairs", "m.glb", positions(accessor("0", "0", "5126", "3", "VEC2")),
       "must be VEC3 of float"},
      {"UnknownShape", "m.glb", positions(accessor("0", "0", "5126", "3", "VEC9")), "loader refused"},
      {"SparseAccessor", "m.glb",
       positions(
           R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 1}})"),
       "accessors[0] is sparse"},
      {"NanPosition", "m.glb", WithBinary(BytesOf<float>({0, 0, 0, 0, nan, 9, 9, 0, 0}) + indices),
       "accessor 0: element 1: a coordinate is not finite"},
      {"InfinitePosition", "m.glb", WithBinary(BytesOf<float>({0, 0, 0, 0, 0, 9, infinity, 0, 0}) + indices),
       "accessor 0: element 2: a coordinate is not finite"},
      {"HugePosition", "m.glb", WithBinary(BytesOf<float>({0, 0, 0, 0, 0, 1e30F, 9, 0, 0}) + indices),
       "accessor 0: vertex"},
      {"IndexOutOfRange", "m.glb",
       WithBinary(BytesOf<float>({0, 0, 0, 0, 0, 9, 9, 0, 0}) + BytesOf<uint16_t>({0, 1, 3})),
       "accessor 1: element 2: vertex index 3 is out of range"},
      {"IndexRestart", "m.glb",
       WithBinary(BytesOf<float>({0, 0, 0, 0, 0, 9, 9, 0, 0}) + BytesOf<uint16_t>({0, 1, 65535})),
       "accessor 1: element 2: vertex index 65535"},
      {"IndicesOfFloats", "m.glb", index_accessor(accessor("1", "0", "5126", "1", "SCALAR")),
       "accessor 1: indices must be SCALAR"},
      {"TwoIndices", "m.glb", index_accessor(accessor("1", "0", "5123", "2", "SCALAR")),
       "2 corners are not 3 per triangle"},
      {"ZeroArea", "m.glb",
       WithBinary(BytesOf<float>({0, 0, 0, 0, 0, 9, 9, 0, 0}) + BytesOf<uint16_t>({0, 1, 1})),
       "no solid triangle is left"},
  };
}

std::vector<HostileCase> GlbSceneCases() {
  const auto nodes = [](const std::string& value) { return Broken(&TriangleGltf::nodes, value); };
  const auto primitive = [](const std::string& value) { return Broken(&TriangleGltf::primitive, value); };
  return {
      {"NoPosition", "m.glb", primitive(R"({"attributes": {"NORMAL": 0}})"),
       "meshes[0].primitives[0].attributes has no POSITION"},
      {"PositionOutOfRange", "m.glb", primitive(R"({"attributes": {"POSITION": 5}})"),
       "accessor 5: out of range"},
      {"PositionNegative", "m.glb", primitive(R"({"attributes": {"POSITION": -1}})"),
       "POSITION must be an integer"},
      {"IndicesOutOfRange", "m.glb", primitive(R"({"attributes": {"POSITION": 0}, "indices": 5})"), "out of"},
      {"MaterialOutOfRange", "m.glb", primitive(R"({"attributes": {"POSITION": 0}, "material": 3})"),
       "material 3 is out of range"},
      {"ModeOutOfRange", "m.glb", primitive(R"({"attributes": {"POSITION": 0}, "mode": 9})"), "mode is 9"},
      {"OnlyPoints", "m.glb", primitive(R"({"attributes": {"POSITION": 0}, "mode": 0})"), "no triangles"},
      {"PrimitiveIsANumber", "m.glb", primitive("7"), "meshes[0].primitives[0] must be an object"},
      {"NodeCycle", "m.glb", nodes(R"([{"mesh": 0, "children": [1]}, {"children": [0]}])"),
       "node 0 is reached twice"},
      {"NodeOwnChild", "m.glb", nodes(R"([{"children": [0]}])"), "node 0 is reached twice"},
      {"NodeChildOutOfRange", "m.glb", nodes(R"([{"children": [4]}])"), "node 4 is out of range"},
      {"NodeMeshOutOfRange", "m.glb", nodes(R"([{"mesh": 4}])"), "node 0: mesh 4 is out of range"},
      {"ShortMatrix", "m.glb", nodes(R"([{"mesh": 0, "matrix": [1, 0, 0]}])"),
       "nodes[0].matrix must be a list of 16 numbers"},
      {"MatrixOfWords", "m.glb", nodes(R"([{"mesh": 0, "scale": ["a", "b", "c"]}])"),
       "nodes[0].scale must be a list"},
      {"HugeScale", "m.glb", nodes(R"([{"mesh": 0, "scale": [1e300, 1e300, 1e300]}])"), "accessor 0: vertex"},
      {"ZeroScale", "m.glb", nodes(R"([{"mesh": 0, "scale": [0, 0, 0]}])"), "no solid triangle is left"},
      {"SceneOutOfRange", "m.glb", Broken(&TriangleGltf::scene, "3"), "scene 3 is out of range"},
      {"EmptyScene", "m.glb", Broken(&TriangleGltf::scenes, R"([{"nodes": []}])"), "no triangles"},
      {"NoAsset", "m.glb", Broken(&TriangleGltf::asset, "null"), "asset must be an object"},
      {"Gltf1", "m.glb", Broken(&TriangleGltf::asset, R"({"version": "1.0"})"), "only glTF 2"},
      {"DracoRequired", "m.glb",
       Broken(&TriangleGltf::extra, R"(, "extensionsRequired": ["KHR_draco_mesh_compression"])"),
       "KHR_draco_mesh_compression"},
      {"NotJson", "m.glb", Glb("this is no JSON", ""), "byte 2 of the JSON is not JSON"},
      {"JsonCut", "m.glb", Glb(TriangleGltf().Json().substr(0, 100), ""), "of the JSON is not JSON"},
      {"JsonIsAList", "m.glb", Glb("[1, 2, 3]", ""), "the JSON must be an object"},
      {"JsonTooDeep", "m.glb", Glb(Repeated("[", 200000), ""), "nests deeper than 64 levels"},
      {"NumberTooLarge", "m.glb", nodes(R"([{"mesh": 0, "scale": [1e999, 1, 1]}])"), "number out of range"},
      {"GltfEmptyObject", "m.gltf", "{}", "asset must be an object"},
      {"GltfBinaryNoise", "m.gltf", std::string("\x00\xff\xfe\x01", 4), "is not JSON"},
      {"GltfWithoutUri", "m.gltf", TriangleGltf().Json(),
       "buffers[0]: byteLength is 42 and 0 bytes are there"},
  };
}

std::vector<HostileCase> SettingsCases() {
  const std::string good = Obj("f 1 2 3\n");
  return {
      {"ScaleZero", "m.obj", good, "scale", {"--scale", "0"}},
      {"ScaleNan", "m.obj", good, "scale", {"--scale", "nan"}},
      {"ScaleWord", "m.obj", good, "--scale", {"--scale", "big"}},
      {"AxisX", "m.obj", good, "--up-axis must be y or z", {"--up-axis", "x"}},
      {"CellNegative", "m.obj", good, "--cell-size is -1 and must be above 0", {"--cell-size", "-1"}},
      {"TileOfNoSize", "m.obj", good, "--tile-size is 0 and must be above 0", {"--tile-size", "0"}},
      {"CellInfinite", "m.obj", good, "cell_size_m", {"--cell-size", "inf"}},
      {"TileTooSmall", "m.obj", good, "tile", {"--tile-size", "1"}},
      {"ThreadsNegative", "m.obj", good, "--threads", {"--threads", "-4"}},
      {"MapIdWithSlash", "m.obj", good, "map", {"--map-id", "../m"}},
      {"AgentWithoutEquals", "m.obj", good, "'tall' is not key=value", {"--agent", "tall"}},
      {"AgentUnknownKey", "m.obj", good, "'weight=3' is none of", {"--agent", "weight=3"}},
      {"AgentTwiceAKey", "m.obj", good, "'radius=2' is there twice", {"--agent", "radius=1,radius=2"}},
      {"AgentNanRadius", "m.obj", good, "radius_m", {"--agent", "radius=nan"}},
      {"AgentTooSteep", "m.obj", good, "max_slope_deg", {"--agent", "slope=90"}},
      {"AgentTwice", "m.obj", good, "is there twice", {"--agent", "name=a", "--agent", "name=a"}},
      {"AgentTooWideForCells", "m.obj", good, "--cell-size", {"--agent", "radius=9", "--cell-size", "0.01"}},
      {"UnknownFlag", "m.obj", good, "--fast", {"--fast"}},
      {"ConfigGone", "m.obj", good, "gone.yaml", {"--config", "gone.yaml"}},
  };
}

class HostileSource : public testing::TestWithParam<HostileCase> {};

void ExpectRefused(const std::string& source, const TempFolder& folder, const std::string& expected,
                   const std::vector<std::string>& flags) {
  std::filesystem::create_directories(folder.File("out"));
  WriteFile(folder.File("out/m.waymap"), kOldPackage);
  std::vector<std::string> command = {WAYSTONE_BAKE, source, "-o", folder.File("out")};
  command.insert(command.end(), flags.begin(), flags.end());
  const ProgramRun run = RunProgram(command);
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_TRUE(run.err.ends_with('\n')) << run.err;
  EXPECT_LT(run.err.size(), 500U);
  EXPECT_NE(run.err.find(expected), std::string::npos) << run.err << "lacks: " << expected;
  for (const char c : run.err.substr(0, run.err.size() - 1)) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20) << "control character in: " << run.err;
  }
  if (flags.empty()) {
    EXPECT_NE(run.err.find(source), std::string::npos) << run.err;
  }
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(ReadFile(folder.File("out/m.waymap")), kOldPackage);
  const std::filesystem::directory_iterator files(folder.File("out"));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "something else was left in the output folder";
}

TEST_P(HostileSource, EndsWithExitTwoAndOneLine) {
  const TempFolder folder;
  const HostileCase& hostile = GetParam();
  WriteFile(folder.File(hostile.file), hostile.bytes);
  ExpectRefused(folder.File(hostile.file), folder, hostile.expected, hostile.flags);
}

std::string CaseName(const testing::TestParamInfo<HostileCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Obj, HostileSource, testing::ValuesIn(ObjCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(Costly, HostileSource, testing::ValuesIn(CostlyCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(GltfFile, HostileSource, testing::ValuesIn(GlbFileCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(GltfAccessor, HostileSource, testing::ValuesIn(GlbAccessorCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(GltfScene, HostileSource, testing::ValuesIn(GlbSceneCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(Settings, HostileSource, testing::ValuesIn(SettingsCases()), CaseName);

TEST(HostileSourceFile, ThatDoesNotExist) {
  const TempFolder folder;
  ExpectRefused(folder.File("gone.obj"), folder, "cannot be read: No such file", {"--map-id", "m"});
}

TEST(HostileSourceFile, ThatIsAFolder) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.File("m.obj"));
  ExpectRefused(folder.File("m.obj"), folder, "is a folder", {});
}

TEST(HostileSourceFile, BelowAFile) {
  const TempFolder folder;
  WriteFile(folder.File("file"), "x");
  ExpectRefused(folder.File("file/m.obj"), folder, "cannot be read", {});
}

TEST(HostileSourceFile, ThatIsANamedPipeWithoutAWriter) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo(folder.File("m.obj").c_str(), 0600), 0);
  ExpectRefused(folder.File("m.obj"), folder, "is not a regular file", {});
}

TEST(HostileSourceFile, ThatIsADevice) {
  const TempFolder folder;
  std::filesystem::create_symlink("/dev/zero", folder.File("m.obj"));
  ExpectRefused(folder.File("m.obj"), folder, "is not a regular file", {});
}

TEST(HostileSourceFile, ThatLinksToItself) {
  const TempFolder folder;
  std::filesystem::create_symlink(folder.File("m.obj"), folder.File("m.obj"));
  ExpectRefused(folder.File("m.obj"), folder, "cannot be read", {});
}

TEST(HostileSourceFile, WhoseBufferLinksOutOfTheFolder) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.File("inner"));
  WriteFile(folder.File("secret.bin"), TriangleGltf().binary);
  std::filesystem::create_symlink(folder.File("secret.bin"), folder.File("inner/a.bin"));
  TriangleGltf gltf;
  gltf.buffers = R"([{"uri": "a.bin", "byteLength": 42}])";
  WriteFile(folder.File("inner/m.gltf"), gltf.Json());
  ExpectRefused(folder.File("inner/m.gltf"), folder, "leads out of the source's folder", {});
}

TEST(HostileSourceFile, CutOffAnywhere) {
  const TempFolder folder;
  const std::string good = TriangleGltf().Bytes();
  for (size_t size = 1; size < good.size(); size += 23) {
    WriteFile(folder.File("m.glb"), good.substr(0, size));
    ExpectRefused(folder.File("m.glb"), folder, folder.File("m.glb"), {});
  }
}

}  // namespace
}  // namespace waystone
