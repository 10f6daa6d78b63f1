#include "bake/config/bake_switch.h"

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::StatusOr<BakeSwitch> ParseBakeSwitch(std::string_view name) {
  if (name == "auto") return BakeSwitch::kAuto;
  if (name == "on") return BakeSwitch::kOn;
  if (name == "off") return BakeSwitch::kOff;
  return absl::InvalidArgumentError(StrCat(Quoted(name), " is not auto, on or off"));
}

}  // namespace waystone
