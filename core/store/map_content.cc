#include "core/store/map_content.h"

#include <algorithm>
#include <utility>

namespace waystone {

MapViews::MapViews(MapManifest of) : manifest(std::move(of)), variants(manifest.variants.size()) {
  for (size_t i = 0; i < variants.size(); ++i) {
    variants[i].abilities = AbilityBits(manifest.variants[i].abilities);
  }
}

uint64_t MapViews::AbilityBits(const std::vector<std::string>& abilities) const {
  uint64_t bits = 0;
  for (size_t bit = 0; bit < manifest.link_abilities.size(); ++bit) {
    if (std::binary_search(abilities.begin(), abilities.end(), manifest.link_abilities[bit])) {
      bits |= uint64_t{1} << bit;
    }
  }
  return bits;
}

}  // namespace waystone
