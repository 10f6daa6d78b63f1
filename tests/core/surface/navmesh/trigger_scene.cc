#include "tests/core/surface/navmesh/trigger_scene.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone::trigger_test {
namespace {

bool IsFree(const std::string& drawing, double x, double z) {
  const size_t width = drawing.find('\n');
  return drawing[static_cast<size_t>(z) * (width + 1) + static_cast<size_t>(x)] == '.';
}

}  // namespace

std::string Doubled(const std::string& drawing) {
  std::string doubled;
  std::string row;
  for (const char cell : drawing) {
    if (cell == '\n') {
      doubled += row + "\n" + row + "\n";
      row.clear();
    } else {
      row += std::string(2, cell);
    }
  }
  return doubled;
}

Place RandomPlace(const std::string& drawing, Random& random) {
  const auto width = static_cast<uint32_t>(drawing.find('\n'));
  const auto height = static_cast<uint32_t>(drawing.size() / (width + 1));
  for (;;) {
    const Place place{random.NextBelow(width) + 0.25 + 0.5 * random.NextBelow(2),
                      random.NextBelow(height) + 0.25 + 0.5 * random.NextBelow(2)};
    if (IsFree(drawing, place.x, place.z)) return place;
  }
}

Scene RandomScene(Random& random) {
  Scene scene;
  const int width = 3 + static_cast<int>(random.NextBelow(4));
  const int height = 3 + static_cast<int>(random.NextBelow(4));
  do {
    scene.drawing = Doubled(RandomDrawing(width, height, random.NextInRange(0.1, 0.45), random));
  } while (scene.drawing.find('.') == std::string::npos);
  const uint32_t boxes = 1 + random.NextBelow(4);
  for (uint32_t i = 0; i < boxes; ++i) {
    const Place within = RandomPlace(scene.drawing, random);
    // Every other one stands on the floor.
    const uint32_t below_z = random.NextBelow(2);
    const uint32_t below_x = random.NextBelow(2);
    const Vec3 min(std::floor(within.x) - below_x, i % 2 == 0 ? -1 : 0, std::floor(within.z) - below_z);
    const uint32_t above_z = random.NextBelow(3);
    const uint32_t above_x = random.NextBelow(3);
    const Vec3 max(std::ceil(within.x) + above_x, 1, std::ceil(within.z) + above_z);
    scene.boxes.push_back({.box = {min, max}, .is_one_way = random.NextBelow(3) != 0});
  }
  const uint32_t jumps = random.NextBelow(4);
  for (uint32_t i = 0; i < jumps; ++i) {
    const Place from = RandomPlace(scene.drawing, random);
    const Place to = RandomPlace(scene.drawing, random);
    scene.jumps.push_back({from, to, std::hypot(to.x - from.x, to.z - from.z) + random.NextBelow(3)});
  }
  return scene;
}

bool Holds(const TriggerBox& box, const Place& place) { return box.box.Contains({place.x, 0, place.z}); }

int FirstEntered(const Scene& scene, const Place& from, const Place& to) {
  for (size_t i = 0; i < scene.boxes.size(); ++i) {
    const TriggerBox& box = scene.boxes[i];
    if (box.is_one_way && !Holds(box, from) && Holds(box, to)) return static_cast<int>(i);
  }
  return -1;
}

NavLocation At(const NavmeshView& mesh, const Place& place) {
  return {PolyAt(mesh, place.x, place.z), {place.x, 0, place.z}};
}

NavLink LinkOf(const NavmeshView& mesh, const Jump& jump) {
  NavLink link{};
  link.start[0] = static_cast<float>(jump.from.x);
  link.start[2] = static_cast<float>(jump.from.z);
  link.end[0] = static_cast<float>(jump.to.x);
  link.end[2] = static_cast<float>(jump.to.z);
  link.start_poly = PolyAt(mesh, jump.from.x, jump.from.z).value();
  link.end_poly = PolyAt(mesh, jump.to.x, jump.to.z).value();
  link.cost_m = static_cast<float>(jump.cost_m);
  link.reverse = kNoLink;
  link.name_offset = kNoLinkName;
  link.kind = LinkKind::kJump;
  return link;
}

std::string Draw(const Scene& scene) {
  std::string text = scene.drawing;
  for (const TriggerBox& box : scene.boxes) {
    text += (box.is_one_way ? "walk-in " : "use ") + std::to_string(box.box.min.x) + " " +
            std::to_string(box.box.min.z) + " - " + std::to_string(box.box.max.x) + " " +
            std::to_string(box.box.max.z) + "\n";
  }
  for (const Jump& jump : scene.jumps) {
    text += "jump " + std::to_string(jump.from.x) + " " + std::to_string(jump.from.z) + " - " +
            std::to_string(jump.to.x) + " " + std::to_string(jump.to.z) + " cost " +
            std::to_string(jump.cost_m) + "\n";
  }
  return text;
}

}  // namespace waystone::trigger_test
