// Voxel maps baked by waystone-bake.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {

// A box of 7 x 4 x 5 voxels, halved by a wall at x = 3 with a hole at (3, 2, 2), and a hollow (0, 0, 0) of its own.
inline std::string Wall() {
  std::string text = "voxel 7 4 5\n1 0 0\n0 1 0\n0 0 1\n";
  for (int y = 0; y < 4; ++y) {
    for (int z = 0; z < 5; ++z) {
      if (y != 2 || z != 2) StrAppend(text, 3, " ", y, " ", z, "\n");
    }
  }
  return text;
}

inline std::shared_ptr<const LoadedMap> BakeAndLoad(const TempFolder& folder, const std::string& name,
                                                    const std::string& source,
                                                    std::vector<std::string> flags = {"--strict"}) {
  WriteFile(folder.File(name + ".3dmap"), source);
  flags.insert(flags.begin(), {folder.File(name + ".3dmap"), "-o", folder.path()});
  const ProgramRun run = Bake(flags);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto map = LoadedMap::Load(folder.File(name + ".waymap"));
  EXPECT_TRUE(map.ok()) << map.status();
  return map.ok() ? *map : nullptr;
}

}  // namespace waystone
