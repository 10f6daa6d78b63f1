// Maps with scenes drawn as upright cross-sections, baked by waystone-bake.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {

// Two metres a letter, x to the right, y up; 8 m deep along z. `#` is solid, other letters but `.` name places.
class Section {
 public:
  explicit Section(std::vector<std::string_view> rows) : rows_(std::move(rows)) {
    // Ends that are walls, too.
    AddBox(0, 0, Width(), Height(), -1, 0);
    AddBox(0, 0, Width(), Height(), 8, 9);
    for (size_t row = 0; row < rows_.size(); ++row) {
      const double y = Height() - 2.0 * static_cast<double>(row) - 2;
      for (size_t column = 0; column < rows_[row].size(); ++column) {
        const double x = 2.0 * static_cast<double>(column);
        const char letter = rows_[row][column];
        if (letter == '#') AddBox(x, y, x + 2, y + 2, 0, 8);
        if (letter != '#' && letter != '.') places_[letter] = Vec3(x + 1, y + 1, 4);
      }
    }
  }

  double Width() const { return 2.0 * static_cast<double>(rows_[0].size()); }
  double Height() const { return 2.0 * static_cast<double>(rows_.size()); }
  const std::string& obj() const { return obj_; }
  Vec3 At(char letter) const { return places_.at(letter); }

 private:
  void AddBox(double x0, double y0, double x1, double y1, double z0, double z1) {
    for (const double z : {z0, z1}) {
      for (const double y : {y0, y1}) {
        for (const double x : {x0, x1}) StrAppend(obj_, "v ", x, " ", y, " ", z, "\n");
      }
    }
    static constexpr int kFaces[][4] = {{1, 5, 7, 3}, {2, 4, 8, 6}, {1, 2, 6, 5},
                                        {3, 7, 8, 4}, {1, 3, 4, 2}, {5, 6, 8, 7}};
    for (const auto& face : kFaces) {
      StrAppend(obj_, "f ", count_ + face[0], " ", count_ + face[1], " ", count_ + face[2], " ",
                count_ + face[3], "\n");
    }
    count_ += 8;
  }

  std::vector<std::string_view> rows_;
  std::string obj_;
  int count_ = 0;
  std::map<char, Vec3> places_;
};

inline constexpr std::string_view kAgent =
    "agents: [{name: diver, radius_m: 0.4, height_m: 1, ability_sets: [[], [swim], [fly], [fly, swim]]}]\n"
    "scene_cell_m: 0.5\nspawns: []\n";

class SceneMap : public testing::Test {
 protected:
  void Bake(const Section& section, const std::string& scenes, const std::vector<std::string>& flags = {}) {
    WriteFile(folder_.File("map.obj"), section.obj());
    WriteFile(folder_.File("map.obj.bake.yaml"), StrCat(kAgent, "scenes:\n", scenes));
    std::vector<std::string> arguments = {folder_.File("map.obj"), "-o", folder_.path()};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const ProgramRun run = waystone::Bake(arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    auto map = LoadedMap::Load(folder_.File("map.waymap"));
    ASSERT_TRUE(map.ok()) << map.status();
    map_ = *map;
  }

  MapView View(const std::vector<std::string>& abilities) const { return *map_->View("diver", abilities); }

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
};

inline const Section kCave({
    "...............",
    ".a...#######.c.",
    ".....#.....#...",
    ".......b...#...",
    ".....#######...",
    "###############",
});
// The sea is all of the section; the cave the inside of the rock, with its mouth in the west.
inline std::string CaveScenes(std::string_view state) {
  return StrCat(
      "  - {name: sea, box: [[0, 2, 0], [30, 12, 8]], medium: water, surfaces: [volume]}\n"
      "  - {name: cave, box: [[10, 4, 0], [22, 8, 8]], medium: water, mouths: [{name: gate, at: [10, 5, 4], "
      "state: ",
      state, "}]}\n");
}

inline const Section kBeach({
    "..............",
    "..........w...",
    "........######",
    "..s...########",
    "....##########",
    "##############",
});
// A sea of layers, 2 m apart, and sky of points.
inline constexpr std::string_view kBeachScenes =
    "  - {name: sea, box: [[0, 2, 0], [17, 8, 8]], medium: water, surfaces: [layers], layer_gap_m: 2}\n"
    "  - {name: sky, box: [[0, 8.5, 0], [28, 12, 8]], medium: air, surfaces: [points]}\n";

}  // namespace waystone
