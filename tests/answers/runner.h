// Asks all kinds of questions about all maps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/waystone_client.h"
#include "tests/answers/asker.h"
#include "tests/answers/map_list.h"

namespace waystone::answers {

struct RunOptions {
  std::string packages;  // their folder
  uint64_t seed = 1;
  uint64_t questions = 1'000'000;
  uint32_t threads = 2;
};

// Shares the questions out: by the weights of the kinds, then equally over families, then over the maps of a
// family; of a family of more than 40 maps that many are drawn. The same options ask the same questions, with
// any number of threads. Besides, each map drawn is a question of the kind "bake": whether it has a package.
void AskAll(const std::vector<ListedMap>& maps, const client::WaystoneClient& client,
            const RunOptions& options, Tally& tally);

}  // namespace waystone::answers
