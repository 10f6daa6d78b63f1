// Who calls, and what he may.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "server/access/request_rate.h"
#include "server/base/rpc.h"

namespace waystone {

// Each may what those before it may.
enum class Role : uint8_t {
  kPlayer,      // routes, moves and distances, and which maps there are
  kGameServer,  // all of PathPlanning and MapCatalog
  kAdmin,       // PackageAdmin, too
};

std::string_view NameOf(Role role);
// Nothing, if no role is called that.
std::optional<Role> RoleNamed(std::string_view name);

// Immutable but for `rate`; any thread.
struct Caller {
  static constexpr size_t kMaxNameBytes = 128;
  static constexpr std::string_view kSubjectPrefix = "jwt:";  // of no listed caller's name

  std::string name;  // of a signed token: the prefix and its subject
  Role role = Role::kPlayer;
  bool is_anonymous = false;          // whoever shows nothing
  std::vector<std::string> maps;      // patterns of map ids, * for anything; empty: all maps
  std::shared_ptr<RequestRate> rate;  // null: no limit

  bool MaySee(std::string_view map_id) const;
  bool SeesAll() const { return maps.empty(); }
};

// PermissionDenied if the caller's role may not call this.
absl::Status CheckRole(const Caller& caller, Rpc rpc);

}  // namespace waystone
