// The manifest section: MapManifest as Protobuf bytes (proto/waystone/package/v1/manifest.proto, which states
// the rule of each field).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/map/map_id.h"
#include "core/map/map_manifest.h"
#include "core/package/package_reader.h"

namespace waystone {

// [m] No stored position may be farther from the map's origin on any axis: float32 would lose millimetres.
inline constexpr double kMaxDistanceFromOriginM = 16384.0;
// More than a manifest that keeps the other limits can take.
inline constexpr size_t kMaxManifestBytes = size_t{8} << 20;

// InvalidArgument naming the field and the rule broken.
absl::Status CheckManifest(const MapManifest& manifest);

// Deterministic: the same manifest gives the same bytes.
std::string EncodeManifest(const MapManifest& manifest);

// DataLoss naming the field and the rule broken. Fields of newer writers are skipped.
absl::StatusOr<MapManifest> DecodeManifest(std::span<const std::byte> bytes);

// The manifest of a package. DataLoss if it is missing, damaged, or breaks a rule of CheckManifest, or if a
// section belongs to a variant that it does not have.
absl::StatusOr<MapManifest> ReadManifestSection(const PackageReader& package);

}  // namespace waystone
