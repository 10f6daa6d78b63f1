#include "core/store/map_parts.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/package/section_name.h"

namespace waystone {
namespace {

TEST(MapParts, EverySectionHasANameAndBelongsToOnePart) {
  std::set<SectionType> seen = {SectionType::kManifest};
  for (const MapPart& part : MapParts()) {
    ASSERT_FALSE(part.sections().empty());
    for (const SectionType type : part.sections()) {
      EXPECT_EQ(seen.insert(type).second, !part.rules.is_in_regions) << SectionTypeName(type);
      EXPECT_FALSE(SectionTypeName(type).empty()) << static_cast<uint32_t>(type);
    }
  }
  for (uint32_t type = 0; type < 1000; ++type) {
    const std::string_view name = SectionTypeName(static_cast<SectionType>(type));
    const bool is_world = name.starts_with("world_") || name.starts_with("portal_");
    EXPECT_EQ(seen.contains(static_cast<SectionType>(type)), !name.empty() && !is_world) << name;
  }
}

TEST(MapParts, EachStandsAfterThoseThatItHasToFit) {
  MapManifest manifest;
  manifest.variants.resize(3);
  manifest.variants[1].surface_variant = 2;  // the third walks the first's
  std::vector<std::pair<PartScope, VariantIndex>> places;
  for (const auto& [part, variant] : PlacesOf(manifest)) {
    const std::pair<PartScope, VariantIndex> place(part->rules.scope, variant);
    if (places.empty() || places.back() != place) places.push_back(place);
  }
  const std::vector<std::pair<PartScope, VariantIndex>> expected = {
      {PartScope::kSurface, 1}, {PartScope::kSurface, 2}, {PartScope::kVariant, 1},
      {PartScope::kVariant, 2}, {PartScope::kVariant, 3}, {PartScope::kMap, 0}};
  EXPECT_EQ(places, expected);
}

}  // namespace
}  // namespace waystone
