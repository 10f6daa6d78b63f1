// Who walks between the portals of a world, as its manifest tells it.
#pragma once

#include <string>
#include <vector>

namespace waystone {

struct TravellerSpec {
  std::string agent;  // of the maps, at most 64 bytes of text; empty: each map's first
  std::vector<std::string>
      abilities;      // kinds of links it may use, at most 64, 1-64 bytes of text each; by name
  std::string place;  // of the manifest, for messages
};

// For messages: agent "ogre" with "climb, jump", or the first agents.
std::string NameOf(const TravellerSpec& traveller);

}  // namespace waystone
