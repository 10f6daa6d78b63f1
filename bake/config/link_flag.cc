#include "bake/config/link_flag.h"

#include "bake/config/key_values.h"
#include "bake/config/link_rules.h"
#include "core/base/status_macros.h"

namespace waystone {

absl::StatusOr<LinkGenOptions> ParseLinkFlag(std::string_view text) {
  LinkGenOptions options;
  WS_RETURN_IF_ERROR(ReadKeyValues("--links", text,
                                   {.numbers = {{"jump_distance", &options.jump_distance_m},
                                                {"jump_height", &options.jump_height_m},
                                                {"drop_height", &options.drop_height_m},
                                                {"spacing", &options.spacing_m}},
                                    .texts = {}}));
  WS_RETURN_IF_ERROR(CheckLinkGenOptions(options));
  return options;
}

}  // namespace waystone
