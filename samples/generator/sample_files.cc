#include "samples/generator/sample_files.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "samples/generator/file_output.h"
#include "samples/generator/obj_writer.h"
#include "samples/generator/town.h"

namespace waystone::samples {
namespace {

std::string LandmarksText(const std::vector<Landmark>& landmarks) {
  std::string text = "name,x,y,z\n";
  for (const Landmark& landmark : landmarks) {
    const PointMm p = RoundToMm(landmark.point);
    absl::StrAppend(&text, landmark.name, ",", MetresText(p.x), ",", MetresText(p.y), ",", MetresText(p.z),
                    "\n");
  }
  return text;
}

absl::Status WriteScene(const std::string& folder, const std::string& stem, const SceneWithLandmarks& scene) {
  WS_RETURN_IF_ERROR(MakeFolder(folder));
  const std::string path = absl::StrCat(folder, "/", stem);
  WS_RETURN_IF_ERROR(
      WriteFile(path + ".obj", ObjText(scene.mesh, "Waystone sample: " + stem, stem + ".mtl")));
  WS_RETURN_IF_ERROR(WriteFile(path + ".mtl", MtlText()));
  return WriteFile(path + ".landmarks.csv", LandmarksText(scene.landmarks));
}

absl::Status WriteTown(const std::string& folder) {
  return WriteScene(folder, "town", BuildTown(TownLayout()));
}

}  // namespace

std::span<const Sample> AllSamples() {
  static constexpr std::array<Sample, 1> kSamples = {{
      {"town", "a small town: town.obj, town.mtl, town.landmarks.csv", WriteTown},
  }};
  return kSamples;
}

}  // namespace waystone::samples
