#include "core/store/manifest_codec.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include "core/base/check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/section_name.h"
#include "core/store/section_read.h"
#include "waystone/package/v1/manifest.pb.h"

namespace waystone {
namespace {

namespace pb = ::waystone::package::v1;

// The enums share their numbers.
static_assert(static_cast<int>(SurfaceKind::kNavmesh) == pb::SURFACE_KIND_NAVMESH);
static_assert(static_cast<int>(SurfaceKind::kGrid) == pb::SURFACE_KIND_GRID);
static_assert(static_cast<int>(SurfaceKind::kWaypoint) == pb::SURFACE_KIND_WAYPOINT);
static_assert(static_cast<int>(SurfaceKind::kVolume) == pb::SURFACE_KIND_VOLUME);
static_assert(static_cast<int>(SurfaceKind::kScene) == pb::SURFACE_KIND_SCENES);

void EncodePoint(const Vec3& point, pb::Point* out) {
  out->set_x(point.x);
  out->set_y(point.y);
  out->set_z(point.z);
}

Vec3 DecodePoint(const pb::Point& in) { return {in.x(), in.y(), in.z()}; }

void EncodeVariant(const MapVariant& variant, pb::Variant* out) {
  pb::AgentProfile* agent = out->mutable_agent();
  agent->set_name(variant.agent.name);
  agent->set_radius_m(variant.agent.radius_m);
  agent->set_height_m(variant.agent.height_m);
  agent->set_max_climb_m(variant.agent.max_climb_m);
  agent->set_max_slope_deg(variant.agent.max_slope_deg);
  for (const std::string& ability : variant.abilities) out->add_abilities(ability);
  out->set_surface_variant(variant.surface_variant);
}

MapVariant DecodeVariant(const pb::Variant& in) {
  MapVariant variant;
  variant.agent.name = in.agent().name();
  variant.agent.radius_m = in.agent().radius_m();
  variant.agent.height_m = in.agent().height_m();
  variant.agent.max_climb_m = in.agent().max_climb_m();
  variant.agent.max_slope_deg = in.agent().max_slope_deg();
  variant.abilities.assign(in.abilities().begin(), in.abilities().end());
  variant.surface_variant = static_cast<uint16_t>(in.surface_variant());
  return variant;
}

void EncodeDoor(const Door& door, pb::Door* out) {
  out->set_name(door.name);
  out->set_is_closed(door.is_closed);
  for (const DoorVolume& volume : door.volumes) {
    pb::DoorVolume* const added = out->add_volumes();
    for (const Vec2 corner : volume.corners) {
      added->add_corners_xz(corner.x);
      added->add_corners_xz(corner.z);
    }
    added->set_radius_m(volume.radius_m);
    added->set_min_y(volume.min_y);
    added->set_max_y(volume.max_y);
  }
  for (const std::string& link : door.links) out->add_links(link);
  out->set_areas(door.areas);
  for (const DoorCells& cells : door.cells) {
    pb::DoorCells* const added = out->add_cells();
    added->set_column(cells.column);
    added->set_row(cells.row);
    added->set_columns(cells.columns);
    added->set_rows(cells.rows);
  }
}

Door DecodeDoor(const pb::Door& in) {
  Door door;
  door.name = in.name();
  door.is_closed = in.is_closed();
  for (const pb::DoorVolume& volume : in.volumes()) {
    DoorVolume& added = door.volumes.emplace_back();
    for (int i = 0; i + 1 < volume.corners_xz_size(); i += 2) {
      added.corners.push_back({volume.corners_xz(i), volume.corners_xz(i + 1)});
    }
    added.radius_m = volume.radius_m();
    added.min_y = volume.min_y();
    added.max_y = volume.max_y();
  }
  door.links.assign(in.links().begin(), in.links().end());
  door.areas = in.areas();
  for (const pb::DoorCells& cells : in.cells()) {
    door.cells.push_back({cells.column(), cells.row(), cells.columns(), cells.rows()});
  }
  return door;
}

void EncodeProfile(const CostProfile& profile, pb::CostProfile* out) {
  out->set_name(profile.name);
  for (const ProfileCost& cost : profile.costs) {
    pb::ProfileCost* const added = out->add_costs();
    added->set_area(cost.area);
    added->set_factor(cost.factor);
  }
  out->set_excluded_areas(profile.excluded_areas);
  out->set_min_clearance_m(profile.min_clearance_m);
}

CostProfile DecodeProfile(const pb::CostProfile& in) {
  CostProfile profile;
  profile.name = in.name();
  for (const pb::ProfileCost& cost : in.costs()) {
    profile.costs.push_back({static_cast<uint8_t>(cost.area()), cost.factor()});
  }
  profile.excluded_areas = in.excluded_areas();
  profile.min_clearance_m = in.min_clearance_m();
  return profile;
}

absl::Status Damage(absl::string_view what) { return absl::DataLossError(StrCat("manifest ", what)); }

// Checks ranges that the narrower types of MapManifest cannot hold.
absl::Status CheckRanges(const pb::MapManifest& in) {
  if (in.surface() < 0 || in.surface() > 255) return Damage("surface: out of range");
  for (const pb::AreaType& area : in.areas()) {
    if (area.index() > 255) return Damage("areas: an index out of range");
  }
  for (const pb::Variant& variant : in.variants()) {
    if (variant.surface_variant() > 0xffff) return Damage("variants: a surface_variant out of range");
  }
  for (const pb::CostProfile& profile : in.cost_profiles()) {
    for (const pb::ProfileCost& cost : profile.costs()) {
      if (cost.area() > 255) return Damage("cost_profiles: an area out of range");
    }
  }
  if (in.has_bounds() && Aabb{DecodePoint(in.bounds().min()), DecodePoint(in.bounds().max())}.IsEmpty()) {
    return Damage("bounds: min above max");
  }
  return absl::OkStatus();
}

}  // namespace

std::string EncodeManifest(const MapManifest& manifest) {
  pb::MapManifest out;
  out.set_map_id(manifest.map_id);
  out.set_surface(static_cast<pb::SurfaceKind>(manifest.surface));
  out.set_strategy_reason(manifest.strategy_reason);
  EncodePoint(manifest.origin, out.mutable_origin());
  if (!manifest.bounds.IsEmpty()) {
    EncodePoint(manifest.bounds.min, out.mutable_bounds()->mutable_min());
    EncodePoint(manifest.bounds.max, out.mutable_bounds()->mutable_max());
  }
  for (const AreaType& area : manifest.areas) {
    pb::AreaType* added = out.add_areas();
    added->set_index(area.index);
    added->set_name(area.name);
  }
  for (const MapVariant& variant : manifest.variants) EncodeVariant(variant, out.add_variants());
  for (const std::string& ability : manifest.link_abilities) out.add_link_abilities(ability);
  for (const auto& [name, point] : manifest.places) {
    pb::NamedPlace* added = out.add_places();
    added->set_name(name);
    EncodePoint(point, added->mutable_point());
  }
  for (const Door& door : manifest.doors) EncodeDoor(door, out.add_doors());
  for (const CostProfile& profile : manifest.cost_profiles) EncodeProfile(profile, out.add_cost_profiles());
  out.set_source_name(manifest.source_name);
  out.set_source_sha256(manifest.source_sha256);
  out.set_baker_version(manifest.baker_version);

  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    WS_CHECK(out.SerializeToCodedStream(&coded));
  }
  return bytes;
}

absl::StatusOr<MapManifest> DecodeManifest(std::span<const std::byte> bytes) {
  if (bytes.size() > kMaxManifestBytes) {
    return Damage(StrCat("of ", bytes.size(), " bytes, the limit is ", kMaxManifestBytes));
  }
  const google::protobuf::LogSilencer quiet;  // the Status says it
  pb::MapManifest in;
  if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return Damage("is not valid Protobuf");
  WS_RETURN_IF_ERROR(CheckRanges(in));
  MapManifest manifest;
  manifest.map_id = in.map_id();
  manifest.surface = static_cast<SurfaceKind>(in.surface());
  manifest.strategy_reason = in.strategy_reason();
  manifest.origin = DecodePoint(in.origin());
  if (in.has_bounds()) manifest.bounds = {DecodePoint(in.bounds().min()), DecodePoint(in.bounds().max())};
  for (const pb::AreaType& area : in.areas()) {
    manifest.areas.push_back({static_cast<uint8_t>(area.index()), area.name()});
  }
  for (const pb::Variant& variant : in.variants()) manifest.variants.push_back(DecodeVariant(variant));
  manifest.link_abilities.assign(in.link_abilities().begin(), in.link_abilities().end());
  for (const pb::NamedPlace& place : in.places()) {
    const bool ascends = manifest.places.empty() || manifest.places.rbegin()->first < place.name();
    if (!ascends) return Damage("places: must ascend");
    manifest.places.emplace(place.name(), DecodePoint(place.point()));
  }
  for (const pb::Door& door : in.doors()) manifest.doors.push_back(DecodeDoor(door));
  for (const pb::CostProfile& profile : in.cost_profiles()) {
    manifest.cost_profiles.push_back(DecodeProfile(profile));
  }
  manifest.source_name = in.source_name();
  manifest.source_sha256 = in.source_sha256();
  manifest.baker_version = in.baker_version();
  if (const absl::Status status = CheckManifest(manifest); !status.ok()) {
    return absl::DataLossError(status.message());
  }
  return manifest;
}

absl::StatusOr<MapManifest> ReadManifestSection(const PackageReader& package) {
  std::span<const std::byte> bytes;
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kManifest, 0, bytes));
  absl::StatusOr<MapManifest> manifest = DecodeManifest(bytes);
  if (!manifest.ok()) {
    const SectionEntry& entry = *package.Find(SectionType::kManifest);
    return absl::DataLossError(
        StrCat(package.name(), ": ", DescribeSection(entry), ": ", manifest.status().message()));
  }
  // Sorted by variant: the last section has the greatest.
  const SectionEntry& last = package.sections().back();
  if (last.variant > manifest->variants.size()) {
    return absl::DataLossError(StrCat(package.name(), ": ", DescribeSection(last), ": the manifest has only ",
                                      manifest->variants.size(), " variants"));
  }
  return manifest;
}

}  // namespace waystone
