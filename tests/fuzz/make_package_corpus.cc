// Writes the seed packages into a folder.
#include <cstdio>
#include <map>
#include <string>

#include "core/package/package_writer.h"
#include "tests/support/seed_packages.h"
#include "tests/support/waypoint_map.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_package_corpus FOLDER\n");
    return 2;
  }
  std::map<std::string, waystone::PackageFile> packages = waystone::SeedPackages();
  packages["waypoints.waymap"] =
      waystone::WaypointPackage(waystone::DrawnWaypoints("a.b\n..c\n", {"a>b", "^bc", "#c>a"}));
  for (const auto& [name, file] : packages) {
    const absl::Status status = waystone::WritePackageFile(std::string(argv[1]) + "/" + name, file);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      return 1;
    }
  }
  return 0;
}
