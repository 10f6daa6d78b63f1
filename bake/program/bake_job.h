// What one bake is told.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "bake/config/bake_config.h"

namespace waystone {

// Called now and then, from any thread but one at a time: so many of all `unit`s are done.
using BakeProgress = std::function<void(std::string_view unit, uint64_t done, uint64_t total)>;

struct BakeJob {
  std::string source_path;
  std::string output_folder;  // made where it is not there
  BakeConfig config;
  int thread_count = 0;  // 0 = one per core
  bool strict = false;   // any warning fails the bake before anything is written
  BakeProgress progress;
};

}  // namespace waystone
