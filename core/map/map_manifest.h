// What a package says about itself: names, units, profiles, provenance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/map/agent_profile.h"
#include "core/map/named_changes.h"
#include "core/map/named_places.h"
#include "core/map/surface_kind.h"

namespace waystone {

// A named kind of ground. Index 0 is never walkable; 1 is plain ground.
struct AreaType {
  uint8_t index = 1;
  std::string name = "ground";
};

// One (agent profile, ability set) for which surfaces, links and indices were baked. Variant k of the
// manifest is VariantIndex k + 1 in the section table.
struct MapVariant {
  AgentProfile agent;
  std::vector<std::string> abilities;  // kinds of links the agent may use, sorted; empty = walking only
  uint16_t surface_variant = 1;        // VariantIndex whose surface sections this variant uses
};

struct MapManifest {
  std::string map_id;  // UTF-8, 1-128 bytes, without '/' and control characters
  SurfaceKind surface = kPlainSurface;
  std::string strategy_reason;  // why this kind of surface (S2.1)
  Vec3 origin;                  // [m] stored float positions are relative to it
  Aabb bounds;                  // [m] of the walkable surface, absolute
  std::vector<AreaType> areas;
  std::vector<MapVariant> variants;
  // What links may need, sorted, at most 64; bit k of NavLink::abilities.
  std::vector<std::string> link_abilities;
  NamedPlaces places;
  std::vector<Door> doors;                 // by name
  std::vector<CostProfile> cost_profiles;  // by name
  std::string source_name;                 // file name without folders
  std::string source_sha256;               // hex
  std::string baker_version;
};

}  // namespace waystone
