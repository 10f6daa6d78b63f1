#include "tests/bench/bench_package.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/check.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {

void WriteBenchPackage(const std::string& path, std::string_view drawing) {
  const NavmeshData data = AsciiNavmesh(drawing, {.cell_m = 4});
  MapManifest manifest;
  manifest.map_id = "bench";
  manifest.origin = {1000, 10, -500};
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  const VariantContent content{&data};
  const auto bytes = EncodeMap(manifest, {&content, 1});
  WS_CHECK(bytes.ok());
  WS_CHECK(WritePackageFile(path, *bytes).ok());
}

std::vector<nlohmann::json> LinesOf(const std::function<absl::Status()>& run, absl::Status& status) {
  ::testing::internal::CaptureStdout();
  status = run();
  std::istringstream out(::testing::internal::GetCapturedStdout());
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(out, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace waystone
