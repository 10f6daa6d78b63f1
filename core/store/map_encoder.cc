#include "core/store/map_encoder.h"

#include <string>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_parts.h"

namespace waystone {
namespace {

absl::Status VariantError(VariantIndex variant, absl::string_view rule) {
  if (variant == 0) return absl::InvalidArgumentError(rule);  // of the whole map
  return absl::InvalidArgumentError(StrCat("variants[", variant - 1, "]: ", rule));
}

// Checks that each variant has the parts that the manifest wants of it, and no others.
absl::Status CheckGiven(const MapContent& content, const MapManifest& manifest) {
  const size_t count = content.variants.size();
  if (count != manifest.variants.size()) {
    return absl::InvalidArgumentError(
        StrCat("contents for ", count, " variants, the manifest has ", manifest.variants.size()));
  }
  for (const MapPart& part : MapParts()) {
    if (part.rules.scope == PartScope::kMap) continue;
    for (size_t i = 1; i <= count; ++i) {
      const auto variant = static_cast<VariantIndex>(i);
      const bool is_given = part.is_given(content, variant);
      const bool has_place = part.BelongsTo(manifest, variant);
      if (is_given && !has_place) return VariantError(variant, part.rules.unwanted);
      const bool is_needed = has_place && part.rules.missing != nullptr;
      if (is_needed && !is_given) return VariantError(variant, part.rules.missing);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::byte>> EncodeMap(MapManifest manifest,
                                                 std::span<const VariantContent> variants,
                                                 const CollisionData* collision) {
  const MapContent content{variants, collision};
  WS_RETURN_IF_ERROR(CheckGiven(content, manifest));
  manifest.bounds = BoundsOf(content, manifest.origin);
  WS_RETURN_IF_ERROR(CheckManifest(manifest));
  const std::string manifest_bytes = EncodeManifest(manifest);
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, std::as_bytes(std::span(manifest_bytes)));
  MapViews views(std::move(manifest));
  for (const auto& [part, variant] : PlacesOf(views.manifest)) {
    if (!part->is_given(content, variant)) continue;
    const absl::Status status = part->add(content, variant, views, writer);
    if (!status.ok()) return VariantError(variant, status.message());
  }
  return writer.Finish();
}

}  // namespace waystone
