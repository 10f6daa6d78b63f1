// The rules that links and their settings keep, wherever they were written.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bake/links/link_gen_options.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

inline constexpr size_t kMaxLinks = 1'000'000;
inline constexpr size_t kMaxLinkIdBytes = 128;
inline constexpr size_t kMaxAbilityBytes = 64;

// The ranges of LinkGenOptions. InvalidArgument naming field, value and range.
absl::Status CheckLinkGenOptions(const LinkGenOptions& options);

// The ranges of OffMeshLink. InvalidArgument naming the field and the rule, not the place.
absl::Status CheckLink(const OffMeshLink& link);

// Sorts the names. InvalidArgument where one is there twice, or is not text of 1-64 bytes.
absl::Status SortAbilities(std::vector<std::string>& abilities);

// "walk", "jump", ... InvalidArgument naming them all.
absl::StatusOr<LinkKind> ParseLinkKind(std::string_view name);

}  // namespace waystone
