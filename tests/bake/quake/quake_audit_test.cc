// The commands of docs/quake_audit.md: what players pick up must be reachable from where they enter, and be
// left again, over lifts, teleporters and water.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/geom/vec.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

std::string Audit(const std::string& levels, const std::vector<std::string>& names) {
  const TempFolder out;
  std::vector<std::string> command = {WAYSTONE_SOURCE_DIR "/samples/quake/audit-levels", levels,
                                      WAYSTONE_BUILD_DIR, out.path()};
  command.insert(command.end(), names.begin(), names.end());
  const ProgramRun run = RunProgram(command);
  std::istringstream warnings(run.err);
  for (std::string line; std::getline(warnings, line);)
    EXPECT_TRUE(line.ends_with("asks for \"swim\"")) << line;  // of levels without water
  return run.out;
}

// The lines with the fixes of bad positions, and the others.
struct Audited {
  std::string verdicts;
  std::vector<std::string> fixes;
};
Audited Split(const std::string& out) {
  Audited audited;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("- ")) {
      audited.fixes.push_back(line);
    } else {
      audited.verdicts += line + "\n";
    }
  }
  return audited;
}

// docs/quake_audit.md tells why each of the four is missed.
TEST(QuakeAudit, OfTheOriginalLevelsAllButFourItemsAreReached) {
  WS_TEST_DATA_OR_SKIP(levels, "quake");
  const Audited audited = Split(Audit(levels, {"e1m1", "e1m3", "e1m7", "dm4"}));
  ASSERT_GE(audited.fixes.size(), 4U);
  EXPECT_EQ(audited.fixes[0], "- a step of 1.5 m at (8.45, 0.5, -73.95), more than max_climb 0.56 m");
  EXPECT_EQ(audited.verdicts,
            "35 of 37 positions are good on e1m1\n"
            "  9, 2, -74: unreachable\n"
            "  29.125, -4.25, -76: unreachable\n"
            "68 of 70 positions are good on e1m3\n"
            "  25.25, -2, 7.75: unreachable\n"
            "  24.5, -2, 11.25: unreachable\n"
            "30 of 30 positions are good on e1m7\n"
            "37 of 37 positions are good on dm4\n");
}

// A level of boxes, as OBJ.
class DrawnLevel {
 public:
  void Box(const std::string& group, const Vec3& lo, const Vec3& hi) {
    obj_ += "g " + group + "\n";
    Quad({lo.x, hi.y, lo.z}, {lo.x, hi.y, hi.z}, {hi.x, hi.y, hi.z}, {hi.x, hi.y, lo.z});  // top
    Quad({lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, lo.y, hi.z}, {lo.x, lo.y, hi.z});
    Quad({lo.x, lo.y, lo.z}, {lo.x, lo.y, hi.z}, {lo.x, hi.y, hi.z}, {lo.x, hi.y, lo.z});
    Quad({hi.x, lo.y, lo.z}, {hi.x, hi.y, lo.z}, {hi.x, hi.y, hi.z}, {hi.x, lo.y, hi.z});
    Quad({lo.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {hi.x, hi.y, lo.z}, {hi.x, lo.y, lo.z});
    Quad({lo.x, lo.y, hi.z}, {hi.x, lo.y, hi.z}, {hi.x, hi.y, hi.z}, {lo.x, hi.y, hi.z});
  }
  void Write(const std::string& path) const { std::ofstream(path) << obj_; }

 private:
  void Quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    for (const Vec3& p : {a, b, c, d}) {
      obj_ += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
    }
    obj_ += "f -4 -3 -2 -1\n";
  }

  std::string obj_;
};

// From the spawn over a pool (too wide to jump), up a lift, by a teleporter to an island; and an island
// without one.
TEST(QuakeAudit, APoolALiftAndATeleporterLeadToTheItemBehindThem) {
  DrawnLevel level;
  level.Box("solid", {0, -5, 0}, {10, 0, 10});
  level.Box("solid", {10, -5, 0}, {20, -4, 10});
  level.Box("water", {10, -4, 0}, {20, -0.25, 10});
  level.Box("solid", {20, -5, 0}, {30, 0, 10});
  level.Box("solid", {30, -5, 0}, {34, -0.5, 10});
  level.Box("mover", {30, -0.25, 0}, {34, 5, 10});
  level.Box("solid", {34, -5, 0}, {44, 5, 10});
  level.Box("solid", {60, -5, 0}, {70, 0, 10});
  level.Box("solid", {80, -5, 0}, {90, 0, 10});
  const TempFolder folder;
  level.Write(folder.File("drawn.obj"));
  std::ofstream(folder.File("drawn.entities.csv"))
      << "classname,x,y,z,minx,miny,minz,maxx,maxy,maxz,target,targetname,spawnflags,angle\n"
         "info_player_start,2,0.75,5,,,,,,,,,,\n"
         "func_plat,32,2.375,5,30,-0.25,0,34,5,10,,,,\n"
         "trigger_teleport,41,6,5,40,5,4,42,7,6,there,,,\n"
         "info_teleport_destination,62,0.75,5,,,,,,,,there,,\n"
         "weapon_nailgun,65,0,5,,,,,,,,,,\n"
         "item_cells,14.5,-4,5.5,,,,,,,,,,\n"
         "item_armor1,85,0,5,,,,,,,,,,\n";
  const Audited audited = Split(Audit(folder.path(), {"drawn"}));
  EXPECT_EQ(audited.verdicts,
            "1 of 3 positions are good on drawn\n"
            "  65, 0, 5: no_return\n"
            "  85, 0, 5: isolated\n");
  ASSERT_EQ(audited.fixes.size(), 2U);
  EXPECT_TRUE(audited.fixes[1].ends_with(", 10.9 m away: it would take a link or new ground"))
      << audited.fixes[1];
}

}  // namespace
}  // namespace waystone
