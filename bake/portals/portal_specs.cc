#include "bake/portals/portal_specs.h"

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {

std::string NameOf(const TravellerSpec& traveller) {
  const std::string agent =
      traveller.agent.empty() ? "the first agents" : StrCat("agent ", Quoted(traveller.agent));
  if (traveller.abilities.empty()) return agent;
  return StrCat(agent, " with ", Quoted(absl::StrJoin(traveller.abilities, ", ")));
}

}  // namespace waystone
