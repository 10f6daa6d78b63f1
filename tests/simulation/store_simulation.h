// The store of maps over a simulated disk with faults.
#pragma once

#include <cstdint>
#include <string>

namespace waystone {

struct StoreStoryEnd {
  uint64_t steps = 0;
  uint64_t disk_calls = 0;
  uint64_t faults = 0;    // disk calls that failed
  uint64_t refused = 0;   // packages, by reloads
  uint64_t answered = 0;  // maps that were asked and whose answers were compared
  uint64_t hash = 0;      // of all that happened
  std::string broken;     // the first rule that did not hold, and when; empty: none
};

// A folder of packages and a world, which are published, put aside, damaged and removed, by writers that are killed, run out of
// disk or lose power, while a server reloads them, opens maps within limits, holds them, and starts again: as `seed` says. All
// of it is the product's own code (WritePackageFile, StagedPackages, PackageFolder, MapStore, WorldStore) on a FaultyDisk.
//
// The rules, checked after each step by the bytes of the folder: a map answers as exactly one published generation does; a
// damaged package never replaces a good one that is served; what the last reload refused is told; a reload that fails changes
// nothing; the cache keeps its limits, and counts what it holds; a publish that is said to be done outlives a power cut, and one
// that is ended early leaves the old or the new; a world that is whole stays so; without faults one reload leads to what the
// folder holds; nothing stays open.
StoreStoryEnd SimulateStore(uint64_t seed);

}  // namespace waystone
