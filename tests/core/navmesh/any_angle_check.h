// Holds the any-angle search against the slow oracle.
#pragma once

#include <string>

#include "bake/navmesh/polygon_soup.h"
#include "core/base/random.h"
#include "core/navmesh/any_angle_search.h"
#include "tests/oracle/path_oracle.h"
#include "tests/support/random_meshes.h"

namespace waystone {

// All coordinates of meshes and queries times this are integers.
inline constexpr double kCheckScale = 4 * kMeshLattice;

// What was compared, so that a test can tell whether it tried anything.
struct AnyAngleTally {
  int queries = 0;
  int unreachable = 0;
  int turns = 0;
  int links = 0;  // used
};

// Which links the meshes of AnyAngleCheck::Compare get.
struct CheckLinks {
  uint32_t count = 0;
  bool shortcuts = false;
  uint64_t abilities = 0;  // the agent's
};

// One workspace for all comparisons. Failures are those of the test that is running.
class AnyAngleCheck {
 public:
  // `pairs` random queries on the mesh of `soup`; stops at the first failure and shows the drawing.
  void Compare(const PolygonSoup& soup, const std::string& drawing, int pairs, Random& random,
               const CheckLinks& links = {});

  // The route is as long as the oracle's; its corridor and legs can be walked. Where there is no route: it
  // ends as near to the goal as can be, and the path there is as long as the oracle's.
  void ExpectExact(const NavmeshView& mesh, const PathOracle& oracle, const NavLocation& start,
                   const NavLocation& goal, const AnyAngleOptions& options = {});

  const AnyAngleTally& tally() const { return tally_; }

 private:
  AnyAngleWorkspace workspace_;
  AnyAngleTally tally_;
};

// What a failure of a query on a drawn mesh shows.
std::string TextOf(const std::string& drawing, const NavLocation& start, const NavLocation& goal);

// The corridor leads from the start's to the end's polygon over sides that may be crossed and links that may
// be used.
void ExpectCorridor(const NavmeshView& mesh, const NavLocation& start, const SurfacePath& result,
                    const AnyAngleOptions& options = {});

// `result.end` is as near to the goal as any polygon that can be reached from `start`.
void ExpectNearest(const NavmeshView& mesh, PolyId start, const NavLocation& end, const Vec3& goal,
                   const AnyAngleOptions& options = {});

}  // namespace waystone
