// Drawn ground with triggers and jumps, for tests of walks into and around triggers.
#pragma once

#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/navmesh/link_format.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/navmesh/trigger_walks.h"

namespace waystone::trigger_test {

struct Place {
  double x = 0;
  double z = 0;
};
struct Jump {
  Place from;
  Place to;
  double cost_m = 0;
};

// Blocks of 2 x 2 cells; triggers, starts and links.
struct Scene {
  std::string drawing;
  std::vector<TriggerBox> boxes;
  std::vector<Jump> jumps;
};

// Every cell as a block of 2 x 2.
std::string Doubled(const std::string& drawing);
// A quarter or three quarters of a metre within a free cell. REQUIRES: there is one.
Place RandomPlace(const std::string& drawing, Random& random);
Scene RandomScene(Random& random);

bool Holds(const TriggerBox& box, const Place& place);
// The first one-way box that one comes into from one place to another; -1 if there is none.
int FirstEntered(const Scene& scene, const Place& from, const Place& to);

NavLocation At(const NavmeshView& mesh, const Place& place);
NavLink LinkOf(const NavmeshView& mesh, const Jump& jump);
// For messages.
std::string Draw(const Scene& scene);

}  // namespace waystone::trigger_test
