// The packages and worlds that the stories of the store's simulation publish, and what they answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/store/loaded_map.h"
#include "core/store/world_store.h"
#include "tests/support/package_surgery.h"

namespace waystone {

struct PublishedMap {
  std::string map_id;
  std::string generation;
  PackageFile bytes;
  uint64_t answers = 0;  // AnswersOf a map that was loaded of these bytes
};

struct PublishedWorld {
  std::vector<size_t> maps;  // indices into PublishedMaps::maps
  std::string generation;
  PackageFile bytes;
  uint64_t answers = 0;
};

struct PublishedMaps {
  std::vector<PublishedMap> maps;  // first those of no world
  size_t loose_count = 0;
  std::vector<PublishedWorld> worlds;

  // -1: none has these bytes.
  int FindMap(const PackageFile& bytes) const;
  int FindWorld(const PackageFile& bytes) const;
};

// Three maps in four generations each, and a world of three maps in three generations, which share some packages.
const PublishedMaps& AllPublished();

// A hash of some places and routes, whose search reads all of the map.
uint64_t AnswersOf(const LoadedMap& map);
// Likewise, of a route over all maps. REQUIRES: a world of AllPublished.
uint64_t AnswersOf(WorldStore& world);

// FNV-1a, for the hash of a story.
class StoryHash {
 public:
  void Add(uint64_t number);
  void Add(const std::string& text);
  void Add(double number);
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace waystone
