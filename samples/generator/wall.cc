#include "samples/generator/wall.h"

#include "core/base/check.h"

namespace waystone::samples {

void AddWall(SceneMesh& mesh, const Frame& frame, Material material, double length_m, double thickness_m,
             double height_m, std::span<const Opening> openings) {
  const auto add = [&](double from, double to, double bottom, double top) {
    if (to > from && top > bottom) {
      AddBox(mesh, frame, material, {from, bottom, 0}, {to, top, thickness_m});
    }
  };
  double done = 0;
  for (const Opening& opening : openings) {
    WS_CHECK(opening.from >= done && opening.to <= length_m && opening.top <= height_m);
    add(done, opening.from, 0, height_m);
    add(opening.from, opening.to, 0, opening.bottom);
    add(opening.from, opening.to, opening.top, height_m);
    done = opening.to;
  }
  add(done, length_m, 0, height_m);
}

}  // namespace waystone::samples
