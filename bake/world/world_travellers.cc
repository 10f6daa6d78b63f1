#include "bake/world/world_travellers.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// What some link of the world's maps needs, by name.
std::vector<std::string> NeededAbilities(const PlacedWorld& world) {
  std::set<std::string> needed;
  for (const PlacedMap& map : world.maps) {
    if (map.is_left_out) continue;
    const std::vector<std::string>& abilities = map.map.link_abilities;
    needed.insert(abilities.begin(), abilities.end());
  }
  return {needed.begin(), needed.end()};
}

bool WalksAnywhere(const PlacedWorld& world, size_t traveller) {
  return std::any_of(world.maps.begin(), world.maps.end(),
                     [&](const PlacedMap& map) { return (map.walkers >> traveller & 1) != 0; });
}

// The name of every map's first agent; empty where they differ.
std::string FirstAgentOf(const PlacedWorld& world) {
  std::set<std::string> names;
  for (const PlacedMap& map : world.maps) {
    if (!map.is_left_out) names.insert(map.map.variants.front().agent.name);
  }
  return names.size() == 1 ? *names.begin() : "";
}

// Where a traveller has no ground, its arrival lies where the first one has it who does.
void AddArrivals(const PlacedWorld& placed, size_t traveller, const WorldData& world,
                 std::vector<WorldArrival>& records) {
  const auto has_ground = [](const PlacedPoint& point) { return point.has_ground; };
  for (uint32_t i = 0; i < placed.maps.size(); ++i) {
    const bool is_grid = world.maps[i].columns != 0;
    for (const MapArrival& arrival : placed.maps[i].arrivals) {
      const PlacedPoint& own = arrival[traveller];
      const Vec3& place =
          own.has_ground ? own.place : std::find_if(arrival.begin(), arrival.end(), has_ground)->place;
      records.push_back(
          {{place.x, place.y, place.z}, WorldMapIndex(i), own.has_ground || is_grid ? own.node : kNoGround});
    }
  }
}

}  // namespace

void AddTravellers(const WorldManifest& manifest, const PlacedWorld& placed, TextTable& texts,
                   WorldData& world, std::vector<std::string>& warnings) {
  const std::vector<std::string> needed = NeededAbilities(placed);
  const std::string first_agent = FirstAgentOf(placed);
  std::map<std::pair<std::string, std::vector<TextOffset>>, size_t> seen;
  world.header.first_agent = texts.Add(first_agent);
  world.header.traveller_count = static_cast<uint32_t>(manifest.travellers.size());
  world.header.ability_count = static_cast<uint32_t>(needed.size());
  for (const std::string& ability : needed) world.abilities.push_back(texts.Add(ability));
  for (size_t i = 0; i < manifest.travellers.size(); ++i) {
    const TravellerSpec& traveller = manifest.travellers[i];
    WorldTraveller& record = world.travellers.emplace_back();
    record.agent = texts.Add(traveller.agent);
    record.first_ability = static_cast<uint32_t>(world.abilities.size());
    for (const std::string& ability : traveller.abilities) {
      if (std::binary_search(needed.begin(), needed.end(), ability)) {
        world.abilities.push_back(texts.Add(ability));
        continue;
      }
      if (WalksAnywhere(placed, i)) {
        warnings.push_back(StrCat(traveller.place, ": ability ", Quoted(ability),
                                  " has no effect: no link of any map needs it"));
      }
    }
    record.ability_count = static_cast<uint32_t>(world.abilities.size()) - record.first_ability;
    const auto abilities = world.abilities.begin() + record.first_ability;
    const auto [same, is_new] = seen.try_emplace(
        {traveller.agent.empty() ? first_agent : traveller.agent, {abilities, world.abilities.end()}}, i);
    if (!is_new) {
      warnings.push_back(StrCat(traveller.place, ": without effect, for it walks like ",
                                NameOf(manifest.travellers[same->second]), ": ", NameOf(traveller)));
    }
    AddArrivals(placed, i, world, world.walks.emplace_back().arrivals);
  }
}

}  // namespace waystone
