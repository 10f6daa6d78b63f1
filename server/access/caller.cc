#include "server/access/caller.h"

#include <algorithm>
#include <array>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

constexpr std::array<std::string_view, 3> kRoleNames = {"player", "game_server", "admin"};

// The first of the roles that may call it; so may those after it.
constexpr Role LeastRoleFor(Rpc rpc) {
  switch (rpc) {
    case Rpc::kPlanRoute:
    case Rpc::kValidateMove:
    case Rpc::kMeasureDistances:
    case Rpc::kReach:
    case Rpc::kBatch:  // its items are looked at one by one
    case Rpc::kExchange:
    case Rpc::kDescribeServer:
    case Rpc::kListMaps:
    case Rpc::kDescribeMap:
    case Rpc::kDescribeWorld:
      return Role::kPlayer;
    case Rpc::kPlaceResource:
    case Rpc::kPrepareChanges:
    case Rpc::kGetSurface:
    case Rpc::kGetSkeleton:
      return Role::kGameServer;
    case Rpc::kReload:
    case Rpc::kPreload:
    case Rpc::kVerify:
      return Role::kAdmin;
  }
  return Role::kAdmin;
}

// The text is of the pattern, whose stars stand for anything. O(pattern times text).
bool IsOf(std::string_view pattern, std::string_view text) {
  size_t at = 0;
  size_t star = std::string_view::npos;
  size_t after_star = 0;  // of the text, what stands behind what the last star took
  for (size_t i = 0; i < text.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      after_star = i;
    } else if (at < pattern.size() && pattern[at] == text[i]) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++after_star;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace

std::string_view NameOf(Role role) { return kRoleNames[static_cast<size_t>(role)]; }

std::optional<Role> RoleNamed(std::string_view name) {
  const auto found = std::find(kRoleNames.begin(), kRoleNames.end(), name);
  if (found == kRoleNames.end()) return std::nullopt;
  return static_cast<Role>(found - kRoleNames.begin());
}

bool Caller::MaySee(std::string_view map_id) const {
  return maps.empty() || std::any_of(maps.begin(), maps.end(),
                                     [map_id](const std::string& pattern) { return IsOf(pattern, map_id); });
}

absl::Status CheckRole(const Caller& caller, Rpc rpc) {
  if (caller.role >= LeastRoleFor(rpc)) return absl::OkStatus();
  return absl::PermissionDeniedError(
      StrCat(Quoted(caller.name), ", a ", NameOf(caller.role), ", may not call ", NameOf(rpc)));
}

}  // namespace waystone
