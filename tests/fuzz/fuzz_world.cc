// Any bytes as the file of a world whose maps are there: as they are, and with right checksums and
// generations of packages, so that the fuzzer reaches what lies behind them.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/bake/world/world_exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const waystone::DrawnWorld* const kDrawn = new waystone::DrawnWorld(waystone::ExerciseDrawing());
  const auto bytes = std::as_bytes(std::span(data, size));
  waystone::PackageFile file(bytes.begin(), bytes.end());
  waystone::ExerciseWorld(*kDrawn, file, size);
  waystone::PutGenerations(*kDrawn, file);
  waystone::Reseal(file);
  waystone::ExerciseWorld(*kDrawn, file, size);
  return 0;
}
