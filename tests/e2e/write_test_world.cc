// write_test_world FOLDER [SIZE [MAPS]]: writes the packages of "yard" and "hall" (test_world.h), for tests in other
// languages; with a size also that of "thicket", and that many small maps "map-0", "map-1" and so on.
#include <cstdlib>
#include <string>

#include "tests/e2e/test_world.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) return 2;
  waystone::WriteYard(argv[1]);
  waystone::WriteHall(argv[1]);
  const int size = argc > 2 ? std::atoi(argv[2]) : 0;
  if (size > 0) waystone::WriteThicket(argv[1], size);
  const int maps = argc > 3 ? std::atoi(argv[3]) : 0;
  for (int i = 0; i < maps; ++i) {
    const std::string id = "map-" + std::to_string(i);
    waystone::WriteDrawnMap(argv[1], id + ".waymap", id, "...\n...\n");
  }
  return 0;
}
