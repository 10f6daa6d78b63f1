// The parts of a map: one row each, from which packages are written, read and checked.
//
// A part is the sections that belong together (core/store/section_table.h) with the view that they become.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/map/map_manifest.h"
#include "core/package/format.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/map_content.h"

namespace waystone {

// What a map has one of for each part.
enum class PartScope : uint8_t { kSurface, kVariant, kMap };

struct PartRules {
  PartScope scope = PartScope::kVariant;
  std::optional<SurfaceKind> kind = std::nullopt;  // only maps of this kind have the part
  bool names_links = false;                        // so it cannot be checked if the links are damaged
  bool is_in_regions = false;      // its sections are those of another part, in regions of their own
  uint32_t flags = 0;              // of its sections
  const char* missing = nullptr;   // what EncodeMap says if the part must be there; null if it is optional
  const char* unwanted = nullptr;  // what EncodeMap says if a variant has no place for it
};

struct MapPart {
  PartRules rules;
  std::vector<SectionType> (*sections)();
  bool (*is_given)(const MapContent& content, VariantIndex variant);
  // These keep the view of what was given or of a package, after the structure check and the check that it
  // fits the views that it follows. `add` writes its sections too: what was given must live until the writer
  // has finished. `read` leaves the view as it is if the part is optional and not there.
  absl::Status (*add)(const MapContent& content, VariantIndex variant, MapViews& views,
                      PackageWriter& writer);
  absl::Status (*read)(const PackageReader& package, VariantIndex variant, MapViews& views);

  // Whether a map with this manifest has a place for the part in a variant; variant 0 is the whole map.
  bool BelongsTo(const MapManifest& manifest, VariantIndex variant) const;
};

// Each part comes after those that it has to fit.
std::span<const MapPart> MapParts();

// The absolute bounds of all surfaces.
Aabb BoundsOf(const MapContent& content, const Vec3& origin);

struct PartPlace {
  const MapPart* part;
  VariantIndex variant;
};

// All parts that a map with this manifest may have: first those of the surfaces, then those of the variants,
// then those of the map.
std::vector<PartPlace> PlacesOf(const MapManifest& manifest);

// Reads all parts of a package into `views`, which has its manifest. Returns up to `limit` problems; a
// problem hides others only in the parts that would have to fit it. DataLoss if a section is missing or
// damaged, breaks a rule of its format or does not fit the others; otherwise errors as
// PackageReader::Records.
std::vector<absl::Status> ReadParts(const PackageReader& package, size_t limit, MapViews& views);

}  // namespace waystone
