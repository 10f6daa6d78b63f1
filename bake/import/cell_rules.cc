#include "bake/import/cell_rules.h"

#include <algorithm>
#include <cmath>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/map/map_id.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr size_t kMaxAreaNameBytes = limits::AreaCost::area.max_bytes;
constexpr double kMaxOrigin_m = limits::Position::x.max;  // farther away no position can be asked for

absl::Status CheckAreaName(std::string_view name) {
  if (!name.empty() && IsPlainText(name, kMaxAreaNameBytes)) return absl::OkStatus();
  return InvalidArgument("grid: the area ", Quoted(name), " is not UTF-8 text of 1 to ", kMaxAreaNameBytes,
                         " bytes");
}

}  // namespace

absl::Status CheckCellRules(const CellRules& rules) {
  const Vec3& origin = rules.origin;
  const double farthest_m = std::max({std::abs(origin.x), std::abs(origin.y), std::abs(origin.z)});
  if (!origin.IsFinite() || farthest_m > kMaxOrigin_m) {
    return absl::InvalidArgumentError("grid: the origin must be finite and within 1e8 m of zero");
  }
  for (const auto& [letter, name] : rules.letters) {
    if (letter <= ' ' || letter > '~') {
      return absl::InvalidArgumentError("grid.letters: a letter is one printable ASCII character");
    }
    if (const absl::Status status = CheckAreaName(name); !status.ok()) return status;
  }
  for (const auto& [color, name] : rules.colors) {
    if (const absl::Status status = CheckAreaName(name); !status.ok()) return status;
  }
  for (const auto& [name, cost] : rules.costs) {
    if (const absl::Status status = CheckAreaName(name); !status.ok()) return status;
    if (name == kBlockedArea) return absl::InvalidArgumentError("grid.costs: what is blocked has no cost");
    if (cost >= kMinAreaCost && cost <= kMaxAreaCost) continue;
    return InvalidArgument("grid.costs: ", Quoted(name), " is ", cost, " and must be from ", kMinAreaCost,
                           " to ", kMaxAreaCost);
  }
  return absl::OkStatus();
}

CellAreas::CellAreas(std::span<const AreaRule> areas, const CellRules& rules) : rules_(rules) {
  const auto take = [&](const AreaType& type) {
    if (!names_[type.index].empty() || !index_.emplace(type.name, type.index).second) return;
    names_[type.index] = type.name;
    const auto cost = rules.costs.find(type.name);
    if (cost != rules.costs.end()) costs_[type.index] = static_cast<float>(cost->second);
  };
  for (const AreaRule& rule : areas) take(rule.type);
  take(AreaType{});
  if (names_[1].empty()) names_[1] = AreaType{}.name;  // if another index has that name
}

absl::StatusOr<uint8_t> CellAreas::IndexOf(std::string_view name) { return IndexOf(name, 1); }

absl::StatusOr<uint8_t> CellAreas::IndexOf(std::string_view name, double cost) {
  if (name == kBlockedArea) return uint8_t{0};
  const auto known = index_.find(name);
  if (known != index_.end()) return known->second;
  uint8_t index = name == AreaType{}.name ? 1 : 2;
  while (index < kMaxGridAreas && !names_[index].empty()) ++index;
  if (index >= kMaxGridAreas) {
    return InvalidArgument("the area ", Quoted(name), " is one more than the ", kMaxGridAreas - 1,
                           " that fit");
  }
  names_[index] = name;
  index_.emplace(name, index);
  const auto set = rules_.costs.find(std::string(name));
  costs_[index] = static_cast<float>(set == rules_.costs.end() ? cost : set->second);
  return index;
}

std::vector<AreaType> CellAreas::Types() const {
  std::vector<AreaType> types;
  for (uint8_t index = 1; index < kMaxGridAreas; ++index) {
    if (!names_[index].empty()) types.push_back({index, names_[index]});
  }
  return types;
}

}  // namespace waystone
