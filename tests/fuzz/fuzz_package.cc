// Any bytes as a package: as they are, and with right checksums, so that the fuzzer reaches what lies behind
// them.
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/check.h"
#include "core/store/loaded_map.h"
#include "core/store/package_json.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

void TryPackage(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "fuzz");
  if (!reader.ok()) return;
  for (const SectionEntry& entry : (*reader)->sections()) {
    PrintJson(SectionJson(entry));
    const auto bytes = (*reader)->Bytes(entry.type, {entry.variant, entry.region});
    WS_CHECK(!bytes.ok() || bytes->size() == entry.size_bytes);
  }
  const bool whole = (*reader)->FindDamage(5).empty();
  WS_CHECK(whole == (*reader)->VerifyAll().ok());
  const auto map = LoadedMap::FromPackage(*std::move(reader));
  if (!map.ok()) return;
  PrintJson(ManifestJson((*map)->manifest()));
  ExerciseMap(**map, file.size());
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  waystone::PackageFile file(bytes.begin(), bytes.end());
  waystone::TryPackage(file);
  waystone::Reseal(file);
  waystone::TryPackage(file);
  return 0;
}
