// The manifest section: MapManifest as Protobuf bytes (proto/waystone/package/v1/manifest.proto).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"

namespace waystone {

// Deterministic: the same manifest gives the same bytes.
std::string EncodeManifest(const MapManifest& manifest);

// DataLoss naming the field and the rule broken (map_id rules, finite numbers, at least one variant, ...).
absl::StatusOr<MapManifest> DecodeManifest(std::span<const std::byte> bytes);

// The rules of a map id: UTF-8, 1-128 bytes, no '/' and no control characters. InvalidArgument otherwise.
absl::Status CheckMapId(std::string_view map_id);

// The package's file name for a map id: bytes outside [A-Za-z0-9._-] as %XX, plus ".waymap".
std::string PackageFileName(std::string_view map_id);

}  // namespace waystone
