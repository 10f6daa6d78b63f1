// write_test_world FOLDER: writes the packages of "yard" and "hall" (test_world.h), for tests in other
// languages.
#include "tests/e2e/test_world.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  waystone::WriteYard(argv[1]);
  waystone::WriteHall(argv[1]);
  return 0;
}
